import { expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { TestClient } from '../../testing/testClient.ts'
import { startTestServer } from '../../testing/testServer.ts'

test('the index settings carry what a person is beside a user, an administrator in their own mailbox alone', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const adminId = await server.addUser('admin', { isAdmin: true })
  const admin = await server.as(adminId)
  const liNa = await server.as(await server.addUser('li.na'))
  const rolesOf = async (person: TestClient) => (await person.post('mail/main/index', {})).roles
  expect(await rolesOf(admin)).toEqual(['administrator', 'groupManager'])
  expect(await rolesOf(liNa)).toEqual([])

  const { groupId } = await admin.post('contact/mailgroup/save', { groupName: '公告', address: 'news@yanshu.test' })
  await admin.post('contact/mailgroup/people', { groupId, role: 'manager', add: ['li.na@yanshu.test'] })
  expect(await rolesOf(liNa)).toEqual(['groupManager'])

  await server.addUser('service', { accountType: 2 })
  await grantMailbox(server.context, 'service@yanshu.test', 'admin@yanshu.test')
  const login = await admin.post('user/account/switch', { account: 'service@yanshu.test' })
  expect(await rolesOf(new TestClient(server.url, login))).toEqual([])
  await server.stop()
})
