import { CATCH_UP_CHANGES, CHANGE_HEADER, SOCKET_UNAUTHORIZED, type SocketMessage } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { markMails } from '../../store/mailbox/index.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { sweepChanges } from '../../store/sweep/sweepChanges.ts'
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
  const accountOf = async (address: string) => {
    const { db } = server.context.store
    return (await db.selectFrom('account').select('id').where('address', '=', address).executeTakeFirstOrThrow()).id
  }
  const token = () => person.login?.accessToken ?? ''

  test('a mail that comes in by SMTP is pushed with its row and the counters', async () => {
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

  test('a change in one window is pushed to the others after its commit', async () => {
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

  test('an open event is pushed to the windows of its account only, and is not one of the numbered changes', async () => {
    const socket = await person.socket()
    const others = await other.socket()
    const event = { optType: 'event' as const, name: 'calendar.changed', data: { ids: [7] } }
    server.context.events.publish(accountId, event)
    await putMail(server.context, accountId)
    await putMail(server.context, await accountOf('li.na@yanshu.test'))
    expect(await socket.next()).toEqual(event)
    expect(await socket.next()).toMatchObject({ optType: 'mailbox', change: 'added' })
    expect(await others.next()).toMatchObject({ optType: 'mailbox', change: 'added' })
    socket.close()
    others.close()
  })

  test('a move of many mails is pushed without rows: first "removed", then "added"', async () => {
    const mailIds: number[] = []
    for (let n = 0; n < 51; n++) mailIds.push((await putMail(server.context, accountId)).mailId)
    const socket = await person.socket()
    await person.post('mail/email/recoverableDelete', { mailIds })
    const inbox = await folderOfRole(server.context.store.db, accountId, 'inbox')
    const trash = await folderOfRole(server.context.store.db, accountId, 'trash')
    const all = expect.toSatisfy((ids: number[]) => ids.toSorted((a, b) => a - b).join() === mailIds.join())
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

  test('no window gets changes of another mailbox', async () => {
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
    expect(await own.next()).toMatchObject({ optType: 'ready', missed: false })
    own.close()
  })

  /** What a window that was notified of changes up to a number is sent before and with its greeting. */
  const greeting = async (since: number) => {
    const socket = await person.socket(since)
    const messages: SocketMessage[] = []
    do messages.push(await socket.next())
    while (messages.at(-1)?.optType !== 'ready')
    socket.close()
    return messages
  }
  const newest = async () => {
    const { headers } = await person.raw('GET', 'mail/main/label/list')
    return Number(headers.get(CHANGE_HEADER))
  }

  test('given a window that missed nothing, then it gets no change; else exactly the missed ones', async () => {
    const before = await newest()
    expect(await greeting(before)).toEqual([{ optType: 'ready', seq: before, missed: false }])
    const { mailId } = await putMail(server.context, accountId)
    const gone = await putMail(server.context, accountId)
    await person.post('mail/email/color/update', { mailIds: [mailId], color: 4 })
    await person.post('mail/main/generalConfig/save', { fontSize: 2 })
    await person.post('mail/email/recoverableDelete', { mailIds: [gone.mailId] })
    await person.post('mail/email/delete', { mailIds: [gone.mailId] })
    const messages = await greeting(before)
    const now = await newest()
    expect(messages.at(-1)).toEqual({ optType: 'ready', seq: now, missed: false })
    expect(messages).toMatchObject([
      { change: 'added', items: [{ mailId, color: 4 }], seq: before + 1 },
      // Wherever the window has it: it cannot know where that mail went in between.
      { change: 'removed', mailboxId: null, mailIds: [gone.mailId], seq: before + 2 },
      { change: 'updated', items: [{ mailId, color: 4 }], seq: before + 3 },
      { change: 'settings', seq: before + 4 },
      { change: 'removed', mailboxId: null, mailIds: [gone.mailId], seq: before + 5 },
      { change: 'removed', mailIds: [gone.mailId], seq: before + 6 },
      { optType: 'ready' },
    ])
    expect(await greeting(now - 1)).toHaveLength(2)
  })

  test('given hundreds of missed changes, then each mail is pushed once; given 500, then the window has to read again', async () => {
    const { mailId } = await putMail(server.context, accountId)
    const before = await newest()
    for (let n = 1; n < CATCH_UP_CHANGES; n++) {
      await transact(server.context, (trx) => markMails(trx, server.context, accountId, [mailId], { color: n % 2 }))
    }
    const messages = await greeting(before)
    expect(messages).toMatchObject([
      { change: 'updated', mailIds: [mailId], items: [{ mailId, color: 1 }] },
      { optType: 'ready', seq: before + CATCH_UP_CHANGES - 1, missed: false },
    ])
    expect(await greeting(before - 1)).toEqual([{ optType: 'ready', seq: before + CATCH_UP_CHANGES - 1, missed: true }])
    // What the log has forgotten, and a number from another life of the store, may be anything.
    await server.context.store.db
      .deleteFrom('change_log')
      .where('seq', '=', before + 1)
      .execute()
    expect(await greeting(before)).toMatchObject([{ missed: true }])
    expect(await greeting(before + 1_000_000)).toMatchObject([{ missed: true }])
  })

  test('given an answer that comes after the greeting and is older, then the window may ask for the changes between', async () => {
    const { mailId } = await putMail(server.context, accountId)
    const older = await newest()
    await person.post('mail/email/seen/update', { mailIds: [mailId], seen: true })
    const socket = await person.socket()
    socket.send('not json')
    socket.send({ type: 'catchUp', since: older })
    expect(await socket.next()).toMatchObject({ change: 'updated', items: [{ mailId, seen: true }] })
    socket.close()
  })

  test('the log stays short: some days, and of each account its newest changes', async () => {
    const { db } = server.context.store
    const seqs = async () =>
      (
        await db.selectFrom('change_log').select('seq').where('account_id', '=', accountId).orderBy('seq').execute()
      ).map(({ seq }) => seq)
    const now = await newest()
    await db
      .updateTable('account')
      .set({ change_seq: now + 5_000 })
      .where('id', '=', accountId)
      .execute()
    const rows = Array.from({ length: 5_000 }, (_, n) => n + now + 1).map((seq) => ({
      account_id: accountId,
      seq,
      at: seq > now + 4_900 ? server.context.now() : server.context.now() - 8 * 24 * 60 * 60 * 1_000,
      kind: 'settings' as const,
      folder_id: null,
      mail_ids: '[]',
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto('change_log')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    await sweepChanges(server.context)
    expect((await seqs()).filter((seq) => seq > now)).toHaveLength(100)
    expect((await seqs()).filter((seq) => seq <= now)).toEqual([])
  })

  test('a message that is too large closes its socket and no other', async () => {
    const socket = await open()
    socket.send('x'.repeat(1_000_000))
    expect(await socket.closed).toBe(1_009)
    const next = await person.socket()
    next.close()
  })
})
