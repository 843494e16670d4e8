import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/testServer.ts'
import { runYanshu } from '../testing/yanshuCommand.ts'

describe('an operator helps somebody in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite', still: true })
  })
  afterAll(() => server.stop())
  const yanshu = (...args: string[]) => runYanshu(server.context.config, ['user', ...args])

  test('a password that must be changed, an address for a forgotten one, and the end of a second step', async () => {
    const id = await server.addUser('li.na')
    const person = await server.as(id)
    expect(await yanshu('must-change', 'li.na@yanshu.test', 'now')).toMatchObject({ code: 0 })
    expect(await person.get('user/info')).toMatchObject({ isChangePassword: 1 })
    expect(await person.refused('GET', 'mail/main/folder/list')).toBe(Code.passwordDue)
    expect(await yanshu('must-change', 'li.na@yanshu.test', 'no')).toMatchObject({ code: 0 })
    expect((await yanshu('must-change', 'li.na@yanshu.test', 'later')).err).toContain('expected now, soon or no')

    expect(await yanshu('recovery-email', 'li.na@yanshu.test', 'Lina@Example.net')).toMatchObject({ code: 0 })
    expect(await person.get('user/bind/recoveryEmail')).toEqual({ email: 'lina@example.net' })

    await server.context.store.db
      .insertInto('second_factor')
      .values({ account_id: id, totp_secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
      .execute()
    const logIn = () => person.post('mail/apilogin/userLogin', { account: 'li.na', password: TEST_PASSWORD })
    expect((await logIn()).secondVerified).toBe(true)
    expect(await yanshu('reset-second-step', 'li.na@yanshu.test')).toMatchObject({ code: 0 })
    expect((await logIn()).secondVerified).toBe(false)
    expect(await person.refused('POST', 'user/totp/recoveryCodes', { password: TEST_PASSWORD })).toBe(Code.notFound)
  }, 120_000)
})
