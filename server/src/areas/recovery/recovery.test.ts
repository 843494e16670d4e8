import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { totpCode, totpStep } from '../second-factor/totp.ts'

const NEW_PASSWORD = 'Grey-Heron-9'

describe.each(engines)('a forgotten password, on %s', (engine) => {
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
    await server.anybody.post('password/edit', { editToken, password: NEW_PASSWORD })
    expect(await server.anybody.refused('POST', 'password/edit', { editToken, password: 'Wide-Marsh-4' })).toBe(
      Code.codeOver,
    )
    expect(await open.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    await server.login('forgot', NEW_PASSWORD)
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
    // Reading it is no change: the pages of other windows would read it again, and so on without end.
    const numbers = () => server.context.store.db.selectFrom('account').select(['address', 'change_seq']).execute()
    const before = await numbers()
    expect(await person.get('user/bind/recoveryEmail')).toEqual({ email: 'friends.box@yanshu.test' })
    expect(await numbers()).toEqual(before)
    const { recoverId } = await server.anybody.post('password/recover', {
      account: 'mailed',
      way: 'email',
      to: 'friends.box@yanshu.test',
    })
    const code = await newestCode(2)
    const { editToken } = await server.anybody.post('sms/verify', { recoverId, code })
    await server.anybody.post('password/edit', { editToken, password: NEW_PASSWORD })
    const later = await server.login('mailed', NEW_PASSWORD)
    await later.post('user/bind/recoveryEmail', { email: '', password: NEW_PASSWORD })
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

  /** An account with a phone and second steps; answers what opens them. */
  async function secured(account: string, phone: string, { totp = false, sms = false }) {
    await server.addUser(account, { phone })
    const person = await server.login(account)
    let app = { secret: '', recoveryCodes: [] as string[] }
    if (totp) {
      const { enrolId, secret } = await person.post('user/totp/begin', { password: TEST_PASSWORD })
      const code = totpCode(secret, totpStep(server.context.now()))
      app = { secret, ...(await person.post('user/totp/confirm', { enrolId, code })) }
    }
    if (sms) await person.post('user/totp/sms', { password: TEST_PASSWORD, on: true })
    return { person, ...app }
  }
  const edited = (body: object) => server.anybody.raw('POST', 'password/edit', { body })
  const begin = async (account: string, phone: string) => {
    const { recoverId } = await server.anybody.post('password/recover', { account, way: 'phone', to: phone })
    return { recoverId, code: await gateway.codeTo(phone) }
  }
  const logIn = (account: string, password: string) =>
    server.anybody.raw('POST', 'mail/apilogin/userLogin', { body: { account, password } })
  const next = (secret: string) => {
    server.wait(30_000)
    return totpCode(secret, totpStep(server.context.now()))
  }

  test('a phone that is the second step too replaces no password by itself', async () => {
    const phone = '13500002001'
    const { person } = await secured('texted', phone, { sms: true })
    expect(await server.anybody.refused('POST', 'sms/verify', await begin('texted', phone))).toBe(Code.phoneAlone)
    expect(await person.get('user/info')).toMatchObject({ account: 'texted@yanshu.test' })
    expect(await logIn('texted', NEW_PASSWORD)).toMatchObject({ status: 401 })
  })

  test('short messages that are turned on while a password is replaced count', async () => {
    const phone = '13500002002'
    const { person } = await secured('turned.on', phone, {})
    const { editToken, second } = await server.anybody.post('sms/verify', await begin('turned.on', phone))
    expect(second).toEqual([])
    await person.post('user/totp/sms', { password: TEST_PASSWORD, on: true })
    expect(await server.anybody.refused('POST', 'password/edit', { editToken, password: NEW_PASSWORD })).toBe(
      Code.phoneAlone,
    )
  })

  test('beside the phone the app or a recovery code is asked for; a refused password uses none up', async () => {
    const phone = '13500002003'
    const { secret, recoveryCodes } = await secured('both', phone, { totp: true, sms: true })
    const { editToken, second, rules } = await server.anybody.post('sms/verify', await begin('both', phone))
    expect({ second, account: rules.account }).toEqual({ second: ['totp', 'recovery'], account: 'both@yanshu.test' })
    const edit = (password: string, shown?: { method: 'totp' | 'recovery'; code: string }) =>
      edited({ editToken, password, ...(shown ? { second: shown } : {}) })
    const [recoveryCode = ''] = recoveryCodes
    expect((await edit(NEW_PASSWORD)).envelope.code).toBe(Code.codeWrong)
    expect((await edit(NEW_PASSWORD, { method: 'totp', code: '000000' })).envelope.code).toBe(Code.codeWrong)
    expect((await edit('both', { method: 'recovery', code: recoveryCode })).envelope.code).toBe(Code.passwordRefused)
    expect((await edit(NEW_PASSWORD, { method: 'recovery', code: recoveryCode })).status).toBe(200)
    // By the app too, and a code of the app that has been used is none.
    server.wait(60_000)
    const again = await server.anybody.post('sms/verify', await begin('both', phone))
    const code = next(secret)
    const shown = { method: 'totp', code } as const
    const body = { editToken: again.editToken, password: 'Wide-Marsh-4', second: shown }
    expect((await edited(body)).status).toBe(200)
    expect((await logIn('both', 'Wide-Marsh-4')).status).toBe(200)
  })

  test('guesses at the second code have to wait, over all recoveries and logins that were begun', async () => {
    const phone = '13500002004'
    await secured('guessed', phone, { totp: true, sms: true })
    const statuses: number[] = []
    for (let i = 0; i < 2; i++) {
      const { editToken } = await server.anybody.post('sms/verify', await begin('guessed', phone))
      const second = { method: 'totp', code: '000000' } as const
      for (let k = 0; k < 6; k++) {
        const body = { editToken, password: NEW_PASSWORD, second }
        statuses.push((await edited(body)).status)
      }
      server.wait(60_000)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
  })

  test('with an app alone the phone replaces the password, and the app is asked for at the login', async () => {
    const phone = '13500002005'
    await secured('app', phone, { totp: true })
    const { editToken, second } = await server.anybody.post('sms/verify', await begin('app', phone))
    expect(second).toEqual([])
    await server.anybody.post('password/edit', { editToken, password: NEW_PASSWORD })
    expect(await logIn('app', NEW_PASSWORD)).toMatchObject({
      envelope: { data: { secondVerified: true, methods: ['totp', 'recovery'] } },
    })
  })

  test('without a login, with wrong types or too much, nothing is begun or ended', async () => {
    expect(await server.anybody.refused('POST', 'user/bind/recoveryEmail')).toBe(Code.tokenInvalid)
    expect(await server.anybody.refused('POST', 'password/recover', { account: 'x', way: 'pigeon', to: 'y' })).toBe(
      Code.badRequest,
    )
    expect(
      await server.anybody.refused('POST', 'password/edit', { editToken: 'made-up', password: NEW_PASSWORD }),
    ).toBe(Code.codeOver)
    expect(await server.anybody.refused('POST', 'sms/verify', { recoverId: 'x', code: 'x'.repeat(10_000_000) })).toBe(
      Code.tooLarge,
    )
  })
})
