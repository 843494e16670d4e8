import { Code } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const DAY = 24 * 60 * 60 * 1_000

describe.each(engines)('passwords, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    server.stopClock()
  })
  afterAll(() => server.stop())

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

  test('without a login nothing is changed or read', async () => {
    for (const path of ['user/update/password', 'user/password/prompt']) {
      expect(await server.anybody.refused('POST', path)).toBe(Code.tokenInvalid)
    }
    expect(await server.anybody.refused('GET', 'user/password/rules')).toBe(Code.tokenInvalid)
  })
})
