import { UNDO_SEND_MS } from '@yanshu/contracts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { openStore } from '../../store/database/open.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { type MailTransport, mailTransportOf } from '../mailTransport.ts'

const MAILS = 20

let relay: SMTPServer
let relayed: string[]
let first: TestServer
let second: MailTransport

beforeEach(async () => {
  relayed = []
  relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      const refused = address.startsWith('nobody')
        ? Object.assign(new Error('no such user'), { responseCode: 550 })
        : null
      callback(refused)
    },
    onData(stream, session, callback) {
      relayed.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume()
      stream.on('end', () => callback(null))
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
  const address = relay.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  first = await startTestServer({ engine: 'postgres', still: true, relay: `smtp://127.0.0.1:${port}` })
  // Another server: connections, queue and relay of its own on the same store.
  const store = await openStore(first.context.config.database)
  second = mailTransportOf({ ...first.context, store, runtime: createRuntime() })
  first.closing(async () => {
    await second.dispatcher.stop()
    await store.close()
  })
})
afterEach(async () => {
  await first.stop()
  await new Promise<void>((resolve) => relay.close(() => resolve()))
})

test('given two servers on one PostgreSQL, when mail is due, then each leaves once and fails once', async () => {
  const wei = await first.addUser('zhang.wei')
  const na = await first.addUser('li.na')
  const asWei = await first.as(wei)
  const numbers = Array.from({ length: MAILS }, (_, index) => index)
  for (const index of numbers) {
    const people = ['li.na@yanshu.test', 'nobody@elsewhere.example', `out${index}@elsewhere.example`]
    const sent = await asWei.attempt('mail/email/send', {
      kind: 'new',
      sourceMailId: null,
      mailId: null,
      requestId: `request-${index}`,
      to: people.map((address) => ({ name: '', address })),
      cc: [],
      bcc: [],
      subject: `第 ${index} 封`,
      html: '<p>两台服务器</p>',
      fileIds: [],
    })
    expect(sent.code).toBe(200)
  }
  first.wait(UNDO_SEND_MS)
  await Promise.all([first.dispatcher.runDue(), second.dispatcher.runDue()])
  // When another server looked while one was working on mails, those mails must not be left undone.
  await Promise.all([first.dispatcher.runDue(), second.dispatcher.runDue()])

  const subjects = numbers.map((index) => `第 ${index} 封`).sort()
  expect((await first.mailsOf(na)).map((mail) => mail.subject).sort()).toEqual(subjects)
  expect(relayed.sort()).toEqual(numbers.map((index) => `out${index}@elsewhere.example`).sort())
  expect(await first.mailsOf(wei)).toHaveLength(MAILS)
  const states = await first.context.store.db.selectFrom('outgoing').select('state').execute()
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['done']))
}, 60_000)
