import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('mail groups, on %s', (engine) => {
  let server: TestServer
  let admin: TestClient
  let li: TestClient
  let stranger: TestClient
  let deptId: number
  let groupId: number
  const ADDRESS = 'team@yanshu.test'
  beforeAll(async () => {
    server = await startTestServer({ engine })
    const top = await createDepartment(server.context, { name: '研发中心', parentId: null })
    deptId = await createDepartment(server.context, { name: '前端组', parentId: top })
    await server.addUser('admin', { isAdmin: true })
    await server.addUser('li.na', { name: '李娜' })
    await server.addUser('zhang.wei', { name: '张伟', deptId })
    await server.addUser('stranger')
    admin = await server.login('admin')
    li = await server.login('li.na')
    stranger = await server.login('stranger')
    const made = await admin.post('contact/mailgroup/save', {
      address: 'Team@yanshu.test',
      groupName: '前端项目组',
      senders: 'permitted',
    })
    groupId = made.groupId
    expect(made).toMatchObject({ address: ADDRESS, members: 0, manages: true, writes: true })
    await admin.post('contact/mailgroup/people', {
      groupId,
      role: 'member',
      add: ['li.na@yanshu.test', 'nobody@elsewhere.example'],
      addDepartments: [top],
    })
  })
  afterAll(() => server.stop())

  const inboxOf = async (account: string) => {
    const client = await server.login(account)
    const { folderList } = await client.get('mail/main/folder/list')
    const inbox = folderList.find(({ role }) => role === 'inbox')
    const { list } = await client.get('mail/email/mailbox/list', { mailboxId: inbox?.folderId ?? 0 })
    return list.map(({ subject }) => subject)
  }
  const send = (client: TestClient, subject: string) =>
    client.raw('POST', 'mail/email/send', {
      body: sending({ requestId: `group-${subject}`, subject, to: [{ name: '', address: ADDRESS }] }),
    })

  /** Runs everything that is due. */
  const settle = async () => {
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
    await server.dispatcher.runDue()
  }

  test('whoever may write reaches every member once, those of a department below too', async () => {
    expect((await send(admin, '第一封')).envelope.code).toBe(200)
    server.wait(UNDO_SEND_MS)
    await settle()
    expect(await inboxOf('li.na')).toContain('第一封')
    expect((await inboxOf('zhang.wei')).filter((subject) => subject === '第一封')).toHaveLength(1)
    expect(await inboxOf('stranger')).toEqual([])
    expect((await admin.get('contact/mailgroup/detail', { groupId })).members).toBe(2)
  })

  test('a member who is not permitted is refused by name of the group, and may write once permitted', async () => {
    expect((await send(li, '不行')).envelope.code).toBe(Code.recipientsRefused)
    const add = ['Li.Na@yanshu.test', 'Somebody@partner.example']
    expect(await admin.post('contact/mailgroup/people', { groupId, role: 'permitted', add })).toEqual({
      unknown: ['somebody@partner.example'],
    })
    expect((await send(li, '可以')).envelope.code).toBe(200)
    expect((await stranger.get('contact/list/suggest', { keyword: 'qianduanxmz' })).list).toEqual([])
    expect((await li.get('contact/list/suggest', { keyword: 'qianduanxmz' })).list).toMatchObject([
      { name: '前端项目组', address: ADDRESS, kind: 'group' },
    ])
  })

  test('somebody else sees, changes and deletes nothing, and makes none', async () => {
    expect((await stranger.get('contact/mailgroup/list')).list).toEqual([])
    expect(await stranger.refused('GET', 'contact/mailgroup/detail', { groupId })).toBe(Code.notFound)
    const change = { groupId, role: 'manager', add: ['stranger@yanshu.test'] }
    for (const client of [stranger, li]) {
      expect(await client.refused('POST', 'contact/mailgroup/people', change)).toBe(Code.forbidden)
      expect(await client.refused('POST', 'contact/mailgroup/delete', { groupId })).toBe(Code.forbidden)
      const group = { groupId, address: ADDRESS, groupName: '改' }
      expect(await client.refused('POST', 'contact/mailgroup/save', group)).toBe(Code.forbidden)
      const other = { address: 'other@yanshu.test', groupName: '新' }
      expect(await client.refused('POST', 'contact/mailgroup/save', other)).toBe(Code.forbidden)
    }
    const seen = await li.get('contact/mailgroup/detail', { groupId })
    expect(seen.people.filter(({ role }) => role === 'permitted')).toEqual([])
  })

  test('given a moderated group, then mail waits with its managers until one lets it through or refuses it', async () => {
    const moderated = {
      groupId,
      address: ADDRESS,
      groupName: '前端项目组',
      senders: 'organisation' as const,
      moderated: true,
    }
    expect(await admin.post('contact/mailgroup/save', moderated)).toMatchObject({ moderated: true, waiting: 0 })
    for (const subject of ['请放行', '请拒绝']) expect((await send(li, subject)).envelope.code).toBe(200)
    server.wait(UNDO_SEND_MS + 1_000)
    admin = await server.login('admin')
    li = await server.login('li.na')
    stranger = await server.login('stranger')
    await settle()
    const { list: waiting } = await admin.get('contact/mailgroup/waiting', { groupId })
    expect(waiting.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['请拒绝', '请放行']))
    expect(await inboxOf('admin')).toEqual(expect.arrayContaining(['请放行', '请拒绝']))
    expect(await inboxOf('zhang.wei')).not.toContain('请放行')
    expect((await admin.get('contact/mailgroup/detail', { groupId })).waiting).toBe(waiting.length)
    expect((await li.get('contact/mailgroup/detail', { groupId })).waiting).toBe(0)
    const idOf = (subject: string) => waiting.find((one) => one.subject === subject)?.waitingId ?? ''
    for (const client of [li, stranger]) {
      expect(await client.refused('GET', 'contact/mailgroup/waiting', { groupId })).toBe(Code.forbidden)
      const call = { groupId, waitingId: idOf('请放行'), letThrough: true }
      expect(await client.refused('POST', 'contact/mailgroup/decide', call)).toBe(Code.forbidden)
    }
    await admin.post('contact/mailgroup/decide', { groupId, waitingId: idOf('请放行'), letThrough: true })
    await admin.post('contact/mailgroup/decide', { groupId, waitingId: idOf('请拒绝'), letThrough: false })
    const again = { groupId, waitingId: idOf('请放行'), letThrough: true }
    expect(await admin.refused('POST', 'contact/mailgroup/decide', again)).toBe(Code.notFound)
    await settle()
    expect(await inboxOf('zhang.wei')).toContain('请放行')
    expect(await inboxOf('zhang.wei')).not.toContain('请拒绝')
    // The colleague who has sent it is notified, and of what was let through not.
    await vi.waitFor(async () => expect(await inboxOf('li.na')).toContain('未通过：请拒绝'), {
      timeout: 20_000,
      interval: 200,
    })
    expect(await inboxOf('li.na')).not.toContain('未通过：请放行')
    expect((await send(admin, '管理员直接发')).envelope.code).toBe(200)
    server.wait(UNDO_SEND_MS + 1_000)
    admin = await server.login('admin')
    li = await server.login('li.na')
    stranger = await server.login('stranger')
    await settle()
    expect(await inboxOf('zhang.wei')).toContain('管理员直接发')
    // A manager who deletes what waits deletes their notice of it: it waits for the other managers, and goes with the group's decision.
    expect((await send(li, '还在等')).envelope.code).toBe(200)
    server.wait(UNDO_SEND_MS + 1_000)
    admin = await server.login('admin')
    await settle()
    const { list } = await admin.get('mail/email/mailbox/list', { role: 'inbox' })
    const mailIds = list.filter(({ subject }) => subject === '还在等').map(({ mailId }) => mailId)
    expect(mailIds).toHaveLength(1)
    await admin.post('mail/email/delete', { mailIds })
    const left = (await admin.get('contact/mailgroup/waiting', { groupId })).list
    const waitingId = left.find(({ subject }) => subject === '还在等')?.waitingId ?? ''
    await admin.post('contact/mailgroup/decide', { groupId, waitingId, letThrough: true })
    await settle()
    expect(await inboxOf('zhang.wei')).toContain('还在等')
    await admin.post('contact/mailgroup/save', { ...moderated, senders: 'permitted', moderated: false })
  })

  test("an address that is somebody's, or in a foreign domain, is refused; the last manager stays", async () => {
    const wanted = { groupName: '新' }
    const taken = { ...wanted, address: 'li.na@yanshu.test' }
    expect(await admin.refused('POST', 'contact/mailgroup/save', taken)).toBe(Code.nameTaken)
    const foreign = { ...wanted, address: 'x@elsewhere.example' }
    expect(await admin.refused('POST', 'contact/mailgroup/save', foreign)).toBe(Code.badRequest)
    const { people } = await admin.get('contact/mailgroup/detail', { groupId })
    const remove = people.flatMap(({ role, accountId }) => (role === 'manager' && accountId ? [accountId] : []))
    expect(await admin.refused('POST', 'contact/mailgroup/people', { groupId, role: 'manager', remove })).toBe(
      Code.badRequest,
    )
  })

  test('a manager who may not make groups changes one, and keeps its address', async () => {
    await admin.post('contact/mailgroup/people', { groupId, role: 'manager', add: ['li.na@yanshu.test'] })
    const group = { groupId, address: ADDRESS, groupName: '前端项目组', senders: 'permitted', note: '例会' } as const
    expect(await li.post('contact/mailgroup/save', group)).toMatchObject({ note: '例会' })
    const renamed = { ...group, address: 'caiwu@yanshu.test' }
    expect(await li.refused('POST', 'contact/mailgroup/save', renamed)).toBe(Code.forbidden)
    expect((await admin.post('contact/mailgroup/save', renamed)).address).toBe('caiwu@yanshu.test')
    await admin.post('contact/mailgroup/save', group)
    const { people } = await admin.get('contact/mailgroup/detail', { groupId })
    const remove = people.flatMap(({ role, address, accountId }) =>
      role === 'manager' && address === 'li.na@yanshu.test' && accountId ? [accountId] : [],
    )
    await admin.post('contact/mailgroup/people', { groupId, role: 'manager', remove })
  })

  test('the flags of the index data follow the role in a group', async () => {
    const flags = async (client: TestClient) => {
      const { adminMailgroupFlag, authMailgroupFlag } = await client.post('mail/main/index', {})
      return [adminMailgroupFlag, authMailgroupFlag]
    }
    expect(await flags(admin)).toEqual([true, true])
    expect(await flags(li)).toEqual([false, true])
    expect(await flags(stranger)).toEqual([false, false])
  })
})
