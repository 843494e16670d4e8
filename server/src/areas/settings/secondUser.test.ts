import { Code, type SettingsFile } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { expect, test } from 'vitest'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD } from '../../testing/testServer.ts'

/** Stands in everything that the first user writes. */
const MARK = '秘密'

/** The calls of the settings; those of the second step, of passkeys and of the recovery address have tests of their own. */
const SETTINGS =
  /^(user\/(update\/details|bind\/\w*[pP]hone|client\/|archive\/)|console\/autoReply|mail\/(log|client|template|mailClassify)\/|mail\/main\/(nicknameAndAlias|generalConfig|settings|selfCheck|lockScreen|sign)\b)/

const TO_COLLEAGUES = 'mail/main/generalConfig/away'

/** What the first user has, by the names that calls go by. */
interface Owned {
  readonly ruleId: number
  readonly runId: number
  readonly folderId: number
  readonly signId: number
  readonly templateId: number
  readonly codeId: number
  readonly deviceId: string
  readonly importId: number
  readonly alias: string
  readonly forward: string
  readonly file: SettingsFile
}

/** Everything that the settings can keep, and the ids of it. */
async function fill(first: TestClient, folderId: number): Promise<Owned> {
  const alias = 'zhang.secret@yanshu.test'
  const forward = 'wang.fang@yanshu.test'
  await first.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: alias })
  await first.post('mail/main/nicknameAndAlias/saveNickname', { emailAddr: alias, nickname: MARK })
  const { ruleId } = await first.post('mail/mailClassify/save', {
    ruleName: MARK,
    conditions: [{ field: 'subject', not: false, value: MARK }],
    actions: { star: 1 },
  })
  const { runId } = await first.post('mail/mailClassify/run', { ruleId, folderId })
  await first.post('mail/mailClassify/senders/save', { kind: 'blocked', patterns: ['secret@out.example'] })
  const { signId } = await first.post('mail/main/sign/save', { name: MARK, html: `<p>${MARK}</p>` })
  const template = await first.post('mail/template/saveOrUpdateLetterTemplate', { name: MARK, html: `<p>${MARK}</p>` })
  const { detail } = await first.get('user/client/generatePassword', { name: MARK, scopes: 'carddav' })
  const { list } = await first.get('mail/client/list')
  await first.post('mail/main/generalConfig/saveReply', {
    enabled: true,
    startAt: null,
    endAt: null,
    subject: MARK,
    inside: `<p>${MARK}</p>`,
    outside: '',
    outsideTo: 'all',
  })
  await first.post('mail/main/generalConfig/forward/add', { address: forward })
  await first.post('mail/main/lockScreen/set', { flag: true, password: 'first-lock' })
  const file = await first.get('mail/main/settings/file')
  const { importId } = await first.post('mail/main/settings/apply', { file, parts: ['general'] })
  return {
    ruleId,
    runId,
    folderId,
    signId,
    templateId: template.templateId,
    codeId: detail.codes[0]?.codeId ?? 0,
    deviceId: list[0]?.deviceId ?? '',
    importId,
    alias,
    forward,
    file,
  }
}

/** What the second user gets: an answer about themselves, or a refusal with one of these codes. */
type Outcome = 'own' | readonly number[]
const GONE = [Code.notFound, Code.ruleNotFound, Code.folderNotFound] as const

/** Each call as a second user makes it, with the ids of the first wherever it takes one. */
const attempts = (of: Owned): Readonly<Record<string, readonly [Outcome, unknown?]>> => ({
  'user/update/details': ['own', { duties: 'x' }],
  'user/password/confirm': ['own', { password: TEST_PASSWORD }],
  'user/bind/phone': ['own'],
  'user/bind/confirmPhone': [[Code.codeOver], { token: 'x', code: '123456' }],
  'user/bind/unbindPhone': ['own', { password: TEST_PASSWORD }],
  'mail/main/nicknameAndAlias/list': ['own'],
  'mail/main/nicknameAndAlias/saveAlias': [[Code.nameTaken], { emailAddr: of.alias }],
  'mail/main/nicknameAndAlias/deleteAlias': [GONE, { emailAddr: of.alias }],
  'mail/main/nicknameAndAlias/saveNickname': [GONE, { emailAddr: of.alias, nickname: 'x' }],
  'mail/main/nicknameAndAlias/deleteNickname': [GONE, { emailAddr: of.alias }],
  'mail/log/userLog': ['own'],
  'mail/log/changes': ['own'],
  'mail/log/visit': ['own'],
  'mail/log/mailLogInfo': ['own'],
  'user/client/detail': ['own'],
  'user/client/generatePassword': ['own', { name: 'x', scopes: 'carddav' }],
  'user/client/cancelPassword': [GONE, { codeId: of.codeId }],
  'user/client/stateByUser': ['own', { enabled: false }],
  'user/client/protocol': ['own', { scope: 'carddav', enabled: false }],
  'mail/client/list': ['own'],
  'mail/client/updateStatus': [GONE, { codeId: of.codeId, enabled: false }],
  'mail/client/delete': [GONE, { deviceId: of.deviceId }],
  'mail/main/sign': ['own'],
  'mail/main/sign/get': [GONE, { signId: of.signId }],
  'mail/main/sign/listSystem': ['own'],
  'mail/main/sign/forLetter': ['own'],
  'mail/main/sign/save': [GONE, { signId: of.signId, name: 'x', html: 'x' }],
  'mail/main/sign/delete': [GONE, { signId: of.signId }],
  'mail/template/letterTemplateList': ['own', {}],
  'mail/template/letterTemplateInfo': [GONE, { templateId: of.templateId }],
  'mail/template/saveOrUpdateLetterTemplate': [GONE, { templateId: of.templateId, name: 'x', html: 'x' }],
  'mail/template/delLetterTemplate': [GONE, { templateId: of.templateId }],
  'mail/mailClassify/list': ['own'],
  'mail/mailClassify/save': [
    GONE,
    {
      ruleId: of.ruleId,
      ruleName: 'x',
      conditions: [{ field: 'subject', not: false, value: 'x' }],
      actions: { star: 1 },
    },
  ],
  [`mail/mailClassify/delete/${of.ruleId}`]: [GONE, {}],
  'mail/mailClassify/deleteAll': ['own', {}],
  'mail/mailClassify/status': [GONE, { ruleId: of.ruleId, enabled: false }],
  'mail/mailClassify/sort': [GONE, { ruleIds: [of.ruleId] }],
  'mail/mailClassify/preview': ['own', { match: 'all', conditions: [{ field: 'subject', not: true, value: 'x' }] }],
  'mail/mailClassify/run': [GONE, { ruleId: of.ruleId, folderId: of.folderId }],
  'mail/mailClassify/run/next': [GONE, { runId: of.runId }],
  'mail/mailClassify/run/undo': [GONE, { runId: of.runId }],
  'mail/mailClassify/sieve': ['own'],
  'mail/mailClassify/senders': ['own'],
  'mail/mailClassify/senders/save': ['own', { kind: 'allowed', patterns: ['secret@out.example'] }],
  'mail/mailClassify/senders/delete': ['own', { patterns: ['secret@out.example'] }],
  'user/archive/state': ['own'],
  'user/archive/begin': ['own', {}],
  'user/archive/cancel': ['own', {}],
  'user/archive/link': [GONE, { password: TEST_PASSWORD }],
  'mail/main/generalConfig/getReply': ['own'],
  'mail/main/generalConfig/saveReply': [
    'own',
    { enabled: false, startAt: null, endAt: null, subject: '', inside: '', outside: '', outsideTo: 'all' },
  ],
  'console/autoReply': [
    [Code.forbidden],
    {
      account: 'zhang.wei',
      reply: { enabled: false, startAt: null, endAt: null, subject: '', inside: '', outside: '', outsideTo: 'all' },
    },
  ],
  'mail/main/generalConfig/replyLog': ['own'],
  // What colleagues are answered, they may read before they write.
  [TO_COLLEAGUES]: ['own', { address: 'zhang.wei@yanshu.test' }],
  'mail/main/generalConfig/getForward': ['own'],
  'mail/main/generalConfig/saveForward': ['own', { enabled: false, keepCopy: true }],
  'mail/main/generalConfig/forward/add': ['own', { address: 'zhao.min@yanshu.test' }],
  'mail/main/generalConfig/forward/confirm': [[Code.codeOver], { address: of.forward, code: '123456' }],
  'mail/main/generalConfig/forward/remove': ['own', { address: of.forward }],
  'mail/main/generalConfig/get': ['own'],
  'mail/main/generalConfig/gain': ['own'],
  'mail/main/generalConfig/save': ['own', { mailCount: 100 }],
  'mail/main/generalConfig/single/update': ['own', { key: 'mailCount', value: 50 }],
  'mail/main/generalConfig/skin/update': ['own', { skin: 'skin_2' }],
  'mail/main/settings/file': ['own'],
  'mail/main/settings/preview': ['own', { file: { ...of.file, parts: {} } }],
  'mail/main/settings/apply': [
    'own',
    { file: { ...of.file, parts: { general: { mailCount: 20 } } }, parts: ['general'] },
  ],
  'mail/main/settings/undo': [GONE, { importId: of.importId }],
  'mail/main/selfCheck': ['own'],
  'mail/main/selfCheck/repair': [[...GONE, Code.badRequest], { id: `rule:${of.ruleId}` }],
  'mail/main/lockScreen/isOpen': ['own'],
  'mail/main/lockScreen/state': ['own'],
  'mail/main/lockScreen/isAutoLock': ['own'],
  'mail/main/lockScreen/set': ['own', { flag: true, password: 'second-lock' }],
  'mail/main/lockScreen/reset': [[Code.lockPasswordWrong], { password: 'third-lock', oldPassword: 'first-lock' }],
  'mail/main/lockScreen/open': ['own'],
  'mail/main/lockScreen/relieve': [[Code.lockPasswordWrong], { password: 'first-lock' }],
  // Asks the second user for a new password, so it comes last; the screen is locked by then.
  'mail/log/notMe': [[Code.screenLocked]],
})

/** What moves by itself: when a session was used, and the clock. */
const MOVING = new Set(['now', 'lastUsedAt', 'exportedAt'])
const still = (answer: unknown) => JSON.stringify(answer, (key, value) => (MOVING.has(key) ? undefined : value))

test.each(engines)(
  'given the ids of somebody else, then no call of the settings reads or changes what is theirs, on %s',
  async (engine) => {
    const server = await startTestServer({ engine })
    try {
      const accountId = await server.addUser('zhang.wei')
      await server.addUser('li.na')
      for (const name of ['wang.fang', 'zhao.min']) await server.addUser(name)
      const first = await server.login('zhang.wei')
      const second = await server.login('li.na')
      const owned = await fill(first, await folderOfRole(server.context.store.db, accountId, 'inbox'))
      const given = attempts(owned)
      const calls = httpCalls.filter(({ path }) => SETTINGS.test(path))
      const all = async () => {
        const read: string[] = []
        for (const { method, path } of calls) {
          if (method !== 'GET' || given[path]?.[0] !== 'own' || given[path]?.[1] || path.endsWith('lockScreen/open'))
            continue
          read.push(`${path} ${still((await first.raw('GET', path)).envelope.data)}`)
        }
        return read
      }
      const before = await all()
      const missing: string[] = []
      const wrong: string[] = []
      // In the order of the list, in which the screen of the second user is locked last.
      for (const [path, [outcome, input]] of Object.entries(given)) {
        const named = path.replace(/\/\d+$/, '/{id}')
        for (const { method } of calls.filter((one) => one.path === named)) {
          if (method === 'POST' && input === undefined && path === 'user/bind/phone') continue
          const sent = method === 'GET' ? { query: (input ?? {}) as Record<string, unknown> } : { body: input ?? {} }
          const { envelope } = await second.raw(method, path, sent)
          const code = Number(envelope.code)
          const fits = outcome === 'own' ? code === 200 : outcome.includes(code)
          if (!fits) wrong.push(`${method} ${path} answered ${code}`)
          if (path !== TO_COLLEAGUES && JSON.stringify(envelope).includes(MARK))
            wrong.push(`${method} ${path} shows what is not theirs`)
        }
      }
      for (const { path } of calls) if (!(path in given) && !path.includes('{')) missing.push(path)
      expect(missing).toEqual([])
      expect(wrong).toEqual([])
      expect(await all()).toEqual(before)
    } finally {
      await server.stop()
    }
  },
)
