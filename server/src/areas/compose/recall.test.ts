import { Code, FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { groupStep } from '../mail-groups/index.ts'
import { headStep } from '../restricted-letters/index.ts'
import { separateStep } from './separateStep.ts'

describe.each(engines)('the life of a sent mail, on %s', (engine) => {
  let relay: SMTPServer
  /** Addresses that the relay was asked to take, as often as it was. */
  let tried: string[]
  /** What the relay waits for before it answers about a recipient. */
  let held: () => Promise<void>
  let server: TestServer
  let wei: number
  let na: number
  let jie: number
  let asWei: TestClient
  let asNa: TestClient
  let asJie: TestClient

  beforeEach(async () => {
    tried = []
    held = () => Promise.resolve()
    relay = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo({ address }, _session, callback) {
        tried.push(address)
        const refusal = Object.assign(new Error('5.2.2 The mailbox is over quota'), { responseCode: 552 })
        const busy = Object.assign(new Error('4.3.2 Try again later'), { responseCode: 451 })
        const answer = address.startsWith('full') ? refusal : address.startsWith('busy') ? busy : null
        void held().then(() => callback(answer))
      },
      onData(stream, _session, callback) {
        stream.resume()
        stream.on('end', () => callback(null))
      },
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
    const address = relay.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server = await startTestServer({ engine, still: true, relay: `smtp://127.0.0.1:${port}` })
    server.submission.register([headStep, separateStep])
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    jie = await server.addUser('chen.jie', { name: '陈杰' })
    asWei = await server.as(wei)
    asNa = await server.as(na)
    asJie = await server.as(jie)
  })
  afterEach(async () => {
    await server.stop()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
  })

  const people = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))
  const INSIDE = people(`li.na@${TEST_DOMAIN}`, `chen.jie@${TEST_DOMAIN}`)
  const send = async (mail: Parameters<typeof sending>[0] = {}) => {
    const { mailId } = await asWei.post('mail/email/send', sending({ to: INSIDE, ...mail }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    return mailId
  }
  const inboxOf = async (client: TestClient) => (await client.get('mail/email/mailbox/list', { role: 'inbox' })).list
  const read = async (client: TestClient) => {
    const [mail] = await inboxOf(client)
    await client.post('mail/email/seen/update', { mailIds: [mail?.mailId ?? 0], seen: true })
  }
  const standing = async (mailId: number) => {
    const { recipients } = await asWei.post('mail/email/sent/recipients', { mailId })
    return Object.fromEntries(
      recipients.map(({ address, read: seen, gone, recall }) => [
        address.replace(`@${TEST_DOMAIN}`, ''),
        [seen?.by ?? null, gone, recall],
      ]),
    )
  }

  test('given some have read it and some are outside, then it is taken back from the others, each with its reason', async () => {
    const mailId = await send({ to: [...INSIDE, ...people('jim@elsewhere.example', 'full@elsewhere.example')] })
    await read(asJie)
    expect(await standing(mailId)).toEqual({
      'chen.jie': ['mailbox', null, 'read'],
      'full@elsewhere.example': [null, null, 'outside'],
      'jim@elsewhere.example': [null, null, 'outside'],
      'li.na': [null, null, 'yes'],
    })
    const { recipients } = await asWei.post('mail/email/sent/recipients', { mailId })
    expect(recipients.find(({ address }) => address.startsWith('full'))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('5.2.2'),
    })

    const answer = await asWei.post('mail/email/cancels', { mailId, notice: false })
    expect(answer).toMatchObject({ total: 4, left: 0 })
    expect(await inboxOf(asNa)).toEqual([])
    expect(await server.mailsOf(na)).toEqual([])
    expect(await inboxOf(asJie)).toHaveLength(1)
    expect(await standing(mailId)).toMatchObject({
      'chen.jie': ['mailbox', null, 'read'],
      'li.na': [null, 'recalled', 'gone'],
    })
    // The copy stays, and a second call changes nothing.
    expect(await asWei.post('mail/email/cancels', { mailId, notice: true })).toMatchObject({ left: 0 })
    expect(await server.mailsOf(na)).toEqual([])
    const folders = await server.context.store.db
      .selectFrom('folder')
      .select(['total', 'unread', 'size'])
      .where('account_id', '=', na)
      .where('role', '=', 'inbox')
      .execute()
    expect(folders).toEqual([{ total: 0, unread: 0, size: 0 }])
  })

  test('given it still waits for the relay, then it is stopped for those, who are not tried again, and stays where it has left', async () => {
    const to = people('busy@elsewhere.example', 'jim@elsewhere.example')
    const mailId = await send({ to })
    expect(await standing(mailId)).toEqual({
      'busy@elsewhere.example': [null, null, 'yes'],
      'jim@elsewhere.example': [null, null, 'outside'],
    })
    const { recipients } = await asWei.post('mail/email/cancels', { mailId, notice: true })
    expect(recipients.find(({ address }) => address.startsWith('busy'))).toMatchObject({
      ...{ state: 'failed', reason: '', gone: 'recalled', recalledAt: expect.any(Number) },
    })
    server.wait(6 * 60 * 60_000)
    await server.dispatcher.runDue()
    expect(tried.toSorted()).toEqual(['busy@elsewhere.example', 'jim@elsewhere.example'])
    // No report comes that it has not arrived: its sender wanted that.
    expect(await server.mailsOf(wei)).toEqual([])
    const { state } = await server.context.store.db
      .selectFrom('outgoing')
      .select('state')
      .where('mail_id', '=', mailId)
      .executeTakeFirstOrThrow()
    expect(state).toBe('done')
  })

  test('given an attempt that is on its way while it is stopped, then what becomes of it is noted, and no other follows', async () => {
    const { mailId } = await asWei.post('mail/email/send', sending({ to: people('busy@elsewhere.example') }))
    server.wait(UNDO_SEND_MS)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    held = async () => {
      asked.resolve()
      await answered.promise
    }
    const running = server.dispatcher.runDue()
    await asked.promise
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    answered.resolve()
    await running
    server.wait(6 * 60 * 60_000)
    await server.dispatcher.runDue()
    expect(tried).toEqual(['busy@elsewhere.example'])
    expect(await standing(mailId)).toEqual({ 'busy@elsewhere.example': [null, 'recalled', 'gone'] })
  })

  test('given a notice is wanted, then it lies where the mail was, unread as it was, without its subject', async () => {
    const mailId = await send({ to: people(`li.na@${TEST_DOMAIN}`), subject: '薪酬调整名单' })
    const [before] = await inboxOf(asNa)
    await asWei.post('mail/email/cancels', { mailId, notice: true })
    const mails = await server.mailsOf(na)
    expect(mails.map(({ subject }) => subject)).toEqual(['已撤回一封邮件 / A mail was taken back'])
    expect(mails[0]?.text).toContain('张伟')
    expect(`${mails[0]?.subject}${mails[0]?.text}`).not.toContain('薪酬')
    const [after] = await inboxOf(asNa)
    expect(after).toMatchObject({ seen: before?.seen, date: before?.date })
  })

  test('given the organisation takes read letters back as well, then it is gone everywhere', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'recallReadEnable', value: true, locked: false })
    const mailId = await send()
    await read(asJie)
    expect(await standing(mailId)).toMatchObject({ 'chen.jie': ['mailbox', null, 'yes'] })
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    for (const who of [na, jie]) expect(await server.mailsOf(who)).toEqual([])
  })

  test('given a folder with a password, and a person who reports no readings, then both keep it without a reason', async () => {
    const mailId = await send()
    const { folderId } = await asNa.post('mail/main/folder/save', { folderName: '私人' })
    const [mail] = await inboxOf(asNa)
    await asNa.post('mail/email/move', {
      mailboxId: mail?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [mail?.mailUid ?? 0],
    })
    await asNa.post('mail/main/folder/setPwd', { folderId, password: 'Quiet-7' })
    await asJie.post('mail/main/generalConfig/single/update', { key: 'receiptAnswer', value: 'never' })
    await read(asJie)
    expect(await standing(mailId)).toEqual({ 'chen.jie': [null, null, 'kept'], 'li.na': [null, null, 'kept'] })
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    expect(await server.mailsOf(jie)).toHaveLength(1)
    expect(await standing(mailId)).toEqual({ 'chen.jie': [null, null, 'kept'], 'li.na': [null, null, 'kept'] })
  })

  test('given a letter that is deleted after its last reading, then its sender sees who has read it', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
    const options = { 'mail.reading': { ...FREE_READING, burn: true } }
    const mailId = await send({ options })
    const login = await server.login('li.na')
    const [head] = await inboxOf(login)
    await login.post('mail/email/restricted/open', { mailId: head?.mailId ?? 0, password: '' })
    await login.post('mail/email/restricted/close', { mailId: head?.mailId ?? 0 })
    expect(await standing(mailId)).toEqual({
      'chen.jie': [null, null, 'yes'],
      'li.na': ['mailbox', 'burned', 'gone'],
    })
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    expect(await inboxOf(asJie)).toEqual([])
  })

  test('given each got it separately, then it is taken back from each; a mail of another person never is', async () => {
    const mailId = await send({ options: { 'mail.separately': true } })
    const [received] = await inboxOf(asNa)
    for (const id of [mailId, received?.mailId ?? 0])
      expect((await asJie.attempt('mail/email/cancels', { mailId: id, notice: false })).code).toBe(Code.mailNotFound)
    // One's own received mail was not sent by this mailbox.
    const own = await asNa.attempt('mail/email/cancels', { mailId: received?.mailId ?? 0, notice: false })
    expect(own.code).toBe(Code.notFound)
    expect(await inboxOf(asJie)).toHaveLength(1)
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    for (const who of [na, jie]) expect(await server.mailsOf(who)).toEqual([])
  })

  test('given it went to a group, then its members stand one by one, and it is taken back from each who has not read it', async () => {
    server.steps.register([groupStep])
    const { db } = server.context.store
    const group = { name: '项目组', note: '', senders: 'anybody', moderated: 0, created_at: 0 } as const
    const { id } = await db
      .insertInto('mail_group')
      .values({ ...group, address: `team@${TEST_DOMAIN}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('mail_group_person')
      .values([na, jie].map((account_id) => ({ group_id: id, role: 'member', account_id, department_id: null })))
      .execute()
    const mailId = await send({ to: people(`team@${TEST_DOMAIN}`) })
    await read(asJie)
    const { recipients } = await asWei.post('mail/email/sent/recipients', { mailId })
    expect(recipients.map(({ address, indirect, recall }) => [address.split('@', 1)[0], indirect, recall])).toEqual([
      ['team', false, 'not-there'],
      ['li.na', true, 'yes'],
      ['chen.jie', true, 'read'],
    ])
    await asWei.post('mail/email/cancels', { mailId, notice: false })
    expect(await server.mailsOf(na)).toEqual([])
    expect(await server.mailsOf(jie)).toHaveLength(1)
    expect(await standing(mailId)).toMatchObject({
      'li.na': [null, 'recalled', 'gone'],
      'chen.jie': ['mailbox', null, 'read'],
    })
  })

  test('given it is read at the moment in which it is taken back, then it is there or gone, never both', async () => {
    const mailId = await send()
    const [mail] = await inboxOf(asNa)
    const [answer] = await Promise.all([
      asWei.post('mail/email/cancels', { mailId, notice: false }),
      asNa.attempt('mail/email/seen/update', { mailIds: [mail?.mailId ?? 0], seen: true }),
      asWei.post('mail/email/cancels', { mailId, notice: false }),
    ])
    const { recall, gone } = answer.recipients.find(({ address }) => address.startsWith('li.na')) ?? {}
    const there = (await server.mailsOf(na)).length
    expect(['read', 'gone']).toContain(recall)
    expect(there).toBe(gone === 'recalled' ? 0 : 1)
  })
})
