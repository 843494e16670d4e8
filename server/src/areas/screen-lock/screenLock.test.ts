import { Code, SOCKET_LOCKED } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceChanges } from '../../store/mailbox/index.ts'
import { ACCESS_LIFE_S } from '../../store/sessions/session.service.ts'
import { setSwitch, unsetSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import { putMail } from '../../testing/putMail.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const PIN = '4711'

describe.each(engines)('the screen lock, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
  })
  afterAll(() => server.stop())

  const settings = (person: TestClient) => person.get('mail/main/lockScreen/isOpen')
  const relieve = (person: TestClient, password: string) => person.attempt('mail/main/lockScreen/relieve', { password })
  let known = false
  /** A person who has turned their lock on. */
  const withLock = async () => {
    const person = await server.login('zhang.wei')
    await person.post('mail/main/lockScreen/set', known ? { flag: true } : { flag: true, password: PIN })
    known = true
    return person
  }

  test('it is offered, and off until somebody turns it on with a password', async () => {
    const person = await server.login('zhang.wei')
    const off = { flag: false, autoFlag: true, locktime: 10, haspass: false, offered: true, timeLocked: false }
    expect(await settings(person)).toEqual(off)
    expect(await person.refused('GET', 'mail/main/lockScreen/open')).toBe(Code.forbidden)
    expect(await person.refused('POST', 'mail/main/lockScreen/set', { flag: true })).toBe(Code.badRequest)
    for (const password of ['123', '1'.repeat(21), '四位密码吗', '']) {
      expect(await person.refused('POST', 'mail/main/lockScreen/set', { flag: true, password })).toBe(Code.badRequest)
    }
    expect((await person.post('mail/main/index', {})).locktime).toBe(0)
    await withLock()
    expect(await settings(person)).toEqual({ ...off, flag: true, haspass: true })
    expect((await person.post('mail/main/index', {})).locktime).toBe(10)
    expect(await settings(await server.login('li.na'))).toEqual(off)
  })

  /** A file of this length is not on its way as a whole when its answer begins. */
  const LONG = 48 * 1_024 * 1_024
  test.each<[string, (person: TestClient) => Promise<string>]>([
    [
      'a download',
      async (person) =>
        `file/download/${(await person.upload('file/upload', 'a.bin', new Uint8Array(LONG))).data?.fileId}`,
    ],
    [
      'a film of the document center that is shown',
      async (person) => {
        await setSwitch(
          server.context,
          { scope: 'organisation' },
          { name: 'netdiskEnable', value: true, locked: false },
        )
        const film = new Uint8Array(LONG)
        film.set(Buffer.from('ftypisom'), 4)
        return `file/documentShown/${(await keepDocument(person, 'a.mp4', film)).data?.documentId}`
      },
    ],
  ])(
    'given %s, then it ends with the lock of its session, and that of another session goes on',
    async (_name, made) => {
      const person = await withLock()
      const other = await server.login('zhang.wei')
      const path = await made(person)
      const [mine, theirs] = [await person.file(path), await other.file(path)]
      const reader = mine.body?.getReader()
      await reader?.read()
      await person.get('mail/main/lockScreen/open')
      const whole = async () => {
        for (;;) if ((await reader?.read())?.done) return
      }
      await expect(whole()).rejects.toThrow()
      expect((await theirs.bytes()).length).toBe(LONG)
    },
  )

  test('while it is locked every call of the session but unlocking and logging out is refused', async () => {
    const person = await withLock()
    const elsewhere = await server.login('zhang.wei')
    const stranger = await server.login('li.na')
    await person.get('mail/main/lockScreen/open')
    await person.raw('GET', 'mail/main/lockScreen/open')
    const free = httpCalls.filter((call) => call.whileLocked).map(({ path }) => path)
    expect(free.toSorted()).toEqual(['mail/main/lockScreen/relieve', 'mail/main/lockScreen/state', 'oauth/logout'])
    const states = (people: readonly TestClient[]) =>
      Promise.all(people.map((one) => one.get('mail/main/lockScreen/state')))
    const [open, unused] = [
      { locked: false, usable: true },
      { locked: false, usable: false },
    ]
    expect(await states([person, elsewhere, stranger])).toEqual([{ locked: true, usable: true }, open, unused])
    for (const call of httpCalls) {
      if (call.access === 'public' || call.whileLocked) continue
      const path = call.path.replace(/\{\w+\}/g, '1')
      const answer = await person.raw(call.method, path, call.method === 'POST' ? { body: {} } : {})
      expect(answer, call.path).toMatchObject({ status: 400, envelope: { code: Code.screenLocked, data: null } })
    }
    expect((await person.file('file/show/1')).status).toBe(400)
    // Other sessions of the same person, and other people, go on.
    await elsewhere.get('user/info')
    await stranger.get('user/info')
    expect(await relieve(stranger, PIN)).toMatchObject({ code: Code.ok })
    expect(await relieve(person, '0000')).toMatchObject({ status: 400, code: Code.lockPasswordWrong })
    expect(await relieve(person, PIN)).toMatchObject({ code: Code.ok })
    await person.get('user/info')
    expect(await states([person])).toEqual([open])
  })

  test('a session stays locked when its tokens are exchanged, and can be unlocked after that', async () => {
    const person = await withLock()
    await person.get('mail/main/lockScreen/open')
    server.wait(ACCESS_LIFE_S * 1_000 + 1)
    const { refreshToken = '', userMail = '' } = person.login ?? {}
    const next = await server.anybody.post('oauth/token', { grantType: 'refresh_token', refreshToken })
    const later = new TestClient(server.url, { ...next, userMail })
    expect(await later.refused('GET', 'user/info')).toBe(Code.screenLocked)
    expect(await relieve(later, PIN)).toMatchObject({ code: Code.ok })
    await later.get('user/info')
  })

  test('its sockets are closed and say nothing; a locked session opens none', async () => {
    const person = await withLock()
    const elsewhere = await server.login('zhang.wei')
    const [first, second, other] = [await person.socket(), await person.socket(), await elsewhere.socket()]
    await person.get('mail/main/lockScreen/open')
    await putMail(server.context, accountId, { subject: '机密' })
    announceChanges(server.context, [accountId])
    expect(await first.closed).toBe(SOCKET_LOCKED)
    expect(await second.closed).toBe(SOCKET_LOCKED)
    await expect(first.next()).rejects.toThrow(`${SOCKET_LOCKED}`)
    // Neither the mail's news is held back elsewhere, nor is it named there which session was locked.
    expect(await other.next()).toMatchObject({ optType: 'mailbox', change: 'added' })
    other.close()
    await expect(person.socket()).rejects.toThrow(`${SOCKET_LOCKED}`)
    expect(await relieve(person, PIN)).toMatchObject({ code: Code.ok })
    const again = await person.socket()
    again.close()
  })

  test('guessing is slowed down, and the owner is let in after the wait', async () => {
    const person = await withLock()
    await person.get('mail/main/lockScreen/open')
    for (let n = 0; n < 5; n++) expect(await relieve(person, `no-${n}`)).toMatchObject({ code: Code.lockPasswordWrong })
    const waits = await person.raw('POST', 'mail/main/lockScreen/relieve', { body: { password: PIN } })
    expect(waits).toMatchObject({ status: 429, envelope: { code: Code.tooManyRequests } })
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(0)
    server.wait(6_000)
    expect(await relieve(person, PIN)).toMatchObject({ code: Code.ok })
  })

  test('another password needs the old one or that of the login', async () => {
    const person = await withLock()
    const reset = (body: object) => person.raw('POST', 'mail/main/lockScreen/reset', { body })
    const wrong = { status: 400, envelope: { code: Code.lockPasswordWrong } }
    expect(await reset({ password: '1234' })).toMatchObject({ envelope: { code: Code.badRequest } })
    expect(await reset({ password: '1234', oldPassword: '0000' })).toMatchObject(wrong)
    expect(await reset({ password: '1234', loginPassword: PIN })).toMatchObject(wrong)
    expect(await person.refused('POST', 'mail/main/lockScreen/set', { password: '1234' })).toBe(Code.forbidden)
    expect(await reset({ password: '1234', oldPassword: PIN })).toMatchObject({ status: 200 })
    await person.get('mail/main/lockScreen/open')
    expect(await relieve(person, PIN)).toMatchObject({ code: Code.lockPasswordWrong })
    expect(await relieve(person, '1234')).toMatchObject({ code: Code.ok })
    expect(await reset({ password: PIN, loginPassword: TEST_PASSWORD })).toMatchObject({ status: 200 })
  })

  test('a lock that is turned off elsewhere, by its owner or by the operator, lets go of locked sessions', async () => {
    const person = await withLock()
    const elsewhere = await server.login('zhang.wei')
    await person.get('mail/main/lockScreen/open')
    await elsewhere.post('mail/main/lockScreen/set', { flag: false })
    expect(await settings(person)).toMatchObject({ flag: false, haspass: true })
    await elsewhere.post('mail/main/lockScreen/set', { flag: true })
    await person.get('mail/main/lockScreen/open')
    const off = { name: 'islockscreen', value: false, locked: false } as const
    await setSwitch(server.context, { scope: 'organisation' }, off)
    expect(await settings(person)).toMatchObject({ flag: true, offered: false })
    expect(await person.refused('GET', 'mail/main/lockScreen/open')).toBe(Code.forbidden)
    await unsetSwitch(server.context, { scope: 'organisation' }, 'islockscreen')
    // It does not lock again by itself.
    expect(await settings(person)).toMatchObject({ offered: true })
  })

  test("the organisation's time holds where nothing was chosen, and for all where it is locked", async () => {
    const person = await withLock()
    const autoLock = () => person.get('mail/main/lockScreen/isAutoLock')
    const time = (value: number, locked = false) =>
      setSwitch(server.context, { scope: 'organisation' }, { name: 'locktime', value, locked })
    await time(30)
    expect(await autoLock()).toEqual({ autoFlag: true, locktime: 30 })
    await time(0)
    expect(await autoLock()).toEqual({ autoFlag: false, locktime: 0 })
    await person.post('mail/main/lockScreen/set', { autoFlag: true, locktime: 15 })
    expect(await autoLock()).toEqual({ autoFlag: true, locktime: 15 })
    expect((await person.post('mail/main/index', {})).locktime).toBe(15)
    await time(20, true)
    expect(await autoLock()).toEqual({ autoFlag: true, locktime: 20 })
    expect(await settings(person)).toMatchObject({ timeLocked: true })
    expect(await person.refused('POST', 'mail/main/lockScreen/set', { locktime: 5 })).toBe(Code.forbidden)
    await unsetSwitch(server.context, { scope: 'organisation' }, 'locktime')
    await person.post('mail/main/lockScreen/set', { autoFlag: false })
    expect((await person.post('mail/main/index', {})).locktime).toBe(0)
  })

  test('the store keeps no password of the lock as it was typed', async () => {
    const kept = await server.context.store.db.selectFrom('lock_setting').selectAll().execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(PIN)
    expect(kept[0]?.password_hash).toMatch(/^argon2id\$/)
  })
})
