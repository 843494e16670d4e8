import { Code } from '@yanshu/contracts'
import { openedSession, tokens } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDisabled, setPassword } from '../../store/accounts/accounts.ts'
import { ACCESS_LIFE_S, REFRESH_GRACE_MS, REFRESH_LIFE_MS } from '../../store/sessions/session.service.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const tokensOf = (envelope: { data: unknown }) => ({ ...tokens.parse(envelope.data), userMail: 'li.na@yanshu.test' })

describe.each(engines)('logging in, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei', { name: '张伟', changePassword: 2 })
    await server.addUser('li.na')
  })
  afterAll(() => server.stop())

  const logIn = (account: string, password = TEST_PASSWORD) =>
    server.anybody.raw('POST', 'mail/apilogin/userLogin', { body: { account, password } })
  const refresh = (refreshToken: string) =>
    server.anybody.raw('POST', 'oauth/token', { body: { grantType: 'refresh_token', refreshToken } })

  test('by address, by local part, in capitals: one account', async () => {
    for (const account of ['zhang.wei@yanshu.test', 'zhang.wei', 'Zhang.Wei@YANSHU.test']) {
      const person = await server.login(account)
      expect(await person.get('user/info')).toMatchObject({ userName: '张伟', isChangePassword: 2 })
    }
  })

  test('a login answers what the page asks for first, as these calls do, and nothing of a closed folder or of another', async () => {
    await server.addUser('starts', { name: '首页' })
    const person = await server.login('starts')
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '机密' })
    await person.post('mail/main/folder/setPwd', { folderId, password: 'Quiet-Pond-3' })
    await person.post('mail/main/generalConfig/single/update', { key: 'mailCount', value: 20 })
    const { start, user } = openedSession.parse((await logIn('starts')).envelope.data)
    const other = await server.login('starts')
    expect(user?.userName).toBe('首页')
    expect(start?.index).toEqual(await other.post('mail/main/index', {}))
    expect(start?.folders).toEqual(await other.get('mail/main/folder/list'))
    expect(start?.folders.customList).toMatchObject([{ folderName: '机密', pwd: true, opened: false }])
    const next = await server.anybody.raw('POST', 'mail/apilogin/userLogin', {
      body: { account: 'li.na', password: TEST_PASSWORD },
    })
    const second = openedSession.parse(next.envelope.data)
    expect(second.start?.index.general.mailCount).not.toBe(20)
    expect(JSON.stringify(second)).not.toContain('机密')
    // What came after it is asked for by its number.
    await person.post('mail/main/folder/save', { folderName: '后来' })
    const later = openedSession.parse((await logIn('starts')).envelope.data)
    expect(later.start?.changeSeq).toBeGreaterThan(start?.changeSeq ?? Number.NaN)
  })

  test('while the password must be changed, a login answers nothing but that', async () => {
    await server.addUser('must.change', { changePassword: 1 })
    const opened = openedSession.parse((await logIn('must.change')).envelope.data)
    expect(opened.user?.isChangePassword).toBe(1)
    expect(opened.start).toBeUndefined()
  })

  test('an unknown account and a wrong password look the same', async () => {
    const unknown = await logIn('nobody@yanshu.test')
    const wrong = await logIn('li.na', 'wrong-password')
    expect(unknown.envelope).toEqual(wrong.envelope)
    expect(wrong).toMatchObject({ status: 401, envelope: { code: Code.credentialsWrong, data: null } })
  })

  test('what is longer than any account, password, code or secret is wrong like any other, and names no field', async () => {
    await server.addUser('long.words')
    const person = await server.login('long.words')
    const long = 'x'.repeat(5_000)
    const asked = (path: string, body: object) => server.anybody.raw('POST', path, { body })
    const right = { account: 'long.words', password: TEST_PASSWORD }
    const wrong = await asked('mail/apilogin/userLogin', { account: 'nobody.at.all', password: 'wrong-password' })
    expect(wrong.envelope.code).toBe(Code.credentialsWrong)
    for (const body of [
      { ...right, account: `${long}@yanshu.test` },
      { ...right, password: TEST_PASSWORD + long },
    ]) {
      expect((await asked('mail/apilogin/userLogin', body)).envelope).toEqual(wrong.envelope)
    }
    const answers: readonly (readonly [path: string, body: object, code: number])[] = [
      ['oauth2/verify', { verifyId: long, method: 'totp', code: '000000' }, Code.loginStepOver],
      ['oauth2/code', { verifyId: long }, Code.loginStepOver],
      ['oauth/token', { grantType: 'refresh_token', refreshToken: long }, Code.tokenInvalid],
      ['verify/token', { id: long, work: 1 }, Code.captchaWrong],
      ['verify/image', { id: long, code: long }, Code.captchaWrong],
      ['sms/verify', { recoverId: long, code: long }, Code.codeOver],
      ['password/edit', { editToken: long, password: long }, Code.codeOver],
      ['oauth/qr/poll', { qrId: long, pollToken: long }, Code.qrCodeOver],
    ]
    for (const [path, body, code] of answers) expect((await asked(path, body)).envelope.code, path).toBe(code)
    const own: readonly (readonly [path: string, body: object, code: number])[] = [
      ['user/update/password', { oldPassword: long, newPassword: 'Grey-Heron-9' }, Code.oldPasswordWrong],
      ['user/update/password', { oldPassword: TEST_PASSWORD, newPassword: long }, Code.passwordRefused],
      ['user/totp/begin', { password: long }, Code.oldPasswordWrong],
      ['user/bind/unbindPhone', { password: long }, Code.oldPasswordWrong],
    ]
    for (const [path, body, code] of own) expect(await person.refused('POST', path, body), path).toBe(code)
  })

  test('a disabled account is out, and its open logins with it', async () => {
    await server.addUser('gone')
    const person = await server.login('gone')
    await setDisabled(server.context, 'gone@yanshu.test', true)
    expect(await person.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect((await logIn('gone')).envelope.code).toBe(Code.credentialsWrong)
  })

  test('a new password ends every login', async () => {
    await server.addUser('changer')
    const person = await server.login('changer')
    await setPassword(server.context, 'changer@yanshu.test', 'Grey-Heron-9')
    expect(await person.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    await server.login('changer', 'Grey-Heron-9')
  })

  test('logging out ends the session, its refresh token too', async () => {
    const person = await server.login('li.na')
    await person.get('oauth/logout')
    expect(await person.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect((await refresh(person.login?.refreshToken ?? '')).envelope.code).toBe(Code.tokenInvalid)
  })

  test('forged, missing and mistyped tokens are refused', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic YWJj', `Bearer ${'a'.repeat(43)}`, 'Bearer a b']) {
      const answer = await server.anybody.raw('GET', 'user/info', { headers: { authorization } })
      expect(answer).toMatchObject({ status: 401, envelope: { code: Code.tokenInvalid } })
    }
  })

  test('the store keeps neither password nor tokens', async () => {
    const person = await server.login('li.na')
    const { db } = server.context.store
    const kept = JSON.stringify([
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('account').selectAll().execute(),
    ])
    for (const secret of [TEST_PASSWORD, person.login?.accessToken ?? '?', person.login?.refreshToken ?? '?']) {
      expect(kept).not.toContain(secret)
    }
  })

  test('an access token ends after its life, and the refresh token gives the next pair', async () => {
    const person = await server.login('li.na')
    server.wait(ACCESS_LIFE_S * 1_000 + 1)
    expect(await person.refused('GET', 'user/info')).toBe(Code.tokenExpired)
    const { envelope } = await refresh(person.login?.refreshToken ?? '')
    const next = new TestClient(server.url, tokensOf(envelope))
    expect(await next.get('user/info')).toMatchObject({ account: 'li.na@yanshu.test' })
  })

  test('ten windows that refresh at once get the same pair, and one of them is enough to go on', async () => {
    const person = await server.login('li.na')
    const token = person.login?.refreshToken ?? ''
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
    answers.push(await refresh(token))
    const pairs = answers.map((answer) => tokens.omit({ expiresIn: true }).parse(answer.envelope.data))
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1)
    const next = new TestClient(server.url, tokensOf(answers[0]?.envelope ?? { data: null }))
    expect(await next.get('user/info')).toMatchObject({ account: 'li.na@yanshu.test' })
    expect((await refresh(pairs[0]?.refreshToken ?? '')).status).toBe(200)
  })

  test('windows that refresh while another one logs out leave no login behind', async () => {
    const person = await server.login('li.na')
    const token = person.login?.refreshToken ?? ''
    const [left, ...answers] = await Promise.all([
      person.raw('GET', 'oauth/logout'),
      ...Array.from({ length: 6 }, () => refresh(token)),
    ])
    if (left.status !== 200) {
      // A refresh was faster and replaced the token by which this window logs out: it does so by the next one.
      const refreshed = answers.find(({ status }) => status === 200)
      await new TestClient(server.url, tokensOf(refreshed?.envelope ?? { data: null })).get('oauth/logout')
    }
    for (const answer of [...answers, await refresh(token)]) {
      if (answer.status !== 200) continue
      const late = new TestClient(server.url, tokensOf(answer.envelope))
      expect(await late.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    }
  })

  test('a refresh token that comes back after its grace ends the login for thief and owner', async () => {
    const person = await server.login('li.na')
    const token = person.login?.refreshToken ?? ''
    const next = tokensOf((await refresh(token)).envelope)
    server.wait(REFRESH_GRACE_MS + 1)
    expect((await refresh(token)).envelope.code).toBe(Code.tokenInvalid)
    expect((await refresh(next.refreshToken)).envelope.code).toBe(Code.tokenInvalid)
    const owner = new TestClient(server.url, next)
    expect(await owner.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
  })

  test('a refresh token ends after its life', async () => {
    const person = await server.login('li.na')
    server.wait(REFRESH_LIFE_MS + 1)
    expect((await refresh(person.login?.refreshToken ?? '')).envelope.code).toBe(Code.tokenExpired)
  })

  test('repeated wrong passwords have to wait, the answer names the seconds, and a right password then logs in', async () => {
    await server.addUser('guessed')
    for (let i = 0; i < 5; i++) expect((await logIn('guessed', `wrong-${i}`)).status).toBe(401)
    const slowed = await logIn('guessed')
    expect(slowed).toMatchObject({ status: 429, envelope: { code: Code.tooManyRequests } })
    const seconds = Number(slowed.headers.get('retry-after'))
    expect(slowed.envelope.message).toContain(`${seconds} 秒`)
    server.wait(seconds * 1_000)
    await server.login('guessed')
  })

  test('a clock that is put back by a day makes nobody wait a day, and guesses wait as before', async () => {
    await server.addUser('timely')
    const day = 24 * 60 * 60 * 1_000
    const guessed = async () => {
      let answer = await logIn('timely', 'wrong')
      while (answer.status === 401) answer = await logIn('timely', 'wrong')
      return Number(answer.headers.get('retry-after'))
    }
    server.wait(day)
    await guessed()
    server.wait(-day)
    const wait = await guessed()
    expect(wait).toBeLessThanOrEqual(15 * 60)
    server.wait(wait * 1_000)
    await server.login('timely')
  })

  test('the wait grows with every wrong try and has an end', async () => {
    await server.addUser('besieged')
    const waits: number[] = []
    for (let i = 0; i < 20; i++) {
      const answer = await logIn('besieged', 'wrong')
      if (answer.status !== 429) continue
      waits.push(Number(answer.headers.get('retry-after')))
      server.wait((waits.at(-1) ?? 0) * 1_000)
    }
    expect(waits.length).toBeGreaterThan(5)
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    expect(Math.max(...waits)).toBeLessThanOrEqual(15 * 60)
  })
})
