import { UNDO_SEND_MS } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

describe('whom a mail says it is from', () => {
  let server: TestServer
  let wei: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite' })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    wei = await server.login('zhang.wei')
  })
  afterAll(() => server.stop())

  const receive = async (from: string, more: { subject?: string; filename?: string } = {}) => {
    const socket = await wei.socket()
    await createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      envelope: { from: 'x@elsewhere.example', to: `zhang.wei@${TEST_DOMAIN}` },
      from,
      to: `zhang.wei@${TEST_DOMAIN}`,
      subject: more.subject ?? '转账',
      text: '请尽快',
      ...(more.filename ? { attachments: [{ filename: more.filename, content: 'x' }] } : {}),
    })
    const announced = await socket.nextOf('mail')
    socket.close()
    const [item] = (await wei.get('mail/email/mailbox/list', { pageSize: 1 })).list
    if (!item) throw new Error('nothing arrived')
    return { announced, item, detail: await wei.post('mail/email/detail', { mailId: item.mailId }) }
  }

  test.each([
    [`李娜 <li.na@${TEST_DOMAIN}>`, true],
    [`nobody@${TEST_DOMAIN.toUpperCase()}`, true],
    ['li.na@elsewhere.example', false],
    [`li.na@not-${TEST_DOMAIN}`, false],
    [`li.na@${TEST_DOMAIN}.elsewhere.example`, false],
  ])('mail from outside that says %s: marked %s', async (from, marked) => {
    const { item, detail, announced } = await receive(from)
    expect([item.claimsOwnDomain, detail.claimsOwnDomain]).toEqual([marked, marked])
    expect(announced).toMatchObject({ optType: 'mail', item: { claimsOwnDomain: marked } })
  })

  test('mail that a colleague wrote here is not marked', async () => {
    const na = await server.login('li.na')
    const socket = await wei.socket()
    await na.post('mail/email/send', {
      kind: 'new',
      sourceMailId: null,
      mailId: null,
      requestId: 'request-1',
      to: [{ name: '', address: `zhang.wei@${TEST_DOMAIN}` }],
      cc: [],
      bcc: [],
      subject: '内部',
      html: '<p>x</p>',
      fileIds: [],
    })
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const announced = await socket.nextOf('mail')
    socket.close()
    expect(announced).toMatchObject({ optType: 'mail', mailSubject: '内部', item: { claimsOwnDomain: false } })
  })

  test('characters that turn or hide text are shown nowhere, and stay in the original', async () => {
    const { item, detail, announced } = await receive('"\u202egnaw\u202c" <x@elsewhere.example>', {
      subject: '报表\u202efdp.exe\u200b',
      filename: 'a\u202efdp.exe',
    })
    expect(item).toMatchObject({ subject: '报表fdp.exe', from: { name: 'gnaw' } })
    expect(announced).toMatchObject({ mailSubject: '报表fdp.exe', mailFrom: { name: 'gnaw' } })
    expect(detail.attachments[0]?.name).toBe('afdp.exe')
    const start = await wei.post('mail/email/forward', { mailId: item.mailId })
    expect([start.subject.includes('\u202e'), start.attachments[0]?.name]).toEqual([false, 'afdp.exe'])
    const raw = await fetch(`${server.url}/api/file/mail/${item.mailId}`, {
      headers: { cookie: `safeMailToken=${wei.login?.accessToken}` },
    })
    expect(await raw.text()).toContain('=E2=80=AE')
  })
})
