import { Code, MISUSE_KEPT_MS, MISUSE_PER_DAY } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordBlobs } from '../../store/blobs/blobRows.ts'
import { transact } from '../../store/database/transact.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

const at = (local: string) => `${local}@${TEST_DOMAIN}`
const WEI = { name: '张伟', address: at('zhang.wei') }
const BOSS = { name: '周总', address: at('boss') }

describe.each(engines)('mails that are reported to the administrators, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient
  let boss: TestClient
  const idOfMessage = (mailId: number) =>
    server.context.store.db.selectFrom('mail').select('message_id').where('mail.id', '=', mailId)
  /** A mail with the bytes that it came as. */
  const arrived = async (subject: string) => {
    const { context } = server
    const from = { name: '客服', address: 'pay@phish.example' }
    const { mailId } = await putMail(context, weiId, { subject, from })
    const raw = `From: <pay@phish.example>\r\nReceived: from x.example\r\nSubject: x\r\n\r\n${subject}\r\n`
    const { hash, size } = await context.blobs.put(Buffer.from(raw))
    await transact(context, async (trx) => {
      await recordBlobs(trx, engine, [{ hash, size }], context.now())
      await trx.updateTable('message').set({ raw_hash: hash, size }).where('id', '=', idOfMessage(mailId)).execute()
    })
    return { mailId }
  }
  const report = (mailId: number, more = {}) =>
    wei.post('mail/email/misuse/report', { mailId, reason: 'phishing', text: '要我改密码', ...more })
  const mailsOf = async (client: TestClient) => {
    await server.dispatcher.runDue()
    return (await client.get('mail/email/mailbox/list', { role: 'inbox' })).list
  }
  const openOnes = async () => (await boss.get('misuse/reports', {})).list

  const logIn = async () => {
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
    boss = await server.login('boss')
  }

  beforeAll(async () => {
    server = await startTestServer({ engine })
    weiId = await server.addUser('zhang.wei', { name: WEI.name })
    await server.addUser('li.na', { name: '李娜' })
    await server.addUser('boss', { name: BOSS.name, isAdmin: true })
    await logIn()
  })
  afterAll(() => server.stop())

  test('given a mail, then administrators get it with its header, are written to once, and keep it when it is deleted', async () => {
    const { mailId } = await arrived('密码到期')
    const { reportId } = await report(mailId)
    expect(await report(mailId, { reason: 'other', text: '' })).toEqual({ reportId })
    await report((await arrived('再来一封')).mailId)
    const [, first] = await openOnes()
    expect(first).toMatchObject({
      ...{ reportId, reporter: WEI, mailbox: null, reason: 'phishing', text: '要我改密码', closed: null },
      mail: { subject: '密码到期', from: { name: '客服', address: 'pay@phish.example' } },
    })
    const news = await mailsOf(boss)
    expect(news.map(({ subject }) => subject)).toEqual(['有一封邮件被举报，请处理'])
    expect(news[0]?.preview).not.toContain('密码到期')
    await wei.post('mail/email/recoverableDelete', { mailIds: [mailId] })
    await wei.post('mail/email/delete', { mailIds: [mailId] })
    server.wait(40 * 86_400_000)
    await sweepStore(server.context)
    await logIn()
    const { header } = await boss.get('misuse/header', { reportId })
    expect(header).toBe('From: <pay@phish.example>\r\nReceived: from x.example\r\nSubject: x')
    expect(await (await boss.file(`file/misuse?reportId=${reportId}`)).text()).toBe(`${header}\r\n\r\n密码到期\r\n`)
  })

  test('given a report, then it is closed once with a note, and who reported gets the answer and nothing of the mail', async () => {
    const { mailId } = await arrived('中奖通知')
    const { reportId } = await report(mailId, { text: '' })
    const words = { reportId, note: '已封禁发件人', answer: '确认是诈骗。\n<b>请勿</b>点击链接。' }
    const both = await Promise.all([boss.post('misuse/close', words), boss.post('misuse/close', words)])
    expect(both.map(({ done }) => done).toSorted()).toEqual([false, true])
    expect((await openOnes()).map((one) => one.reportId)).not.toContain(reportId)
    const [closed] = (await boss.get('misuse/reports', { state: 'closed' })).list
    expect(closed?.closed).toMatchObject({ by: BOSS, note: words.note, answer: words.answer })
    const answers = (await mailsOf(wei)).filter(({ subject }) => subject === '你举报的邮件已处理')
    expect(answers).toHaveLength(1)
    expect(answers[0]?.preview).toContain('<b>请勿</b>点击链接')
    expect(answers[0]?.preview).not.toContain('中奖')
    expect((await boss.post('misuse/open', { reportId })).report.closed).toBeNull()
    expect((await openOnes()).map((one) => one.reportId)).toContain(reportId)
    expect(await boss.refused('POST', 'misuse/close', { reportId: 9_999, note: '', answer: '' })).toBe(Code.notFound)
  })

  test('given another person, then they report no mail of others and see no report', async () => {
    const { mailId } = await arrived('别人的')
    const { reportId } = await report(mailId)
    const other = { mailId, reason: 'spam', text: '' } as const
    expect(await na.refused('POST', 'mail/email/misuse/report', other)).toBe(Code.mailNotFound)
    for (const who of [na, wei]) {
      const saved = await who.file(`file/misuse?reportId=${reportId}`)
      expect(Number((await saved.json()).code)).toBe(Code.forbidden)
      expect(await who.refused('GET', 'misuse/reports', {})).toBe(Code.forbidden)
      expect(await who.refused('GET', 'misuse/header', { reportId: String(reportId) })).toBe(Code.forbidden)
      expect(await who.refused('POST', 'misuse/close', { reportId, note: '', answer: '' })).toBe(Code.forbidden)
      expect(await who.refused('POST', 'misuse/open', { reportId })).toBe(Code.forbidden)
    }
  })

  test('given a restricted letter or a draft, then it is refused, and nothing of it is kept', async () => {
    const before = await openOnes()
    const { mailId } = await arrived('会议纪要')
    await server.context.store.db
      .updateTable('message')
      .set({ restricted: 1 })
      .where('id', '=', idOfMessage(mailId))
      .execute()
    const body = { mailId, reason: 'spam', text: '' } as const
    expect(await wei.refused('POST', 'mail/email/misuse/report', body)).toBe(Code.letterRestricted)
    const draft = await wei.post('mail/email/drafts', {
      ...{ kind: 'new', sourceMailId: null, mailId: null, revision: null, clientId: 'draft-of-wei' },
      ...{ from: '', to: [], cc: [], bcc: [], subject: 'x', html: '<p>x</p>', fileIds: [], options: {} },
    })
    expect(await wei.refused('POST', 'mail/email/misuse/report', { ...body, mailId: draft.mailId })).toBe(
      Code.mailNotFound,
    )
    expect(await openOnes()).toEqual(before)
  })

  test('given many reports at the same moment, then a person has so many in a day and no more', async () => {
    server.wait(86_400_001)
    await logIn()
    const mails = await Promise.all(Array.from({ length: MISUSE_PER_DAY + 3 }, (_, n) => arrived(`第 ${n} 封`)))
    const codes = await Promise.all(
      mails.map(async ({ mailId }) => {
        const body = { mailId, reason: 'spam', text: '' } as const
        return (await wei.raw('POST', 'mail/email/misuse/report', { body })).envelope.code
      }),
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(MISUSE_PER_DAY)
    expect(codes.filter((code) => code === Code.tooManyRequests)).toHaveLength(3)
  })

  test('given a closed report that is old, then it goes with its copy, and open ones stay', async () => {
    const [open, closing] = await openOnes()
    await boss.post('misuse/close', { reportId: closing?.reportId ?? 0, note: '', answer: '' })
    server.wait(MISUSE_KEPT_MS + 1)
    await sweepStore(server.context)
    await logIn()
    expect((await openOnes()).map(({ reportId }) => reportId)).toContain(open?.reportId)
    expect((await boss.get('misuse/reports', { state: 'closed' })).list).toEqual([])
    const held = await server.context.store.db
      .selectFrom('message_hold')
      .select('owner_id')
      .where('owner', '=', 'misuse_report')
      .execute()
    expect(held.map(({ owner_id }) => owner_id)).not.toContain(String(closing?.reportId))
  })
})
