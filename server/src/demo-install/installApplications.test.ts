import { expect, test } from 'vitest'
import { approvalJobs } from '../areas/approval/index.ts'
import { createDepartment, setDepartmentHeads } from '../store/accounts/accounts.ts'
import { jobsOf } from '../store/jobs/index.ts'
import { withApproval } from '../testing/approvals.ts'
import { startTestServer } from '../testing/testServer.ts'
import { installApplications } from './installApplications.ts'

test('given the switch of approval is turned on in the demonstration, then mails in every state are there, and none was sent', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true, relay: 'smtp://127.0.0.1:9' })
  const rd = await createDepartment(server.context, { name: '研发中心', parentId: null })
  const frontend = await createDepartment(server.context, { name: '前端组', parentId: rd })
  const ids: Record<string, number> = {}
  for (const name of ['admin', 'li.na', 'wang.fang', 'chen.jie', 'zhou.mingyuan', 'zhang.wei']) {
    ids[name] = await server.addUser(name, { isAdmin: name === 'admin', deptId: name === 'zhang.wei' ? frontend : rd })
  }
  await setDepartmentHeads(server.context, rd, [ids['zhou.mingyuan'] ?? 0])
  await setDepartmentHeads(server.context, frontend, [ids['zhang.wei'] ?? 0])
  await installApplications(server.context)
  const fang = await server.as(ids['wang.fang'] ?? 0)
  const wei = await server.as(ids['zhang.wei'] ?? 0)
  expect((await wei.post('mail/main/index', {})).mailApproval).toBe(false)

  await withApproval(server)
  server.wait(40 * 86_400_000)
  await jobsOf(server.context).runDue(approvalJobs)
  await server.dispatcher.runDue()
  expect((await fang.post('mail/main/index', {})).roles).toContain('approver')
  expect((await fang.get('mail/main/approval/approverApprovalList')).counts).toEqual({
    all: 4,
    pending: 2,
    passed: 0,
    rejected: 1,
    withdrawn: 1,
  })
  const { list } = await wei.get('mail/main/approval/userApprovalList')
  expect(list.map(({ state }) => state)).toEqual(['rejected', 'passed'])
  const left = await server.context.store.db.selectFrom('outgoing').select('state').execute()
  expect(left.map(({ state }) => state).toSorted()).toEqual(['held', 'held', 'refused', 'refused', 'taken-back'])
  expect(await server.mailsOf(ids['wang.fang'] ?? 0)).toEqual([])
  expect(await server.mailsOf(ids['zhang.wei'] ?? 0)).toEqual([])

  // One that waits leaves as any other does.
  const jie = await server.as(ids['chen.jie'] ?? 0)
  const [waiting] = (await jie.get('mail/main/approval/userApprovalList', { state: 'pending' })).list
  const recordId = waiting?.recordId ?? 0
  const { hash, mail } = await fang.get('mail/main/approval/detail', { recordId })
  expect(mail?.html).toContain('二期采购合同')
  const decision = { recordId, hash, pass: false, comment: '请补充附件' }
  expect((await fang.post('mail/main/approval/decide', decision)).state).toBe('rejected')
  await server.stop()
})
