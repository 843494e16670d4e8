import { APP_ID, Code, callSign, httpStatusOf } from '@yanshu/contracts'
import { messageOf } from '@yanshu/contracts/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_LIFE_S } from '../../store/sessions/session.service.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const LANGUAGES = { zh: 'zh-CN', en: 'en' } as const

let server: TestServer
let person: TestClient
let full: TestClient
let locked: TestClient
let expired: TestClient
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  const zhang = await server.addUser('zhang.wei')
  await server.addUser('expired')
  await server.addUser('li.na')
  expired = await server.login('expired')
  server.wait(ACCESS_LIFE_S * 1_000 + 1)
  person = await server.login('zhang.wei')
  full = await server.as(await server.addUser('full', { quotaBytes: 10 }))
  locked = await server.login('li.na')
  await locked.post('mail/main/lockScreen/set', { flag: true, password: '4711' })
  await locked.get('mail/main/lockScreen/open')
  await setSwitch(server.context, { scope: 'user', id: zhang }, { name: 'calendarEnable', value: false, locked: false })
  await person.post('mail/main/folder/save', { folderName: '已有' })
})
afterAll(() => server.stop())

type Made = readonly [
  method: 'GET' | 'POST',
  path: string,
  input?: { body?: unknown; query?: Record<string, unknown>; text?: string },
]

/** Each cause by a call that has it: what it is in §8 or of the shell's calls, the code, who calls, and what. */
const CAUSES: readonly [cause: string, code: Code, who: () => TestClient, made: Made | (() => Promise<Made>)][] = [
  [
    'a name of nothing',
    Code.badRequest,
    () => person,
    ['POST', 'mail/main/folder/save', { body: { folderName: ' ' } }],
  ],
  [
    'a name beyond 30 characters',
    Code.badRequest,
    () => person,
    ['POST', 'mail/main/label/save', { body: { labelName: '长'.repeat(31) } }],
  ],
  ['text that is no JSON', Code.badRequest, () => person, ['POST', 'mail/main/folder/save', { text: '{' }]],
  [
    'a name that is taken',
    Code.nameTaken,
    () => person,
    ['POST', 'mail/main/folder/save', { body: { folderName: '已有' } }],
  ],
  [
    'a challenge answered wrongly',
    Code.captchaWrong,
    () => server.anybody,
    ['POST', 'verify/token', { body: { id: 'x', work: 1 } }],
  ],
  [
    'characters read wrongly',
    Code.captchaWrong,
    () => server.anybody,
    ['POST', 'verify/image', { body: { id: 'x', code: 'abcd' } }],
  ],
  [
    'a wrong password',
    Code.credentialsWrong,
    () => server.anybody,
    ['POST', 'mail/apilogin/userLogin', { body: { account: 'nobody', password: 'wrong-password' } }],
  ],
  ['a login that has expired', Code.tokenExpired, () => expired, ['GET', 'user/info']],
  ['no login', Code.tokenInvalid, () => server.anybody, ['GET', 'user/info']],
  ['a screen that is locked', Code.screenLocked, () => locked, ['GET', 'user/info']],
  [
    'the wrong password of the screen',
    Code.lockPasswordWrong,
    () => locked,
    ['POST', 'mail/main/lockScreen/relieve', { body: { password: '0000' } }],
  ],
  [
    'a second step that is over',
    Code.loginStepOver,
    () => server.anybody,
    ['POST', 'oauth2/verify', { body: { verifyId: 'x', method: 'totp', code: '123456' } }],
  ],
  [
    'a code for a password that is over',
    Code.codeOver,
    () => server.anybody,
    ['POST', 'password/edit', { body: { editToken: 'x', password: 'Grey-Heron-9' } }],
  ],
  [
    'the old password wrong',
    Code.oldPasswordWrong,
    () => person,
    ['POST', 'user/update/password', { body: { oldPassword: 'wrong-one', newPassword: 'Grey-Heron-9' } }],
  ],
  [
    'a phone where nothing can be sent',
    Code.smsNotOffered,
    () => server.anybody,
    ['POST', 'sms/code', { body: { phone: '13800138000' } }],
  ],
  ['what a switch has turned off', Code.forbidden, () => person, ['GET', 'calendar/list']],
  [
    'an outside system that is not set up',
    Code.linkNotOffered,
    () => person,
    ['GET', 'mail/gateway/gatewayUrl', { query: { system: 'gateway' } }],
  ],
  ['a call that is not there', Code.notFound, () => person, ['GET', 'no/such/call']],
  [
    'a mail that is gone',
    Code.mailNotFound,
    () => person,
    ['POST', 'mail/email/detail', { body: { mailId: 999_999 } }],
  ],
  [
    'a folder that is gone',
    Code.folderNotFound,
    () => person,
    ['POST', 'mail/main/folder/recoverableClear', { body: { folderId: 999_999 } }],
  ],
  [
    'a label that is gone',
    Code.labelNotFound,
    () => person,
    ['POST', 'mail/main/label/delete', { body: { labelId: 999_999 } }],
  ],
  ['a file that is gone', Code.fileNotFound, () => person, ['GET', 'file/download/no-such-file']],
  [
    'more than fits into a call',
    Code.tooLarge,
    () => person,
    ['POST', 'mail/main/folder/save', { text: JSON.stringify({ folderName: 'x'.repeat(10_000_000) }) }],
  ],
]

test.each(CAUSES)('%s has one message in each language (%s)', async (_, code, who, made) => {
  const [method, path, input = {}] = typeof made === 'function' ? await made() : made
  for (const [language, header] of Object.entries(LANGUAGES)) {
    const answer = await who().raw(method, path, { ...input, headers: { 'accept-language': header } })
    expect(answer.status).toBe(httpStatusOf(code))
    expect(answer.envelope).toMatchObject({ code, data: null })
    expect(answer.envelope.message.startsWith(messageOf[code][language as 'zh' | 'en'])).toBe(true)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
  }
})

test('files: nothing of 0 kB, no program, not more than there is room for', async () => {
  const upload = async (who: TestClient, name: string, size: number) =>
    (await who.upload('file/upload', name, new Uint8Array(size))).code
  expect(await upload(person, '空.txt', 0)).toBe(Code.fileEmpty)
  expect(await upload(person, '病毒.exe', 4)).toBe(Code.fileTypeBlocked)
  expect(await upload(full, '大.txt', 100)).toBe(Code.storageFull)
})

test('no two causes share a message, in either language', () => {
  for (const language of ['zh', 'en'] as const) {
    const texts = Object.values(messageOf).map((message) => message[language])
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
    expect(texts.filter((text) => text.trim() === '')).toEqual([])
  }
})

describe('the fields of a call (§3)', () => {
  const fields = { appid: APP_ID, uuidserver: 'u-7', transSeq: '3', uniqueId: 'page' }
  const ask = (headers: Record<string, string>) =>
    person.raw('GET', 'mail/main/label/list', { query: { t: 1 }, headers })

  test('a checksum that fits is let through, and so is a program without one', async () => {
    const sign = callSign(fields, 'GET', 'mail/main/label/list')
    expect((await ask({ ...fields, sign })).status).toBe(200)
    expect((await ask({})).status).toBe(200)
  })

  test.each([
    ['another path', callSign(fields, 'GET', 'user/info')],
    ['another method', callSign(fields, 'POST', 'mail/main/label/list')],
    ['another page', callSign({ ...fields, uniqueId: 'other' }, 'GET', 'mail/main/label/list')],
    ['nothing', 'x'.repeat(10_000)],
  ])('a checksum of %s is refused', async (_, sign) => {
    expect(await ask({ ...fields, sign })).toMatchObject({ status: 400, envelope: { code: Code.badRequest } })
  })

  test('they prove nothing: the token decides, and the authorization of a page without one opens only what is public', async () => {
    const sign = callSign(fields, 'GET', 'user/info')
    const authorization = `Basic ${btoa('yanshu:web')}`
    const stranger = server.anybody
    const refused = await stranger.raw('GET', 'user/info', { headers: { ...fields, sign, authorization } })
    expect(refused.envelope.code).toBe(Code.tokenInvalid)
    const open = await stranger.raw('GET', 'mail/main/domain/queryAll', { headers: { authorization } })
    expect(open.status).toBe(200)
  })
})
