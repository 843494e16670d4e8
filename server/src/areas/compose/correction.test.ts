import { Code, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readText } from '../../store/database/storedText.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { classificationStep } from '../classification/index.ts'
import { correctionStep } from './correctionStep.ts'

describe.each(engines)('a corrected copy, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let asNa: TestClient
  let asJie: TestClient
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, relay: 'smtp://127.0.0.1:9' })
    server.steps.register([classificationStep, correctionStep])
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    const jie = await server.addUser('chen.jie', { name: '陈杰' })
    asWei = await server.as(wei)
    asNa = await server.as(na)
    asJie = await server.as(jie)
  })
  afterEach(() => server.stop())

  const at = (local: string) => ({ name: '', address: `${local}@${TEST_DOMAIN}` })
  const OUTSIDE = { name: '', address: 'jim@elsewhere.example' }
  const post = async (mail: Parameters<typeof sending>[0]) => {
    const { mailId } = await asWei.post('mail/email/send', sending(mail))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
    return mailId
  }
  const to = [at('li.na'), at('chen.jie'), OUTSIDE]
  const send = () => post({ to, subject: '会议改到周三', html: '<p>周三见</p>' })
  const correct = (mailId: number, mail: Parameters<typeof sending>[0] = {}) =>
    post({
      to,
      kind: 'editAgain',
      subject: '会议改到周四',
      html: '<p>周四见</p>',
      options: { 'mail.corrects': mailId },
      ...mail,
    })
  const listOf = async (client: TestClient, query: object = { role: 'inbox' }) =>
    (await client.get('mail/email/mailbox/list', query)).list
  const standing = async (mailId: number) => {
    const { recipients } = await asWei.post('mail/email/sent/recipients', { mailId })
    return Object.fromEntries(recipients.map(({ address, gone, recall }) => [address.split('@', 1)[0], [gone, recall]]))
  }

  test('given who has not read it, then it lies in the same folder, unread, with who corrected it and when; others get it as a mail', async () => {
    const { folderId } = await asNa.post('mail/main/folder/save', { folderName: '项目' })
    const mailId = await send()
    const [before] = await listOf(asNa)
    await asNa.post('mail/email/color/update', { mailIds: [before?.mailId ?? 0], color: 2 })
    await asNa.post('mail/email/move', {
      mailboxId: before?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [before?.mailUid ?? 0],
    })
    const [read] = await listOf(asJie)
    await asJie.post('mail/email/seen/update', { mailIds: [read?.mailId ?? 0], seen: true })

    const corrected = await correct(mailId)
    expect(await listOf(asNa)).toEqual([])
    const mails = await listOf(asNa, { folderId })
    expect(mails.map(({ subject, seen, color }) => [subject, seen, color])).toEqual([['会议改到周四', false, 2]])
    const { html, text } = await asNa.post('mail/email/detail', { mailId: mails[0]?.mailId ?? 0 })
    expect(`${html}${text}`).toMatch(/更正：张伟 于 \d{4}-\d\d-\d\d \d\d:\d\d（GMT\+8）更正了 .* 发出的“会议改到周三”/)
    // Who has read the first one keeps it, and gets the other.
    expect((await listOf(asJie)).map(({ subject }) => subject)).toEqual(['会议改到周四', '会议改到周三'])
    expect(await standing(mailId)).toEqual({
      'chen.jie': [null, 'read'],
      jim: [null, 'yes'],
      'li.na': ['corrected', 'gone'],
    })
    // One mail for those outside, in the same conversation.
    const { db } = server.context.store
    const letters = await db
      .selectFrom('outgoing')
      .innerJoin('message', 'message.id', 'outgoing.message_id')
      .innerJoin('outgoing_recipient as r', 'r.outgoing_id', 'outgoing.id')
      .select(['outgoing.mail_id', 'message.rfc_message_id', 'message.in_reply_to'])
      .where('r.address', '=', OUTSIDE.address)
      .orderBy('outgoing.created_at')
      .execute()
    expect(letters.map(({ mail_id }) => mail_id)).toEqual([mailId, corrected])
    expect(letters[1]?.in_reply_to).toBe(letters[0]?.rfc_message_id)
    const folders = await db.selectFrom('folder').select(['total', 'unread']).where('id', '=', folderId).execute()
    expect(folders).toEqual([{ total: 1, unread: 1 }])
  })

  test('given files of which one has not changed, then those outside get the text and the other file, and those inside both', async () => {
    const files = async (words: string) => [
      await asWei.uploaded('合同.txt', '合同'),
      await asWei.uploaded('报价.txt', words),
    ]
    const mailId = await post({ to, subject: '报价', html: '<p>见附件</p>', fileIds: await files('一百') })
    const corrected = await correct(mailId, {
      cc: [{ name: '', address: 'Ann@elsewhere.example' }],
      fileIds: await files('一百二'),
    })
    const [inside] = await listOf(asNa)
    const mail = await asNa.post('mail/email/detail', { mailId: inside?.mailId ?? 0 })
    expect(mail.attachments.map(({ name }) => name)).toEqual(['合同.txt', '报价.txt'])
    expect(mail.html).not.toContain('没有改动')
    const { db } = server.context.store
    const parts = await db
      .selectFrom('outgoing')
      .innerJoin('message', 'message.id', 'outgoing.message_id')
      .innerJoin('message_body', 'message_body.message_id', 'message.id')
      .innerJoin('outgoing_recipient as r', 'r.outgoing_id', 'outgoing.id')
      .select(['r.address', 'message.id', 'message.rfc_message_id', 'message_body.text'])
      .where('outgoing.mail_id', '=', corrected)
      .where('outgoing.origin', '=', 'part')
      .where('r.address', 'like', '%@elsewhere.example')
      .orderBy('r.address')
      .execute()
    expect(parts.map(({ address }) => address.toLowerCase())).toEqual([
      'ann@elsewhere.example',
      'jim@elsewhere.example',
    ])
    expect(new Set(parts.map(({ rfc_message_id }) => rfc_message_id))).toEqual(new Set([mail.messageId]))
    for (const { id, text } of parts) {
      const attached = await db.selectFrom('attachment').select('name').where('message_id', '=', id).execute()
      expect(attached).toEqual([{ name: '报价.txt' }])
      expect(readText(text)).toMatch(/更正：[\s\S]*周四见[\s\S]*没有改动，请见原邮件：合同.txt/)
    }
  })

  test('given the organisation takes read letters back, then the copy replaces them too; never in a folder with a password', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'recallReadEnable', value: true, locked: false })
    const mailId = await send()
    const [read] = await listOf(asJie)
    await asJie.post('mail/email/seen/update', { mailIds: [read?.mailId ?? 0], seen: true })
    const { folderId } = await asNa.post('mail/main/folder/save', { folderName: '私人' })
    const [mail] = await listOf(asNa)
    await asNa.post('mail/email/move', {
      mailboxId: mail?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [mail?.mailUid ?? 0],
    })
    await asNa.post('mail/main/folder/setPwd', { folderId, password: 'Quiet-7' })
    await correct(mailId)
    expect((await listOf(asJie)).map(({ subject, seen }) => [subject, seen])).toEqual([['会议改到周四', false]])
    expect((await listOf(asNa)).map(({ subject }) => subject)).toEqual(['会议改到周四'])
    const { db } = server.context.store
    expect(await db.selectFrom('mail').select('id').where('account_id', '=', na).execute()).toHaveLength(2)
    expect(await standing(mailId)).toMatchObject({ 'chen.jie': ['corrected', 'gone'], 'li.na': [null, 'kept'] })
  })

  test('given it is taken back before it leaves, then nothing was replaced; sent again it replaces', async () => {
    const mailId = await send()
    const mail = sending({ to, subject: '更正', options: { 'mail.corrects': mailId } })
    const { sendId } = await asWei.post('mail/email/send', mail)
    const draft = await asWei.post('mail/email/cancel', { sendId })
    await server.dispatcher.runDue()
    expect((await listOf(asNa)).map(({ subject }) => subject)).toEqual(['会议改到周三'])
    const again = await asWei.post('mail/email/editAgain', { mailId: draft.mailId })
    expect(again.options).toEqual({ 'mail.corrects': mailId })
    await correct(mailId, { mailId: draft.mailId, subject: '更正' })
    expect((await listOf(asNa)).map(({ subject }) => subject)).toEqual(['更正'])
  })

  test('given a letter of another, one that is gone, or options that do not fit, then nothing is sent', async () => {
    const mailId = await send()
    const [received] = await listOf(asNa)
    const codeOf = async (client: TestClient, id: number, more = {}) =>
      (await client.attempt('mail/email/send', sending({ to, options: { 'mail.corrects': id, ...more } }))).code
    expect(await codeOf(asNa, mailId)).toBe(Code.correctionRefused)
    expect(await codeOf(asNa, received?.mailId ?? 0)).toBe(Code.correctionRefused)
    expect(await codeOf(asWei, 999_999)).toBe(Code.correctionRefused)
    expect(await codeOf(asWei, mailId, { 'mail.separately': true })).toBe(Code.correctionRefused)
    const keys = { 'remote-keys.protection': { sign: true, encrypt: false } }
    expect(await codeOf(asWei, mailId, keys)).toBe(Code.correctionRefused)
    expect((await listOf(asNa)).map(({ subject }) => subject)).toEqual(['会议改到周三'])
    expect(await server.mailsOf(wei, 'sent')).toHaveLength(1)
  })
})
