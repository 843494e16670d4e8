import { Code } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const DAY = 24 * 60 * 60 * 1_000

describe.each(engines)('passwords, on %s', (engine) => {
  let gateway: SmsGateway
  let server: TestServer
  beforeAll(async () => {
    gateway = await startSmsGateway()
    server = await startTestServer({ engine, sms: gateway.settings })
    server.stopClock()
  })
  afterAll(async () => {
    await server.stop()
    await gateway.stop()
  })

  test('a new password ends the other logins, not this one, and nothing has to be changed any more', async () => {
    await server.addUser('shan.dan', { name: '单雄信', changePassword: 1 })
    const [here, there] = [await server.login('shan.dan'), await server.login('shan.dan')]
    expect(await here.get('user/info')).toMatchObject({ isChangePassword: 1 })
    // Until then nothing else is answered, whatever a page does.
    const free = httpCalls.filter((call) => call.whilePasswordDue).map(({ path }) => path)
    expect(free.toSorted()).toEqual(['oauth/logout', 'user/info', 'user/password/rules', 'user/update/password'])
    for (const call of httpCalls) {
      if (call.access === 'public' || call.whilePasswordDue) continue
      const path = call.path.replace(/\{\w+\}/g, '1')
      const answer = await here.raw(call.method, path, call.method === 'POST' ? { body: {} } : {})
      expect(answer, call.path).toMatchObject({ status: 403, envelope: { code: Code.passwordDue, data: null } })
    }
    expect((await here.file('file/show/1')).status).toBe(403)
    await here.post('user/update/password', { oldPassword: TEST_PASSWORD, newPassword: 'Grey-Heron-9' })
    await here.get('mail/main/folder/list')
    expect(await here.get('user/info')).toMatchObject({ isChangePassword: 0 })
    expect(await there.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    await server.login('shan.dan', 'Grey-Heron-9')
  })

  test('the rules are the server’s: all readings of the name, the level of the organisation, and the message names what is broken', async () => {
    const id = await server.addUser('dan', { name: '单雄信' })
    const person = await server.login('dan')
    const rules = await person.get('user/password/rules')
    expect(rules).toMatchObject({ level: 1, account: 'dan@yanshu.test' })
    expect(rules.nameReadings[0]).toEqual(expect.arrayContaining(['shan', 'dan']))
    const change = (newPassword: string) =>
      person.raw('POST', 'user/update/password', { body: { oldPassword: TEST_PASSWORD, newPassword } })
    for (const refused of ['ShanXiongXin#7', 'XiongxinDan#7', 'Rx#12345tw', 'Password-2024', 'short7', TEST_PASSWORD]) {
      const answer = await change(refused)
      expect(answer.envelope.code, refused).toBe(Code.passwordRefused)
    }
    expect((await change('ShanXiongXin#7')).envelope.message).toContain('姓名拼音')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'passwordComplexLevel', value: 3, locked: false })
    expect((await change('k7#Rmq2xT')).envelope.message).toContain('长度')
    expect((await change('k7#Rmq2xTw')).status).toBe(200)
  })

  test('a wrong current password is refused without ending the session, and guessing it has to wait', async () => {
    await server.addUser('guesser')
    const person = await server.login('guesser')
    const change = (oldPassword: string) =>
      person.raw('POST', 'user/update/password', { body: { oldPassword, newPassword: 'Grey-Heron-9' } })
    for (let i = 0; i < 5; i++) expect((await change(`wrong-${i}`)).envelope.code).toBe(Code.oldPasswordWrong)
    expect((await change(TEST_PASSWORD)).status).toBe(429)
    expect(await person.get('user/info')).toMatchObject({ account: 'guesser@yanshu.test' })
    server.wait(10_000)
    expect((await change(TEST_PASSWORD)).status).toBe(200)
  })

  test('two windows that change it at once: one does', async () => {
    await server.addUser('twice')
    const [one, two] = [await server.login('twice'), await server.login('twice')]
    const change = (person: typeof one, newPassword: string) =>
      person.raw('POST', 'user/update/password', { body: { oldPassword: TEST_PASSWORD, newPassword } })
    const answers = await Promise.all([change(one, 'Grey-Heron-9'), change(two, 'Wide-Marsh-4')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('who should change it is reminded, and after being asked not to be, in seven days again', async () => {
    await server.addUser('old.one', { changePassword: 2 })
    const person = await server.login('old.one')
    expect(await person.get('user/info')).toMatchObject({ isChangePassword: 2 })
    expect((await person.raw('POST', 'user/password/prompt', { query: { expireDay: 8 }, body: {} })).status).toBe(400)
    expect((await person.raw('POST', 'user/password/prompt', { query: { expireDay: 7 }, body: {} })).status).toBe(200)
    expect(await person.get('user/info')).toMatchObject({ isChangePassword: 0 })
    server.wait(7 * DAY)
    expect(await (await server.login('old.one')).get('user/info')).toMatchObject({ isChangePassword: 2 })
  })

  test('found back by phone: a code, a token for one new password, and every login ends', async () => {
    await server.addUser('forgot', { phone: '13900001111' })
    const open = await server.login('forgot')
    const { recoverId } = await server.anybody.post('password/recover', {
      account: 'forgot',
      way: 'phone',
      to: '139 0000 1111',
    })
    const code = await gateway.codeTo('13900001111')
    const wrong = code === '111111' ? '222222' : '111111'
    expect(await server.anybody.refused('POST', 'sms/verify', { recoverId, code: wrong })).toBe(Code.codeWrong)
    const { editToken, rules } = await server.anybody.post('sms/verify', { recoverId, code })
    expect(rules.account).toBe('forgot@yanshu.test')
    expect(await server.anybody.refused('POST', 'sms/verify', { recoverId, code })).toBe(Code.codeOver)
    expect(await server.anybody.refused('POST', 'password/edit', { editToken, password: 'Forgot#42x' })).toBe(
      Code.passwordRefused,
    )
    await server.anybody.post('password/edit', { editToken, password: 'Grey-Heron-9' })
    expect(await server.anybody.refused('POST', 'password/edit', { editToken, password: 'Wide-Marsh-4' })).toBe(
      Code.codeOver,
    )
    expect(await open.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    await server.login('forgot', 'Grey-Heron-9')
  })

  test('found back by mail: the code goes to the address that stands with the account', async () => {
    const friendId = await server.addUser('friends.box')
    const friend = await server.as(friendId)
    await server.addUser('mailed')
    const person = await server.login('mailed')
    expect(
      await person.refused('POST', 'user/bind/recoveryEmail', {
        email: 'friends.box@yanshu.test',
        password: 'wrong-one',
      }),
    ).toBe(Code.oldPasswordWrong)
    expect(
      await person.refused('POST', 'user/bind/recoveryEmail', { email: 'mailed@yanshu.test', password: TEST_PASSWORD }),
    ).toBe(Code.badRequest)
    const newestCode = async (count: number) => {
      const { list } = await vi.waitFor(async () => {
        await server.dispatcher.runDue()
        const page = await friend.get('mail/email/mailbox/list', { pageSize: 5 })
        expect(page.list).toHaveLength(count)
        return page
      }, 20_000)
      const mailId = Math.max(...list.map((mail) => mail.mailId))
      const { text } = await friend.post('mail/email/detail', { mailId })
      return /\d{6}/.exec(text ?? '')?.[0] ?? ''
    }
    // Only what is confirmed by a code that went there counts, and only for who began.
    const bind = () =>
      person.post('user/bind/recoveryEmail', { email: 'Friends.Box@yanshu.test', password: TEST_PASSWORD })
    const { bindId } = await bind()
    const bindCode = await newestCode(1)
    expect(await person.get('user/bind/recoveryEmail')).toEqual({ email: '' })
    expect(await friend.refused('POST', 'user/bind/confirm', { bindId, code: bindCode })).toBe(Code.codeOver)
    expect(await person.refused('POST', 'user/bind/confirm', { bindId, code: '000000' })).toBe(Code.codeWrong)
    expect(await server.anybody.refused('POST', 'user/bind/confirm', { bindId, code: bindCode })).toBe(
      Code.tokenInvalid,
    )
    await person.post('user/bind/confirm', { bindId, code: bindCode })
    expect(await person.refused('POST', 'user/bind/confirm', { bindId, code: bindCode })).toBe(Code.codeOver)
    expect(
      (await person.attempt('user/bind/recoveryEmail', { email: 'friends.box@yanshu.test', password: TEST_PASSWORD }))
        .status,
    ).toBe(429)
    server.wait(60_000)
    expect(await person.get('user/bind/recoveryEmail')).toEqual({ email: 'friends.box@yanshu.test' })
    const { recoverId } = await server.anybody.post('password/recover', {
      account: 'mailed',
      way: 'email',
      to: 'friends.box@yanshu.test',
    })
    const code = await newestCode(2)
    const { editToken } = await server.anybody.post('sms/verify', { recoverId, code })
    await server.anybody.post('password/edit', { editToken, password: 'Grey-Heron-9' })
    const later = await server.login('mailed', 'Grey-Heron-9')
    await later.post('user/bind/recoveryEmail', { email: '', password: 'Grey-Heron-9' })
    expect(await later.get('user/bind/recoveryEmail')).toEqual({ email: '' })
  })

  test('whether an account is there, or has that phone, is not told', async () => {
    await server.addUser('secret', { phone: '13500005555' })
    const begin = (account: string, to: string) =>
      server.anybody.raw('POST', 'password/recover', { body: { account, way: 'phone', to } })
    const answers = [await begin('secret', '13500006666'), await begin('nobody.here', '13500007777')]
    for (const { status, envelope } of answers) {
      expect(status).toBe(200)
      expect(Object.keys(envelope.data as object).sort()).toEqual(['recoverId', 'resendIn'])
    }
    expect(gateway.sent.some(({ phone }) => phone.startsWith('1350000'))).toBe(false)
    const unknown = { account: 'secret', way: 'phone', to: '13500008888' } as const
    const { recoverId } = await server.anybody.post('password/recover', unknown)
    for (let i = 0; i < 5; i++)
      expect(await server.anybody.refused('POST', 'sms/verify', { recoverId, code: '000000' })).toBe(Code.codeWrong)
    expect(await server.anybody.refused('POST', 'sms/verify', { recoverId, code: '000000' })).toBe(Code.codeOver)
  })

  test('nobody, wrong types and too much are refused', async () => {
    for (const path of ['user/update/password', 'user/password/prompt', 'user/bind/recoveryEmail']) {
      expect(await server.anybody.refused('POST', path)).toBe(Code.tokenInvalid)
    }
    expect(await server.anybody.refused('GET', 'user/password/rules')).toBe(Code.tokenInvalid)
    expect(await server.anybody.refused('POST', 'password/recover', { account: 'x', way: 'pigeon', to: 'y' })).toBe(
      Code.badRequest,
    )
    expect(
      await server.anybody.refused('POST', 'password/edit', { editToken: 'made-up', password: 'Grey-Heron-9' }),
    ).toBe(Code.codeOver)
    expect(await server.anybody.refused('POST', 'sms/verify', { recoverId: 'x', code: 'x'.repeat(10_000_000) })).toBe(
      Code.tooLarge,
    )
  })
})
