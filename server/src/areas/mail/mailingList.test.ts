import { describe, expect, test } from 'vitest'
import { listIn } from './mailingList.ts'

const of = (fields: Readonly<Record<string, string>>) => listIn((name) => (fields[name] ? [fields[name]] : []))
const ID = 'Yanshu developers <dev.lists.example>'

describe('the mailing list of a mail', () => {
  test.each([
    ['<mailto:dev@lists.example>', 'dev@lists.example'],
    ['<https://lists.example/post>, <mailto:dev@lists.example>', 'dev@lists.example'],
    ['<mailto:dev%2Ball@lists.example?subject=x&cc=spy@evil.example> (moderated)', 'dev+all@lists.example'],
    ['NO', null],
    ['<https://lists.example/post>', null],
    ['<mailto:dev@lists.example,spy@evil.example>', null],
    ['<mailto:dev@lists.example%0D%0ABcc:spy@evil.example>', null],
    ['<mailto:%E0%A4%A>', null],
    ['mailto:dev@lists.example', null],
  ])('answers to List-Post %j go to %j', (field, address) => {
    expect(of({ 'list-id': ID, 'list-post': field })).toEqual({ name: 'Yanshu developers', address })
  })

  test.each([
    ['"研发 列表" <dev.lists.example>', '研发 列表'],
    ['<dev.lists.example>', 'dev.lists.example'],
  ])('List-Id %j is named %j', (id, name) => {
    expect(of({ 'list-id': id })).toEqual({ name, address: null })
  })

  test.each(['', 'no brackets', '<>', ' < > '])('List-Id %j names none', (id) => {
    expect(of({ 'list-id': id, 'list-post': '<mailto:dev@lists.example>' })).toBeUndefined()
  })
})
