import { Code } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'

const BOUNDARY = 'between-the-parts'
const OF_FORM = `multipart/form-data; boundary=${BOUNDARY}`
const END = `--${BOUNDARY}--\r\n`
const part = (disposition: string, content = 'abc') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`
const named = (name: string) => part(`name="file"; filename="${name}"`)

/** What no browser sends. */
const FORMS: readonly (readonly [what: string, type: string, body: string])[] = [
  ['no boundary', 'multipart/form-data', 'x'],
  ['no parts', OF_FORM, END],
  ['no form', OF_FORM, 'garbage'],
  ['an end too early', OF_FORM, named('a.txt').slice(0, 60)],
  ['a file without a name', OF_FORM, part('name="file"') + END],
  ['a field as long as a file', OF_FORM, part('name="content"', 'a'.repeat(3_000_000)) + named('a.txt') + END],
  ['names of objects', OF_FORM, part('name="__proto__"') + part('name="constructor"') + named('__proto__') + END],
  ['hundreds of files', OF_FORM, Array.from({ length: 300 }, (_, at) => named(`a${at}.txt`)).join('') + END],
  ['thousands of fields', OF_FORM, Array.from({ length: 3_000 }, (_, at) => part(`name="f${at}"`)).join('') + END],
]

test.each(engines)(
  'given forms that no browser sends, then each is answered, and none is a failure of the server, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    const id = await server.addUser('zhang.wei')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'islandPersonnel', value: true, locked: false })
    const person = await server.as(id)
    const authorization = `Bearer ${person.login?.accessToken}`
    for (const call of httpCalls) {
      if (!('sends' in call)) continue
      for (const [what, type, body] of FORMS) {
        const headers = { authorization, 'content-type': type }
        const answer = await fetch(`${server.url}/api/${call.path}`, { method: 'POST', headers, body })
        expect(answer.status, `${call.path}: ${what}`).toBeLessThan(500)
        await answer.text()
      }
    }
    for (const path of ['file/showCustomPicture/%00', 'file/download/a%00b', 'file/contacts/%00', 'file/archive/%00']) {
      expect((await person.file(path)).status, path).toBe(404)
    }
    expect(await person.refused('POST', 'mail/mailClassify/delete/%00', {})).toBe(Code.notFound)
    await server.stop()
  },
)
