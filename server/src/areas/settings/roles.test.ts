import { expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
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

test.each(engines)(
  'what goes out of a mailbox by itself is named while it is on, forwarding to its owner alone, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    server.stopClock()
    const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
    const serviceId = await server.addUser('service', { accountType: 2 })
    const owner = await server.as(serviceId)
    await grantMailbox(server.context, 'service@yanshu.test', 'admin@yanshu.test')
    const delegate = new TestClient(
      server.url,
      await admin.post('user/account/switch', { account: 'service@yanshu.test' }),
    )
    const goesOut = async (person: TestClient) => (await person.post('mail/main/index', {})).automaticMail
    expect(await goesOut(owner)).toBeNull()

    const now = server.context.now()
    const draft = { subject: '', inside: '<p>休假</p>', outsideTo: 'all' as const, outside: '' }
    const period = { startAt: null, endAt: now + 60_000 }
    await owner.post('mail/main/generalConfig/saveReply', { ...draft, ...period, enabled: true })
    await owner.post('mail/main/generalConfig/forward/add', { address: 'admin@yanshu.test' })
    await owner.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: true })
    expect(await goesOut(owner)).toEqual({ reply: period, forwards: ['admin@yanshu.test'] })
    expect(await goesOut(delegate)).toEqual({ reply: period, forwards: [] })
    expect(await goesOut(admin)).toBeNull()

    server.wait(60_000)
    expect(await goesOut(delegate)).toBeNull()
    expect(await goesOut(owner)).toEqual({ reply: null, forwards: ['admin@yanshu.test'] })
    await setSwitch(
      server.context,
      { scope: 'user', id: serviceId },
      { name: 'autoForwardEnable', value: false, locked: true },
    )
    expect(await goesOut(owner)).toBeNull()
    await server.stop()
  },
)
