import { Code } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const nameOf = (call: (typeof httpCalls)[number]) => `${call.method} ${call.path}`
const jsonCalls = httpCalls.filter((call) => !('sends' in call) && !('answers' in call))
const pathWith = (path: string, value: string) => path.replace(/\{\w+\}/g, encodeURIComponent(value))

/** Values that no field of any call accepts, or only as something harmless. */
const WRONG: readonly unknown[] = [
  null,
  [],
  [null],
  {},
  '',
  'x',
  '\u0000',
  '\ud800',
  '𠮷'.repeat(100),
  -1,
  0,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 53),
  true,
  { __proto__: null, length: -1, constructor: 1 },
  'a'.repeat(100_000),
]

/** Query strings carry text. */
const textOf = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** The fields a schema names, wherever refinements hide them. */
function fieldsOf(schema: ZodType): string[] {
  const shape: unknown = 'shape' in schema ? schema.shape : {}
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}

describe.each(engines)('the calls of the contract, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let other: TestClient
  let owned: { mailId: number; mailUid: number; folderId: number; inboxId: number; labelId: number }

  beforeAll(async () => {
    server = await startTestServer({ engine })
    const accountId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
    const mail = await putMail(server.context, accountId, { subject: '机密' })
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '私人' })
    const { labelId } = await person.post('mail/main/label/save', { labelName: '私人' })
    const inboxId = await folderOfRole(server.context.store.db, accountId, 'inbox')
    owned = { mailId: mail.mailId, mailUid: mail.uid, folderId, inboxId, labelId }
  })
  afterAll(() => server.stop())

  test('every call has a handler', async () => {
    for (const call of httpCalls) {
      const response = await fetch(`${server.url}/api/${pathWith(call.path, 'x')}`, { method: call.method })
      // The page of a large file is HTML also where there is none.
      if (response.headers.get('content-type')?.startsWith('text/html')) continue
      const { code } = (await response.json()) as { code: number }
      expect(code, nameOf(call)).not.toBe(Code.notFound)
    }
  })

  test('every call that is not public refuses a caller without a login', async () => {
    for (const call of httpCalls.filter((one) => one.access !== 'public')) {
      const answer = await server.anybody.raw(
        call.method,
        pathWith(call.path, '1'),
        call.method === 'POST' ? { body: {} } : {},
      )
      expect(answer, nameOf(call)).toMatchObject({ status: 401, envelope: { code: Code.tokenInvalid, data: null } })
    }
  })

  const askWith = async (call: (typeof jsonCalls)[number], input: Record<string, unknown>) => {
    // Longer than a request line may be is refused by the HTTP parser itself.
    let room = 12_000
    const short = Object.entries(input).filter(([, value]) => {
      const length = encodeURIComponent(JSON.stringify(value)).length
      room -= length < 1_500 ? length : 0
      return length < 1_500 && room > 0
    })
    const query = textOf(Object.fromEntries(short))
    // What the contract refuses reaches no store: the second store is asked for the rest alone.
    const reachesStore =
      call.method === 'GET' ? call.query.safeParse(query).success : call.body.safeParse(input).success
    if (engine !== 'sqlite' && !reachesStore) return
    const answer = await person.raw(call.method, call.path, call.method === 'GET' ? { query } : { body: input })
    const named = `${nameOf(call)} ${JSON.stringify(input).slice(0, 200)}`
    expect(answer.status, named).toBeLessThan(500)
    expect(answer.envelope, named).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
  }

  test('whatever is sent, the answer is an envelope and never a failure of the server', async () => {
    for (const call of jsonCalls) {
      // Logging out is no question of input.
      if (call.path === 'oauth/logout') continue
      const fields = fieldsOf(call.method === 'GET' ? call.query : call.body)
      const inputs: Record<string, unknown>[] = [
        {},
        ...fields.flatMap((field) => WRONG.map((value) => ({ [field]: value }))),
        ...WRONG.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
      ]
      // Several at once, as from many pages.
      for (let at = 0; at < inputs.length; at += 8) {
        await Promise.all(inputs.slice(at, at + 8).map((input) => askWith(call, input)))
      }
      // A person who answers "that was not me" is asked for a new password before anything else is answered.
      await server.context.store.db.updateTable('account').set({ change_password: 0 }).execute()
    }
    expect(server.problems.filter((problem) => problem.startsWith('error'))).toEqual([])
  }, 120_000)

  test('bodies that are no objects, no JSON, too deep or too large', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const texts = [
      'null',
      '[]',
      '1',
      '"x"',
      '{',
      '{"a":1}x',
      deep,
      `{"mailIds":${deep}}`,
      '{"__proto__":{"mailIds":[1]}}',
    ]
    for (const path of ['mail/email/detail', 'mail/email/send', 'mail/apilogin/userLogin']) {
      for (const text of [...texts, `{"x":"\\u0000","y":${deep}}`]) {
        const answer = await person.raw('POST', path, { text })
        expect(answer, `${path} ${text.slice(0, 50)}`).toMatchObject({
          status: 400,
          envelope: { code: Code.badRequest },
        })
      }
      const huge = await person.raw('POST', path, { text: JSON.stringify({ account: 'a'.repeat(10_000_000) }) })
      expect(huge).toMatchObject({ status: 413, envelope: { code: Code.tooLarge } })
    }
    const form = await person.raw('POST', 'mail/email/detail', {
      text: 'mailId=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(400)
  })

  test('a bad request names the fields, in the language that was asked for', async () => {
    const chinese = await person.raw('POST', 'mail/email/seen/update', { body: { mailIds: ['x'] } })
    expect(chinese.envelope.message).toMatch(/^请求内容有误.*mailIds\.0.*seen/)
    const english = await person.raw('POST', 'mail/email/detail', {
      body: {},
      headers: { 'accept-language': 'en-GB,en' },
    })
    expect(english.envelope.message).toMatch(/^The request is not valid.*mailId/)
  })

  test('what is unknown is said in an envelope too', async () => {
    for (const path of ['nothing', '../etc/passwd', 'mail/email/detail/', '%E0%A4%A', 'user/info/1']) {
      const response = await fetch(`${server.url}/api/${path}`)
      expect(response.status, path).toBeGreaterThanOrEqual(400)
      expect(await response.json(), path).toMatchObject({ code: expect.any(Number), data: null })
    }
  })

  test('answers are never kept by a cache and never shown as a page', async () => {
    for (const client of [person, server.anybody]) {
      const { headers } = await client.raw('GET', 'user/info')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  test('the mails, folders and labels of another behave exactly as missing ones', async () => {
    const missing = { mailId: 987_654, mailUid: 987_654, folderId: 987_654, inboxId: 987_654, labelId: 987_654 }
    type Ids = typeof missing
    const inbox = (await other.get('mail/main/folder/list')).folderList[0]?.folderId
    const calls: readonly [method: 'GET' | 'POST', path: string, input: (ids: Ids) => Record<string, unknown>][] = [
      ['GET', 'mail/email/mailbox/list', (ids) => ({ mailboxId: ids.inboxId })],
      ['GET', 'mail/email/label/list', (ids) => ({ labelId: ids.labelId })],
      ['GET', 'mail/email/search', (ids) => ({ searchKeyword: '机密', mailboxId: ids.inboxId })],
      ['GET', 'file/mail/{}', (ids) => ({ id: ids.mailId })],
      ['POST', 'mail/email/detail', (ids) => ({ mailId: ids.mailId })],
      ['POST', 'mail/email/seen/update', (ids) => ({ mailIds: [ids.mailId], seen: true })],
      ['POST', 'mail/email/sticky/update', (ids) => ({ mailIds: [ids.mailId], sticky: true })],
      ['POST', 'mail/email/color/update', (ids) => ({ mailIds: [ids.mailId], color: 3 })],
      ['POST', 'mail/email/label/update', (ids) => ({ mailIds: [ids.mailId], add: [ids.labelId], remove: [] })],
      ['POST', 'mail/email/label/update', (ids) => ({ mailIds: [ids.mailId], add: [], remove: [] })],
      [
        'POST',
        'mail/email/move',
        (ids) => ({ mailboxId: ids.inboxId, targetMailboxId: inbox, mailUids: [ids.mailUid] }),
      ],
      [
        'POST',
        'mail/email/move',
        (ids) => ({ mailboxId: inbox, targetMailboxId: ids.folderId, mailUids: [ids.mailUid] }),
      ],
      ['POST', 'mail/email/recoverableDelete', (ids) => ({ mailIds: [ids.mailId] })],
      ['POST', 'mail/email/recoverEmail', (ids) => ({ mailIds: [ids.mailId] })],
      ['POST', 'mail/email/delete', (ids) => ({ mailIds: [ids.mailId] })],
      ['POST', 'mail/email/draftdelete', (ids) => ({ mailIds: [ids.mailId] })],
      ['POST', 'mail/email/readedDelete', (ids) => ({ mailboxId: ids.inboxId })],
      ['POST', 'mail/email/allSeen', (ids) => ({ mailboxId: ids.inboxId })],
      ['POST', 'mail/main/folder/updateName', (ids) => ({ folderId: ids.folderId, folderName: '我的' })],
      ['POST', 'mail/main/folder/updateState', (ids) => ({ folderId: ids.folderId, state: 1 })],
      ['POST', 'mail/main/folder/recoverableClear', (ids) => ({ folderId: ids.folderId })],
      ['POST', 'mail/main/folder/delete/password', (ids) => ({ folderId: ids.folderId })],
      ['POST', 'mail/main/label/update', (ids) => ({ labelId: ids.labelId, labelName: '我的' })],
      ['POST', 'mail/main/label/delete', (ids) => ({ labelId: ids.labelId })],
      ['POST', 'mail/email/reply', (ids) => ({ mailId: ids.mailId })],
      ['POST', 'mail/email/replyAll', (ids) => ({ mailId: ids.mailId })],
      ['POST', 'mail/email/forward', (ids) => ({ mailId: ids.mailId })],
      ['POST', 'mail/email/editAgain', (ids) => ({ mailId: ids.mailId })],
      ['POST', 'mail/email/editAgainFromdraft', (ids) => ({ mailId: ids.mailId })],
    ]
    const before = JSON.stringify([
      await person.get('mail/main/folder/list'),
      await person.get('mail/email/mailbox/list'),
    ])
    for (const [method, path, input] of calls) {
      const ask = (ids: Ids) => {
        const values = input(ids)
        const target = path.replace('{}', String(values.id))
        return other.raw(method, target, method === 'GET' ? { query: values } : { body: values })
      }
      const theirs = await ask(owned)
      const nobodys = await ask(missing)
      expect(theirs.envelope, path).toEqual(nobodys.envelope)
      expect(JSON.stringify(theirs.envelope), path).not.toContain('机密')
    }
    const after = JSON.stringify([
      await person.get('mail/main/folder/list'),
      await person.get('mail/email/mailbox/list'),
    ])
    expect(after).toBe(before)
  })
})
