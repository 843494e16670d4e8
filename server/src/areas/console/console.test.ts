import { Code } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'

test.each(engines)('an administrator gets a link to the console whose token works once, on %s', async (engine) => {
  const server = await startTestServer({ engine, still: true, consoleUrl: 'https://console.example/manage?tab=users' })
  server.stopClock()
  const adminId = await server.addUser('admin', { name: '管理员', isAdmin: true })
  const admin = await server.as(adminId)
  const other = await server.as(await server.addUser('li.na'))
  expect((await admin.post('mail/main/index', {})).consoleLink).toBe(true)
  const tokenOf = async () => {
    const url = new URL((await admin.post('console/token', {})).url)
    expect([url.origin, url.pathname, url.searchParams.get('tab')]).toEqual([
      'https://console.example',
      '/manage',
      'users',
    ])
    return url.searchParams.get('token') ?? ''
  }
  const token = await tokenOf()
  expect(await server.anybody.post('console/token/verify', { token })).toEqual({
    account: 'admin@yanshu.test',
    userName: '管理员',
  })
  expect(await server.anybody.refused('POST', 'console/token/verify', { token })).toBe(Code.tokenInvalid)

  const late = await tokenOf()
  server.wait(60_001)
  expect(await server.anybody.refused('POST', 'console/token/verify', { token: late })).toBe(Code.tokenInvalid)

  const stale = await tokenOf()
  await server.context.store.db.updateTable('account').set({ is_admin: 0 }).where('id', '=', adminId).execute()
  expect(await server.anybody.refused('POST', 'console/token/verify', { token: stale })).toBe(Code.tokenInvalid)

  expect(await admin.refused('POST', 'console/token')).toBe(Code.forbidden)
  expect(await other.refused('POST', 'console/token')).toBe(Code.forbidden)
  expect(await server.anybody.refused('POST', 'console/token')).toBe(Code.tokenInvalid)
  expect(await server.anybody.refused('POST', 'console/token/verify', { token: 'x'.repeat(101) })).toBe(Code.badRequest)
  await server.stop()
})

test('without a configured console nobody is offered one', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
  expect((await admin.post('mail/main/index', {})).consoleLink).toBe(false)
  expect(await admin.refused('POST', 'console/token')).toBe(Code.notFound)
  await server.stop()
})
