import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/testServer.ts'
import { runYanshuHere } from '../testing/yanshuCommand.ts'

describe('an operator helps somebody in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite', still: true })
  })
  afterAll(() => server.stop())
  const yanshu = (...args: string[]) => runYanshuHere(server.context.config, ['user', ...args])

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

  test('a new password and a disabled account end the authorization codes, and enabling brings none back', async () => {
    const id = await server.addUser('zhang.wei')
    const left = async () => {
      const person = await server.as(id)
      return (await person.get('user/password/rules')).codes.map(({ name }) => name)
    }
    const make = async (name: string) =>
      (await server.as(id)).get('user/client/generatePassword', { name, scopes: 'carddav' })
    await make('before the reset')
    const passwd = ['user', 'passwd', 'zhang.wei@yanshu.test']
    expect(await runYanshuHere(server.context.config, passwd, 'Grey-Heron-58\n')).toMatchObject({ code: 0 })
    expect(await left()).toEqual([])
    await make('before the account was disabled')
    expect(await left()).toHaveLength(1)
    expect(await yanshu('disable', 'zhang.wei@yanshu.test')).toMatchObject({ code: 0 })
    expect(await yanshu('enable', 'zhang.wei@yanshu.test')).toMatchObject({ code: 0 })
    expect(await left()).toEqual([])
    await server.login('zhang.wei', 'Grey-Heron-58')
  }, 120_000)

  test('an automatic reply for somebody who cannot set it, until a day, and off again', async () => {
    const person = await server.as(await server.addUser('wang.fang'))
    const of = () => person.get('mail/main/generalConfig/getReply')
    const reply = (...args: string[]) => yanshu('auto-reply', 'wang.fang@yanshu.test', ...args)
    expect(await reply('--text', '病假 <1 天>', '--until', '2030-01-02T18:00+08:00')).toMatchObject({ code: 0 })
    const endAt = Date.parse('2030-01-02T18:00+08:00')
    expect(await of()).toMatchObject({ enabled: true, inside: '<p>病假 &lt;1 天&gt;</p>', endAt })
    expect((await person.get('mail/log/changes')).list.map(({ kind }) => kind)).toEqual(['replyByAdmin'])
    expect((await reply()).err).toContain('--text')
    expect((await reply('--text', 'x', '--until', 'soon')).err).toContain('expected a time')
    expect((await yanshu('auto-reply', 'nobody@yanshu.test', '--off')).err).toContain('There is no account')
    expect(await reply('--off')).toMatchObject({ code: 0 })
    expect((await of()).enabled).toBe(false)
  }, 120_000)
})
