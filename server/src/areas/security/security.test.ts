import { Code, SECURITY_VISIT_MS } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { deviceName } from './deviceName.ts'
import { networkName } from './networks.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'Chrome · Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit MicroMessenger/8.0 wxwork/4.1', '企业微信 · iOS'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit Chrome/114 ArkWeb/4.1 Mobile', 'ArkWeb · HarmonyOS'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/86.0 Safari/537.36 QIHU 360EE', '360 浏览器 · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox · Linux'],
  ['DAVx5/4.3 (Android 14)', 'DAVx5 · Android'],
  ['curl/8.0', 'curl'],
  ['', ''],
])('given the browser %s, then it is called %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})

describe.each(engines)('account and security, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, networks: [{ address: '127.0.0.0', prefix: 8, name: '总部' }] })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  test('given a profile that is changed, then colleagues find the person by it', async () => {
    await wei.post('user/update/details', { duties: '玉雕工程师', gender: 0 })
    expect(await wei.get('user/info')).toMatchObject({ duties: '玉雕工程师', gender: 0 })
    const { list } = await na.get('contact/list/suggest', { keyword: '玉雕' })
    expect(list.map(({ address }) => address)).toEqual(['zhang.wei@yanshu.test'])
    expect(await wei.refused('POST', 'user/update/details', { gender: 7 })).toBe(Code.badRequest)
    // Codes that open the account go to the phone: no one enters one without showing that it is theirs.
    await wei.raw('POST', 'user/update/details', { body: { phone: '13800138000' } })
    expect((await wei.get('user/info')).phone).toBe('')
  })

  test('given aliases and sender names, then mail reaches them, and goes out under the name', async () => {
    const alias = 'wei@yanshu.test'
    await wei.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: 'Wei@yanshu.test' })
    await wei.post('mail/main/nicknameAndAlias/saveNickname', { emailAddr: alias, nickname: '小伟' })
    const { senders } = await wei.get('mail/email/getWriteParams')
    expect(senders).toEqual([
      { name: '张伟', address: 'zhang.wei@yanshu.test' },
      { name: '小伟', address: alias },
    ])
    const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
    await smtp.sendMail({ envelope: { from: 'a@out.example', to: alias }, raw: 'Subject: by alias\r\n\r\nx' })
    expect((await wei.get('mail/email/mailbox/list', {})).list.map(({ subject }) => subject)).toEqual(['by alias'])
    const taken = (emailAddr: string) => na.refused('POST', 'mail/main/nicknameAndAlias/saveAlias', { emailAddr })
    expect(await taken(alias)).toBe(Code.nameTaken)
    expect(await taken('zhang.wei@yanshu.test')).toBe(Code.nameTaken)
    expect(await taken('postmaster@yanshu.test')).toBe(Code.forbidden)
    expect(await taken('na@elsewhere.example')).toBe(Code.forbidden)
    expect(await taken('caiwu@yanshu.test')).toBe(Code.aliasForm)
    for (const path of ['deleteAlias', 'deleteNickname', 'saveNickname'] as const) {
      const body = { emailAddr: alias, nickname: 'x' }
      expect(await na.refused('POST', `mail/main/nicknameAndAlias/${path}`, body), path).toBe(Code.notFound)
    }
    await wei.post('mail/main/nicknameAndAlias/deleteAlias', { emailAddr: alias })
    expect((await wei.get('mail/main/nicknameAndAlias/list')).list).toHaveLength(1)
    // Mail for them still comes there, so that they alone may take it again.
    const twin = await server.as(await server.addUser('wei.other'))
    const again = (who: TestClient) =>
      who.raw('POST', 'mail/main/nicknameAndAlias/saveAlias', { body: { emailAddr: alias } })
    expect((await again(twin)).envelope.code).toBe(Code.nameTaken)
    expect((await again(wei)).status).toBe(200)
    await wei.post('mail/main/nicknameAndAlias/deleteAlias', { emailAddr: alias })
  })

  test('given log-ins, then each is in the log, and "this was not me" ends all others', async () => {
    const url = `${server.url}/api/mail/apilogin/userLogin`
    const attempt = (password: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/128.0' },
        body: JSON.stringify({ account: 'li.na', password }),
      })
    await attempt('wrong-one')
    const thief = await server.login('li.na')
    await expect
      .poll(async () => (await na.get('mail/log/userLog')).list.map(({ result }) => result))
      .toEqual(['ok', 'wrong', 'ok'])
    const [newest, wrong, own] = (await na.get('mail/log/userLog')).list
    expect(wrong).toMatchObject({ device: 'Firefox · Windows', sessionId: null })
    expect([newest?.current, own?.current]).toEqual([false, true])
    const devices = (await na.get('mail/client/list')).list
    expect(devices.filter(({ kind }) => kind === 'session')).toHaveLength(2)
    const mine = devices.find(({ current }) => !current)
    expect(await wei.refused('GET', 'mail/client/delete', { deviceId: mine?.deviceId })).toBe(Code.notFound)
    expect((await wei.get('mail/log/userLog')).list).toHaveLength(1)
    expect(await na.post('mail/log/notMe', {})).toEqual({ ended: 1 })
    expect(await thief.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect((await na.get('user/info')).isChangePassword).toBe(1)
    // At once, in the session that goes on too.
    expect(await na.refused('GET', 'mail/log/userLog')).toBe(Code.passwordDue)
    await na.post('user/update/password', { oldPassword: TEST_PASSWORD, newPassword: 'Grey-Heron-9' })
  })

  test('given what protects the account changed in one window, then the others hear of each, and nobody else does', async () => {
    const other = await server.login('zhang.wei')
    const mine = await other.socket()
    const foreign = await na.socket()
    const settingsChanged = async () => expect((await mine.nextOf('mailbox')).change).toBe('settings')
    await wei.post('user/update/details', { gender: 1 })
    await settingsChanged()
    await wei.post('user/client/stateByUser', { enabled: true })
    await settingsChanged()
    await wei.post('user/client/protocol', { scope: 'carddav', enabled: true })
    await settingsChanged()
    await wei.get('user/client/generatePassword', { name: '平板', scopes: 'carddav' })
    await settingsChanged()
    const [code] = (await wei.get('user/client/detail')).codes
    await wei.post('mail/client/updateStatus', { codeId: code?.codeId ?? 0, enabled: false })
    await settingsChanged()
    await wei.get('user/client/cancelPassword', { codeId: code?.codeId ?? 0 })
    await settingsChanged()
    await wei.post('user/archive/begin', {})
    await settingsChanged()
    await wei.post('user/archive/cancel', {})
    await settingsChanged()
    // A call that was refused changed nothing: the next that is received is the first of another account's own.
    expect(await na.refused('GET', 'user/client/cancelPassword', { codeId: code?.codeId ?? 0 })).toBe(Code.notFound)
    await na.post('mail/main/generalConfig/single/update', { key: 'mailCount', value: 20 })
    const { seq } = await foreign.nextOf('mailbox')
    const { change_seq } = await server.context.store.db
      .selectFrom('account')
      .select('change_seq')
      .where('address', '=', 'li.na@yanshu.test')
      .executeTakeFirstOrThrow()
    expect(seq).toBe(change_seq)
    mine.close()
    foreign.close()
  })

  test('given several devices, then one is signed out, then all others, and a program by its own line', async () => {
    const one = await server.login('zhang.wei')
    const two = await server.login('zhang.wei')
    const statusOf = async (client: TestClient) => (await client.raw('GET', 'user/info')).status
    const { codes } = (await wei.get('user/client/generatePassword', { name: '车机', scopes: 'carddav' })).detail
    const current = (await one.get('mail/client/list')).list.find((device) => device.current)?.deviceId ?? ''
    const left = await wei.get('mail/client/delete', { deviceId: current })
    expect(left.list.map(({ deviceId }) => deviceId)).not.toContain(current)
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200])
    const { list } = await wei.get('mail/client/delete', { deviceId: 'all' })
    expect(list.filter(({ kind }) => kind === 'session').map((device) => device.current)).toEqual([true])
    expect([await statusOf(two), await statusOf(wei), await statusOf(na)]).toEqual([401, 200, 200])
    const program = list.find(({ kind, name }) => kind === 'client' && name === '车机')
    await wei.get('mail/client/delete', { deviceId: program?.deviceId ?? '' })
    expect((await wei.get('user/client/detail')).codes).toHaveLength(codes.length - 1)
  })

  test('given mail that came, went and was refused, then its owner alone sees it in the log', async () => {
    const conditions = [{ field: 'subject' as const, not: false, value: 'spam' }]
    await wei.post('mail/mailClassify/save', { ruleName: 'no', conditions, actions: { reject: '' } })
    const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
    const envelope = { from: 'a@out.example', to: 'zhang.wei@yanshu.test' }
    await expect(smtp.sendMail({ envelope, raw: 'Subject: spam\r\n\r\nx' })).rejects.toThrow(/550/)
    await expect
      .poll(async () => (await wei.get('mail/log/mailLogInfo')).list.map(({ outcome }) => outcome))
      .toEqual(['refused', 'delivered'])
    expect((await na.get('mail/log/mailLogInfo')).list).toEqual([])
  })

  test('given more log-ins than are listed, then they hide no other change, and failed ones no right one', async () => {
    const id = await server.addUser('hidden.change')
    const owner = await server.as(id)
    const elsewhere = await server.as(id)
    await elsewhere.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: 'hidden@yanshu.test' })
    const at = server.context.now()
    const login = { account_id: id, ip: '192.0.2.1', user_agent: '', way: 'web', session_id: null } as const
    const note = (count: number, result: 'ok' | 'wrong', from: number) =>
      server.context.store.db
        .insertInto('login_log')
        .values(Array.from({ length: count }, (_, n) => ({ ...login, result, at: from + n })))
        .execute()
    await note(150, 'ok', at + 1)
    const { list, more } = await owner.get('mail/log/changes')
    expect(more).toBe(true)
    expect(list.filter(({ kind }) => kind === 'login')).toHaveLength(100)
    expect(list.at(-1)).toMatchObject({ kind: 'alias', detail: 'hidden@yanshu.test' })
    expect((await owner.get('mail/log/userLog')).more).toBe(false)
    await note(400, 'wrong', at + 1_000)
    const log = await owner.get('mail/log/userLog')
    expect(log.more).toBe(true)
    expect(log.list.filter(({ result }) => result === 'wrong')).toHaveLength(300)
    // With the two sessions of this test.
    expect(log.list.filter(({ result }) => result === 'ok')).toHaveLength(152)
    expect(log.list.map((one) => one.at)).toEqual(log.list.map((one) => one.at).sort((one, other) => other - one))
  })

  test('given changes since the last visit, then the owner reads what, where and by whom, until they have looked', async () => {
    const id = await server.addUser('wang.fang')
    let fang = await server.as(id)
    const list = async () =>
      (await fang.get('mail/log/changes')).list.map(({ kind, detail, here }) => [kind, detail, here])
    /** The visits of another day: the login of before is over by then. */
    const quiet = async () => {
      await fang.post('mail/log/visit', {})
      server.wait(SECURITY_VISIT_MS + 1)
      fang = await server.as(id)
      await fang.post('mail/log/visit', {})
    }
    await quiet()
    const elsewhere = await server.as(id)
    const since = (await fang.get('mail/log/changes')).since
    expect(since).not.toBeNull()
    expect(await list()).toEqual([['login', '', false]])
    await elsewhere.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr: 'fang@yanshu.test' })
    await fang.post('mail/main/generalConfig/saveForward', { enabled: false, keepCopy: true })
    // A call that is refused has changed nothing.
    await elsewhere.refused('POST', 'mail/main/nicknameAndAlias/saveAlias', { emailAddr: 'fang@yanshu.test' })
    expect(await list()).toEqual([
      ['forwardOff', '', true],
      ['alias', 'fang@yanshu.test', false],
      ['login', '', false],
    ])
    expect((await fang.get('mail/log/changes')).list[0]?.place).toBe('总部')
    const other = await server.as(await server.addUser('zhao.lei'))
    expect((await other.get('mail/log/changes')).list).toEqual([])
    // Looking again soon is the same visit; much later it is another.
    await fang.post('mail/log/visit', {})
    expect(await list()).toHaveLength(3)
    await quiet()
    expect(await list()).toEqual([])
  })
})

test.each([
  ['10.1.2.3', 'Building 1'],
  ['10.9.2.3', 'Office'],
  ['::ffff:10.9.2.3', 'Office'],
  ['2001:db8::7', 'VPN'],
  ['192.0.2.1', ''],
  ['', ''],
])('given the address %s, then its network is called %j', (ip, name) => {
  const networks = [
    { address: '10.0.0.0', prefix: 8, name: 'Office' },
    { address: '10.1.0.0', prefix: 16, name: 'Building 1' },
    { address: '2001:db8::', prefix: 32, name: 'VPN' },
  ]
  expect(networkName(networks, ip)).toBe(name)
})
