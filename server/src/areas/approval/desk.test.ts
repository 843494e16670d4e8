import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { transact } from '../../store/database/transact.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'

describe.each(engines)('the desk of an approver, on %s', (engine) => {
  let server: TestServer
  const ids: Record<string, number> = {}
  const people: Record<string, TestClient> = {}
  const id = (name: string) => ids[name] ?? 0
  const as = (name: string) => people[name] ?? server.anybody

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    for (const name of ['admin', 'wei', 'li.na', 'wang', 'zhao']) {
      ids[name] = await server.addUser(name, { isAdmin: name === 'admin' })
      people[name] = await server.as(id(name))
    }
    await withApproval(server)
    const rule = ruleWith([levelOf([id('wang'), id('zhao')])], { conditions: { words: ['合同', '金额'] } })
    await as('admin').post('mail/main/approval/rule/save', rule)
  })
  afterEach(() => server.stop())

  const send = async (more: Parameters<typeof sending>[0]) => {
    const sent = await as('wei').post('mail/email/send', sending(more))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { list } = await as('wei').get('mail/main/approval/userApprovalList', { pageSize: 1 })
    return { ...sent, recordId: list[0]?.recordId ?? 0 }
  }
  const detail = (name: string, recordId: number) => as(name).get('mail/main/approval/detail', { recordId })
  const decide = async (name: string, recordId: number, pass: boolean, comment = '') => {
    const { hash } = await detail(name, recordId)
    await as(name).post('mail/main/approval/decide', { recordId, hash, pass, comment })
    await server.dispatcher.runDue()
  }

  test('given a mail that was rejected and is handed in again, then it is shown beside its version before, to whom it had reached', async () => {
    const first = await send({ subject: '合同草案', html: '<p>金额一百万元</p>' })
    expect(await detail('wang', first.recordId)).toMatchObject({
      mayCompare: false,
      earlier: [],
      hits: [
        { word: '合同', in: ['subject'] },
        { word: '金额', in: ['text'] },
      ],
    })
    await decide('wang', first.recordId, false, '金额不对')
    const { mailId } = await as('wei').post('mail/main/approval/again', { recordId: first.recordId })
    const to = [{ name: '', address: 'admin@yanshu.test' }]
    const second = await send({ mailId, subject: '合同草案', html: '<p>金额二百万元</p>', to })
    for (const name of ['wang', 'zhao', 'wei']) {
      expect((await detail(name, second.recordId)).mayCompare).toBe(true)
      expect(await as(name).get('mail/main/approval/difference', { recordId: second.recordId })).toEqual({
        before: { subject: '合同草案', text: '金额一百万元', to: ['li.na@yanshu.test'], files: [] },
        after: { subject: '合同草案', text: '金额二百万元', to: ['admin@yanshu.test'], files: [] },
      })
    }
    const ask = { recordId: second.recordId }
    expect(await as('li.na').refused('GET', 'mail/main/approval/difference', ask)).toBe(Code.notFound)
    expect(await as('wei').refused('GET', 'mail/main/approval/difference', { recordId: first.recordId })).toBe(
      Code.notFound,
    )
    // What was taken back before any decision is its sender's alone.
    await as('wei').post('mail/main/approval/withdraw', ask)
    const [draft] = await server.mailsOf(id('wei'), 'drafts')
    const third = await send({ mailId: draft?.mailId ?? 0, subject: '合同草案', html: '<p>金额三百万元</p>' })
    expect((await detail('wei', third.recordId)).mayCompare).toBe(true)
    expect((await detail('wang', third.recordId)).mayCompare).toBe(false)
    expect(await as('wang').refused('GET', 'mail/main/approval/difference', { recordId: third.recordId })).toBe(
      Code.notFound,
    )
  })

  test('given an answer in a conversation about which it was decided before, then the earlier decisions stand beside it', async () => {
    const first = await send({ subject: '合同', to: [{ name: '', address: 'wang@yanshu.test' }] })
    await decide('zhao', first.recordId, true, '可以')
    const [copy] = await server.mailsOf(id('wei'), 'sent')
    const answer = await send({ kind: 'replyAll', sourceMailId: copy?.mailId ?? 0, subject: 'Re: 合同' })
    const earlier = [{ recordId: first.recordId, state: 'passed', subject: '合同', by: 'zhao', comment: '可以' }]
    expect((await detail('zhao', answer.recordId)).earlier).toMatchObject(earlier)
    expect((await detail('wei', answer.recordId)).earlier).toMatchObject(earlier)
    const other = await send({ subject: '合同二' })
    expect((await detail('zhao', other.recordId)).earlier).toEqual([])
  })

  test('given a question of an approver, then its sender is written to, answers, and the mail goes on waiting', async () => {
    const { recordId } = await send({ subject: '合同' })
    const note = (name: string, text: string) => as(name).attempt('mail/main/approval/note', { recordId, text })
    expect((await note('li.na', '？')).code).toBe(Code.notFound)
    expect((await note('wang', '  ')).code).not.toBe(200)
    expect(await detail('wei', recordId)).toMatchObject({ mayAnswer: false, mayAsk: false })
    expect((await note('wang', '金额含税吗')).code).toBe(200)
    await jobsOf(server.context).runDue(approvalJobs)
    await server.dispatcher.runDue()
    const [mail] = await server.mailsOf(id('wei'))
    expect([mail?.subject, mail?.text]).toEqual(['审批人提问：合同', expect.stringContaining('金额含税吗')])
    expect(await detail('wei', recordId)).toMatchObject({ mayAnswer: true, state: 'pending' })
    expect((await note('wei', '含 6% 税')).code).toBe(200)
    await jobsOf(server.context).runDue(approvalJobs)
    await server.dispatcher.runDue()
    expect((await server.mailsOf(id('wang'))).map(({ subject }) => subject)).toContain('申请人已答复：合同')
    const { history, mayAsk, mayAnswer } = await detail('wang', recordId)
    expect(history.map(({ by, kind, comment }) => `${by} ${kind} ${comment}`).slice(1)).toEqual([
      'wang asked 金额含税吗',
      'wei answered 含 6% 税',
    ])
    expect([mayAsk, mayAnswer]).toEqual([true, false])
    // Who uses the mailbox of an approver asks nothing in their name.
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'zhao@yanshu.test')
    const office = new TestClient(
      server.url,
      await as('zhao').post('user/account/switch', { account: 'office@yanshu.test' }),
    )
    expect((await office.attempt('mail/main/approval/note', { recordId, text: '？' })).code).toBe(Code.notFound)
    await decide('wang', recordId, true)
    expect((await note('wang', '？')).code).toBe(Code.approvalClosed)
    expect((await note('wei', '？')).code).toBe(Code.approvalClosed)
  })

  test('given mail that waits, then the sidebar counts it for both sides, and a window hears of each change of that', async () => {
    const { db } = server.context.store
    const counts = async (name: string) => (await as(name).post('mail/main/index', {})).navCounts
    const changes = async (name: string) => {
      const rows = db.selectFrom('change_log').select('seq').where('account_id', '=', id(name))
      return (await rows.where('kind', '=', 'settings').execute()).length
    }
    const atFirst = await changes('wei')
    const { sendId, recordId } = await send({ subject: '合同' })
    expect(await changes('wei')).toBeGreaterThan(atFirst)
    expect(await counts('wang')).toEqual({ approvals: 1, applications: 0 })
    expect(await counts('wei')).toEqual({ approvals: 0, applications: 1 })
    expect(await counts('li.na')).toEqual({ approvals: 0, applications: 0 })
    // Taken back without approval being asked, decided, and dropped by an operator.
    const ways = [
      () => as('wei').post('mail/email/cancel', { sendId }),
      async () => decide('zhao', (await send({ subject: '合同二' })).recordId, true),
      async () => {
        await send({ subject: '合同三' })
        await transact(server.context, (trx) => trx.deleteFrom('outgoing').where('state', '=', 'held').execute())
      },
    ]
    for (const way of ways) {
      const before = [await changes('wang'), await changes('wei')]
      await way()
      const after = [await changes('wang'), await changes('wei')]
      for (const [at, count] of after.entries()) expect(count).toBeGreaterThan(before[at] ?? 0)
      expect(await counts('wang')).toEqual({ approvals: 0, applications: 0 })
      expect(await counts('wei')).toEqual({ approvals: 0, applications: 0 })
    }
    expect((await detail('wei', recordId)).state).toBe('withdrawn')
    // A person who switched to the mailbox of an approver does not decide there, and is not shown how much waits.
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'wei@yanshu.test')
    await send({ subject: '合同四' })
    const login = await as('wei').post('user/account/switch', { account: 'office@yanshu.test' })
    const office = new TestClient(server.url, login)
    expect((await office.post('mail/main/index', {})).navCounts).toEqual({ approvals: 0, applications: 0 })
  })

  test('given questions of two approvers at once, then none is lost and no more than the limit are written', async () => {
    const { recordId } = await send({ subject: '合同' })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        as(at % 2 === 0 ? 'wang' : 'zhao').attempt('mail/main/approval/note', { recordId, text: `第 ${at} 问` }),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(50)
    const { history } = await detail('wei', recordId)
    expect(history.filter(({ kind }) => kind === 'asked')).toHaveLength(50)
  })
})
