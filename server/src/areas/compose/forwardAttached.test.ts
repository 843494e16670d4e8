import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { drafting, sending } from '../../testing/letters.ts'
import { startTestServer } from '../../testing/testServer.ts'

test('mails go as files of another, whole, in their order and each under a name of its own; nobody takes those of others', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const wei = await server.addUser('zhang.wei')
  const na = await server.addUser('li.na')
  const [asWei, asNa] = [await server.as(wei), await server.as(na)]
  const receive = async (subject: string, text: string) => {
    const raw = Buffer.from(`From: jim@elsewhere.example\r\nSubject: ${subject}\r\n\r\n${text}\r\n`)
    const message = await server.preparer.prepare(await server.context.blobs.put(raw), raw)
    await server.deliverer.deliver(message, { accountIds: [wei], role: 'inbox', receivedAt: server.context.now() })
  }
  for (const text of ['one', 'two']) await receive('plan/2026', text)
  const inbox = await asWei.get('mail/email/mailbox/list', { role: 'inbox' })
  const mailIds = inbox.list.map(({ mailId }) => mailId).toReversed()

  const start = await asWei.post('mail/email/forwardAttached', { mailIds })
  expect(start).toMatchObject({ kind: 'forward', sourceMailId: null, quoted: null, html: '' })
  expect(start.subject).toBe('转发：plan/2026 等 2 封邮件')
  const names = start.attachments.map(({ name }) => name)
  expect(new Set(names).size).toBe(2)
  expect(names.every((name) => /^[^/]+\.eml$/.test(name))).toBe(true)
  const [only] = mailIds
  expect(await asWei.post('mail/email/forwardAttached', { mailIds: [only ?? 0] })).toMatchObject({
    sourceMailId: only,
    subject: '转发：plan/2026',
  })

  const fileIds = start.attachments.map(({ fileId }) => fileId)
  await asWei.post('mail/email/send', sending({ kind: 'forward', subject: start.subject, fileIds }))
  server.wait(UNDO_SEND_MS)
  await server.dispatcher.runDue()
  const [came] = await server.mailsOf(na)
  const raw = await server.context.blobs.readAll(came?.raw_hash ?? '')
  const parts = (await PostalMime.parse(raw, { forceRfc822Attachments: true })).attachments
  expect(parts.map(({ mimeType }) => mimeType)).toEqual(['message/rfc822', 'message/rfc822'])
  const texts = parts.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
  expect(texts.map((text) => text.trim().split(/\r?\n/).at(-1))).toEqual(['one', 'two'])
  // RFC 2046 §5.2.1: a mail inside of another is never encoded.
  expect(Buffer.from(raw).toString('latin1')).toContain('Subject: plan/2026\r\n\r\none')

  expect((await asNa.attempt('mail/email/forwardAttached', { mailIds })).code).toBe(Code.mailNotFound)
  const draft = await asWei.post('mail/email/drafts', drafting())
  const mixed = await asWei.attempt('mail/email/forwardAttached', { mailIds: [...mailIds, draft.mailId] })
  expect(mixed.code).toBe(Code.mailNotFound)
  await server.stop()
})
