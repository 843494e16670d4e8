import { Code, FOLLOW_UPS_MAX, type PostBody, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../deliverySteps.ts'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { deleteAccount } from '../../store/accounts/deleteAccount.ts'
import { openStore } from '../../store/database/open.ts'
import { transact } from '../../store/database/transact.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { sending } from '../../testing/letters.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { followUpJob } from './followUpJob.ts'
import { letterJob } from './letterJob.ts'

/** The Tuesday before the golden week, 10:00 in China. */
const TUESDAY = Date.UTC(2026, 8, 29, 2)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const china = (text: string) => Date.parse(`${text}+08:00`)
const WEI = 'zhang.wei@yanshu.test'
const NA = 'li.na@yanshu.test'
const OUT = 'wang@partner.example'

type Saved = Partial<PostBody<'mail/pending/saveOrUpdatePendingInfo'>>

describe.each(engines)('follow-ups, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let weiId: number
  let naId: number
  let wei: TestClient
  let na: TestClient
  let port: number

  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, startsAt: TUESDAY, relay: relay.url })
    server.stopClock()
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    naId = await server.addUser('li.na', { name: '李娜' })
    server.steps.register(deliverySteps)
    wei = await server.as(weiId)
    na = await server.as(naId)
    port = (await server.startSmtp()).port
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const save = (mailIds: readonly number[], more: Saved = {}, who = wei) =>
    who.post('mail/pending/saveOrUpdatePendingInfo', {
      mailIds: [...mailIds],
      when: { kind: 'workdays', days: 1 },
      ...more,
    })
  const at = (moment: number) => ({ when: { kind: 'at' as const, at: moment } })
  const list = async (body: PostBody<'mail/pending/pendingMailList'> = {}, who = wei) =>
    (await who.post('mail/pending/pendingMailList', body)).list
  const only = async (mailId: number) => (await list({ mailId }))[0]
  const moving = async () => {
    for (let round = 0; round < 2; round++) {
      await server.dispatcher.runDue()
      await server.steps.effects.runDue()
    }
  }
  const runDue = (context = server.context) => jobsOf(context).runDue([followUpJob, letterJob])
  const goTo = (moment: number) => server.wait(moment - server.context.now())
  const subjects = async (role: 'inbox' | 'trash' = 'inbox') =>
    (await server.mailsOf(weiId, role)).map(({ subject }) => subject)
  /** Sends a letter of 伟; answers its copy. */
  const send = async (to: readonly string[], subject = '请确认报价') => {
    await wei.post('mail/email/send', sending({ subject, to: to.map((address) => ({ name: '', address })) }))
    server.wait(UNDO_SEND_MS)
    await moving()
    const mailId = (await server.mailsOf(weiId, 'sent')).at(-1)?.mailId ?? 0
    const { rfc_message_id } = await server.context.store.db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select('rfc_message_id')
      .where('mail.id', '=', mailId)
      .executeTakeFirstOrThrow()
    return { mailId, messageId: rfc_message_id }
  }
  const arrive = async (head: string, from = OUT, envelope = from) => {
    const client = await rawClient(port)
    await client.say('EHLO client.example')
    await client.send(envelope, [WEI], `From: ${from}\r\nTo: ${WEI}\r\n${head}\r\n\r\nhello`)
    client.close()
    await moving()
  }
  const away = (until: number | null, who = na) =>
    who.post('mail/main/generalConfig/saveReply', {
      enabled: true,
      startAt: null,
      endAt: until,
      subject: '',
      inside: '<p>休假</p>',
      outsideTo: 'all',
      outside: '',
    })

  test('given a mail, then it is followed up once, changed, listed, due, ended and deleted, by its mailbox alone', async () => {
    const { mailId } = await putMail(server.context, weiId, { subject: '合同', from: { name: '王芳', address: OUT } })
    const theirs = await putMail(server.context, naId)
    expect(
      await wei.refused('POST', 'mail/pending/saveOrUpdatePendingInfo', {
        mailIds: [mailId, theirs.mailId],
        when: { kind: 'workdays', days: 1 },
      }),
    ).toBe(Code.mailNotFound)
    expect(await list()).toEqual([])

    // Over the golden week: 30 September, then 8 October.
    const when = { kind: 'workdays', days: 2 } as const
    expect(await wei.post('mail/pending/mailSchedule', { when })).toEqual({ dueAt: china('2026-10-08T09:00') })
    const { followUpIds } = await save([mailId], { when, note: ' 催合同 ' })
    expect((await save([mailId], { note: '催合同' })).followUpIds).toEqual(followUpIds)
    expect(await list()).toMatchObject([
      {
        ...{ mailId, state: 'open', dueAt: china('2026-09-30T09:00'), note: '催合同', workdays: 1, sent: false },
        ...{ subject: '合同', from: { name: '王芳', address: OUT }, unlessAnswered: false, snoozed: false, away: null },
      },
    ])
    expect(await list({}, na)).toEqual([])
    expect(await na.post('mail/pending/overPending', { followUpIds })).toEqual({ ended: 0 })
    await na.post('mail/pending/deletePendingMail', { followUpIds })

    goTo(china('2026-09-30T08:59'))
    await runDue()
    expect(await list({ state: 'due' })).toEqual([])
    // Put off: the job that was there finds nothing to do yet.
    await save([mailId], at(china('2026-09-30T12:00')))
    goTo(china('2026-09-30T09:30'))
    await runDue()
    expect(await list({ state: 'due' })).toEqual([])
    goTo(china('2026-09-30T12:00'))
    await runDue()
    expect(await wei.post('mail/pending/pendingMailList', { state: 'due' })).toMatchObject({
      list: [{ mailId, state: 'due', endedAt: null }],
      counts: { open: 0, due: 1 },
    })
    expect(await wei.post('mail/pending/overPending', { followUpIds })).toEqual({ ended: 1 })
    expect(await wei.post('mail/pending/overPending', { followUpIds })).toEqual({ ended: 0 })
    expect(await list({ state: 'over' })).toMatchObject([{ mailId, endedAt: server.context.now() }])
    await wei.post('mail/pending/deletePendingMail', { followUpIds })
    expect(await list({ state: 'over' })).toEqual([])
    expect(await subjects()).toEqual(['合同'])
  })

  test('given a time that is past or far, a note that is long, or a mail in the bin, then it is refused with the reason', async () => {
    const { mailId } = await putMail(server.context, weiId)
    const refused = (more: object) =>
      wei.refused('POST', 'mail/pending/saveOrUpdatePendingInfo', {
        mailIds: [mailId],
        when: { kind: 'workdays', days: 1 },
        ...more,
      })
    const now = server.context.now()
    expect(await refused(at(now))).toBe(Code.followUpRefused)
    expect(await refused(at(now + 400 * DAY))).toBe(Code.followUpRefused)
    expect(await refused({ note: '长'.repeat(201) })).toBe(Code.badRequest)
    expect(await refused({ unlessAnswered: true, snooze: true })).toBe(Code.badRequest)
    await wei.post('mail/email/recoverableDelete', { mailIds: [mailId] })
    expect(await refused({})).toBe(Code.followUpRefused)
    expect(await list()).toEqual([])
  })

  test('given two servers, then each follow-up is due once, with one note for closed pages', async () => {
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
    await wei.post('user/push/subscribe', { endpoint: 'https://push.example.org/1', ...keys, withContent: true })
    const mails: number[] = []
    for (let index = 0; index < 6; index += 1) mails.push((await putMail(server.context, weiId)).mailId)
    await save(mails)
    goTo(china('2026-09-30T09:00'))
    const store = engine === 'postgres' ? await openStore(server.context.config.database) : null
    const second = store ? { ...server.context, store } : server.context
    await Promise.all([runDue(), runDue(second)])
    await runDue()
    await store?.close()
    expect(await list({ state: 'due' })).toHaveLength(6)
    const notes = await server.context.store.db.selectFrom('push_note').select(['mail_id', 'follow_up_id']).execute()
    expect(notes.map(({ mail_id }) => mail_id).toSorted((a, b) => a - b)).toEqual(mails)
    expect(notes.every(({ follow_up_id }) => follow_up_id !== null)).toBe(true)
  })

  test('given a sent mail, then only an answer of a person who got it ends the follow-up', async () => {
    const { mailId, messageId } = await send([OUT])
    await save([mailId], { unlessAnswered: true, when: { kind: 'workdays', days: 3 } })
    const state = async () => (await only(mailId))?.state
    const answering = `In-Reply-To: ${messageId}\r\nReferences: <x@y> ${messageId}\r\nSubject: Re: 请确认报价`
    await arrive(`${answering}\r\nAuto-Submitted: auto-replied`)
    await arrive(
      `In-Reply-To: ${messageId}\r\nSubject: =?utf-8?B?${Buffer.from('自动回复：报价').toString('base64')}?=`,
    )
    await arrive(answering, 'MAILER-DAEMON@partner.example')
    await arrive(answering, OUT, '')
    await arrive(answering, 'stranger@elsewhere.example')
    await arrive('Subject: something else')
    expect(await state()).toBe('open')
    await arrive(`References: <x@y> ${messageId} <later@y>\r\nSubject: 回复`, `"王芳" <${OUT.toUpperCase()}>`, OUT)
    expect(await only(mailId)).toMatchObject({ state: 'answered', answeredBy: OUT.toUpperCase(), sent: true })
    goTo(china('2026-10-12T09:00'))
    await runDue()
    expect(await state()).toBe('answered')
  })

  test('given a colleague who answers, also by another address, then it ends, and after it was due as well', async () => {
    const { mailId } = await send([NA])
    await save([mailId], { unlessAnswered: true })
    goTo(china('2026-09-30T09:00'))
    await runDue()
    expect((await only(mailId))?.state).toBe('due')
    const arrived = (await server.mailsOf(naId)).at(-1)?.mailId ?? 0
    await na.post('mail/email/send', {
      ...sending({ to: [{ name: '', address: WEI }], subject: 'Re: 请确认报价' }),
      kind: 'reply',
      sourceMailId: arrived,
    })
    server.wait(UNDO_SEND_MS)
    await moving()
    expect(await only(mailId)).toMatchObject({ state: 'answered', answeredBy: NA })
  })

  test('given colleagues on leave, then it is put off until the first of them is back, and says so', async () => {
    const { mailId } = await send([NA])
    await save([mailId], { unlessAnswered: true })
    // Back in the golden week: the first working day after it.
    await away(china('2026-10-05T00:00'))
    goTo(china('2026-09-30T09:00'))
    await runDue()
    expect(await only(mailId)).toMatchObject({
      state: 'open',
      dueAt: china('2026-10-08T09:00'),
      away: { name: NA, until: china('2026-10-05T00:00') },
    })
    goTo(china('2026-10-08T09:00'))
    await runDue()
    expect((await only(mailId))?.state).toBe('due')
    // With another recipient who is there, nothing is put off; without a known end neither.
    const both = await send([NA, OUT], '两位')
    const endless = await send([NA], '没有归期')
    await save([both.mailId, endless.mailId], { unlessAnswered: true })
    await away(null)
    goTo(china('2026-10-09T09:00'))
    await runDue()
    expect(await only(both.mailId)).toMatchObject({ state: 'due', away: null })
    expect(await only(endless.mailId)).toMatchObject({ state: 'due', away: { name: NA, until: null } })
  })

  test('given a received mail that its owner answers, then it ends by itself', async () => {
    await arrive('Subject: 问题\r\nMessage-ID: <q@partner.example>')
    const mailId = (await server.mailsOf(weiId)).at(-1)?.mailId ?? 0
    await save([mailId], { unlessAnswered: true })
    await wei.post('mail/email/send', {
      ...sending({ to: [{ name: '', address: OUT }], subject: 'Re: 问题' }),
      kind: 'reply',
      sourceMailId: mailId,
    })
    server.wait(UNDO_SEND_MS)
    await moving()
    goTo(china('2026-09-30T09:00'))
    await runDue()
    expect(await only(mailId)).toMatchObject({ state: 'answered', answeredBy: WEI })
  })

  test('given a mail that is thrown away, then it is not named, over when due, and gone with the mail or the account', async () => {
    const [first, second] = [await putMail(server.context, weiId), await putMail(server.context, weiId)]
    await save([first.mailId, second.mailId])
    await wei.post('mail/email/recoverableDelete', { mailIds: [first.mailId] })
    expect((await list()).map(({ mailId }) => mailId)).toEqual([second.mailId])
    goTo(china('2026-09-30T09:00'))
    await runDue()
    const rows = () => server.context.store.db.selectFrom('follow_up').select(['mail_id', 'state']).execute()
    expect((await rows()).toSorted((a, b) => a.mail_id - b.mail_id)).toEqual([
      { mail_id: first.mailId, state: 'over' },
      { mail_id: second.mailId, state: 'due' },
    ])
    await wei.post('mail/email/delete', { mailIds: [first.mailId] })
    expect((await rows()).map(({ mail_id }) => mail_id)).toEqual([second.mailId])
    await deleteAccount(server.context, WEI)
    expect(await rows()).toEqual([])
  })

  test('given a mail that lies in a folder with a password from then on, then nothing outside of it names it', async () => {
    const { mailId } = await putMail(server.context, weiId, { subject: '绝密' })
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '人事' })
    const [row] = (await wei.get('mail/email/mailbox/list')).list
    await save([mailId], { note: '绝密' })
    await wei.post('mail/email/move', {
      mailboxId: row?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [row?.mailUid ?? 0],
    })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    goTo(china('2026-09-30T09:00'))
    await runDue()
    // The session that has set the password has it open: there the mail itself has its follow-up, and no list does.
    expect(await wei.post('mail/pending/pendingMailList', {})).toEqual({
      ...{ list: [], more: false },
      counts: { open: 0, due: 0 },
    })
    expect(await only(mailId)).toMatchObject({ state: 'due', note: '绝密' })
    const other = await server.as(weiId)
    expect(await other.refused('POST', 'mail/pending/pendingMailList', { mailId })).toBe(Code.folderClosed)
    expect(await list({}, other)).toEqual([])
  })

  test('given a snoozed mail, then it lies in its folder, returns unread, and stays where its owner moved it', async () => {
    const [first, second] = [
      await putMail(server.context, weiId, { subject: '一', seen: true }),
      await putMail(server.context, weiId, { subject: '二' }),
    ]
    const sent = await send([OUT])
    const snooze = { snooze: true } as const
    expect(
      await wei.refused('POST', 'mail/pending/saveOrUpdatePendingInfo', {
        ...{ mailIds: [sent.mailId], when: { kind: 'workdays', days: 1 }, snooze: true },
      }),
    ).toBe(Code.followUpRefused)
    await save([first.mailId, second.mailId], snooze)
    // Once more: where they came from is kept.
    const { followUpIds } = await save([first.mailId, second.mailId], snooze)
    expect(await subjects()).toEqual([])
    const { list: all } = await wei.get('mail/email/search', { searchType: 3, searchKeyword: '一' })
    expect(all.map(({ mailId }) => mailId)).toContain(first.mailId)
    const snoozed = await list()
    expect(snoozed.map((one) => one.snoozed)).toEqual([true, true])
    const inbox = (await wei.get('mail/email/mailbox/list', { role: 'inbox' })).mailboxId ?? 0
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '项目' })
    const uid = (await wei.get('mail/email/mailbox/list', { mailboxId: snoozed[0]?.mailboxId ?? 0 })).list.find(
      ({ mailId }) => mailId === second.mailId,
    )?.mailUid
    await wei.post('mail/email/move', {
      mailboxId: snoozed[0]?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [uid ?? 0],
    })
    goTo(china('2026-09-30T09:00'))
    await runDue()
    expect(await subjects()).toEqual(['一'])
    expect((await wei.get('mail/email/mailbox/list', { mailboxId: inbox })).list).toMatchObject([
      { mailId: first.mailId, seen: false },
    ])
    expect((await list({ state: 'due' })).map((one) => [one.mailId, one.mailboxId, one.snoozed])).toEqual([
      [first.mailId, inbox, false],
      [second.mailId, folderId, false],
    ])
    // Ended, deleted or changed before it is due, it returns as well.
    await save([first.mailId], snooze)
    await wei.post('mail/pending/overPending', { followUpIds })
    expect(await subjects()).toEqual(['一'])
    await save([first.mailId], snooze)
    await wei.post('mail/pending/deletePendingMail', { followUpIds })
    expect(await subjects()).toEqual(['一'])
    await save([first.mailId], snooze)
    await save([first.mailId])
    expect(await subjects()).toEqual(['一'])
  })

  test('given a letter whose writer wants a reminder, then it is followed up once it has left, and not when taken back', async () => {
    const letter = (subject: string) =>
      sending({ subject, to: [{ name: '', address: OUT }], options: { 'mail.followUp': 3 } })
    const back = await wei.post('mail/email/send', letter('收回'))
    await wei.post('mail/email/cancel', { sendId: back.sendId })
    const { mailId } = await wei.post('mail/email/send', letter('发出'))
    await runDue()
    expect(await list()).toEqual([])
    server.wait(UNDO_SEND_MS)
    await moving()
    await runDue()
    // A time that has come already is asked for again while the letter waits.
    server.wait(5 * 60_000)
    await runDue()
    await runDue()
    expect(await list()).toMatchObject([
      { mailId, unlessAnswered: true, workdays: 3, dueAt: china('2026-10-09T09:00'), sent: true },
    ])
  })

  test('given 30 calls at the same moment, then no mailbox has more follow-ups than it may', async () => {
    const mails = await transact(server.context, async (trx) => {
      const ids: number[] = []
      for (let index = 0; index < FOLLOW_UPS_MAX + 20; index += 1) {
        ids.push((await putMailIn(trx, server.context, weiId, {})).mailId)
      }
      return ids
    })
    for (let begin = 0; begin < FOLLOW_UPS_MAX - 10; begin += 98) {
      await save(mails.slice(begin, Math.min(begin + 98, FOLLOW_UPS_MAX - 10)))
    }
    const answers = await Promise.all(
      mails.slice(FOLLOW_UPS_MAX - 10).map((mailId) =>
        wei.attempt('mail/pending/saveOrUpdatePendingInfo', {
          mailIds: [mailId],
          when: { kind: 'workdays', days: 1 },
        }),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === Code.tooManyRules)).toHaveLength(20)
    // Those that are there may still be changed.
    await save(mails.slice(0, 1), { note: '仍可修改' })
  })
})
