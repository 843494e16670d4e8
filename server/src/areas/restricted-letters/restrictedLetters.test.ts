import { Code, FREE_READING, type LetterReading, READING_SITTING_MS, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { transact } from '../../store/database/transact.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { addMail, folderOfRole } from '../../store/mailbox/index.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { drafting, sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { readForAssistant } from '../assistant/model/mayLeave.ts'
import { forwardingStep } from '../forwarding/index.ts'
import { restrictedLetterJob } from './burnJob.ts'
import { headStep } from './headStep.ts'

/** Stands in the text of the letter, in its file and in the name of that, and nowhere else. */
const WORDS = '绝密薪酬'
const PASSWORD = '开门 1234'
const DAY_MS = 86_400_000

const RESTRICTIONS: Readonly<Record<string, Partial<LetterReading>>> = {
  'a password': { password: PASSWORD },
  'a number of readings': { reads: 2 },
  'a number of days': { days: 3 },
  'no forwarding': { noForward: true },
  'deleted after reading': { burn: true },
  secrecy: { secret: true },
}

describe.each(engines)('letters that are read under conditions, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let asNa: TestClient

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
    server.submission.register([headStep])
    jobsOf(server.context).register([restrictedLetterJob])
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
    asWei = await server.as(wei)
    asNa = await server.as(na)
  })
  afterEach(() => server.stop())

  const leave = async () => {
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
  }
  const letter = (reading: Partial<LetterReading>, more: Parameters<typeof sending>[0] = {}) =>
    sending({
      html: `<p>${WORDS}</p>`,
      options: { 'mail.reading': { ...FREE_READING, ...reading } },
      ...more,
    })
  const send = async (reading: Partial<LetterReading>, more: Parameters<typeof sending>[0] = {}) => {
    const sent = await asWei.post('mail/email/send', letter(reading, more))
    await leave()
    return sent
  }
  const newest = async (account: number, role: 'inbox' | 'sent' | 'drafts' = 'inbox') =>
    (await server.mailsOf(account, role)).at(-1)?.mailId ?? 0
  const open = (who: TestClient, mailId: number, password = '') =>
    who.attempt('mail/email/restricted/open', { mailId, password })
  const fileOf = async (account: number) => {
    const mail = (await server.mailsOf(account, 'sent')).at(-1)
    const { db } = server.context.store
    const row = await db
      .selectFrom('attachment')
      .select('id')
      .where('message_id', '=', mail?.id ?? 0)
      .executeTakeFirstOrThrow()
    return row.id
  }

  test.each(Object.entries(RESTRICTIONS))(
    'given %s, then no way out of the mailbox has the text, and its reader opens it',
    async (_name, reading) => {
      const other = await server.as(await server.addUser('han.mei'))
      await server.addUser('office', { accountType: 2 })
      await grantMailbox(server.context, 'office@yanshu.test', 'han.mei@yanshu.test')
      const delegate = new TestClient(
        server.url,
        await other.post('user/account/switch', { account: 'office@yanshu.test' }),
      )
      const fileIds = [await asWei.uploaded(`${WORDS}.txt`, WORDS)]
      const to = ['li.na', 'office'].map((local) => ({ name: '', address: `${local}@yanshu.test` }))
      await send(reading, { to, fileIds })
      const mailId = await newest(na)
      const folderId = (await asNa.get('mail/email/mailbox/list', { role: 'inbox' })).mailboxId ?? 0
      const fileId = await fileOf(wei)

      const ways: Readonly<Record<string, () => Promise<unknown>>> = {
        list: () => asNa.get('mail/email/mailbox/list', { role: 'inbox' }),
        detail: () => asNa.post('mail/email/detail', { mailId }),
        thread: () => asNa.get('mail/email/thread/list', { mailId }),
        search: async () => (await asNa.get('mail/email/search', { searchKeyword: WORDS })).list,
        'quick search': async () => (await asNa.get('mail/email/quick/list', { searchKeyword: WORDS })).list,
        home: () => asNa.post('mail/home/index', {}),
        quote: () => asNa.post('mail/email/reply', { mailId }),
        'quote to all': () => asNa.post('mail/email/replyAll', { mailId }),
        'as a new letter': () => asNa.post('mail/email/editAgain', { mailId }),
        forward: () => asNa.attempt('mail/email/forward', { mailId }),
        'as a file': () => asNa.attempt('mail/email/forwardAttached', { mailIds: [mailId] }),
        assistant: () => readForAssistant(server.context, systemActor(na), mailId),
        state: () => asNa.post('mail/email/restricted/get', { mailId }),
        source: async () => (await asNa.file(`file/mail/${mailId}`)).text(),
        archive: async () => decoded(await (await asNa.file(`file/folder/${folderId}`)).text()),
        'quick answer': async () => {
          await asNa.post('mail/email/quickSend', { mailId, all: false, text: '好', requestId: 'quick-answer' })
          return server.mailsOf(na, 'sent')
        },
        file: async () => (await asNa.file(`file/download/${fileId}`)).text(),
        preview: async () => (await asNa.file(`file/show/${fileId}`)).text(),
        'the store of the mailbox': () =>
          server.context.store.db
            .selectFrom('mail')
            .innerJoin('message', 'message.id', 'mail.message_id')
            .leftJoin('attachment', 'attachment.message_id', 'message.id')
            .selectAll('message')
            .select('attachment.name')
            .where('mail.account_id', '=', na)
            .execute(),
        'another person': () => open(other, mailId, PASSWORD),
        'another person, with the file': async () => (await other.file(`file/download/${fileId}`)).text(),
        'no person': () => open(server.anybody, mailId, PASSWORD),
        'a wrong password': async () => (reading.password ? open(asNa, mailId, 'x') : null),
      }
      const leaks: string[] = []
      for (const [name, way] of Object.entries(ways)) {
        if (JSON.stringify(await way()).includes(WORDS)) leaks.push(name)
      }
      expect(leaks).toEqual([])
      expect(JSON.stringify(await server.mailsOf(na))).not.toContain(WORDS)
      const refused = [
        await asNa.refused('POST', 'mail/email/forward', { mailId }),
        await asNa.refused('POST', 'mail/email/forwardAttached', { mailIds: [mailId] }),
      ]
      expect(refused).toEqual([Code.letterRestricted, Code.letterRestricted])
      expect((await asNa.file(`file/mail/${mailId}`)).status).toBe(403)
      expect(await readForAssistant(server.context, systemActor(na), mailId)).toMatchObject({ mayLeave: false })
      expect(await asNa.post('mail/email/detail', { mailId })).toMatchObject({ restricted: true })
      expect((await open(other, mailId, PASSWORD)).code).toBe(Code.mailNotFound)
      expect((await open(server.anybody, mailId)).status).toBe(401)

      const subject = (await server.mailsOf(na)).at(-1)?.subject
      expect(subject).toBe(reading.secret ? '保密邮件 / Confidential letter' : '会议纪要')
      const opened = await open(asNa, mailId, reading.password ?? '')
      expect(opened.data).toMatchObject({ subject: '会议纪要', html: expect.stringContaining(WORDS) })
      const maySave = !(reading.password || reading.burn || reading.secret)
      expect((await asNa.file(`file/download/${fileId}`)).status).toBe(maySave ? 200 : 403)
      expect((await asNa.file(`file/show/${fileId}`)).status).toBe(reading.password ? 403 : 200)
      const elsewhere = await server.as(na)
      expect((await elsewhere.file(`file/show/${fileId}`)).status).toBe(404)
      expect(await asNa.refused('POST', 'mail/email/drafts', drafting({ fileIds: [fileId] }))).toBe(
        Code.attachmentMissing,
      )

      const [shared] = (await delegate.get('mail/email/mailbox/list', { role: 'inbox' })).list
      const byDelegate = await open(delegate, shared?.mailId ?? 0, reading.password ?? '')
      expect(byDelegate.code).toBe(reading.secret ? Code.letterOver : 200)

      // The sender's copy is whole and free.
      const own = await asWei.post('mail/email/detail', { mailId: await newest(wei, 'sent') })
      expect(own.html).toContain(WORDS)
      expect(own.restricted).toBeUndefined()
      expect((await asWei.file(`file/download/${fileId}`)).status).toBe(200)
    },
  )

  test('given five readings and twenty logins that open at once, then five open it, and each again without counting', async () => {
    await send({ reads: 5 })
    const mailId = await newest(na)
    const logins = await Promise.all(Array.from({ length: 20 }, () => server.as(na)))
    const answers = await Promise.all(logins.map((login) => open(login, mailId)))
    const [opened, over] = [200, Code.letterOver].map((code) => logins.filter((_, at) => answers[at]?.code === code))
    expect(opened).toHaveLength(5)
    expect(over).toHaveLength(15)
    const again = await Promise.all((opened ?? []).flatMap((login) => [open(login, mailId), open(login, mailId)]))
    expect(again.map(({ code, data }) => [code, data?.state.readsLeft])).toEqual(Array(10).fill([200, 0]))
    server.wait(READING_SITTING_MS)
    expect((await open(opened?.[0] ?? asNa, mailId)).code).toBe(Code.letterOver)
  })

  test('given one login that opens twenty times at once, then one reading is counted, and the next sitting is another', async () => {
    await send({ reads: 5 })
    const mailId = await newest(na)
    await Promise.all(Array.from({ length: 20 }, () => open(asNa, mailId)))
    expect(await asNa.post('mail/email/restricted/get', { mailId })).toMatchObject({
      reads: 5,
      readsLeft: 4,
      isOpen: true,
    })
    server.wait(READING_SITTING_MS)
    expect((await open(asNa, mailId)).data?.state).toMatchObject({ readsLeft: 3, over: null })
  })

  test('given a reading password, then a wrong one costs no reading and slows the next down, and it is kept as a hash alone', async () => {
    await send({ password: PASSWORD, reads: 1 })
    const mailId = await newest(na)
    const codes: unknown[] = []
    for (let n = 0; n < 6; n++) codes.push((await open(asNa, mailId, 'wrong')).code)
    expect(codes).toEqual([...Array(5).fill(Code.readPasswordWrong), Code.tooManyRequests])
    const elsewhere = await server.as(na)
    expect((await open(elsewhere, mailId, PASSWORD)).code).toBe(Code.tooManyRequests)
    server.wait(60 * 60 * 1_000)
    expect((await open(asNa, mailId, PASSWORD)).data?.state).toMatchObject({ readsLeft: 0, hasPassword: true })
    const { db } = server.context.store
    const rows = [
      await db.selectFrom('letter_policy').selectAll().execute(),
      await db.selectFrom('outgoing').select('writing').execute(),
      await db.selectFrom('draft').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
    const { list } = await asNa.get('mail/email/mailbox/list', { role: 'inbox' })
    expect(list[0]?.withPassword).toBe(true)
  })

  test('given a draft and a letter that is taken back or written again, then the conditions stay, and the password is asked for anew', async () => {
    const reading: LetterReading = { ...FREE_READING, password: PASSWORD, days: 2, noForward: true }
    const kept = { ...reading, password: '' }
    const options = { 'mail.reading': reading }
    const { mailId } = await asWei.post('mail/email/drafts', drafting({ options }))
    const readingOf = async (of: number) =>
      (await asWei.post('mail/email/editAgain', { mailId: of })).options?.['mail.reading']
    expect(await readingOf(mailId)).toEqual(kept)
    const unsaid = sending({ mailId, options: { 'mail.reading': kept } })
    expect(await asWei.refused('POST', 'mail/email/send', unsaid)).toBe(Code.readPasswordMissing)
    const sent = await asWei.post('mail/email/send', sending({ mailId, options }))
    const taken = await asWei.post('mail/email/cancel', { sendId: sent.sendId })
    expect(await readingOf(taken.mailId)).toEqual(kept)
    await asWei.post('mail/email/send', sending({ mailId: taken.mailId, options }))
    await leave()
    expect(await readingOf(await newest(wei, 'sent'))).toEqual(kept)
  })

  test('given days, then they begin when it leaves, and afterwards it cannot be opened', async () => {
    const sendAt = server.context.now() + 10 * DAY_MS
    const options = { 'mail.sendAt': sendAt, 'mail.reading': { ...FREE_READING, days: 2 } }
    await asWei.post('mail/email/send', sending({ options }))
    server.wait(10 * DAY_MS)
    await leave()
    const mailId = await newest(na)
    const { until } = await asNa.post('mail/email/restricted/get', { mailId })
    expect(until).toBe(server.context.now() + 2 * DAY_MS)
    server.wait(2 * DAY_MS - 1)
    expect((await open(asNa, mailId)).code).toBe(200)
    server.wait(1)
    expect(await open(asNa, mailId)).toMatchObject({
      code: Code.letterOver,
      message: expect.stringContaining('有效期'),
    })
    expect(await asNa.post('mail/email/restricted/get', { mailId })).toMatchObject({ over: 'expired', isOpen: false })
  })

  test('given a letter that is deleted after reading, then it goes when the last reading ends, and the copy of its sender stays', async () => {
    await send({ burn: true })
    await send({ burn: true, reads: 2 })
    const [first, second] = (await server.mailsOf(na)).map(({ mailId }) => mailId)
    await open(asNa, first ?? 0)
    expect((await open(asNa, first ?? 0)).code).toBe(200)
    expect(await asNa.post('mail/email/restricted/close', { mailId: first ?? 0 })).toEqual({ deleted: true })
    expect(await server.mailsOf(na)).toHaveLength(1)

    const other = await server.as(na)
    await open(asNa, second ?? 0)
    expect(await asNa.post('mail/email/restricted/close', { mailId: second ?? 0 })).toEqual({ deleted: false })
    await open(other, second ?? 0)
    await jobsOf(server.context).runDue([restrictedLetterJob])
    expect(await server.mailsOf(na)).toHaveLength(1)
    server.wait(READING_SITTING_MS)
    await jobsOf(server.context).runDue([restrictedLetterJob])
    expect(await server.mailsOf(na)).toEqual([])
    expect(await server.mailsOf(wei, 'sent')).toHaveLength(2)
  })

  test('given that its sender deletes their copy, then readers still open it, and nothing of it stays when they delete theirs', async () => {
    await send({ noForward: true })
    await asWei.post('mail/email/delete', { mailIds: [await newest(wei, 'sent')] })
    const { db } = server.context.store
    const sweep = async () => {
      await db.updateTable('garbage_message').set({ since: 1 }).execute()
      await db.updateTable('outgoing').set({ created_at: 1 }).execute()
      await sweepStore(server.context)
    }
    await sweep()
    const mailId = await newest(na)
    expect((await open(asNa, mailId)).data?.html).toContain(WORDS)
    await asNa.post('mail/email/delete', { mailIds: [mailId] })
    await sweep()
    await sweep()
    for (const table of ['letter_policy', 'letter_reader', 'letter_sitting', 'message_hold', 'message'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })

  test('given the same head in a mailbox that it was not sent to, then it opens nothing there', async () => {
    await send({ reads: 3 })
    const mei = await server.addUser('han.mei')
    const [head] = await server.mailsOf(na)
    const { mailId } = await transact(server.context, async (trx) =>
      addMail(trx, server.context, {
        accountId: mei,
        folderId: await folderOfRole(trx, mei, 'inbox'),
        messageId: head?.id ?? 0,
        receivedAt: server.context.now(),
        size: 1,
      }),
    )
    expect(await open(await server.as(mei), mailId)).toMatchObject({
      code: Code.letterOver,
      message: expect.stringContaining('没有把它发给'),
    })
  })

  test('given a recipient who forwards all mail to a colleague, then the colleague has the head, and opens nothing', async () => {
    server.steps.register([forwardingStep])
    const mei = await server.addUser('han.mei')
    const { db } = server.context.store
    await db.insertInto('auto_forward').values({ account_id: na, enabled: 1, keep_copy: 1 }).execute()
    await db
      .insertInto('forward_address')
      .values({
        account_id: na,
        address: 'han.mei@yanshu.test',
        outside: 0,
        added_at: 1,
        confirmed_at: 1,
      })
      .execute()
    await send({ noForward: true })
    expect((await open(asNa, await newest(na))).code).toBe(200)
    expect((await open(await server.as(mei), await newest(mei))).code).toBe(Code.letterOver)
  })

  test('given recipients outside, or conditions of wrong types, then nothing is sent', async () => {
    const outside = [{ name: '', address: 'a@out.example' }]
    const refused = await asWei.attempt('mail/email/send', letter({ days: 1 }, { to: outside }))
    expect(refused).toMatchObject({ code: Code.recipientsRefused, message: expect.stringContaining('a@out.example') })
    const wrong: object[] = [
      { password: 'x'.repeat(16) },
      { reads: 0 },
      { reads: 11 },
      { reads: 1.5 },
      { days: 31 },
      { days: '3' },
      { burn: 1 },
      { secret: null },
    ]
    for (const reading of wrong)
      expect(await asWei.refused('POST', 'mail/email/send', letter(reading)), JSON.stringify(reading)).toBe(
        Code.badRequest,
      )
    expect(await server.mailsOf(wei, 'sent')).toEqual([])
    // No condition is none: such a letter goes out as any other.
    await send({})
    expect((await server.mailsOf(na)).at(-1)?.html).toContain(WORDS)
  })

  test('given that it needs approval, then its approver reads it, its days wait, and it leaves as a head', async () => {
    const boss = await server.addUser('boss')
    const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    await withApproval(server)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([boss])]))
    await send({ days: 1 })
    expect(await server.mailsOf(na)).toEqual([])
    const asBoss = await server.as(boss)
    const [record] = (await asBoss.get('mail/main/approval/approverApprovalList')).list
    const seen = await asBoss.get('mail/main/approval/detail', { recordId: record?.recordId ?? 0 })
    expect(JSON.stringify(seen)).toContain(WORDS)
    server.wait(5 * DAY_MS)
    await asBoss.post('mail/main/approval/decide', { recordId: seen.recordId, hash: seen.hash, pass: true })
    await server.dispatcher.runDue()
    const mailId = await newest(na)
    expect((await open(asNa, mailId)).data?.html).toContain(WORDS)
    expect((await server.mailsOf(wei, 'sent')).at(-1)?.html).toContain(WORDS)
  })
})

/** A mail as it came, with what its parts say. */
const decoded = (text: string): string =>
  text.replaceAll(/^[\w+/]{16,}={0,2}$/gm, (part) => Buffer.from(part, 'base64').toString('utf8'))
