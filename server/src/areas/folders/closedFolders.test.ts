import { Code } from '@yanshu/contracts'
import { httpCalls, namesOf } from '@yanshu/contracts/schemas'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { pictureAddress } from '../../mime/draftPictures.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { sending } from '../../testing/letters.ts'
import { meeting } from '../../testing/meetings.ts'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

/** Stands in subject, text, preview, file name and sender of the mail in the folder, and nowhere else. */
const SECRET = '绝密薪酬'
const PASSWORD = '开门 1234'
const SENDER = 'salary@out.example'
const PHONE = '13800138000'

/** The fields of a schema, also of one that is refined or one of several. */
function fieldsOf(schema: z.ZodType): readonly string[] {
  const { shape, options, innerType, in: piped } = (schema as unknown as { def: SchemaDef }).def
  if (shape) return Object.keys(shape)
  return [...(options ?? []), ...(innerType ? [innerType] : []), ...(piped ? [piped] : [])].flatMap(fieldsOf)
}
interface SchemaDef {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}

type Call = (typeof httpCalls)[number]
const keyOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`
const isNaming = (call: Call) => namesOf(call) !== null

/** What calls need beside the ids of mails, folders and files. */
const letter = {
  kind: 'reply',
  to: [{ name: '', address: `li.na@${TEST_DOMAIN}` }],
  cc: [],
  bcc: [],
  subject: 'x',
  html: 'x',
}
const asked = { user: '', language: 'zh' }
const MORE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST mail/mailMig/out': { server: { host: 'imap.invalid', port: 993, security: 'tls', user: 'x', password: 'x' } },
  'POST mail/email/seen/update': { seen: true },
  'POST mail/email/sticky/update': { sticky: true },
  'POST mail/email/color/update': { color: 1 },
  'POST mail/email/label/update': { add: [], remove: [] },
  'POST mail/email/export': { form: 'zip' },
  'POST mail/email/move': { mailUids: [1] },
  'POST mail/main/folder/save': { folderName: 'x' },
  'POST mail/email/drafts': { ...letter, mailId: null, revision: null, clientId: 'client-of-draft' },
  'POST mail/email/draft/version': { versionId: 1 },
  'POST mail/email/draft/restore': { versionId: 1, revision: 1 },
  'POST mail/email/draft/windows': { name: 'window-of-draft' },
  'POST mail/email/draft/hand': { address: `li.na@${TEST_DOMAIN}` },
  'POST mail/email/send': { ...letter, mailId: null, requestId: 'request-of-send' },
  'POST mail/email/composed': { ...letter, options: { 'remote-keys.protection': { sign: true, encrypt: false } } },
  'POST mail/email/charset/save': { charset: 'gb18030' },
  'POST mail/email/misuse/report': { reason: 'spam', text: '' },
  'POST mail/main/ai/translate/mail': { ...asked, type: 6, to: 'zh' },
  'POST mail/email/team/save': { assignee: null, closed: true, note: '' },
  'POST mail/email/team/comment': { text: 'x', ask: null },
  'POST mail/email/team/uncomment': { commentId: 1 },
  'POST mail/pending/saveOrUpdatePendingInfo': { when: { kind: 'workdays', days: 1 } },
  'POST mail/main/approval/preview': { to: [], subject: 'x' },
  'POST documents/keep': { parentId: 0 },
  'POST mail/email/receipt/answer': { send: false },
  'POST keymanagement/key/reencrypt': { hash: 'a'.repeat(64), part: 'x'.repeat(24) },
  'POST mail/email/recipientMarks': { addresses: [] },
  'POST mail/email/cancels': { notice: false },
  'POST mail/email/quickSend': { requestId: 'request-of-quick', all: false, text: 'x' },
  'POST mail/email/quickDraft': { clientId: 'draft-of-quick', all: false, text: 'x' },
  'POST mail/main/ai/assistant/mail': {
    ...{ type: 3, requestEmail: 'WORK', gist: 'x', size: 'SHORT', tone: 'FORMAL', newMailType: 'reply' },
    ...asked,
  },
  'POST mail/main/ai/digest/mail': { type: 4, content: '', ...asked },
  'POST mail/main/ai/fishing/mail': { type: 5, content: '', sender: '', subject: '', sendTime: null, ...asked },
  'POST mail/main/sign/save': { name: 'x' },
  'POST mail/template/saveOrUpdateLetterTemplate': { name: 'x', content: '' },
  'POST contact/save': { name: 'x' },
  'POST mail/mailClassify/run': { ruleId: 1 },
  'POST mail/mailClassify/preview': { match: 'all', conditions: [{ field: 'subject', not: false, value: '绝密' }] },
  'POST calendar/invitation/answer': { answer: 'accepted' },
  'POST calendar/invitation/propose': { start: 0, end: 3_600_000, allDay: false },
  'GET mail/email/search': { searchType: 3, searchKeyword: SECRET },
  'GET mail/email/search/facets': { searchType: 3, searchKeyword: SECRET },
  'GET mail/email/search/marked': { searchType: 3, searchKeyword: SECRET },
  'GET mail/email/subscription/older': { address: SENDER, before: 1 },
}
/** What the calls are asked that answer with mails, or could, and name none. */
const ASKED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'GET mail/email/mailbox/list': { timeZone: 8 },
  'GET mail/email/favorite/list': { timeZone: 8 },
  'GET mail/email/search': { searchType: 3, searchKeyword: SECRET },
  'GET mail/email/search/facets': { searchType: 3, searchKeyword: SECRET },
  'GET mail/email/search/marked': { searchType: 3, searchKeyword: SECRET },
  'GET mail/email/quick/list': { searchKeyword: SECRET },
  'GET mail/email/related/list': { address: SENDER },
  'GET mail/home/unread/list': { address: SENDER },
  'POST mail/home/index': {},
  'POST mail/home/today': {},
  'GET mail/pending/unanswered': { days: 1 },
  'POST mail/main/index': {},
  'POST mail/pending/pendingMailList': {},
  'POST mail/mailClassify/preview': { match: 'all', conditions: [{ field: 'subject', not: false, value: '绝密' }] },
}
/** Ends the session, leaves the server, or is about other people's contents. */
const NOT_ASKED = new Set(['GET oauth/logout', 'GET file/remoteImage'])

describe.each(engines)('a folder in one with a password, on %s', (engine) => {
  let server: TestServer
  let gateway: SmsGateway
  let owner: TestClient
  let other: TestClient
  let na: TestClient
  /** Has the password. */
  let guardId: number
  /** Lies in it, and holds the mail. */
  let folderId: number
  let labelId: number
  let secret: { mailId: number; uid: number; fileId: string }
  let openId: number
  const address = `zhang.wei@${TEST_DOMAIN}`

  const deliver = async (subject: string, more: object = {}) => {
    const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
    await smtp.sendMail({ from: `${SECRET}部 <${SENDER}>`, to: address, subject, text: subject, ...more })
  }
  const rowsOf = async (client: TestClient, query = {}) => (await client.get('mail/email/mailbox/list', query)).list

  beforeAll(async () => {
    gateway = await startSmsGateway()
    server = await startTestServer({ engine, sms: gateway.settings })
    const id = await server.addUser('zhang.wei')
    await server.context.store.db.updateTable('account').set({ phone: PHONE }).where('id', '=', id).execute()
    const naId = await server.addUser('li.na')
    // A switch that is off would refuse the call before it is asked what it names.
    for (const name of ['islandPersonnel', 'netdiskEnable', 'mailMoveEnable', 'smimeEnable'] as const)
      await setSwitch(server.context, { scope: 'user', id }, { name, value: true, locked: false })
    owner = await server.login('zhang.wei')
    other = await server.login('zhang.wei')
    na = await server.login('li.na')
    // The clock is moved; that is not what ends their sessions.
    for (const one of [id, naId]) await server.as(one)
    await deliver('公开', { from: 'a@out.example', messageId: '<open@x>' })
    const attachments = [{ filename: `${SECRET}.txt`, content: SECRET }]
    await deliver(`${SECRET}表`, { inReplyTo: '<open@x>', references: '<open@x>', attachments })
    const rows = await rowsOf(owner)
    const row = rows.find(({ subject }) => subject.startsWith(SECRET))
    openId = rows.find(({ subject }) => subject === '公开')?.mailId ?? 0
    guardId = (await owner.post('mail/main/folder/save', { folderName: '人事' })).folderId
    folderId = (await owner.post('mail/main/folder/save', { folderName: '工资', parentId: guardId })).folderId
    labelId = (await owner.post('mail/main/label/save', { labelName: '财务' })).labelId
    const mailIds = [row?.mailId ?? 0]
    await owner.post('mail/email/label/update', { mailIds, add: [labelId], remove: [] })
    await owner.post('mail/email/color/update', { mailIds, color: 1 })
    const { moved } = await owner.post('mail/email/move', {
      mailboxId: row?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [row?.mailUid ?? 0],
    })
    const { attachments: files } = await owner.post('mail/email/detail', { mailId: mailIds[0] ?? 0 })
    secret = { mailId: mailIds[0] ?? 0, uid: moved[0]?.mailUid ?? 0, fileId: files[0]?.fileId ?? '' }
    expect(await owner.post('mail/main/folder/setPwd', { folderId: guardId, password: PASSWORD })).toEqual({
      exists: true,
      opened: true,
    })
  })
  afterAll(async () => {
    await server.stop()
    await gateway.stop()
  })

  const textOf = async (client: TestClient, method: string, path: string, input: object) =>
    JSON.stringify(
      (await client.raw(method, path, method === 'GET' ? { query: input as Record<string, unknown> } : { body: input }))
        .envelope,
    )

  test('given a session that has not entered it, then every call that names its mail, file or itself is refused', async () => {
    const names = {
      mailId: secret.mailId,
      mailIds: [secret.mailId],
      sourceMailId: secret.mailId,
      fileId: secret.fileId,
      fileIds: [secret.fileId],
      photoId: secret.fileId,
      html: `<img src="${pictureAddress(secret.fileId)}">`,
    }
    const places = {
      mailboxId: folderId,
      mailboxIds: [folderId],
      targetMailboxId: folderId,
      folderId,
      parentId: folderId,
    }
    const event = meeting(1, { descriptionHtml: names.html })
    const target = { eventId: 1, version: 1, at: event.start }
    const nested: Readonly<Record<string, object>> = {
      'POST calendar/event/save': { event },
      'POST calendar/event/preview': { target, change: { kind: 'save', event } },
      'POST mail/offline/settle': {
        actions: [
          { key: 'key-of-settle', act: { kind: 'bin' }, mails: [{ mailId: secret.mailId, mailboxId: null }] },
          { key: 'key-of-move', act: { kind: 'move', folderId }, mails: [{ mailId: 1, mailboxId: null }] },
        ],
      },
      'POST contact/merge': {
        contacts: [1, 2].map((contactId) => ({ contactId, revision: 1 })),
        fields: { name: 'x', photoId: secret.fileId },
      },
    }
    const naming = httpCalls.filter((call) => call.access !== 'public' && isNaming(call) && !call.whileFolderClosed)
    expect(naming.length).toBeGreaterThan(30)
    const answers: string[] = []
    for (const call of naming) {
      const fields = [...fieldsOf(call.query), ...fieldsOf(call.body)]
      const given = Object.fromEntries(
        Object.entries({ ...names, ...places }).filter(([name]) => fields.includes(name)),
      )
      const input = { fileIds: [], sourceMailId: null, ...given, ...MORE[keyOf(call)], ...nested[keyOf(call)] }
      const path = call.path
        .replace('{mailId}', String(secret.mailId))
        .replace('{id}', secret.fileId)
        .replace('{folderId}', String(folderId))
      const inQuery = Object.fromEntries(Object.entries(input).filter(([name]) => fieldsOf(call.query).includes(name)))
      const options = call.method === 'GET' ? { query: input } : { query: inQuery, body: input }
      const { envelope } = await other.raw(call.method, path, options)
      if (envelope.code !== Code.folderClosed) answers.push(`${keyOf(call)} ${envelope.code} ${envelope.message}`)
      expect(JSON.stringify(envelope)).not.toContain(SECRET)
    }
    expect(answers).toEqual([])
  })

  test('given an event, then it gets a file of the folder from who has entered it alone, and keeps what it has', async () => {
    const { calendars } = await other.get('calendar/list')
    const calendarId = calendars[0]?.calendarId ?? 0
    const files = [{ fileId: secret.fileId }]
    const event = meeting(calendarId, { files })
    expect(await other.refused('POST', 'calendar/event/save', { event })).toBe(Code.folderClosed)
    const { eventId, version } = await owner.post('calendar/event/save', { event })
    const target = { eventId, version }
    const later = await other.post('calendar/event/save', { target, event: { ...event, title: '改期' } })
    await owner.post('calendar/event/delete', { eventId, version: later.version })
  })

  test('given a letter that is still on hold, then it is taken back by who may open the folder of its copy alone', async () => {
    const sent = await owner.post('mail/email/send', sending({ to: [{ name: '', address: `li.na@${TEST_DOMAIN}` }] }))
    const sentFolder = (await owner.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'sent')
    const copies = await rowsOf(owner, { mailboxId: sentFolder?.folderId ?? 0 })
    const row = copies.find(({ mailId }) => mailId === sent.mailId)
    await owner.post('mail/email/move', {
      mailboxId: row?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [row?.mailUid ?? 0],
    })
    const { sendId } = sent
    expect(await other.refused('POST', 'mail/email/cancel', { sendId })).toBe(Code.folderClosed)
    expect((await rowsOf(owner, { mailboxId: folderId })).map(({ mailId }) => mailId)).toContain(sent.mailId)
    const { mailId } = await owner.post('mail/email/cancel', { sendId })
    await owner.post('mail/email/draftdelete', { mailIds: [mailId] })
  })

  test('given any other call that answers, then nothing of the folder stands in it, even for who has entered it', async () => {
    const plain = httpCalls.filter(
      (call) =>
        call.access === 'user' && (call.method === 'GET' || keyOf(call) in ASKED) && !NOT_ASKED.has(keyOf(call)),
    )
    for (const client of [other, owner]) {
      for (const call of plain) {
        if (call.path.includes('{') || call.answers === 'blob') continue
        const naming = isNaming(call) && !(keyOf(call) in ASKED)
        if (naming) continue
        const input = { ...ASKED[keyOf(call)], ...(fieldsOf(call.query).includes('labelId') ? { labelId } : {}) }
        expect(await textOf(client, call.method, call.path, input), keyOf(call)).not.toContain(SECRET)
      }
    }
    const [label] = (await other.get('mail/main/label/list')).labelList
    expect(label).toMatchObject({ mail: 0, unread: 0, spaceSize: 0 })
    expect((await other.get('mail/main/folder/list')).customList).toMatchObject([
      { folderId: guardId, mail: 0, pwd: true, opened: false },
      { folderId, parentId: guardId, mail: 0, unread: 0, spaceSize: 0, pwd: false, opened: false },
    ])
    const { folderList, customList } = await other.get('mail/main/folder/list')
    expect(await other.get('mail/main/folder/folderList')).toEqual({ folderList, customList })
    const { folders } = await other.get('mail/email/unread/count')
    expect(folders.find((one) => one.folderId === folderId)).toMatchObject({ mail: 0, unread: 0 })
    expect((await other.post('mail/home/index', {})).unread.folders.map(({ mailboxId }) => mailboxId)).not.toContain(
      folderId,
    )
    expect((await other.get('mail/email/thread/list', { mailId: openId })).list).toEqual([])
    expect((await other.post('mail/email/detail', { mailId: openId })).threadCount).toBe(0)
  })

  test('given the session that has entered it, then the folder is as any other inside', async () => {
    expect((await rowsOf(owner, { mailboxId: folderId })).map(({ mailId }) => mailId)).toEqual([secret.mailId])
    expect((await owner.post('mail/email/detail', { mailId: secret.mailId })).text).toContain(SECRET)
    const found = await owner.get('mail/email/search', { mailboxId: folderId, searchType: 3, searchKeyword: '绝密' })
    expect(found.list).toHaveLength(1)
    expect((await owner.file(`file/download/${secret.fileId}`)).status).toBe(200)
    expect((await other.file(`file/download/${secret.fileId}`)).status).toBe(403)
    expect((await owner.get('mail/main/folder/list')).customList).toMatchObject([
      { folderId: guardId, mail: 0, pwd: true, opened: true },
      { folderId, mail: 1, unread: 1, pwd: false, opened: true },
    ])
  })

  test('given windows of both sessions, then only who has entered it is told of its mails', async () => {
    const [mine, theirs] = [await owner.socket(), await other.socket()]
    await owner.post('mail/email/seen/update', { mailIds: [secret.mailId], seen: true })
    const message = await mine.nextOf('mailbox')
    expect(message.items.map(({ subject }) => subject)).toEqual([`${SECRET}表`])
    const conditions = [{ field: 'subject' as const, not: false, value: 'bonus' }]
    const { ruleId } = await owner.post('mail/mailClassify/save', { ruleName: 'b', conditions, actions: { folderId } })
    await deliver('bonus')
    await deliver('公开二', { from: 'a@out.example' })
    const seen: string[] = []
    for (;;) {
      const message = await theirs.next()
      seen.push(JSON.stringify(message))
      if (message.optType === 'mail' && message.mailSubject === '公开二') break
    }
    expect(seen.join('\n')).not.toMatch(/绝密|bonus/)
    expect((await mine.nextOf('mail')).mailSubject).toBe('bonus')
    const since = 0
    const late = await other.socket(since)
    const missed: string[] = []
    for (let message = await late.next(); message.optType !== 'ready'; message = await late.next())
      missed.push(JSON.stringify(message))
    expect(missed.join('\n')).not.toMatch(/绝密|bonus/)
    await owner.raw('POST', `mail/mailClassify/delete/${ruleId}`, { body: {} })
    for (const socket of [mine, theirs, late]) socket.close()
  })

  test('given the password, then the session is let in until it ends; wrong ones wait; another one closes it again', async () => {
    const enter = (password: string) => other.raw('POST', 'mail/main/folder/validPwd', { body: { folderId, password } })
    expect((await enter('wrong')).envelope.code).toBe(Code.folderPasswordWrong)
    expect((await enter(PASSWORD)).envelope.data).toEqual({ exists: false, opened: true })
    expect(await rowsOf(other, { mailboxId: folderId })).toHaveLength(2)
    const third = await server.login('zhang.wei')
    expect(await third.refused('GET', 'mail/email/mailbox/list', { mailboxId: folderId })).toBe(Code.folderClosed)
    const password = '另一个密码'
    expect(
      await owner.refused('POST', 'mail/main/folder/modifyPwd', { folderId: guardId, oldPassword: 'wrong', password }),
    ).toBe(Code.folderPasswordWrong)
    await owner.post('mail/main/folder/modifyPwd', { folderId: guardId, oldPassword: PASSWORD, password })
    expect(await other.refused('GET', 'mail/email/mailbox/list', { mailboxId: folderId })).toBe(Code.folderClosed)
    expect(await rowsOf(owner, { mailboxId: folderId })).toHaveLength(2)
    for (let tries = 0; tries < 5; tries++) await enter('wrong')
    expect((await enter(password)).envelope.code).toBe(Code.tooManyRequests)
    server.wait(16 * 60_000)
    expect((await enter(password)).envelope.code).toBe(200)
    expect(await other.refused('POST', 'mail/main/folder/delete/password', { folderId: guardId, password: 'x' })).toBe(
      Code.folderPasswordWrong,
    )
  })

  test('given a folder that is closed again, then this session has to enter its password, and others do not', async () => {
    const other = await server.login('zhang.wei')
    const closed = { mailboxId: folderId }
    const socket = await other.socket()
    await other.post('mail/main/folder/validPwd', { folderId, password: '另一个密码' })
    expect(await rowsOf(other, closed)).toHaveLength(2)
    expect(await other.post('mail/main/folder/closePwd', { folderId: guardId })).toEqual({
      exists: true,
      opened: false,
    })
    expect(await socket.nextOf('mailbox')).toMatchObject({ change: 'folders' })
    expect(await other.refused('GET', 'mail/email/mailbox/list', closed)).toBe(Code.folderClosed)
    expect(await rowsOf(owner, closed)).toHaveLength(2)
    // Once more it is closed as before; a folder without a password of its own is not closed.
    expect(await other.post('mail/main/folder/closePwd', { folderId: guardId })).toEqual({
      exists: true,
      opened: false,
    })
    expect(await owner.refused('POST', 'mail/main/folder/closePwd', { folderId })).toBe(Code.forbidden)
    socket.close()
  })

  test('given somebody else, then none of the calls is about the folder', async () => {
    const input = {
      folderId,
      password: '另一个密码',
      oldPassword: '另一个密码',
      token: `${folderId}.x`,
      code: '123456',
    }
    for (const path of ['setPwd', 'validPwd', 'closePwd', 'modifyPwd', 'cancelPwd', 'forgetPwd']) {
      expect(await na.refused('POST', `mail/main/folder/${path}`, input), path).toBe(Code.folderNotFound)
    }
    for (const path of ['existPwd', 'forgetPwd']) {
      expect(await na.refused('GET', `mail/main/folder/${path}`, { folderId }), path).toBe(Code.folderNotFound)
    }
    expect(await owner.refused('POST', 'mail/main/folder/setPwd', { folderId: guardId, password: 'another' })).toBe(
      Code.forbidden,
    )
    expect(await owner.refused('POST', 'mail/main/folder/setPwd', { folderId, password: 'x' })).toBe(Code.badRequest)
    const inbox = (await owner.get('mail/main/folder/list')).folderList[0]?.folderId
    expect(await owner.refused('POST', 'mail/main/folder/setPwd', { folderId: inbox, password: 'another' })).toBe(
      Code.forbidden,
    )
  })

  test('given a forgotten password, then a code to the phone takes it away, and the mails are shown everywhere again', async () => {
    const again = await server.login('zhang.wei')
    const { token, phoneEnd } = await again.get('mail/main/folder/forgetPwd', { folderId })
    expect(phoneEnd).toBe('8000')
    const code = await gateway.codeTo(PHONE)
    const use = (given: object) =>
      again.refused('POST', 'mail/main/folder/forgetPwd', { folderId, token, code, ...given })
    expect(await use({ code: code === '000000' ? '000001' : '000000' })).toBe(Code.codeWrong)
    const elsewhere = await again.post('mail/main/folder/save', { folderName: '别处' })
    expect(await use({ folderId: elsewhere.folderId })).toBe(Code.codeOver)
    expect(await again.post('mail/main/folder/forgetPwd', { folderId, token, code })).toEqual({
      exists: false,
      opened: false,
    })
    expect(await use({})).toBe(Code.codeOver)
    expect((await rowsOf(again)).map(({ mailId }) => mailId)).toContain(secret.mailId)
    const [label] = (await again.get('mail/main/label/list')).labelList
    expect(label).toMatchObject({ mail: 1 })
    expect((await again.get('mail/email/label/list', { labelId })).list).toHaveLength(1)
    expect((await again.get('mail/email/thread/list', { mailId: openId })).list).toHaveLength(1)
  })
})
