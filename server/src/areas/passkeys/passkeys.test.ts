import { Code, PASSKEY_LIFE_MS } from '@yanshu/contracts'
import { loginAnswer } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDisabled, setPassword } from '../../store/accounts/accounts.ts'
import { type SoftPasskey, softPasskey } from '../../testing/softPasskey.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { totpCode, totpStep } from '../second-factor/totp.ts'

describe.each(engines)('passkeys, on %s', (engine) => {
  let server: TestServer
  let origin: string
  let anybody: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    server.stopClock()
    // Passkeys are for names of machines, not for addresses.
    origin = server.url.replace('127.0.0.1', 'localhost')
    anybody = new TestClient(origin)
  })
  afterAll(() => server.stop())

  const person = async (local: string) => {
    await server.addUser(local)
    return new TestClient(origin, (await server.login(local)).login)
  }
  async function begin(client: TestClient) {
    return client.post('user/passkey/begin', { password: TEST_PASSWORD })
  }
  async function enrol(client: TestClient, key: SoftPasskey, name = '') {
    const { passkeyId, options } = await begin(client)
    return client.raw('POST', 'user/passkey/finish', { body: { passkeyId, name, made: key.made(options.challenge) } })
  }
  async function show(key: SoftPasskey, verifyId?: string) {
    const step = verifyId === undefined ? {} : { verifyId }
    const { passkeyId, options } = await anybody.post('oauth/passkey/begin', step)
    return anybody.raw('POST', 'oauth/passkey/verify', {
      body: { passkeyId, ...step, used: key.used(options.challenge) },
    })
  }

  test('one is made behind the password, opens the mailbox without it, and opens nothing once it is removed', async () => {
    const owner = await person('key.owner')
    const key = softPasskey({ origin, counter: 1 })
    expect(await owner.refused('POST', 'user/passkey/begin', { password: 'wrong-one' })).toBe(Code.oldPasswordWrong)
    const { options } = await begin(owner)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'key.owner@yanshu.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect((await enrol(owner, key, ' 办公电脑 ')).status).toBe(200)
    expect((await begin(owner)).options.excludeCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal'] },
    ])
    server.wait(1_000)
    const opened = loginAnswer.parse((await show(key)).envelope.data)
    if (opened.secondVerified) throw new Error('a second step was asked for')
    expect(await new TestClient(origin, opened).get('user/info')).toMatchObject({ account: 'key.owner@yanshu.test' })
    const { list, left } = await owner.get('user/passkey/list')
    expect(list).toEqual([
      { id: key.id, name: '办公电脑', createdAt: expect.any(Number), lastUsedAt: server.context.now() },
    ])
    expect(left).toBe(19)
    const stranger = await person('key.stranger')
    expect(await stranger.refused('POST', 'user/passkey/remove', { id: key.id, password: TEST_PASSWORD })).toBe(
      Code.notFound,
    )
    expect((await stranger.get('user/passkey/list')).list).toEqual([])
    expect(await owner.refused('POST', 'user/passkey/remove', { id: key.id, password: 'wrong-one' })).toBe(
      Code.oldPasswordWrong,
    )
    await owner.post('user/passkey/remove', { id: key.id, password: TEST_PASSWORD })
    expect((await show(key)).envelope.code).toBe(Code.passkeyRefused)
    for (const path of ['begin', 'finish', 'remove']) {
      expect(await anybody.refused('POST', `user/passkey/${path}`, {})).toBe(Code.tokenInvalid)
    }
  })

  test('the account that the authenticator names is the one whose passkey it is', async () => {
    const owner = await person('named')
    const key = softPasskey({ origin })
    expect((await enrol(owner, key)).status).toBe(200)
    const { user } = (await begin(owner)).options
    const other = (await begin(await person('named.other'))).options.user
    const as = async (userHandle: string) => {
      const { passkeyId, options } = await anybody.post('oauth/passkey/begin', {})
      const body = { passkeyId, used: key.used(options.challenge, userHandle) }
      return (await anybody.raw('POST', 'oauth/passkey/verify', { body })).status
    }
    expect(await as(other.id)).toBe(400)
    expect(await as(user.id)).toBe(200)
  })

  test('a challenge counts once, for five minutes, and an enrolment for who has begun it', async () => {
    const owner = await person('once')
    const key = softPasskey({ origin })
    const { passkeyId, options } = await begin(owner)
    const body = { passkeyId, name: '', made: key.made(options.challenge) }
    const stranger = await person('once.stranger')
    expect(await stranger.refused('POST', 'user/passkey/finish', body)).toBe(Code.passkeyOver)
    // It was taken all the same: no one may try for long.
    expect(await owner.refused('POST', 'user/passkey/finish', body)).toBe(Code.passkeyOver)
    expect((await enrol(owner, key)).status).toBe(200)

    const login = await anybody.post('oauth/passkey/begin', {})
    const used = { passkeyId: login.passkeyId, used: key.used(login.options.challenge) }
    const answers = await Promise.all([1, 2].map(() => anybody.raw('POST', 'oauth/passkey/verify', { body: used })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await anybody.refused('POST', 'oauth/passkey/verify', used)).toBe(Code.passkeyOver)
    const late = await anybody.post('oauth/passkey/begin', {})
    server.wait(PASSKEY_LIFE_MS)
    expect(
      await anybody.refused('POST', 'oauth/passkey/verify', {
        passkeyId: late.passkeyId,
        used: key.used(late.options.challenge),
      }),
    ).toBe(Code.passkeyOver)
  })

  test('a wrong site, no finger, another key, a copy, and what is no passkey at all are refused', async () => {
    const owner = await person('hostile')
    const other = await person('hostile.other')
    for (const wrong of [
      softPasskey({ origin, verified: false }),
      softPasskey({ origin, rpId: 'evil.test' }),
      softPasskey({ origin: 'https://evil.test', rpId: 'localhost' }),
    ]) {
      expect((await enrol(owner, wrong)).envelope.code).toBe(Code.passkeyRefused)
    }
    const key = softPasskey({ origin, counter: 5 })
    expect((await enrol(owner, key)).status).toBe(200)
    // A passkey of another person is not taken over by its id.
    expect((await enrol(other, key)).envelope.code).toBe(Code.passkeyRefused)
    const { passkeyId, options } = await anybody.post('oauth/passkey/begin', {})
    const forged = { ...softPasskey({ origin }).used(options.challenge), id: key.id, rawId: key.id }
    expect(await anybody.refused('POST', 'oauth/passkey/verify', { passkeyId, used: forged })).toBe(Code.passkeyRefused)
    const first = await anybody.post('oauth/passkey/begin', {})
    const second = await anybody.post('oauth/passkey/begin', {})
    const earlier = key.used(first.options.challenge)
    const later = key.used(second.options.challenge)
    await anybody.raw('POST', 'oauth/passkey/verify', { body: { passkeyId: second.passkeyId, used: later } })
    // A counter that goes back is that of a copy.
    expect(await anybody.refused('POST', 'oauth/passkey/verify', { passkeyId: first.passkeyId, used: earlier })).toBe(
      Code.passkeyRefused,
    )
    for (const used of [null, 'text', { id: key.id }, { ...forged, response: { signature: 'a'.repeat(10_000) } }]) {
      expect(await anybody.refused('POST', 'oauth/passkey/verify', { passkeyId, used })).toBe(Code.badRequest)
    }
    expect(await server.anybody.refused('POST', 'oauth/passkey/begin', {})).toBe(Code.passkeyNotOffered)
    await setDisabled(server.context, 'hostile@yanshu.test', true)
    expect((await show(key)).envelope.code).toBe(Code.passkeyRefused)
  })

  test('after the password it is a second step where there is one, for the account of the first step alone', async () => {
    const owner = await person('key.second')
    const key = softPasskey({ origin })
    await enrol(owner, key)
    const { enrolId, secret } = await owner.post('user/totp/begin', { password: TEST_PASSWORD })
    await owner.post('user/totp/confirm', { enrolId, code: totpCode(secret, totpStep(server.context.now())) })
    const stepOf = async () => {
      const answer = await anybody.post('mail/apilogin/userLogin', { account: 'key.second', password: TEST_PASSWORD })
      if (!answer.secondVerified) throw new Error('no second step')
      return answer
    }
    const step = await stepOf()
    expect(step.methods).toEqual(['totp', 'passkey', 'recovery'])
    const others = softPasskey({ origin })
    await enrol(await person('key.third'), others)
    expect((await show(others, step.verifyId)).envelope.code).toBe(Code.passkeyRefused)
    expect((await show(key, step.verifyId)).status).toBe(200)
    expect(
      (await anybody.raw('POST', 'oauth/passkey/begin', { body: { verifyId: step.verifyId } })).envelope.code,
    ).toBe(Code.loginStepOver)
    // A challenge of one first step continues no other.
    const again = await stepOf()
    const { passkeyId, options } = await anybody.post('oauth/passkey/begin', {})
    const body = { passkeyId, verifyId: again.verifyId, used: key.used(options.challenge) }
    expect(await anybody.refused('POST', 'oauth/passkey/verify', body)).toBe(Code.passkeyOver)
    // By itself it needs no second step, and it outlives a change of the password.
    await setPassword(server.context, 'key.second@yanshu.test', 'Grey-Heron-9')
    expect(loginAnswer.parse((await show(key)).envelope.data).secondVerified).toBe(false)
  })

  test('tries from one place have to wait, and there are twenty passkeys at most', async () => {
    const owner = await person('many.keys')
    for (let i = 0; i < 20; i++) expect((await enrol(owner, softPasskey({ origin }))).status).toBe(200)
    expect(await owner.refused('POST', 'user/passkey/begin', { password: TEST_PASSWORD })).toBe(Code.tooManyPasskeys)
    const unknown = softPasskey({ origin })
    let status = 400
    for (let i = 0; i < 40 && status === 400; i++) status = (await show(unknown)).status
    expect(status).toBe(429)
  })
})
