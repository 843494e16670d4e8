import { SOCKET_UNAUTHORIZED } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { openTestSocket } from '../../testing/testSocket.ts'

describe.each(engines)('the push socket, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let other: TestClient
  let accountId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const open = (headers: Record<string, string> = {}, address = 'zhang.wei@yanshu.test') =>
    openTestSocket(server.url, address, headers)
  const token = () => person.login?.accessToken ?? ''

  test('a mail that comes in by SMTP is told with its row and the counters', async () => {
    const socket = await person.socket()
    await createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      from: '王芳 <wang.fang@elsewhere.example>',
      to: 'zhang.wei@yanshu.test',
      subject: `长${'题'.repeat(150)}`,
      text: '请查收',
    })
    const message = await socket.nextOf('mail')
    expect(message).toMatchObject({ mailFrom: { name: '王芳' }, item: { stranger: true, seen: false } })
    expect(message.mailSubject).toHaveLength(100)
    expect(message.counters.folders.find((folder) => folder.folderId === message.mailboxId)).toMatchObject({
      unread: 1,
    })
    socket.close()
  })

  test('what is done in one window is told to the others, after it is done', async () => {
    const { mailId } = await putMail(server.context, accountId)
    const socket = await person.socket()
    await person.post('mail/email/seen/update', { mailIds: [mailId], seen: true })
    const updated = await socket.nextOf('mailbox')
    expect(updated).toMatchObject({ change: 'updated', mailIds: [mailId], items: [{ mailId, seen: true }] })

    await person.post('mail/email/recoverableDelete', { mailIds: [mailId] })
    const trash = await folderOfRole(server.context.store.db, accountId, 'trash')
    expect(await socket.next()).toMatchObject({ change: 'added', mailboxId: trash, items: [{ mailboxId: trash }] })

    await person.post('mail/email/delete', { mailIds: [mailId] })
    expect(await socket.next()).toMatchObject({ change: 'removed', mailboxId: trash, mailIds: [mailId], items: [] })

    await person.post('mail/main/generalConfig/skin/update', { skin: 'skin_3' })
    expect(await socket.next()).toMatchObject({ change: 'settings' })
    socket.close()
  })

  test('many mails that move are told without rows: first that they left, then that they came', async () => {
    const mailIds: number[] = []
    for (let n = 0; n < 51; n++) mailIds.push((await putMail(server.context, accountId)).mailId)
    const socket = await person.socket()
    await person.post('mail/email/recoverableDelete', { mailIds })
    const inbox = await folderOfRole(server.context.store.db, accountId, 'inbox')
    const trash = await folderOfRole(server.context.store.db, accountId, 'trash')
    const all = expect.toSatisfy((told: number[]) => told.toSorted((a, b) => a - b).join() === mailIds.join())
    expect(await socket.next()).toMatchObject({ change: 'removed', mailboxId: inbox, mailIds: all, items: [] })
    expect(await socket.next()).toMatchObject({ change: 'added', mailboxId: trash, mailIds: all, items: [] })
    socket.close()
  })

  test('doing nothing tells nothing: a repeated action is silent', async () => {
    const { mailId } = await putMail(server.context, accountId, { seen: true })
    const socket = await person.socket()
    await person.post('mail/email/seen/update', { mailIds: [mailId], seen: true })
    await person.post('mail/email/color/update', { mailIds: [mailId], color: 2 })
    expect(await socket.next()).toMatchObject({ items: [{ color: 2 }] })
    socket.close()
  })

  test('nobody hears what happens in another mailbox', async () => {
    const theirs = await other.socket()
    const { mailId } = await putMail(server.context, accountId)
    await person.post('mail/email/seen/update', { mailIds: [mailId], seen: true })
    await other.post('mail/main/folder/save', { folderName: '后来' })
    expect(await theirs.next()).toMatchObject({ change: 'folders' })
    theirs.close()
  })

  test('a hello that is wrong, forged, expired or for another address closes with 4401', async () => {
    const hellos: unknown[] = [
      'not json',
      {},
      { type: 'auth' },
      { type: 'auth', accessToken: 'x'.repeat(43) },
      { type: 'auth', accessToken: other.login?.accessToken },
      [],
      null,
    ]
    for (const hello of hellos) {
      const socket = await open()
      socket.send(hello)
      expect(await socket.closed, JSON.stringify(hello)).toBe(SOCKET_UNAUTHORIZED)
    }
  })

  test('a page of another site is refused, our own is not', async () => {
    const foreign = await open({ origin: 'https://evil.example' })
    foreign.send({ type: 'auth', accessToken: token() })
    expect(await foreign.closed).toBe(4_403)
    const own = await open({ origin: server.url })
    own.send({ type: 'auth', accessToken: token() })
    expect(await own.next()).toEqual({ optType: 'ready', missed: false })
    own.close()
  })

  test('a window is told whether it missed something between its first answer and its hello', async () => {
    const since = async (time: number) => {
      const socket = await open()
      socket.send({ type: 'auth', accessToken: token(), since: time })
      const answer = await socket.next()
      socket.close()
      return answer
    }
    const before = Date.now()
    await person.post('mail/main/generalConfig/save', { fontSize: 2 })
    expect(await since(before)).toEqual({ optType: 'ready', missed: true })
    expect(await since(Date.now() + 1_000)).toEqual({ optType: 'ready', missed: false })
    // What happened before the server started is not known, so it may have been anything.
    expect(await since(1)).toEqual({ optType: 'ready', missed: true })
  })

  test('a message that is too large closes the socket and harms nobody', async () => {
    const socket = await open()
    socket.send('x'.repeat(1_000_000))
    expect(await socket.closed).toBe(1_009)
    const next = await person.socket()
    next.close()
  })
})

describe('two servers on one PostgreSQL', () => {
  test('tell each other what changes, however many mails it concerns', async () => {
    const first = await startTestServer({ engine: 'postgres' })
    const accountId = await first.addUser('zhang.wei')
    const here = await first.login('zhang.wei')
    const second = await startTestServer({ engine: 'postgres', database: first.context.config.database })
    const there = await second.login('zhang.wei')
    const socket = await there.socket()

    const { mailId } = await putMail(first.context, accountId)
    await here.post('mail/email/color/update', { mailIds: [mailId], color: 5 })
    expect(await socket.next()).toMatchObject({ change: 'updated', items: [{ mailId, color: 5 }] })

    const many: number[] = []
    for (let i = 0; i < 600; i++) many.push((await putMail(first.context, accountId)).mailId)
    await here.post('mail/email/seen/update', { mailIds: many, seen: true })
    const told = new Set<number>()
    while (told.size < many.length) {
      const message = await socket.nextOf('mailbox')
      expect(message.items).toEqual([])
      for (const id of message.mailIds) told.add(id)
    }
    expect(told).toEqual(new Set(many))
    socket.close()
    await second.stop()
    await first.stop()
  })
})
