import { type Bytes, fromText, readProtected, signPart } from '@yanshu/cms'
import { Code, type PostBody, SEALED_FILE_TYPE, sealedHtml, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseMail } from '../../mime/parseMail.ts'
import { KEEP_UNREFERENCED_MS, sweepStore } from '../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { drafting, sending } from '../../testing/letters.ts'
import { contentPart, type KeyedPerson, personWith, sealedTo } from '../../testing/protectedLetters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

type Letter = PostBody<'mail/email/send'>

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** Of the remote that signs and encrypts. */
const OPTION = 'remote-keys.protection'

describe.each(engines)('letters that the page signs and encrypts, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let writer: KeyedPerson
  let reader: KeyedPerson

  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    asWei = await server.as(wei)
    for (const name of ['smimeEnable', 'secretModeEnable'] as const)
      await setSwitch(server.context, { scope: 'organisation' }, { name, value: true, locked: false })
    writer = await personWith('zhang.wei@yanshu.test')
    reader = await personWith('li.na@yanshu.test')
  })
  afterAll(() => server.stop())

  const chosen = (choice: object) => ({ options: { [OPTION]: choice } })
  const composed = async (letter: Letter, client = asWei) => {
    const { fileId, size } = await client.post('mail/email/composed', letter)
    const file = await (await client.file(`file/download/${fileId}`)).arrayBuffer()
    await client.post('file/uploaddel', { fileId })
    expect(file.byteLength).toBe(size)
    return new Uint8Array(file)
  }
  const signed = (part: Uint8Array<ArrayBuffer>) => signPart(part, { ...writer, chain: [], at: new Date() })
  const sealed = (part: Bytes, people = [reader, writer]) => sealedTo(part, people)
  const leave = async () => {
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
  }
  const rawOf = async (accountId: number, role?: 'sent') => {
    const mail = (await server.mailsOf(accountId, role)).at(-1)
    return new Uint8Array(await server.context.blobs.readAll(mail?.raw_hash ?? ''))
  }

  test('given a letter whose text is sealed, then it leaves in its protected part alone, is never written or handed on, and is a sealed draft again', async () => {
    const choice = { sign: false, encrypt: true }
    const html = sealedHtml('AAAA', '草稿已加密', '<p>x</p>')
    const plain = sending({ subject: '封存', html: '<p>秘密正文</p>', ...chosen(choice) })
    const part = await asWei.uploaded('smime.p7m', await sealed(contentPart(await composed(plain))))
    const kept = { ...plain, html }
    expect(await asWei.refused('POST', 'mail/email/composed', kept)).toBe(Code.protectionRefused)
    expect(await asWei.refused('POST', 'mail/email/send', kept)).toBe(Code.protectionRefused)
    // A page that does not know what it is.
    expect(await asWei.refused('POST', 'mail/email/send', { ...kept, options: {} })).toBe(Code.protectionRefused)
    // A file that the page has encrypted leaves in the protected part too, and in nothing else.
    const file = await asWei.uploaded('7f1c.sealed', 'sealed', SEALED_FILE_TYPE)
    const withFile = { ...plain, fileIds: [file] }
    expect(await asWei.refused('POST', 'mail/email/composed', withFile)).toBe(Code.protectionRefused)
    expect(await asWei.refused('POST', 'mail/email/send', { ...withFile, options: {} })).toBe(Code.protectionRefused)
    // And a picture of the text.
    const withPicture = { ...plain, html: `<p><img src="/api/file/showSendMailPicture/${file}"></p>` }
    expect(await asWei.refused('POST', 'mail/email/composed', withPicture)).toBe(Code.protectionRefused)
    expect(await asWei.refused('POST', 'mail/email/send', { ...withPicture, options: {} })).toBe(Code.protectionRefused)
    const before = await asWei.post('mail/email/send', {
      ...{ ...kept, fileIds: [file] },
      ...chosen({ ...choice, part }),
    })
    const draft = await asWei.post('mail/email/cancel', { sendId: before.sendId })
    const again = await asWei.post('mail/email/editAgain', { mailId: draft.mailId })
    expect(again).toMatchObject({ html, attachments: [{ name: '7f1c.sealed', contentType: SEALED_FILE_TYPE }] })
    const byCode = { ...plain, ...chosen({ ...choice, byCode: true }) }
    expect(await asWei.refused('POST', 'mail/email/composed', byCode)).toBe(Code.forbidden)
    const on = { name: 'smimeCodeEnable', value: true, locked: false } as const
    await setSwitch(server.context, { scope: 'user', id: wei }, on)
    expect((await composed(byCode)).length).toBeGreaterThan(0)
    const handed = { mailId: draft.mailId, address: 'li.na@yanshu.test' }
    expect(await asWei.refused('POST', 'mail/email/draft/hand', handed)).toBe(Code.draftHandRefused)
    // Also where nothing but its text shows that it is encrypted.
    const saved = await asWei.post('mail/email/drafts', drafting({ html, clientId: 'a sealed draft' }))
    const other = { mailId: saved.mailId, address: 'li.na@yanshu.test' }
    expect(await asWei.refused('POST', 'mail/email/draft/hand', other)).toBe(Code.draftHandRefused)
  })

  test('given a letter with a file, then the fields of the server and the protected part, byte for byte, go to all and to the own copy', async () => {
    const file = await asWei.uploaded('计划.txt', '秘密附件')
    const choice = { sign: true, encrypt: true }
    const letter = sending({ subject: '计划', html: '<p>秘密正文</p>', fileIds: [file], ...chosen(choice) })
    const part = await sealed(await signed(contentPart(await composed(letter))))
    const partId = await asWei.uploaded('smime.p7m', part)
    const before = await asWei.post('mail/email/send', { ...letter, ...chosen({ ...choice, part: partId }) })

    // The draft that it becomes again names no part of that sending, and is as it was written.
    const draft = await asWei.post('mail/email/cancel', { sendId: before.sendId })
    const again = await asWei.post('mail/email/editAgain', { mailId: draft.mailId })
    expect(again.options).toMatchObject({ [OPTION]: choice })
    expect(again.html).toContain('秘密正文')
    // The part went with its sending.
    const second = { ...letter, ...chosen({ ...choice, part: partId }), requestId: 'another request' }
    expect(await asWei.refused('POST', 'mail/email/send', second)).toBe(Code.protectionRefused)
    const next = await asWei.uploaded('smime.p7m', part)
    await asWei.post('mail/email/send', {
      ...second,
      ...chosen({ ...choice, part: next }),
      mailId: draft.mailId,
      requestId: 'a third request',
    })
    await leave()

    const raw = await rawOf(na)
    expect(latin1(raw).endsWith(`\r\n${latin1(part)}`)).toBe(true)
    expect(latin1(await rawOf(wei, 'sent')).endsWith(latin1(part))).toBe(true)
    const mail = await parseMail(Buffer.from(raw))
    expect(mail).toMatchObject({ subject: '计划', from: [{ address: 'zhang.wei@yanshu.test' }] })
    expect(mail.to).toMatchObject([{ address: 'li.na@yanshu.test' }])
    for (const { key, certificate } of [reader, writer]) {
      const opened = await readProtected(raw, {
        keys: [{ privateKey: key, certificates: [certificate] }],
        certificates: [],
      })
      expect(opened?.layers.map(({ kind }) => kind)).toEqual(['encrypted', 'signed'])
      const inside = await parseMail(Buffer.from(opened?.content ?? []))
      expect(inside.html).toContain('秘密正文')
      expect(inside.attachments.map(({ filename }) => filename)).toEqual(['计划.txt'])
    }
    const uploads = await server.context.store.db
      .selectFrom('upload')
      .select('id')
      .where('account_id', '=', wei)
      .execute()
    expect(uploads.map(({ id }) => id)).not.toContain(next)
  })

  test('given a letter whose subject is encrypted, then no mailbox and no row of the queue has it once it has left', async () => {
    const choice = { sign: false, encrypt: true, hideSubject: true }
    const letter = sending({ subject: '并购代号甲子', html: '<p>正文</p>', ...chosen(choice) })
    const mail = await composed(letter)
    expect((await parseMail(Buffer.from(mail))).subject).toBe('并购代号甲子')
    const partId = await asWei.uploaded('smime.p7m', await sealed(contentPart(mail)))
    const sent = await asWei.post('mail/email/send', { ...letter, ...chosen({ ...choice, part: partId }) })
    const draft = await asWei.post('mail/email/cancel', { sendId: sent.sendId })
    const again = await asWei.post('mail/email/editAgain', { mailId: draft.mailId })
    expect(again).toMatchObject({ subject: '并购代号甲子', options: { [OPTION]: choice } })
    const next = await asWei.uploaded('smime.p7m', await sealed(contentPart(mail)))
    const second = { ...letter, ...chosen({ ...choice, part: next }), mailId: draft.mailId, requestId: 'hidden two' }
    await asWei.post('mail/email/send', second)
    await leave()
    for (const [id, role] of [
      [na, undefined],
      [wei, 'sent'],
    ] as const)
      expect((await server.mailsOf(id, role)).at(-1)?.subject).toBe('[...]')
    const asNa = await server.as(na)
    expect((await asNa.get('mail/email/search', { searchType: 3, searchKeyword: '并购代号' })).list).toEqual([])
  })

  test('given a letter that is signed alone, then its text is read, searched and shown as of any mail, and the signature holds', async () => {
    const choice = { sign: true, encrypt: false }
    const letter = sending({ subject: '公告', html: '<p>公开内容</p>', ...chosen(choice) })
    const partId = await asWei.uploaded('signed.eml', await signed(contentPart(await composed(letter))))
    await asWei.post('mail/email/send', { ...letter, ...chosen({ ...choice, part: partId }) })
    await leave()
    const mail = (await server.mailsOf(na)).at(-1)
    const { html, attachments } = await (await server.as(na)).post('mail/email/detail', { mailId: mail?.mailId ?? 0 })
    expect(html).toContain('公开内容')
    expect(attachments.map(({ contentType }) => contentType)).toEqual(['application/pkcs7-signature'])
    const opened = await readProtected(await rawOf(na), { keys: [], certificates: [] })
    expect(opened?.layers).toMatchObject([{ kind: 'signed', signatures: [{ integrity: 'intact' }] }])
  })

  test('given a choice without what the page makes of it, or with another, then nothing leaves', async () => {
    const both = { sign: true, encrypt: true }
    const letter = (choice: unknown, more: Partial<Letter> = {}) =>
      sending({ ...more, options: { ...more.options, [OPTION]: choice } })
    const before = await server.mailsOf(na)
    const part = contentPart(await composed(letter(both)))
    const good = await sealed(part)
    const other = await server.as(na)
    const foreign = await other.uploaded('smime.p7m', good)
    const upload = (bytes: Uint8Array<ArrayBuffer>) => asWei.uploaded('smime.p7m', bytes)
    const [received] = (
      await asWei.post('mail/email/detail', { mailId: (await server.mailsOf(wei, 'sent'))[0]?.mailId ?? 0 })
    ).attachments
    const parts = [
      undefined,
      foreign,
      // A file of a mail is none that the page has made for this sending.
      received?.fileId,
      'a'.repeat(24),
      await upload(part),
      await upload(await signed(part)),
      await upload(fromText(`From: boss@yanshu.test\r\n${latin1(good)}`)),
      await upload(fromText(latin1(good).replace('\r\n\r\n', '\r\nSubject: x\r\n\r\n'))),
      await upload(fromText(`${latin1(good)}\u00e9\r\n`)),
      await upload(fromText(`${latin1(good)}${'a'.repeat(1_000)}\r\n`)),
    ]
    for (const one of parts)
      expect(await asWei.refused('POST', 'mail/email/send', letter({ ...both, part: one })), one).toBe(
        Code.protectionRefused,
      )
    const fit = await upload(good)
    const reading = { password: null, reads: 1, days: null, noForward: true, burn: false, secret: false }
    const barred: Partial<Letter>[] = [
      { bcc: [{ name: '', address: 'boss@elsewhere.example' }] },
      { options: { 'mail.separately': true } },
      { options: { 'mail.reading': reading } },
    ]
    const crowd = Array.from({ length: 21 }, (_, at) => ({ name: '', address: `boss${at}@elsewhere.example` }))
    for (const more of [...barred, { bcc: crowd }]) {
      expect(await asWei.refused('POST', 'mail/email/send', letter({ ...both, part: fit }, more))).toBe(
        Code.protectionRefused,
      )
      // People in Bcc have parts of their own, which are made of what is composed.
      if (more.bcc?.length === 1) continue
      expect(await asWei.refused('POST', 'mail/email/composed', letter(both, more))).toBe(Code.protectionRefused)
    }
    // What cannot be read as a choice protects rather than not.
    for (const strange of ['yes', { sign: 'yes' }, 1]) {
      expect(await asWei.refused('POST', 'mail/email/send', letter(strange))).toBe(Code.protectionRefused)
    }
    expect(await asWei.refused('POST', 'mail/email/composed', sending())).toBe(Code.badRequest)
    await leave()
    expect(await server.mailsOf(na)).toEqual(before)
    // A letter that its writer has chosen nothing for leaves as all do.
    await asWei.post('mail/email/send', letter({ sign: false, encrypt: false }))
  })

  test('given a mail that came encrypted, then it has no quick answer, which would leave in plain text, and a letter can answer it', async () => {
    const choice = { sign: false, encrypt: true }
    const letter = sending({ subject: '快捷回复', ...chosen(choice) })
    const partId = await asWei.uploaded('smime.p7m', await sealed(contentPart(await composed(letter))))
    await asWei.post('mail/email/send', { ...letter, ...chosen({ ...choice, part: partId }) })
    await leave()
    const asNa = await server.as(na)
    const mailId = (await server.mailsOf(na)).find(({ subject }) => subject === '快捷回复')?.mailId ?? 0
    const answer = { mailId, all: false, text: '同意，三亿' }
    const before = [await server.mailsOf(na), await server.mailsOf(wei)]
    const sent = await asNa.attempt('mail/email/quickSend', { ...answer, requestId: 'quick-answer' })
    expect(sent).toMatchObject({
      code: Code.protectionRefused,
      data: null,
      message: expect.stringContaining('快捷回复不加密'),
    })
    expect(await asNa.refused('POST', 'mail/email/quickDraft', { ...answer, clientId: 'quick-draft' })).toBe(
      Code.protectionRefused,
    )
    // Another person learns nothing of the mail by the refusal.
    expect(await asWei.refused('POST', 'mail/email/quickSend', { ...answer, requestId: 'quick-of-other' })).toBe(
      Code.mailNotFound,
    )
    await leave()
    expect([await server.mailsOf(na), await server.mailsOf(wei)]).toEqual(before)
    expect((await asNa.post('mail/email/reply', { mailId })).to).toMatchObject([{ address: 'zhang.wei@yanshu.test' }])
  })

  test('given a file that would go as a link, then the letter is refused by its name, and is made once links are off', async () => {
    const big = await asWei.uploaded('方案.bin', new Uint8Array(1_048_577))
    const letter = sending({ fileIds: [big], ...chosen({ sign: false, encrypt: true }) })
    const linkAbove = (value: number) =>
      setSwitch(server.context, { scope: 'organisation' }, { name: 'bigFileSize', value, locked: false })
    await linkAbove(1)
    for (const call of ['mail/email/composed', 'mail/email/send'] as const) {
      const answer = await asWei.attempt(call, letter)
      expect(answer).toMatchObject({ code: Code.protectionRefused, message: expect.stringContaining('方案.bin') })
    }
    // One that the page has encrypted is a little longer than what it was judged by, and no link opens it.
    const kept = await asWei.uploaded('7f1d.sealed', new Uint8Array(1_048_577), SEALED_FILE_TYPE)
    const part = await asWei.uploaded(
      'smime.p7m',
      await sealed(contentPart(await composed({ ...letter, fileIds: [] }))),
    )
    const whole = { ...letter, fileIds: [kept], ...chosen({ sign: false, encrypt: true, part }) }
    const { sendId } = await asWei.post('mail/email/send', whole)
    await asWei.post('mail/email/cancel', { sendId })
    await linkAbove(0)
    expect((await composed(letter)).byteLength).toBeGreaterThan(1_048_577)
  })

  test('given a page that ends before it removes the readable letter, then the daily sweep does, and no search or other person reads it', async () => {
    const letter = sending({ subject: '未发', html: '<p>丙戌密文</p>', ...chosen({ sign: false, encrypt: true }) })
    const { fileId } = await asWei.post('mail/email/composed', letter)
    const asNa = await server.as(na)
    const statusFor = async (client: TestClient) => {
      const response = await client.file(`file/download/${fileId}`)
      await response.body?.cancel()
      return response.status
    }
    expect([await statusFor(asWei), await statusFor(asNa)]).toEqual([200, 404])
    expect((await asWei.get('mail/email/search', { searchType: 3, searchKeyword: '丙戌密文' })).list).toEqual([])
    server.wait(KEEP_UNREFERENCED_MS + 1)
    await sweepStore(server.context)
    expect(await statusFor(await server.as(wei))).toBe(404)
  })

  test('given a rule about words or files, then an encrypted letter that may hold them waits for approval, and is said to before', async () => {
    const boss = await server.addUser('boss', { isAdmin: true })
    await withApproval(server)
    const admin = await server.as(boss)
    await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([boss])], { conditions: { words: ['并购'] } }))
    const choice = { sign: false, encrypt: true }
    const letter = sending({ subject: '日常', html: '<p>没有什么</p>', ...chosen(choice) })
    const { to, subject, html } = letter
    const asked = { to: to.map(({ address }) => address), subject, html, fileIds: [] }
    expect((await asWei.post('mail/main/approval/preview', asked)).held).toBeNull()
    const { held } = await asWei.post('mail/main/approval/preview', { ...asked, encrypted: true })
    expect(held).toMatchObject({ why: { zh: '邮件已加密，无法检查内容' }, deciders: ['boss'], ways: [] })

    const partId = await asWei.uploaded('smime.p7m', await sealed(contentPart(await composed(letter))))
    await asWei.post('mail/email/send', { ...letter, ...chosen({ ...choice, part: partId }) })
    await leave()
    expect((await asWei.get('mail/main/approval/userApprovalList', { pageSize: 1 })).list).toMatchObject([
      { subject: '日常', waitsFor: ['boss'] },
    ])
  })
})
