import { Code, SEND_AHEAD_MAX_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { addAlias, removeAlias } from '../../store/accounts/changeAccount.ts'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole, moveMails } from '../../store/mailbox/index.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Wednesday; the seven days after it are a legal holiday, and so is no Thursday but the eighth. */
const EVE = Date.parse('2026-09-30T18:00:00+08:00')

describe.each(engines)('a letter with a sending time, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let na: number
  let asWei: TestClient

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true, startsAt: EVE })
    mailServer.stopClock()
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
  })
  afterEach(() => mailServer.stop())

  const at = (ahead: number) => ({ options: { 'mail.sendAt': mailServer.context.now() + ahead } })
  const schedule = async (more: Parameters<typeof sending>[0] = {}) =>
    await asWei.post('mail/email/send', sending({ ...at(2 * HOUR), ...more }))
  const listed = async (as = asWei) => (await as.get('mail/email/scheduled/list')).list
  const pass = async (time: number) => {
    mailServer.wait(time)
    await mailServer.dispatcher.runDue()
  }
  const subjects = async (who: number, role?: 'sent' | 'drafts' | 'trash') =>
    (await mailServer.mailsOf(who, role)).map(({ subject }) => subject)

  test('given a time that is over or too far away, then the letter is refused and nothing is sent', async () => {
    for (const ahead of [-1, 0, SEND_AHEAD_MAX_MS + 1]) {
      const sent = await asWei.attempt('mail/email/send', sending(at(ahead)))
      expect(sent.code).toBe(Code.sendTimeRefused)
    }
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('given a time to come, then it waits in its list, and leaves once at that time, after restarts and with its date', async () => {
    const sent = await schedule()
    const sendAt = mailServer.context.now() + 2 * HOUR
    expect(sent.releaseAt).toBe(sendAt)
    const [first] = await listed()
    expect(first).toMatchObject({ sendId: sent.sendId, mailId: sent.mailId, sendAt, toCount: 1, why: '' })
    const { list } = await asWei.get('mail/email/mailbox/list', { role: 'sent' })
    expect(list).toMatchObject([{ mailId: sent.mailId, sendAt, date: sendAt }])

    await pass(HOUR)
    // The clock is set back, and the server starts again.
    mailServer.wait(-3 * HOUR)
    const restarted = mailTransportOf({ ...mailServer.context, runtime: createRuntime() })
    await restarted.dispatcher.runDue()
    expect(await mailServer.mailsOf(na)).toEqual([])
    mailServer.wait(4 * HOUR)
    await Promise.all([restarted.dispatcher.runDue(), mailServer.dispatcher.runDue()])
    await pass(DAY)
    await restarted.dispatcher.stop()
    expect(await subjects(na)).toEqual(['会议纪要'])
    const [mail] = await mailServer.mailsOf(na)
    const raw = Buffer.from(await mailServer.context.blobs.readAll(mail?.raw_hash ?? '')).toString('latin1')
    expect(Date.parse(/^Date: (.*)\r$/m.exec(raw)?.[1] ?? '')).toBe(Math.floor(sendAt / 1_000) * 1_000)
    expect(await listed()).toEqual([])
    const after = await asWei.get('mail/email/mailbox/list', { role: 'sent' })
    expect(after.list[0]).not.toHaveProperty('sendAt')
  })

  test('given it is edited, then it is a draft again with its time, and does not leave', async () => {
    const sent = await schedule()
    const start = await asWei.post('mail/email/editAgain', { mailId: sent.mailId })
    expect(start).toMatchObject({ subject: '会议纪要', revision: 1, options: { 'mail.sendAt': sent.releaseAt } })
    expect(start.mailId).not.toBeNull()
    await pass(DAY)
    expect(await mailServer.mailsOf(na)).toEqual([])
    expect(await subjects(wei, 'sent')).toEqual([])
    // Sent again without another time it would be late: that is refused, and the draft stays.
    const again = sending({ mailId: start.mailId, options: start.options ?? {} })
    expect((await asWei.attempt('mail/email/send', again)).code).toBe(Code.sendTimeRefused)
    expect(await subjects(wei, 'drafts')).toEqual(['会议纪要'])
  })

  test.each(['recoverableDelete', 'delete', 'move'] as const)(
    'given it is deleted by %s, then it is a draft again and does not leave',
    async (how) => {
      const sent = await schedule()
      await schedule({ subject: '另一封' })
      const { mailId } = sent
      if (how === 'move') {
        const [mail] = (await asWei.get('mail/email/mailbox/list', { role: 'sent' })).list.filter(
          (one) => one.mailId === mailId,
        )
        const trash = await folderOfRole(mailServer.context.store.db, wei, 'trash')
        const move = { mailboxId: mail?.mailboxId ?? 0, targetMailboxId: trash, mailUids: [mail?.mailUid ?? 0] }
        expect((await asWei.attempt('mail/email/move', move)).code).toBe(200)
      } else {
        expect((await asWei.attempt(`mail/email/${how}`, { mailIds: [mailId] })).code).toBe(200)
      }
      expect(await subjects(wei, 'drafts')).toEqual(['会议纪要'])
      expect(await subjects(wei, 'trash')).toEqual([])
      await pass(DAY)
      expect(await subjects(na)).toEqual(['另一封'])
    },
  )

  test('given its copy goes by another way, or its sender may not send any more, then it does not leave', async () => {
    const { context } = mailServer
    const binned = await schedule({ subject: '进了回收站' })
    const trash = await folderOfRole(context.store.db, wei, 'trash')
    await transact(context, (trx) =>
      moveMails(trx, context, { accountId: wei, mailIds: [binned.mailId], targetFolderId: trash }),
    )
    await addAlias(context, 'wei@yanshu.test', 'zhang.wei@yanshu.test')
    await schedule({ subject: '旧地址', from: 'wei@yanshu.test' })
    await removeAlias(context, 'wei@yanshu.test')
    await pass(3 * HOUR)
    expect(await mailServer.mailsOf(na)).toEqual([])
    expect((await mailServer.mailsOf(wei)).map(({ text }) => text).join()).toContain('已不再使用该发件地址')

    await schedule({ subject: '已停用' })
    await context.store.db.updateTable('account').set({ disabled: 1 }).where('id', '=', wei).execute()
    await pass(3 * HOUR)
    expect(await mailServer.mailsOf(na)).toEqual([])
  })

  test('given another person, then they neither see it nor take it back', async () => {
    const sent = await schedule()
    const asNa = await mailServer.as(na)
    expect(await listed(asNa)).toEqual([])
    expect((await asNa.attempt('mail/email/editAgain', { mailId: sent.mailId })).code).toBe(Code.mailNotFound)
    expect((await asNa.attempt('mail/email/cancel', { sendId: sent.sendId })).code).toBe(Code.notFound)
    await asNa.attempt('mail/email/recoverableDelete', { mailIds: [sent.mailId] })
    expect(await listed()).toHaveLength(1)
  })
})

test('a sending time is judged by the legal calendar and by the hours of those it goes to', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true, startsAt: EVE })
  const asWei = await mailServer.as(await mailServer.addUser('zhang.wei'))
  const na = await mailServer.addUser('li.na')
  const asNa = await mailServer.as(na)
  await asNa.post('mail/main/generalConfig/single/update', { key: 'timeZone', value: -5 })
  const addresses = ['Li.Na@yanshu.test', 'zhang.wei@yanshu.test', 'out@elsewhere.example', 'nobody@yanshu.test']
  const ask = (day: string) => asWei.post('mail/email/sendTime', { at: Date.parse(day), addresses })

  const eighth = Date.parse('2026-10-08T09:00:00+08:00')
  const morning = await ask('2026-10-08T10:30:00+08:00')
  expect(morning.nextMorning).toBe(eighth)
  expect(morning.judged).toMatchObject({ day: 'workday', published: true, known: 2 })
  // It is the evening before in her zone, on a holiday.
  expect(morning.judged?.away).toEqual([
    { name: 'li.na', address: 'li.na@yanshu.test', clock: 1_290, workStart: 540, workEnd: 1_080, why: 'dayOff' },
  ])
  expect((await ask('2026-10-09T04:00:00+08:00')).judged?.away).toMatchObject([
    { address: 'zhang.wei@yanshu.test', clock: 240, why: 'hours' },
  ])
  expect((await ask('2026-10-01T10:00:00+08:00')).judged).toMatchObject({ day: 'holiday', holiday: '国庆节' })
  expect((await ask('2026-10-10T10:00:00+08:00')).judged).toMatchObject({ day: 'makeUp' })
  expect((await ask('2026-10-11T10:00:00+08:00')).judged).toMatchObject({ day: 'weekend', holiday: '' })
  expect((await ask('2031-10-01T10:00:00+08:00')).judged).toMatchObject({ day: 'workday', published: false })
  expect((await asWei.post('mail/email/sendTime', { at: null, addresses: [] })).judged).toBeNull()
  await mailServer.stop()
})
