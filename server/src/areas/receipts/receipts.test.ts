import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverySteps } from '../../deliverySteps.ts'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openTestRelay } from '../../testing/testRelay.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { readReceiptFields } from './receiptMessage.ts'

const NA = 'li.na@yanshu.test'
const WEI = 'zhang.wei@yanshu.test'
const OUT = 'a@out.example'

describe.each(engines)('receipts, on %s', (engine) => {
  let server: TestServer
  let relay: Awaited<ReturnType<typeof openTestRelay>>
  let wei: number
  let na: number
  let writer: TestClient
  let reader: TestClient
  let port: number

  beforeEach(async () => {
    relay = await openTestRelay()
    server = await startTestServer({ engine, still: true, relay: relay.url })
    server.stopClock()
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    server.steps.register(deliverySteps)
    writer = await server.as(wei)
    reader = await server.as(na)
    port = (await server.startSmtp()).port
  })
  afterEach(async () => {
    await server.stop()
    await relay.close()
  })

  const moving = async () => {
    for (let round = 0; round < 2; round++) {
      await server.dispatcher.runDue()
      await server.steps.effects.runDue()
    }
  }
  const newest = async (account: number, role: 'inbox' | 'sent' | 'spam' = 'inbox') =>
    (await server.mailsOf(account, role)).at(-1)?.mailId ?? 0
  const arrive = async (head: string, { from = OUT, to = NA } = {}) => {
    const client = await rawClient(port)
    await client.say('EHLO client.example')
    await client.send(from, [to], `${head}\r\n\r\nhello`)
    client.close()
    await moving()
    return newest(to === NA ? na : wei)
  }
  const asking = (to: string, more = '') =>
    `From: A <${OUT}>\r\nTo: ${NA}\r\nSubject: 报价\r\nMessage-ID: <q@out.example>\r\nDisposition-Notification-To: ${to}${more}`
  const stateOf = (who: TestClient, mailId: number) => who.post('mail/email/receipt/get', { mailId })
  const answer = (mailId: number, send: boolean, automatic = false) =>
    reader.post('mail/email/receipt/answer', { mailId, send, automatic })

  test('given a colleague who asks, then the reader decides once, and the sender sees when it was read', async () => {
    await writer.post('mail/email/send', sending({ requestReceipt: true }))
    server.wait(UNDO_SEND_MS)
    await moving()
    const mailId = await newest(na)
    const sentId = await newest(wei, 'sent')
    expect(await stateOf(reader, mailId)).toMatchObject({
      ask: { to: [{ address: WEI }], elsewhere: false, automatic: false },
      answered: null,
    })
    expect(await writer.refused('POST', 'mail/email/receipt/get', { mailId })).toBe(Code.mailNotFound)
    expect(await writer.refused('POST', 'mail/email/receipt/answer', { mailId, send: true })).toBe(Code.mailNotFound)
    // No one was asked, and the settings do not allow it.
    expect((await answer(mailId, true, true)).answered).toBeNull()
    expect((await answer(mailId, true)).answered).toBe('sent')
    expect((await answer(mailId, false)).answered).toBe('sent')
    await moving()
    const [receipt, ...more] = await server.mailsOf(wei)
    expect(more).toEqual([])
    expect(receipt).toMatchObject({ subject: '已读回执：会议纪要', from_address: NA, seen: 1 })
    expect(receipt?.text).toContain('李娜')
    expect((await stateOf(writer, sentId)).readers).toEqual([{ name: '李娜', address: NA, at: server.context.now() }])
    // The receipt itself asks for nothing, and gets no answer.
    expect(await stateOf(writer, receipt?.mailId ?? 0)).toEqual({ ask: null, answered: null, readers: [] })
  })

  test('given a mail from outside, then the receipt is a report that programs read, and says whether somebody was asked', async () => {
    await reader.post('mail/main/generalConfig/single/update', { key: 'receiptAnswer', value: 'always' })
    const mailId = await arrive(asking(OUT))
    expect((await stateOf(reader, mailId)).ask).toMatchObject({ automatic: true })
    expect((await answer(mailId, true, true)).answered).toBe('sent')
    await moving()
    const raw = relay.mails[0]?.raw.toString() ?? ''
    expect(relay.mails.map(({ to }) => to)).toEqual([[OUT]])
    expect(raw).toMatch(/^Content-Type: multipart\/report; report-type=disposition-notification;/m)
    expect(raw).toContain('Final-Recipient: rfc822; li.na@yanshu.test\r\nOriginal-Message-ID: <q@out.example>\r\n')
    expect(raw).toContain('Disposition: automatic-action/MDN-sent-automatically; displayed\r\n')
    expect(raw).not.toMatch(/^Disposition-Notification-To:/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    const [sent] = await server.context.store.db.selectFrom('outgoing').select('envelope_from').execute()
    expect(sent?.envelope_from).toBe('')
  })

  test('given mail that asks for another address, or several, or goes to a list, then none goes without asking, or at all', async () => {
    await reader.post('mail/main/generalConfig/single/update', { key: 'receiptAnswer', value: 'always' })
    const elsewhere = await arrive(asking('spy@else.example'))
    expect((await stateOf(reader, elsewhere)).ask).toMatchObject({ elsewhere: true, automatic: false })
    expect((await answer(elsewhere, true, true)).answered).toBeNull()
    const both = await arrive(asking(`${OUT}, spy@else.example`).replace('<q@', '<q2@'))
    expect((await stateOf(reader, both)).ask).toMatchObject({ elsewhere: true, automatic: false })
    const bounce = await arrive(asking(OUT).replace('<q@', '<q3@'), { from: 'other@out.example' })
    expect((await stateOf(reader, bounce)).ask).toMatchObject({ elsewhere: true })
    const blind = await arrive(asking(OUT).replace(`To: ${NA}`, 'To: b@out.example').replace('<q@', '<q4@'))
    expect((await stateOf(reader, blind)).ask).toMatchObject({ elsewhere: false, automatic: false })

    const silent = async (head: string, from = OUT) => (await stateOf(reader, await arrive(head, { from }))).ask
    for (const [at, more] of [
      '\r\nList-Id: <l.example>',
      '\r\nPrecedence: bulk',
      '\r\nAuto-Submitted: auto-generated',
      '\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x',
    ].entries()) {
      expect(await silent(asking(OUT, more).replace('<q@', `<s${at}@`)), more).toBeNull()
    }
    expect(await silent(asking(OUT).replace('<q@', '<s9@'), '')).toBeNull()
    await reader.post('mail/main/generalConfig/single/update', { key: 'receiptAnswer', value: 'never' })
    expect((await stateOf(reader, elsewhere)).ask).toBeNull()
    expect((await answer(elsewhere, true)).answered).toBeNull()
    await moving()
    expect(relay.mails).toEqual([])
  })

  test('given a forged or foreign receipt, then it counts only for a mail that had asked, from one of its recipients', async () => {
    await writer.post(
      'mail/email/send',
      sending({ to: [{ name: '', address: 'b@out.example' }], requestReceipt: true }),
    )
    server.wait(UNDO_SEND_MS)
    await moving()
    const mailId = await newest(wei, 'sent')
    const { messageId } = await writer.post('mail/email/detail', { mailId })
    const report = (who: string, disposition = 'displayed') =>
      [
        `From: <${who}>`,
        `To: ${WEI}`,
        'Subject: Read',
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
        '',
        '--b\r\nContent-Type: text/plain\r\n\r\nread',
        '--b\r\nContent-Type: message/disposition-notification\r\n',
        `Final-Recipient: rfc822;${who}\r\nOriginal-Message-ID: ${messageId}`,
        `Disposition: manual-action/MDN-sent-manually; ${disposition}\r\n`,
        '--b--',
      ].join('\r\n')
    const readers = async () => (await stateOf(writer, mailId)).readers.map(({ address }) => address)
    await arrive(report('mallory@out.example'), { from: '', to: WEI })
    await arrive(report('b@out.example', 'deleted'), { from: '', to: WEI })
    await arrive(report('b@out.example'), { from: 'b@out.example', to: WEI })
    expect(await readers()).toEqual([])
    await arrive(report('b@out.example'), { from: '', to: WEI })
    await arrive(report('B@out.example'), { from: '', to: WEI })
    expect(await readers()).toEqual(['b@out.example'])
  })
})

test('given fields as other programs write them, then they are read, and what says less is none', () => {
  const read = (text: string) => readReceiptFields(Buffer.from(text))
  const whole =
    'Reporting-UA: x; Outlook\nFinal-Recipient: RFC822;A@B.cn\nOriginal-Message-ID: <1@x>\nDisposition: automatic-action/MDN-sent-automatically; displayed\n'
  expect(read(whole)).toEqual({ reader: 'a@b.cn', messageId: '<1@x>' })
  expect(read(whole.replace('displayed', 'deleted'))).toBeNull()
  expect(read(whole.replace(/Final.*\n/, ''))).toBeNull()
  expect(read('\0'.repeat(9_000))).toBeNull()
})
