import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { approvalJobs } from './approvalJobs.ts'

test.each(engines)(
  'given a link in the mail to an approver, then it opens the record for them once, and decides nothing, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true, webUrl: 'https://mail.example.org/' })
    server.stopClock()
    const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    const wangId = await server.addUser('wang')
    const [wei, wang, zhao] = [
      await server.as(await server.addUser('wei')),
      await server.as(wangId),
      await server.as(await server.addUser('zhao')),
    ]
    await server.addUser('li.na')
    await withApproval(server)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([wangId])]))
    /** Sends a letter, and answers its record and the token of the newest mail about it. */
    const linked = async () => {
      await wei.post('mail/email/send', sending({ subject: '合同' }))
      server.wait(UNDO_SEND_MS)
      await server.dispatcher.runDue()
      await jobsOf(server.context).runDue(approvalJobs)
      await server.dispatcher.runDue()
      const { list } = await wei.get('mail/main/approval/userApprovalList', { pageSize: 1 })
      const texts = (await server.mailsOf(wangId)).map(({ text }) => text)
      const tokens = texts.flatMap((text) => /#\/appreply\/link\/([\w-]{43})/.exec(text)?.[1] ?? [])
      return { recordId: list[0]?.recordId ?? 0, tokens }
    }
    const open = (who: TestClient, token: string) => who.attempt('mail/main/approval/open', { token })
    const first = await linked()
    const [token = ''] = first.tokens
    const kept = await server.context.store.db.selectFrom('approval_link').select('token_hash').execute()
    expect(kept).toEqual([{ token_hash: expect.not.stringContaining(token) }])
    for (const other of [zhao, wei]) expect((await open(other, token)).code).toBe(Code.notFound)
    expect((await open(wang, 'x'.repeat(32))).code).toBe(Code.notFound)
    // Thirty at once: one of them opens it.
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(wang, token)))
    expect(answers.filter(({ code }) => code === 200).map(({ data }) => data)).toEqual([{ recordId: first.recordId }])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, Code.approvalClosed]))
    expect((await wang.get('mail/main/approval/detail', { recordId: first.recordId })).state).toBe('pending')

    // It ends with the record, also when that is taken back.
    const second = await linked()
    const last = second.tokens.find((one) => one !== token) ?? ''
    await wei.post('mail/main/approval/withdraw', { recordId: second.recordId })
    expect((await open(wang, last)).code).toBe(Code.notFound)
    const left = await server.context.store.db.selectFrom('approval_link').select('record_id').execute()
    expect(left).toEqual([{ record_id: first.recordId }])

    // In the mailbox of another person a link is not opened.
    await server.addUser('office', { accountType: 2 })
    await grantMailbox(server.context, 'office@yanshu.test', 'wang@yanshu.test')
    const login = await wang.post('user/account/switch', { account: 'office@yanshu.test' })
    expect((await open(new TestClient(server.url, login), token)).code).toBe(Code.ownerOnly)
    await server.stop()
  },
)
