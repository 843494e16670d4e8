import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { riskOfMail } from '../../areas/risk-check/index.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { ArrivingMail } from '../steps/deliveryStep.ts'
import type { Envelope } from '../steps/envelopeStep.ts'
import { rawClient } from './rawClient.ts'

describe.each(engines)('what is known of the coming in of a mail, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let seen: ArrivingMail[]
  const start = async (settings = {}) => {
    server = await startTestServer({ engine, still: true, ...settings })
    wei = await server.addUser('zhang.wei')
    seen = []
    const judge = (mail: ArrivingMail) => {
      seen.push(mail)
      return null
    }
    server.steps.register([{ name: 'looks', judge }])
  }
  beforeEach(() => start())
  afterEach(() => server.stop())

  const OWN = 'Authentication-Results: mail.yanshu.test'
  /** A mail with these fields, handed in over a connection of its own. */
  const handIn = async (
    fields: readonly string[],
    options: Parameters<TestServer['startSmtp']>[0] = {},
    text = 'text',
  ) => {
    const { port } = await server.startSmtp(options)
    const client = await rawClient(port)
    await client.say(`${options.lmtp ? 'LHLO' : 'EHLO'} mx.partner.example`)
    const message = ['From: Li <li@partner.example>', ...fields, 'Subject: x', '', text].join('\r\n')
    expect(await client.send('li@partner.example', ['zhang.wei@yanshu.test'], message)).toMatch(/^250/)
    client.close()
    const mails = await server.mailsOf(wei)
    const [last] = mails.slice(-1)
    const raw = Buffer.from(await server.context.blobs.readAll(last?.raw_hash ?? '')).toString('latin1')
    return { mailId: last?.id ?? 0, raw, mail: seen.at(-1) }
  }
  const marks = async (mailId: number) =>
    (await riskOfMail(server.context, systemActor(wei), mailId)).findings.filter(
      ({ rule }) => rule === 'authentication',
    ).length

  test('given mail from outside, then forged results in the own name are gone from it and count for nothing', async () => {
    const forged = [`${OWN}; dmarc=fail`, 'AUTHENTICATION-results:\r\n\tMAIL.yanshu.test; spf=pass']
    const others = [`${OWN}.evil.example; dmarc=fail`, 'Authentication-Results: mx.partner.example; dmarc=fail']
    for (const options of [{}, { lmtp: true }]) {
      const { mailId, raw, mail } = await handIn([...forged, ...others], options)
      expect(raw.match(/^authentication-results:.*$/gim)).toEqual(others)
      expect(mail).toMatchObject({
        peer: { protocol: options.lmtp ? 'lmtp' : 'smtp', ip: '127.0.0.1', helo: 'mx.partner.example', tls: null },
        authentication: null,
      })
      expect(await marks(mailId)).toBe(0)
    }
  })

  test('given a mail that is not short, then it is kept whole but for what was forged', async () => {
    const text = `${'0123456789 '.repeat(6)}\r\n`.repeat(10_000)
    const { raw } = await handIn([`${OWN}; dmarc=pass`, 'X-Own: 1'], {}, text)
    const message = ['From: Li <li@partner.example>', 'X-Own: 1', 'Subject: x', '', text].join('\r\n')
    expect(raw.slice(raw.indexOf('From: Li'))).toBe(`${message}\r\n`)
  })

  test('given a trusted server in front, then what it wrote is kept with the message, each method once', async () => {
    const fields = [
      `${OWN}; dmarc=fail header.from=partner.example`,
      'Received: from mx by mail.yanshu.test; Thu, 1 Jan 2026 00:00:00 +0000',
      `${OWN}; spf=pass smtp.mailfrom=li@partner.example; dmarc=pass`,
      'Authentication-Results: mx.partner.example; dkim=fail',
      'Received: from somewhere by mx; Thu, 1 Jan 2026 00:00:00 +0000',
      `${OWN}; dkim=pass`,
    ]
    const { mailId, mail } = await handIn(fields, { lmtp: true, trustAuthentication: true })
    const results = [
      { method: 'dmarc', result: 'fail', properties: { 'header.from': 'partner.example' } },
      { method: 'spf', result: 'pass', properties: { 'smtp.mailfrom': 'li@partner.example' } },
    ]
    expect(mail?.authentication).toEqual({ by: 'upstream', results })
    expect(await marks(mailId)).toBe(1)
    const passes = await handIn([`${OWN}; dmarc=pass (dmarc=fail)`], { lmtp: true, trustAuthentication: true })
    expect(await marks(passes.mailId)).toBe(0)
    // As a version before has stored it: the header is read, and its names are compared whole.
    await server.context.store.db.updateTable('message').set({ arrival: null }).execute()
    expect(await marks(mailId)).toBe(1)
    const other = await handIn([`${OWN}.evil.example; dmarc=fail`], { lmtp: true, trustAuthentication: true })
    await server.context.store.db.updateTable('message').set({ arrival: null }).execute()
    expect(await marks(other.mailId)).toBe(0)
  })

  test('given steps of the envelope, then sender and recipients are refused before the content is sent', async () => {
    await server.stop()
    await start({ failing: true })
    const asked: Envelope[] = []
    server.envelope.register([
      {
        name: 'fails',
        sender: () => {
          throw new Error('it is broken')
        },
      },
      {
        name: 'refuses',
        sender: (envelope) => {
          asked.push(envelope)
          return envelope.sender === 'spam@partner.example' ? { status: '5.7.1', reason: '拒收 / not from you' } : null
        },
        recipient: async (_envelope, { accountId }) =>
          accountId === wei ? { status: '4.7.1', reason: 'greylisted, try again in five minutes' } : null,
      },
    ])
    await server.addUser('li.na')
    const client = await rawClient((await server.startSmtp()).port)
    await client.say('EHLO mx.partner.example')
    expect(await client.say('MAIL FROM:<spam@partner.example>')).toBe('550 5.7.1 not from you')
    await client.say('MAIL FROM:<li@partner.example> SIZE=700')
    expect(await client.say('RCPT TO:<zhang.wei@yanshu.test>')).toMatch(/^450 4\.7\.1 greylisted/)
    expect(await client.say('RCPT TO:<nobody@yanshu.test>')).toMatch(/^550 5\.1\.1/)
    expect(await client.say('RCPT TO:<li.na@yanshu.test>')).toMatch(/^250/)
    client.close()
    const peer = { protocol: 'smtp', ip: '127.0.0.1', helo: 'mx.partner.example', tls: null }
    expect(asked[1]).toEqual({ peer, sender: 'li@partner.example', declaredSize: 700 })
  })

  test('given a connection with TLS, then the steps know its version', async () => {
    await server.stop()
    const folder = fileURLToPath(new URL('../../testing/test-only-tls/', import.meta.url))
    await start({ tls: { key: `${folder}key.pem`, cert: `${folder}cert.pem` } })
    const { port } = await server.startSmtp()
    const outside = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { rejectUnauthorized: false } })
    await outside.sendMail({ from: 'a@partner.example', to: 'zhang.wei@yanshu.test', text: 'x' })
    outside.close()
    expect(seen).toMatchObject([{ peer: { tls: 'TLSv1.3' } }])
  })
})
