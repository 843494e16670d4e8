import { Code } from '@yanshu/contracts'
import { loginAnswer } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPassword } from '../../store/accounts/accounts.ts'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import { solveChallenge } from '../../testing/solveChallenge.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { totpCode, totpStep } from '../second-factor/totp.ts'

const MINUTE = 60_000

describe.each(engines)('second steps and codes, on %s', (engine) => {
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

  const logIn = async (account: string, password = TEST_PASSWORD) =>
    loginAnswer.parse(await server.anybody.post('mail/apilogin/userLogin', { account, password }))
  const stepOf = async (account: string) => {
    const answer = await logIn(account)
    if (!answer.secondVerified) throw new Error('no second step was asked for')
    return answer
  }
  const verify = (verifyId: string, method: 'totp' | 'sms' | 'recovery' | 'password', code: string) =>
    server.anybody.raw('POST', 'oauth2/verify', { body: { verifyId, method, code } })
  /** Turns codes of an app on, and answers the secret and the recovery codes. */
  async function enrol(person: TestClient) {
    const { enrolId, secret, uri, svg } = await person.post('user/totp/begin', { password: TEST_PASSWORD })
    expect(uri).toContain(secret)
    expect(svg).toContain('<svg')
    const code = totpCode(secret, totpStep(server.context.now()))
    const { recoveryCodes } = await person.post('user/totp/confirm', { enrolId, code })
    return { secret, recoveryCodes }
  }
  const next = (secret: string) => {
    server.wait(30_000)
    return totpCode(secret, totpStep(server.context.now()))
  }

  test('with an app of codes the password alone opens nothing; a code does, once', async () => {
    await server.addUser('totp')
    const { secret } = await enrol(await server.login('totp'))
    const step = await stepOf('totp')
    expect(step).toMatchObject({ methods: ['totp', 'recovery'], phoneEnd: '' })
    expect(JSON.stringify(step)).not.toContain('accessToken')
    expect((await verify(step.verifyId, 'totp', '000000')).envelope.code).toBe(Code.codeWrong)
    const code = next(secret)
    // Two who bring the same code at the same moment, each with a first step of their own.
    const other = await stepOf('totp')
    const answers = await Promise.all([verify(step.verifyId, 'totp', code), verify(other.verifyId, 'totp', code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const opened = loginAnswer.parse(answers.find(({ status }) => status === 200)?.envelope.data)
    if (opened.secondVerified) throw new Error('still a second step')
    expect(await new TestClient(server.url, opened).get('user/info')).toMatchObject({ account: 'totp@yanshu.test' })
    // Later too, with a third login.
    expect((await verify((await stepOf('totp')).verifyId, 'totp', code)).envelope.code).toBe(Code.codeWrong)
  })

  test('the secret of an app is sealed in the store, also one that an earlier version has left there open', async () => {
    const accountId = await server.addUser('sealed')
    const { secret } = await enrol(await server.login('sealed'))
    const stored = async () => {
      const { db } = server.context.store
      return db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()
    }
    expect((await stored()).totp_secret).toMatch(/^sealed1\./)
    expect(JSON.stringify(await server.context.store.db.selectFrom('ticket').select('data').execute())).not.toContain(
      secret,
    )
    await server.context.store.db
      .updateTable('second_factor')
      .set({ totp_secret: secret })
      .where('account_id', '=', accountId)
      .execute()
    expect((await verify((await stepOf('sealed')).verifyId, 'totp', next(secret))).status).toBe(200)
    expect((await stored()).totp_secret).toMatch(/^sealed1\./)
    expect((await verify((await stepOf('sealed')).verifyId, 'totp', next(secret))).status).toBe(200)
  })

  test('recovery codes count once each, however they are typed, and new ones end the old', async () => {
    await server.addUser('lost.phone')
    const person = await server.login('lost.phone')
    const { recoveryCodes } = await enrol(person)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [one = '', two = ''] = recoveryCodes
    const typed = one.toLowerCase().replace('-', ' ')
    expect((await verify((await stepOf('lost.phone')).verifyId, 'recovery', typed)).status).toBe(200)
    expect((await verify((await stepOf('lost.phone')).verifyId, 'recovery', one)).envelope.code).toBe(Code.codeWrong)
    expect(await person.get('user/totp/state')).toMatchObject({ totp: true, recoveryCodes: 9 })
    await person.post('user/totp/recoveryCodes', { password: TEST_PASSWORD })
    expect((await verify((await stepOf('lost.phone')).verifyId, 'recovery', two)).envelope.code).toBe(Code.codeWrong)
    await person.post('user/totp/disable', { password: TEST_PASSWORD })
    expect(await person.get('user/totp/state')).toMatchObject({ totp: false, recoveryCodes: 0 })
    expect((await logIn('lost.phone')).secondVerified).toBe(false)
  })

  test('a right password with a wrong second step stands in the log of log-ins, for its owner alone', async () => {
    await server.addUser('watched')
    const owner = await server.login('watched')
    const { secret } = await enrol(owner)
    const other = await server.addUser('unwatched').then(() => server.login('unwatched'))
    const step = await stepOf('watched')
    await verify(step.verifyId, 'totp', '000000')
    await verify(step.verifyId, 'recovery', 'AAAA-AAAA')
    const results = async (person: TestClient) =>
      (await person.get('mail/log/userLog')).list.map(({ result }) => result)
    await expect.poll(() => results(owner)).toEqual(['second', 'second', 'ok'])
    expect(await results(other)).toEqual(['ok'])
    server.wait(MINUTE)
    expect((await verify(step.verifyId, 'totp', next(secret))).status).toBe(200)
    expect(await results(owner)).toEqual(['ok', 'second', 'second', 'ok'])
  })

  test('a first step ends after five wrong codes, after five minutes, and with the password', async () => {
    await server.addUser('slow')
    const { secret } = await enrol(await server.login('slow'))
    const tried = await stepOf('slow')
    for (let i = 0; i < 5; i++) await verify(tried.verifyId, 'totp', '000000')
    expect((await verify(tried.verifyId, 'totp', next(secret))).envelope.code).toBe(Code.loginStepOver)
    const late = await stepOf('slow')
    server.wait(5 * MINUTE + 1)
    expect((await verify(late.verifyId, 'totp', next(secret))).envelope.code).toBe(Code.loginStepOver)
    const changed = await stepOf('slow')
    await setPassword(server.context, 'slow@yanshu.test', 'Grey-Heron-9')
    expect((await verify(changed.verifyId, 'totp', next(secret))).envelope.code).toBe(Code.loginStepOver)
  })

  test('who knows the password and begins again and again has to wait', async () => {
    await server.addUser('guessed')
    const { secret } = await enrol(await server.login('guessed'))
    let status = 400
    for (let i = 0; i < 11 && status === 400; i++)
      status = (await verify((await stepOf('guessed')).verifyId, 'totp', '000000')).status
    expect(status).toBe(429)
    server.wait(15 * MINUTE)
    expect((await verify((await stepOf('guessed')).verifyId, 'totp', next(secret))).status).toBe(200)
  })

  test('turning it on belongs to the account: another’s enrolment, a wrong password and nobody are refused', async () => {
    await server.addUser('owner')
    await server.addUser('stranger')
    const [owner, stranger] = [await server.login('owner'), await server.login('stranger')]
    const { enrolId, secret } = await owner.post('user/totp/begin', { password: TEST_PASSWORD })
    const code = totpCode(secret, totpStep(server.context.now()))
    expect(await stranger.refused('POST', 'user/totp/confirm', { enrolId, code })).toBe(Code.codeOver)
    expect(await owner.refused('POST', 'user/totp/begin', { password: 'wrong-one' })).toBe(Code.oldPasswordWrong)
    for (const path of ['user/totp/disable', 'user/totp/recoveryCodes']) {
      expect(await owner.refused('POST', path, { password: 'wrong-one' })).toBe(Code.oldPasswordWrong)
      expect(await server.anybody.refused('POST', path, { password: TEST_PASSWORD })).toBe(Code.tokenInvalid)
    }
    expect(await server.anybody.refused('GET', 'user/totp/state')).toBe(Code.tokenInvalid)
    expect(await stranger.get('user/totp/state')).toMatchObject({ totp: false })
  })

  test('a code by short message as second step: sent to the account’s phone, once a minute, and counted once', async () => {
    await server.addUser('texted', { phone: '138-0000-1234' })
    const person = await server.login('texted')
    await person.post('user/totp/sms', { password: TEST_PASSWORD, on: true })
    const step = await stepOf('texted')
    expect(step).toMatchObject({ methods: ['sms'], phoneEnd: '1234' })
    await server.anybody.post('oauth2/code', { verifyId: step.verifyId })
    expect(await server.anybody.refused('POST', 'oauth2/code', { verifyId: step.verifyId })).toBe(Code.tooManyRequests)
    const code = await gateway.codeTo('138-0000-1234')
    expect(gateway.sent.at(-1)?.authorization).toBe('Bearer gateway-token')
    expect((await verify(step.verifyId, 'sms', code)).status).toBe(200)
    expect((await verify(step.verifyId, 'sms', code)).envelope.code).toBe(Code.loginStepOver)
  })

  test('logging in by phone: the code counts once and five times wrong, and unknown numbers get the same answers', async () => {
    await server.addUser('mobile', { phone: '+86 13900001111' })
    const known = await server.anybody.post('sms/code', { phone: '139 0000 1111' })
    const unknown = await server.anybody.post('sms/code', { phone: '13900002222' })
    const answered = { smsId: expect.stringMatching(/^[\w-]{43}$/), resendIn: 60 }
    expect([known, unknown]).toEqual([answered, answered])
    const again = await server.anybody.raw('POST', 'sms/code', { body: { phone: '13900001111' } })
    expect(again).toMatchObject({ status: 429 })
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
    const code = await gateway.codeTo('13900001111')
    expect(gateway.sent.some(({ phone }) => phone === '13900002222')).toBe(false)
    const wrong = code === '111111' ? '222222' : '111111'
    const first = { phone: '13900001111', smsId: known.smsId }
    const second = { phone: '13900002222', smsId: unknown.smsId }
    for (const to of [first, second]) {
      expect(await server.anybody.refused('POST', 'oauth/code', { ...to, code: wrong })).toBe(Code.codeWrong)
    }
    // Tries of who did not ask for the code end nothing, and without what was answered no code counts.
    for (const smsId of [...Array<string>(6).fill(unknown.smsId.slice(0, -1)), undefined]) {
      const guess = { phone: '13900001111', code, ...(smsId === undefined ? {} : { smsId }) }
      expect(await server.anybody.refused('POST', 'oauth/code', guess)).toBe(Code.codeOver)
    }
    // What was sent for one number opens no other.
    expect(await server.anybody.refused('POST', 'oauth/code', { ...second, smsId: known.smsId, code: wrong })).toBe(
      Code.codeWrong,
    )
    // One of another length is as wrong, and an input method may have written full-width digits.
    expect(await server.anybody.refused('POST', 'oauth/code', { ...first, code: '1' })).toBe(Code.codeWrong)
    const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    const opened = await server.anybody.post('oauth/code', { ...first, code: ` ${wide}` })
    expect(opened).toMatchObject({ secondVerified: false, userMail: 'mobile@yanshu.test' })
    expect(await server.anybody.refused('POST', 'oauth/code', { ...first, code })).toBe(Code.codeOver)
    for (let i = 0; i < 4; i++) await server.anybody.refused('POST', 'oauth/code', { ...second, code: wrong })
    expect(await server.anybody.refused('POST', 'oauth/code', { ...second, code: wrong })).toBe(Code.codeOver)
    expect(await server.anybody.refused('POST', 'sms/code', { phone: 'no number' })).toBe(Code.badRequest)
  })

  test('a number of two people opens neither mailbox', async () => {
    await server.addUser('twin.a', { phone: '13700000000' })
    await server.addUser('twin.b', { phone: '137-0000-0000' })
    await server.anybody.post('sms/code', { phone: '13700000000' })
    expect(gateway.sent.some(({ phone }) => phone === '13700000000')).toBe(false)
  })

  test('an app of codes is asked for after a phone code too', async () => {
    await server.addUser('both', { phone: '13600000000' })
    const { secret } = await enrol(await server.login('both'))
    const { smsId } = await server.anybody.post('sms/code', { phone: '13600000000' })
    const answer = await server.anybody.post('oauth/code', {
      ...{ phone: '13600000000', smsId },
      code: await gateway.codeTo('13600000000'),
    })
    if (!answer.secondVerified) throw new Error('no second step was asked for')
    expect((await verify(answer.verifyId, 'totp', next(secret))).status).toBe(200)
  })

  test('whatever the first step was, it is not the second: a phone alone opens nothing once a second step is on', async () => {
    const WANTED: Record<string, { password: string[]; phone: string[] }> = {
      none: { password: [], phone: [] },
      totp: { password: ['totp', 'recovery'], phone: ['totp', 'recovery'] },
      sms: { password: ['sms'], phone: ['password'] },
      both: { password: ['totp', 'sms', 'recovery'], phone: ['totp', 'recovery', 'password'] },
    }
    for (const [at, [factors, wanted]] of Object.entries(WANTED).entries()) {
      const phone = `1350000100${at}`
      await server.addUser(`pair.${factors}`, { phone })
      const person = await server.login(`pair.${factors}`)
      if (factors === 'totp' || factors === 'both') await enrol(person)
      if (factors === 'sms' || factors === 'both')
        await person.post('user/totp/sms', { password: TEST_PASSWORD, on: true })
      const byPassword = await logIn(`pair.${factors}`)
      expect(byPassword.secondVerified ? byPassword.methods : [], `${factors} by password`).toEqual(wanted.password)
      const { smsId } = await server.anybody.post('sms/code', { phone })
      const byPhone = await server.anybody.post('oauth/code', { phone, smsId, code: await gateway.codeTo(phone) })
      expect(byPhone.secondVerified ? byPhone.methods : [], `${factors} by phone`).toEqual(wanted.phone)
      if (!byPhone.secondVerified || !wanted.phone.includes('password')) continue
      const { verifyId } = byPhone
      expect(await server.anybody.refused('POST', 'oauth2/code', { verifyId })).toBe(Code.smsNotOffered)
      expect((await verify(verifyId, 'sms', '123456')).envelope.code).toBe(Code.codeWrong)
      expect((await verify(verifyId, 'password', 'wrong')).envelope.code).toBe(Code.oldPasswordWrong)
      expect((await verify(verifyId, 'password', TEST_PASSWORD)).status).toBe(200)
      if (byPassword.secondVerified) {
        // The password is none after the password.
        expect((await verify(byPassword.verifyId, 'password', TEST_PASSWORD)).status).toBe(400)
      }
    }
  })

  test('which domains and whether codes can be sent is told to everybody', async () => {
    expect(await server.anybody.get('mail/main/domain/queryAll')).toEqual({ list: [{ domainName: 'yanshu.test' }] })
    expect(await server.anybody.get('mail/main/sms/smsGatewayStatusQuery')).toEqual({ enabled: true })
  })
})

describe('where no codes can be sent, and where a challenge comes first', () => {
  test('nothing by phone is offered', async () => {
    const server = await startTestServer({ engine: 'sqlite' })
    await server.addUser('plain', { phone: '13900001111' })
    expect(await server.anybody.get('mail/main/sms/smsGatewayStatusQuery')).toEqual({ enabled: false })
    for (const path of ['sms/code', 'mail/apilogin/getSmsImageCode'] as const) {
      expect(await server.anybody.refused('POST', path, { phone: '13900001111' }), path).toBe(Code.smsNotOffered)
    }
    const person = await server.login('plain')
    expect(await person.get('user/totp/state')).toMatchObject({ smsOffered: false })
    expect(await person.refused('POST', 'user/totp/sms', { password: TEST_PASSWORD, on: true })).toBe(
      Code.smsNotOffered,
    )
    await server.stop()
  })

  test('a message is sent only to who has solved a challenge', async () => {
    const gateway = await startSmsGateway()
    const server = await startTestServer({ engine: 'sqlite', sms: gateway.settings, loginChallenge: 3 })
    await server.addUser('asked', { phone: '13900001111' })
    expect(await server.anybody.refused('POST', 'sms/code', { phone: '13900001111' })).toBe(Code.challengeNeeded)
    const picture = await server.anybody.post('mail/apilogin/getSmsImageCode', { phone: '13900001111' })
    expect(picture).toMatchObject({ kind: 'image', picture: expect.stringMatching(/^data:image\/png;base64,/) })
    expect(await server.anybody.refused('POST', 'mail/apilogin/getSmsImageCode', { phone: 'x' })).toBe(Code.badRequest)
    const verifyToken = await solveChallenge(server.anybody)
    await server.anybody.post('sms/code', { phone: '13900001111', verifyToken })
    expect(await gateway.codeTo('13900001111')).toMatch(/^\d{6}$/)
    await server.stop()
    await gateway.stop()
  })
})
