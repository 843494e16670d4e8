import { LETTER_OPTION_SIZE_MAX, LETTER_OPTIONS_MAX, type LetterOptions } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drafting, sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** Of a remote that this server knows nothing of. */
const STAMP = { 'remote-notes.stamp': { ink: '朱', at: [1, 2] } }
const CHOSEN: LetterOptions = { 'mail.priority': 1, 'mail.receipt': true, ...STAMP }

describe.each(engines)('the options of a letter, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let asWei: TestClient

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
  })
  afterEach(() => mailServer.stop())

  const save = async (draft: Parameters<typeof drafting>[0]) =>
    (await asWei.attempt('mail/email/drafts', drafting(draft))).data?.mailId ?? 0
  const opened = async (mailId: number) => (await asWei.attempt('mail/email/editAgain', { mailId })).data
  const rawOf = async () => {
    const [mail] = await mailServer.mailsOf(wei, 'sent')
    return Buffer.from(await mailServer.context.blobs.readAll(mail?.raw_hash ?? '')).toString('latin1')
  }

  test('given options of any owner, then a draft keeps them whole, and so does a mail that is taken back', async () => {
    const from = 'zhang.wei@yanshu.test'
    const mailId = await save({ options: CHOSEN, from })
    const asFields = { priority: 1, requestReceipt: true }
    expect(await opened(mailId)).toMatchObject({ options: CHOSEN, from, ...asFields })

    const sent = await asWei.attempt('mail/email/send', sending({ mailId, options: CHOSEN }))
    expect(await rawOf()).toMatch(/^Disposition-Notification-To: <zhang\.wei@yanshu\.test>\r$/m)
    expect(await rawOf()).toMatch(/^X-Priority: 1 /m)
    const taken = await asWei.attempt('mail/email/cancel', { sendId: sent.data?.sendId ?? '' })
    expect(await opened(taken.data?.mailId ?? 0)).toMatchObject({ options: CHOSEN, ...asFields })

    await asWei.attempt('mail/email/drafts', drafting({ mailId: taken.data?.mailId ?? 0, revision: 1, options: {} }))
    expect(await opened(taken.data?.mailId ?? 0)).toMatchObject({ options: {}, priority: 3, requestReceipt: false })
  })

  test('given a client of the version before, then its two fields are options, and it drops none that it does not know', async () => {
    const mailId = await save({ requestReceipt: true, priority: 5 })
    expect(await opened(mailId)).toMatchObject({ options: { 'mail.priority': 5, 'mail.receipt': true } })

    const other = await save({ options: CHOSEN })
    await asWei.attempt(
      'mail/email/drafts',
      drafting({ mailId: other, revision: 1, requestReceipt: false, priority: 3 }),
    )
    expect(await opened(other)).toMatchObject({ options: STAMP, priority: 3, requestReceipt: false })
    const unnamed = await asWei.attempt('mail/email/send', sending({ mailId: other, requestReceipt: true }))
    expect(unnamed).toMatchObject({ code: 400_011, message: expect.stringContaining('remote-notes.stamp') })
    expect(await mailServer.mailsOf(wei, 'drafts')).toHaveLength(2)

    expect((await asWei.attempt('mail/email/send', sending({ mailId, requestReceipt: true }))).code).toBe(200)
    expect(await rawOf()).toContain('Disposition-Notification-To:')
  })

  test('given what the version before has queued, then it is taken back with its receipt', async () => {
    const sent = await asWei.attempt('mail/email/send', sending({ options: CHOSEN }))
    const { db } = mailServer.context.store
    const { writing } = await db.selectFrom('outgoing').select('writing').executeTakeFirstOrThrow()
    const { options: _, ...before } = JSON.parse(writing ?? '')
    await db
      .updateTable('outgoing')
      .set({ writing: JSON.stringify(before) })
      .execute()
    const taken = await asWei.attempt('mail/email/cancel', { sendId: sent.data?.sendId ?? '' })
    expect(await opened(taken.data?.mailId ?? 0)).toMatchObject({
      options: { 'mail.priority': 1, 'mail.receipt': true },
    })
  })

  test('given an option for the mail service that it does not know, then a draft keeps it, and nothing is sent without it', async () => {
    const options = { 'mail.expiry': 7 }
    const mailId = await save({ options })
    expect((await opened(mailId))?.options).toMatchObject(options)
    const sent = await asWei.attempt('mail/email/send', sending({ mailId, options }))
    expect(sent).toMatchObject({ code: 400_011, message: expect.stringContaining('mail.expiry') })
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
  })

  test('given more options than a letter may have, larger, deeper or misnamed ones, then they are refused', async () => {
    const codeOf = async (options: object) =>
      (await asWei.attempt('mail/email/drafts', drafting({ options: options as LetterOptions }))).code
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`a.b${'c'.repeat(at)}`, 1]))
    expect(await codeOf(many(LETTER_OPTIONS_MAX))).toBe(200)
    expect(await codeOf(many(LETTER_OPTIONS_MAX + 1))).toBe(400_001)
    expect(await codeOf({ 'a.b': 'x'.repeat(LETTER_OPTION_SIZE_MAX - 2) })).toBe(200)
    expect(await codeOf({ 'a.b': 'x'.repeat(LETTER_OPTION_SIZE_MAX - 1) })).toBe(400_001)
    expect(await codeOf({ 'a.b': [[[[[[[1]]]]]]] })).toBe(200)
    expect(await codeOf({ 'a.b': [[[[[[[[[1]]]]]]]]] })).toBe(400_001)
    for (const name of ['stamp', 'Mail.a', 'a..b', 'a.b c', '__proto__.a'])
      expect(await codeOf({ [name]: 1 })).toBe(400_001)
    expect(await codeOf({ 'mail.receipt': 'yes' })).toBe(400_001)
  })
})
