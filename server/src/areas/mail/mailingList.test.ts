import { describe, expect, test, vi } from 'vitest'
import { listIn, mailingListOf } from './mailingList.ts'

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

  test('given a place of files that does not answer, then a mail has no list and is shown', async () => {
    vi.useFakeTimers()
    try {
      const blobs = { read: () => new Promise<never>(() => undefined) }
      const found = mailingListOf({ blobs } as unknown as Parameters<typeof mailingListOf>[0], {
        automatic: 1,
        raw_hash: 'a',
      })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await found).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})
