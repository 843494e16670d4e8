import { BODY_SHOWN_MAX, Code } from '@yanshu/contracts'
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

  test('given a trusted server in front, then the mail has what it found of its sender, and without one nothing', async () => {
    await deliver({ text: 'x' })
    expect((await newest()).detail).not.toHaveProperty('authentication')
    const { port } = await server.startSmtp({ trustAuthentication: true })
    await createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({
      from: 'wang.fang@elsewhere.example',
      to: 'zhang.wei@yanshu.test',
      text: 'x',
      headers: { 'Authentication-Results': 'mail.yanshu.test; dmarc=fail header.from=elsewhere.example' },
    })
    expect((await newest()).detail.authentication).toBe('failed')
  })

  test('given a charset chosen for a sender, then that sender is read by it, in this mailbox alone, until it is taken back', async () => {
    await server.addUser('li.na')
    const raw = (from: string) =>
      Buffer.concat([
        Buffer.from(`From: ${from}\r\nSubject: b5\r\nContent-Type: text/plain; charset=windows-1252\r\n\r\n`),
        Buffer.from([0xb4, 0xfa, 0xb8, 0xd5, 0xa4, 0xa4, 0xa4, 0xe5]),
      ])
    const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
    const [garbled, other] = ['Wrong@elsewhere.example', 'right@elsewhere.example']
    for (const to of ['zhang.wei', 'li.na']) {
      for (const from of [garbled, other]) {
        await smtp.sendMail({ envelope: { from, to: `${to}@yanshu.test` }, raw: raw(from) })
      }
    }
    const [wei, na] = [await server.login('zhang.wei'), await server.login('li.na')]
    const idOf = async (who: typeof wei, from: string) =>
      (await who.get('mail/email/mailbox/list')).list.find((one) => one.from.address === from)?.mailId ?? 0
    const textOf = async (who: typeof wei, from: string) =>
      (await who.post('mail/email/detail', { mailId: await idOf(who, from) })).text
    const mailId = await idOf(wei, garbled)
    const before = await textOf(wei, garbled)
    await wei.post('mail/email/charset/save', { mailId, charset: 'big5' })
    expect(await wei.post('mail/email/detail', { mailId })).toMatchObject({ text: '測試中文\n', charset: 'big5' })
    expect([await textOf(wei, other), await textOf(na, garbled)]).toEqual([before, before])
    expect(await na.refused('POST', 'mail/email/charset/save', { mailId, charset: 'big5' })).toBe(Code.mailNotFound)
    expect(await wei.refused('POST', 'mail/email/charset/save', { mailId, charset: 'ebcdic' })).toBe(Code.badRequest)
    await wei.post('mail/email/charset/save', { mailId, charset: null })
    expect(await textOf(wei, garbled)).toBe(before)
  })

  test('given a link by Message-ID, then each opens their own copy, outside of the recycle bin and of closed folders', async () => {
    const [wei, na] = [await server.login('zhang.wei'), await server.login('li.na')]
    const sent = { from: 'a@elsewhere.example', messageId: '<shared@elsewhere.example>', subject: '共有', text: 'x' }
    await createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true }).sendMail({
      ...sent,
      to: ['zhang.wei@yanshu.test', 'li.na@yanshu.test'],
    })
    const asked = { messageId: sent.messageId }
    const [mine, theirs] = await Promise.all([wei, na].map((who) => who.get('mail/email/byMessageId', asked)))
    expect(mine?.mailId).not.toBe(theirs?.mailId)
    expect((await wei.post('mail/email/detail', { mailId: mine?.mailId ?? 0 })).messageId).toBe(sent.messageId)
    await na.post('mail/email/delete', { mailIds: [theirs?.mailId ?? 0] })
    expect(await na.refused('GET', 'mail/email/byMessageId', asked)).toBe(Code.mailNotFound)
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '上锁的' })
    const row = (await wei.get('mail/email/mailbox/list')).list.find((one) => one.mailId === mine?.mailId)
    const move = { mailboxId: row?.mailboxId ?? 0, targetMailboxId: folderId, mailUids: [row?.mailUid ?? 0] }
    await wei.post('mail/email/move', move)
    expect(await wei.get('mail/email/byMessageId', asked)).toMatchObject({ mailboxId: folderId })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    const other = await server.login('zhang.wei')
    expect(await other.refused('GET', 'mail/email/byMessageId', asked)).toBe(Code.mailNotFound)
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
