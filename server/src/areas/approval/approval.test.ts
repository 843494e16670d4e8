import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { deleteAccount } from '../../store/accounts/deleteAccount.ts'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { openStore } from '../../store/database/open.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'
import { approvalStep } from './approvalStep.ts'

/** A Thursday, 10:00 in China. */
const THURSDAY = Date.UTC(2026, 10, 26, 2)
const HOUR = 3_600_000

describe.each(engines)('approval on %s', (engine) => {
  let server: TestServer
  const ids: Record<string, number> = {}
  const people: Record<string, TestClient> = {}
  const id = (name: string) => ids[name] ?? 0
  const as = (name: string) => people[name] ?? server.anybody

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, startsAt: THURSDAY })
    server.stopClock()
    for (const name of ['admin', 'wei', 'li.na', 'wang', 'zhao']) {
      ids[name] = await server.addUser(name, { isAdmin: name === 'admin' })
      people[name] = await server.as(id(name))
    }
    await withApproval(server)
  })
  afterEach(() => server.stop())

  const saveRule = async (rule: ReturnType<typeof ruleWith>) =>
    (await as('admin').post('mail/main/approval/rule/save', rule)).ruleId
  const byWords = (levels: Parameters<typeof ruleWith>[0], more: Parameters<typeof ruleWith>[1] = {}) =>
    saveRule(ruleWith(levels, { name: '合同', conditions: { words: ['合同'] }, ...more }))

  /** Sends a letter of 伟 and lets the time pass in which it can be taken back. Answers the newest record. */
  const send = async (subject = '合同草案') => {
    await as('wei').post('mail/email/send', sending({ subject }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await as('wei').get('mail/main/approval/userApprovalList', { pageSize: 1 })
    return list[0]
  }
  const sent = async (subject?: string) => {
    const record = await send(subject)
    if (!record) throw new Error('nothing is held')
    return record
  }
  const detail = (name: string, recordId: number) => as(name).get('mail/main/approval/detail', { recordId })
  const deciding = async (recordId: number, pass: boolean, comment = '') => {
    const row = await server.context.store.db
      .selectFrom('approval_record')
      .select('raw_hash')
      .where('id', '=', recordId)
      .executeTakeFirstOrThrow()
    return { recordId, hash: row.raw_hash, pass, comment }
  }
  const decide = async (name: string, recordId: number, pass: boolean, comment = '') =>
    as(name).attempt('mail/main/approval/decide', await deciding(recordId, pass, comment))
  const inbox = async () => (await server.mailsOf(id('li.na'))).map(({ subject }) => subject)
  const sentMails = async () => (await server.mailsOf(id('wei'), 'sent')).map(({ subject }) => subject)

  test('given a rule, when a mail is passed, then it leaves once as it was shown, and is among the sent ones only then', async () => {
    await byWords([levelOf([id('wang')])])
    const record = await sent()
    expect(record).toMatchObject({ state: 'pending', waitsFor: ['wang'], why: { zh: '主题含“合同”' } })
    expect([await inbox(), await sentMails()]).toEqual([[], []])
    const shown = await detail('wang', record.recordId)
    expect(shown).toMatchObject({ mayDecide: true, mayWithdraw: false, words: ['合同'] })
    expect(shown.mail?.html).toContain('纪要')
    expect((await as('wang').get('mail/main/approval/unapprovedCount')).unapproved).toBe(1)

    // Neither a third person, nor the sender, nor with other bytes.
    expect((await decide('zhao', record.recordId, true)).code).toBe(Code.notFound)
    expect((await decide('wei', record.recordId, true)).code).toBe(Code.notFound)
    expect(await as('zhao').refused('GET', 'mail/main/approval/detail', { recordId: record.recordId })).toBe(
      Code.notFound,
    )
    const other = { ...(await deciding(record.recordId, true)), hash: '0'.repeat(64) }
    expect((await as('wang').attempt('mail/main/approval/decide', other)).code).toBe(Code.approvalChanged)

    expect((await decide('wang', record.recordId, true)).data).toEqual({ state: 'passed' })
    expect((await decide('wang', record.recordId, false)).code).toBe(Code.approvalClosed)
    await server.dispatcher.runDue()
    await server.dispatcher.runDue()
    expect([await inbox(), await sentMails()]).toEqual([['合同草案'], ['合同草案']])
    const [arrived] = await server.context.store.db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .select('raw_hash')
      .where('account_id', '=', id('li.na'))
      .execute()
    expect(arrived?.raw_hash).toBe(shown.hash)
    expect((await as('wang').post('mail/main/index', {})).roles).toContain('approver')
  })

  test('given the switch is off, or no rule that holds, then nothing is held', async () => {
    await byWords([levelOf([id('wang')])], { startsAt: THURSDAY + 30 * 24 * HOUR })
    await byWords([levelOf([id('wang')])], { endsAt: THURSDAY })
    await byWords([levelOf([id('wang')])], { enabled: false })
    expect(await send()).toBeUndefined()
    const ruleId = await byWords([levelOf([id('wang')])])
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'mailApproval', value: false, locked: false })
    expect(await send()).toBeUndefined()
    await as('admin').post('mail/main/approval/rule/delete', { ruleId })
    expect(await inbox()).toHaveLength(2)
  })

  test('given a rejection, then the sender is told why and writes it anew, with a comment where the rule asks for one', async () => {
    await byWords([levelOf([id('wang')])], { commentRequired: true })
    const { recordId } = await sent()
    expect((await decide('wang', recordId, false)).code).toBe(Code.approvalCommentMissing)
    expect((await decide('wang', recordId, false, '价格不对')).data).toEqual({ state: 'rejected' })
    await server.dispatcher.runDue()
    expect(await inbox()).toEqual([])
    expect((await server.mailsOf(id('wei'))).map(({ text }) => text).join()).toContain('价格不对')
    await as('wei').post('mail/main/approval/again', { recordId })
    expect((await server.mailsOf(id('wei'), 'drafts')).map(({ subject }) => subject)).toEqual(['合同草案'])
    expect(await as('li.na').refused('POST', 'mail/main/approval/again', { recordId })).toBe(Code.notFound)
  })

  test('given several levels, then they decide in their order, all of a level or one, and a change of the rule touches nothing', async () => {
    const ruleId = await byWords([levelOf([id('wang'), id('zhao')], { mode: 'all' }), levelOf([id('admin')])])
    const { recordId } = await sent()
    await saveRule(ruleWith([levelOf([id('li.na')])], { ruleId, name: '改过' }))
    expect(await as('admin').refused('GET', 'mail/main/approval/detail', { recordId })).toBe(Code.notFound)
    await decide('wang', recordId, true)
    expect((await decide('wang', recordId, true)).code).toBe(Code.approvalClosed)
    await as('admin').post('mail/main/approval/rule/delete', { ruleId })
    await decide('zhao', recordId, true)
    await server.dispatcher.runDue()
    expect(await inbox()).toEqual([])
    expect((await decide('admin', recordId, true)).data).toEqual({ state: 'passed' })
    await server.dispatcher.runDue()
    expect(await inbox()).toEqual(['合同草案'])
    expect((await detail('wei', recordId)).history.map(({ kind, by }) => `${by} ${kind}`)).toEqual([
      'wei submitted',
      'wang passed',
      'zhao passed',
      'admin passed',
    ])
  })

  test('given a mail that waits, then it is withdrawn, handed on, chosen and reminded by those who may alone', async () => {
    await byWords([levelOf([id('wang'), id('zhao')], { choice: true })])
    const first = await sent()
    expect((await detail('wei', first.recordId)).candidates).toHaveLength(2)
    const choose = { recordId: first.recordId, approverId: id('zhao') }
    expect(await as('wang').refused('POST', 'mail/email/setApprover', choose)).toBe(Code.notFound)
    expect(await as('wei').refused('POST', 'mail/email/setApprover', { ...choose, approverId: id('wei') })).toBe(
      Code.approverNotFound,
    )
    await as('wei').post('mail/email/setApprover', choose)
    expect((await decide('wang', first.recordId, true)).code).toBe(Code.approvalClosed)
    // Never to the sender, never to who is not there.
    for (const to of ['wei@yanshu.test', 'nobody@yanshu.test', 'zhao@yanshu.test']) {
      expect(await as('zhao').refused('POST', 'mail/main/approval/handOn', { recordId: first.recordId, to })).toBe(
        Code.approverNotFound,
      )
    }
    await as('zhao').post('mail/main/approval/handOn', { recordId: first.recordId, to: 'admin@yanshu.test' })
    expect((await detail('wei', first.recordId)).waitsFor).toEqual(['admin'])
    await as('wei').post('mail/main/approval/remind', { recordId: first.recordId })
    expect(await as('wei').refused('POST', 'mail/main/approval/remind', { recordId: first.recordId })).toBe(
      Code.tooManyRequests,
    )
    await jobsOf(server.context).runDue(approvalJobs)
    await server.dispatcher.runDue()
    expect((await server.mailsOf(id('admin'))).map(({ subject }) => subject)).toEqual(['待审批：合同草案'])

    expect(await as('zhao').refused('POST', 'mail/main/approval/withdraw', { recordId: first.recordId })).toBe(
      Code.notFound,
    )
    const { mailId } = await as('wei').post('mail/main/approval/withdraw', { recordId: first.recordId })
    expect(mailId).not.toBeNull()
    expect((await server.mailsOf(id('wei'), 'drafts')).map(({ subject }) => subject)).toEqual(['合同草案'])
    expect((await decide('admin', first.recordId, true)).code).toBe(Code.approvalClosed)
    // What was taken back is its writer's alone.
    expect(await detail('admin', first.recordId)).toMatchObject({ state: 'withdrawn', mail: null })
    expect((await as('admin').get('mail/main/approval/unapprovedCount')).unapproved).toBe(0)
    await server.dispatcher.runDue()
    expect(await inbox()).toEqual([])
  })

  test('given a mail that is taken back or dropped in another way, then its record is withdrawn with it', async () => {
    await byWords([levelOf([id('wang')])])
    const { recordId } = await sent()
    const row = await server.context.store.db.selectFrom('outgoing').select('id').where('held_step', '=', 'approval')
    const { id: sendId } = await row.executeTakeFirstOrThrow()
    await as('wei').post('mail/email/cancel', { sendId })
    expect((await detail('wei', recordId)).state).toBe('withdrawn')
    expect((await decide('wang', recordId, true)).code).toBe(Code.approvalClosed)
    const second = await sent('合同二')
    await deleteAccount(server.context, 'wei@yanshu.test')
    const left = await server.context.store.db
      .selectFrom('approval_record')
      .select(['state', 'account_id', 'applicant'])
      .where('id', '=', second.recordId)
      .execute()
    expect(left).toEqual([{ state: 'withdrawn', account_id: null, applicant: expect.stringContaining('wei') }])
  })

  test('given two decisions, or a decision and a withdrawal at once, then one of them holds and the mail leaves once or not at all', async () => {
    await byWords([levelOf([id('wang'), id('zhao')])])
    const one = await sent('合同一')
    const answers = await Promise.all([decide('wang', one.recordId, true), decide('zhao', one.recordId, false)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, Code.approvalClosed])
    const two = await sent('合同二')
    const both = await Promise.all([
      decide('wang', two.recordId, true),
      as('wei').attempt('mail/main/approval/withdraw', { recordId: two.recordId }),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, Code.approvalClosed])
    // The same over two servers.
    const store = await openStore(server.context.config.database)
    const other = mailTransportOf({ ...server.context, store, runtime: createRuntime() })
    other.submission.register([approvalStep])
    await Promise.all([server.dispatcher.runDue(), other.dispatcher.runDue()])
    const passed = [answers[0]?.code === 200 ? '合同一' : '', both[0]?.code === 200 ? '合同二' : '']
    expect((await inbox()).toSorted()).toEqual(passed.filter((subject) => subject !== '').toSorted())
    await other.dispatcher.stop()
    await store.close()
  })

  test('given rules that change while mails are judged, then each mail is held as its rule was, or leaves, once', async () => {
    const subjects = ['合同一', '合同二', '合同三', '合同四']
    for (const [at, subject] of subjects.entries()) {
      const ruleId = await byWords([levelOf([id('wang')])])
      await as('wei').post('mail/email/send', sending({ subject }))
      server.wait(UNDO_SEND_MS)
      const change = () =>
        at % 2 === 0
          ? as('admin').post('mail/main/approval/rule/delete', { ruleId })
          : saveRule(ruleWith([levelOf([id('zhao')])], { ruleId, name: '改过', conditions: { words: ['合同'] } }))
      await Promise.all([server.dispatcher.runDue(), change()])
      server.wait(HOUR)
      await server.dispatcher.runDue()
      if (at % 2 === 1) await as('admin').post('mail/main/approval/rule/delete', { ruleId })
    }
    const { list } = await as('wei').get('mail/main/approval/userApprovalList')
    for (const { waitsFor } of list) expect([['wang'], ['zhao']]).toContainEqual(waitsFor)
    expect([...list.map(({ subject }) => subject), ...(await inbox())].toSorted()).toEqual(subjects.toSorted())
  })

  test('given nobody decides in working time, then the next level, the stand-in, sending or refusing follows', async () => {
    const late = levelOf([id('wang')], { hours: 4 })
    await byWords([
      { ...late, onTimeout: 'standIn', standInId: id('zhao') },
      levelOf([id('admin')], { hours: 4, onTimeout: 'send' }),
    ])
    const first = await sent()
    expect(first.dueAt).toBe(server.context.now() + 4 * HOUR)
    const run = async (hours: number) => {
      server.wait(hours * HOUR)
      await jobsOf(server.context).runDue(approvalJobs)
      await server.dispatcher.runDue()
    }
    await run(3)
    expect((await detail('wei', first.recordId)).waitsFor).toEqual(['wang'])
    await run(1)
    expect(await detail('wei', first.recordId)).toMatchObject({ waitsFor: ['zhao'], level: 0 })
    // Four hours more, of which the night between them is no part.
    await run(8)
    expect((await detail('wei', first.recordId)).waitsFor).toEqual(['zhao'])
    await run(16)
    expect(await detail('wei', first.recordId)).toMatchObject({ waitsFor: ['admin'], level: 1 })
    await run(72)
    expect(await detail('wei', first.recordId)).toMatchObject({ state: 'passed' })
    expect(await inbox()).toEqual(['合同草案'])
    const kinds = (await detail('wei', first.recordId)).history.map(({ kind }) => kind)
    expect(kinds).toEqual(['submitted', 'stand-in', 'next-level', 'timed-out-sent'])
  })

  test('given the sender is an approver, their own delegate or head, then others decide, in the end the administrators', async () => {
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'wang@yanshu.test')
    await byWords([levelOf([id('wei'), id('wang')])])
    expect((await sent()).waitsFor).toEqual(['wang'])
    // A delegate decides neither about what they may have written, nor in the place of the owner.
    const login = await as('wang').post('user/account/switch', { account: 'office@yanshu.test' })
    const office = new TestClient(server.url, login)
    await office.post('mail/email/send', sending({ subject: '合同三' }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await office.get('mail/main/approval/userApprovalList')
    expect(list.map(({ waitsFor }) => waitsFor)).toEqual([['wei']])
    // A person who uses the mailbox of an approver.
    const row = list[0]?.recordId ?? 0
    expect((await office.attempt('mail/main/approval/decide', await deciding(row, true))).code).not.toBe(200)
    // An approver who is gone.
    await deleteAccount(server.context, 'wei@yanshu.test')
    await jobsOf(server.context).start()
    server.wait(11 * 60_000)
    await jobsOf(server.context).runDue(approvalJobs)
    const { list: after } = await office.get('mail/main/approval/userApprovalList')
    expect(after.map(({ waitsFor }) => waitsFor)).toEqual([['admin']])
  })

  test('given a letter that is written, then what is said before sending is what happens', async () => {
    await byWords([levelOf([id('wang')], { hours: 4 })])
    const letter = { to: ['li.na@yanshu.test'], subject: '合\u200b同', html: '<p>x</p>', fileIds: [] }
    const { held } = await as('wei').post('mail/main/approval/preview', letter)
    expect(held).toMatchObject({ ruleName: '合同', deciders: ['wang'], levels: 1, usualMinutes: null })
    expect((await as('wei').post('mail/main/approval/preview', { ...letter, subject: '你好' })).held).toBeNull()
    // What it names as a way out is one.
    await byWords([levelOf([id('zhao')])], { conditions: { to: 'outside', outsideHours: true } })
    const both = { ...letter, to: ['li.na@yanshu.test', 'buyer@partner.example'] }
    server.wait(10 * HOUR)
    const morning = Date.UTC(2026, 10, 27, 1)
    expect((await as('wei').post('mail/main/approval/preview', both)).held?.ways).toMatchObject([
      { zh: '去掉“合同”并去掉外部收件人 buyer@partner.example', sendAt: null },
      { zh: '去掉“合同”并在工作时间内发送', sendAt: morning },
    ])
    for (const changed of [{ to: letter.to }, { sendAt: morning }])
      expect(
        (await as('wei').post('mail/main/approval/preview', { ...both, subject: '你好', ...changed })).held,
      ).toBeNull()
    await sent('关于合　同').catch(() => {})
    const tried = await as('admin').post('mail/main/approval/rule/try', ruleWith([levelOf([id('wang')])]))
    expect(tried).toMatchObject({ caught: 1, looked: 1, sentence: { zh: '所有人发出的每封邮件，由wang审批。' } })
    expect(await as('wei').refused('GET', 'mail/main/approval/rule/list')).toBe(Code.forbidden)
    expect(await as('wei').refused('POST', 'mail/main/approval/rule/save', ruleWith([levelOf([id('wei')])]))).toBe(
      Code.forbidden,
    )
  })
})
