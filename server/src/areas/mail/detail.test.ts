import { BODY_SHOWN_MAX } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('one mail, whole, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei')
  })
  afterAll(() => server.stop())

  const deliver = (mail: { text?: string; html?: string }) =>
    createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      from: 'wang.fang@elsewhere.example',
      to: 'zhang.wei@yanshu.test',
      subject: '报表',
      ...mail,
    })
  const newest = async () => {
    const person = await server.login('zhang.wei')
    const { list } = await person.get('mail/email/mailbox/list')
    const mailId = list[0]?.mailId ?? 0
    const raw = await fetch(`${server.url}/api/file/mail/${mailId}`, {
      headers: { cookie: `safeMailToken=${person.login?.accessToken}` },
    })
    return { detail: await person.post('mail/email/detail', { mailId }), raw: await raw.text() }
  }

  test('given an enormous text, then its beginning is answered, and the file has all of it', async () => {
    const line = `${'报表行'.repeat(20)}\n`
    await deliver({ text: `${line.repeat(Math.ceil(BODY_SHOWN_MAX / 100))}the end`, html: '<p>短</p>' })
    const { detail, raw } = await newest()
    expect(detail.truncated).toBe(true)
    expect(detail.html).toContain('<p>短</p>')
    const text = detail.text ?? ''
    expect(Buffer.byteLength(text)).toBeGreaterThan(BODY_SHOWN_MAX - 3)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY_SHOWN_MAX)
    expect(text.startsWith(line)).toBe(true)
    expect(text.isWellFormed()).toBe(true)
    const encoded = raw.slice(raw.indexOf('base64\r\n\r\n') + 10)
    const whole = Buffer.from(encoded.slice(0, encoded.indexOf('\r\n--')), 'base64').toString()
    expect(whole.trimEnd().endsWith('the end')).toBe(true)
  })

  test('given an ordinary mail, then nothing is cut', async () => {
    await deliver({ text: '你好' })
    const { detail } = await newest()
    expect(detail).toMatchObject({ text: '你好', html: null, truncated: false })
  })

  test('given a body that was stored before bodies were cut, then its beginning is answered all the same', async () => {
    await deliver({ text: '旧信' })
    await server.context.store.db
      .updateTable('message_body')
      .set({ text: 'x'.repeat(BODY_SHOWN_MAX + 1) })
      .where('text', 'like', '旧信%')
      .execute()
    const { detail } = await newest()
    expect(detail.text).toBe('x'.repeat(BODY_SHOWN_MAX))
    expect(detail.truncated).toBe(true)
  })
})
