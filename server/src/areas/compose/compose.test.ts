import { Code, type PostBody, UNDO_SEND_MS } from '@yanshu/contracts'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseMail } from '../../mime/parseMail.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { drafting, sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/testServer.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(engines)('writing mail, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let asNa: TestClient

  const start = async (settings: Partial<TestServerOptions> = {}) => {
    mailServer = await startTestServer({ engine, still: true, ...settings })
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
    asNa = await mailServer.as(na)
  }
  beforeEach(() => start())
  afterEach(() => mailServer.stop())

  const letGo = async () => {
    mailServer.wait(UNDO_SEND_MS)
    await mailServer.dispatcher.runDue()
  }
  const sendAndLetGo = async (mail: Partial<PostBody<'mail/email/send'>> = {}, caller = asWei) => {
    const answer = await caller.attempt('mail/email/send', sending(mail))
    expect(answer.message).toBe('成功')
    await letGo()
    return answer.data?.sendId ?? ''
  }
  const rawOf = async (hash: string | null | undefined) =>
    Buffer.from(await mailServer.context.blobs.readAll(hash ?? ''))
  const recipientsOf = (sendId: string) =>
    mailServer.context.store.db
      .selectFrom('outgoing_recipient')
      .select(['address', 'state', 'reason', 'attempts'])
      .where('outgoing_id', '=', sendId)
      .orderBy('address')
      .execute()
  const countersOf = async (accountId: number) => {
    const { db } = mailServer.context.store
    const folders = await db.selectFrom('folder').selectAll().where('account_id', '=', accountId).execute()
    const mails = await db.selectFrom('mail').selectAll().where('account_id', '=', accountId).execute()
    const account = await db.selectFrom('account').select('used_bytes').where('id', '=', accountId).executeTakeFirst()
    for (const folder of folders) {
      const own = mails.filter((mail) => mail.folder_id === folder.id)
      expect(folder).toMatchObject({
        total: own.length,
        unread: own.filter((mail) => !mail.seen).length,
        size: own.reduce((sum, mail) => sum + mail.size, 0),
      })
    }
    expect(account?.used_bytes).toBe(mails.reduce((sum, mail) => sum + mail.size, 0))
  }

  test('given a mail is sent, then it is in the sent folder at once and with the others after ten seconds', async () => {
    await mailServer.addUser('chen.jie')
    const answer = await asWei.attempt(
      'mail/email/send',
      sending({ bcc: [{ name: '', address: 'chen.jie@yanshu.test' }], requestReceipt: true, priority: 1 }),
    )
    expect(answer.code).toBe(200)
    expect(answer.data?.releaseAt).toBeGreaterThan(mailServer.context.now() + UNDO_SEND_MS - 5_000)
    const [copy] = await mailServer.mailsOf(wei, 'sent')
    expect(copy).toMatchObject({
      subject: '会议纪要',
      seen: 1,
      bcc_list: '[{"name":"","address":"chen.jie@yanshu.test"}]',
    })
    const detail = async () => (await asWei.attempt('mail/email/detail', { mailId: answer.data?.mailId ?? 0 })).data
    expect(await detail()).toMatchObject({ sendId: answer.data?.sendId, releaseAt: answer.data?.releaseAt })
    await mailServer.dispatcher.runDue()
    expect(await mailServer.mailsOf(na)).toEqual([])
    await letGo()
    expect(await detail()).toMatchObject({ sendId: null, releaseAt: null })
    const [mail] = await mailServer.mailsOf(na)
    expect(mail).toMatchObject({ subject: '会议纪要', from_address: 'zhang.wei@yanshu.test', priority: 1 })
    expect(mail?.text).toContain('请看纪要')
    const raw = (await rawOf(mail?.raw_hash)).toString('latin1')
    expect(raw).not.toContain('chen.jie')
    expect(raw).toMatch(/^Message-ID: <[\w-]+@yanshu\.test>\r$/m)
    expect(raw).toMatch(/^Date: .* \+0800\r$/m)
    expect(raw).toMatch(/^Disposition-Notification-To: <zhang\.wei@yanshu\.test>\r$/m)
    expect(raw).toContain('multipart/alternative')
    expect(await recipientsOf(answer.data?.sendId ?? '')).toMatchObject([
      { state: 'delivered' },
      { state: 'delivered' },
    ])
    for (const id of [wei, na]) await countersOf(id)
  })

  test('given the same request twice, one after the other and at once, then it is sent once', async () => {
    const mail = sending()
    const answers = await Promise.all([1, 2, 3].map(() => asWei.attempt('mail/email/send', mail)))
    answers.push(await asWei.attempt('mail/email/send', mail))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1)
    await letGo()
    await letGo()
    expect(await mailServer.mailsOf(na)).toHaveLength(1)
    expect(await mailServer.mailsOf(wei, 'sent')).toHaveLength(1)
    // The number is the sender's own: another may use the same.
    expect((await asNa.attempt('mail/email/send', mail)).code).toBe(200)
  })

  test('a name with a line break is refused in words that name whose it is, and nothing leaves', async () => {
    for (const name of ['李娜\r\nBcc: x@evil.example', '李\n娜', '李\u0007娜', '李\u2028娜']) {
      const to = [{ name, address: 'li.na@yanshu.test' }]
      const answer = await asWei.attempt('mail/email/send', sending({ requestId: `name-${name.length}-line`, to }))
      expect(answer.code, JSON.stringify(name)).toBe(Code.recipientsRefused)
      expect(answer.message).toMatch(/li\.na@yanshu\.test.*(?:换行|line break)/)
    }
    await letGo()
    expect(await mailServer.mailsOf(na)).toEqual([])
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
  })

  test('given two servers on one store, then a mail leaves once', async () => {
    await asWei.attempt('mail/email/send', sending())
    mailServer.wait(UNDO_SEND_MS)
    await Promise.all([mailServer.dispatcher.runDue(), mailServer.dispatcher.runDue(), mailServer.dispatcher.runDue()])
    expect(await mailServer.mailsOf(na)).toHaveLength(1)
  })

  test('given a mail is taken back in time, then it is the draft it was; too late it stays sent', async () => {
    const upload = await asWei.upload('file/upload', '计划.txt', Buffer.from('计划'))
    const fileId = upload.data?.fileId ?? ''
    const mail = sending({ bcc: [{ name: '', address: 'a@b.example' }], fileIds: [fileId] })
    const { data: sent } = await asWei.attempt('mail/email/send', mail)
    const taken = await asWei.attempt('mail/email/cancel', { sendId: sent?.sendId ?? '' })
    expect(taken.code).toBe(200)
    await letGo()
    expect(await mailServer.mailsOf(na)).toEqual([])
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
    const again = await asWei.attempt('mail/email/editAgain', { mailId: taken.data?.mailId ?? 0 })
    expect(again.data).toMatchObject({ ...mailFields(mail), revision: 1, attachments: [{ fileId, name: '计划.txt' }] })
    expect((await asWei.attempt('mail/email/cancel', { sendId: sent?.sendId ?? '' })).data).toEqual(taken.data)

    const late = await asWei.attempt('mail/email/send', sending())
    await letGo()
    expect((await asWei.attempt('mail/email/cancel', { sendId: late.data?.sendId ?? '' })).code).toBe(409_001)
    expect((await asNa.attempt('mail/email/cancel', { sendId: late.data?.sendId ?? '' })).code).toBe(404_001)
    await countersOf(wei)
  })

  const mailFields = ({ to, cc, bcc, subject, html }: PostBody<'mail/email/send'>) => ({ to, cc, bcc, subject, html })

  test('given a draft is saved again and again, then it is one row that lists show and search finds', async () => {
    const first = await asWei.attempt('mail/email/drafts', drafting())
    const mailId = first.data?.mailId ?? 0
    expect(first.data).toMatchObject({ revision: 1 })
    const second = await asWei.attempt(
      'mail/email/drafts',
      drafting({
        mailId,
        revision: 1,
        subject: '改过的主题',
        html: '<p>新的正文更长一些</p>',
        to: [{ name: '', address: 'wrong' }],
      }),
    )
    expect(second.data).toMatchObject({ mailId, revision: 2 })
    const drafts = await mailServer.mailsOf(wei, 'drafts')
    expect(drafts).toMatchObject([{ mailId, subject: '改过的主题', preview: '新的正文更长一些', seen: 1 }])
    await countersOf(wei)

    const stale = await asWei.attempt('mail/email/drafts', drafting({ mailId, revision: 1 }))
    expect(stale.code).toBe(409_002)
    expect((await asNa.attempt('mail/email/drafts', drafting({ mailId }))).code).toBe(404_002)
    expect((await asNa.attempt('mail/email/editAgain', { mailId })).code).toBe(404_002)
    const opened = await asWei.attempt('mail/email/editAgain', { mailId })
    expect(opened.data).toMatchObject({ revision: 2, subject: '改过的主题', to: [{ address: 'wrong' }] })

    await sendAndLetGo({ mailId, subject: '改过的主题' })
    expect(await mailServer.mailsOf(wei, 'drafts')).toEqual([])
    expect((await mailServer.mailsOf(na)).map((mail) => mail.subject)).toEqual(['改过的主题'])
    expect((await asWei.attempt('mail/email/drafts', drafting({ mailId }))).code).toBe(404_002)
    await countersOf(wei)
  })

  test('given the same clientId again, then there is one draft, and no late repetition changes or revives it', async () => {
    const clientId = 'letter-0001'
    const first = drafting({ clientId })
    const answers = await Promise.all([1, 2, 3].map(() => asWei.attempt('mail/email/drafts', first)))
    const mailId = answers[0]?.data?.mailId ?? 0
    expect(answers.map(({ data }) => [data?.mailId, data?.revision])).toEqual([1, 2, 3].map(() => [mailId, 1]))
    expect(answers.filter(({ data }) => data?.kept)).toHaveLength(1)
    const next = drafting({ mailId, revision: 1, subject: '写完了' })
    expect((await asWei.attempt('mail/email/drafts', next)).data).toMatchObject({ mailId, revision: 2, kept: true })
    const late = await asWei.attempt('mail/email/drafts', first)
    expect(late.data).toMatchObject({ mailId, revision: 2, kept: false })
    expect(await mailServer.mailsOf(wei, 'drafts')).toMatchObject([{ mailId, subject: '写完了' }])
    // The name is the writer's own: another may use the same.
    expect((await asNa.attempt('mail/email/drafts', first)).data).toMatchObject({ revision: 1, kept: true })

    for (const odd of ['short', '\u0000'.repeat(8), '\ud800'.repeat(8), 'x'.repeat(65), "'; drop table draft_client"]) {
      expect((await asWei.attempt('mail/email/drafts', drafting({ clientId: odd }))).status, odd).toBeLessThan(500)
    }

    await sendAndLetGo({ mailId, subject: '写完了' })
    expect((await asWei.attempt('mail/email/drafts', first)).code).toBe(404_002)
    mailServer.wait(31 * 24 * 3_600_000)
    await sweepStore(mailServer.context, null)
    expect((await asNa.attempt('mail/email/drafts', first)).data).toMatchObject({ kept: false })
    const names = await mailServer.context.store.db
      .selectFrom('draft_client')
      .select('account_id')
      .where('client_id', '=', clientId)
      .execute()
    expect(names).toEqual([{ account_id: na }])
    await countersOf(wei)
  })

  test('given recipients of the organisation that are not there, then the answer names them and nothing is sent', async () => {
    await mailServer.addUser('gone', { disabled: true })
    const to = ['li.na', 'nobody', 'gone'].map((name) => ({ name: '', address: `${name}@yanshu.test` }))
    const answer = await asWei.attempt('mail/email/send', sending({ to }))
    expect(answer.code).toBe(400_005)
    expect(answer.message).toContain('nobody@yanshu.test')
    expect(answer.message).toContain('gone@yanshu.test')
    expect(answer.message).not.toContain('li.na')
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
  })

  test("given somebody else's mail as what is answered, then nothing is saved or sent from it", async () => {
    await sendAndLetGo()
    const [theirs] = await mailServer.mailsOf(na)
    const answer = { kind: 'reply', sourceMailId: theirs?.mailId ?? 0 } as const
    expect((await asWei.attempt('mail/email/drafts', drafting(answer))).code).toBe(404_002)
    expect((await asWei.attempt('mail/email/send', sending(answer))).code).toBe(404_002)
    const own = await asWei.attempt('mail/email/drafts', drafting())
    const { mailId = 0, revision = 0 } = own.data ?? {}
    expect((await asWei.attempt('mail/email/drafts', drafting({ ...answer, mailId, revision }))).code).toBe(404_002)
    // One that is gone harms no letter: what is written stands alone.
    expect((await asWei.attempt('mail/email/drafts', drafting({ ...answer, sourceMailId: 999_999 }))).code).toBe(200)
  })

  test('given rules of writing that are broken, then each has its own answer', async () => {
    const refused = async (mail: Partial<PostBody<'mail/email/send'>>) =>
      (await asWei.attempt('mail/email/send', sending(mail))).code
    expect(await refused({ subject: ' ' })).toBe(400_001)
    expect(await refused({ subject: '字'.repeat(101) })).toBe(400_001)
    expect(await refused({ to: [] })).toBe(400_001)
    expect(await refused({ to: [{ name: '', address: 'not an address' }] })).toBe(400_001)
    expect(await refused({ from: 'li.na@yanshu.test' })).toBe(403_001)
    expect(await refused({ mailId: 4_711 })).toBe(404_002)
    expect(await refused({ fileIds: ['x'.repeat(24)] })).toBe(400_008)
    const others = await asNa.upload('file/upload', 'a.txt', Buffer.from('a'))
    expect(await refused({ fileIds: [others.data?.fileId ?? ''] })).toBe(400_008)
    expect(await refused({ html: '<img src="/api/file/showSendMailPicture/0123456789012345678901234">' })).toBe(400_008)
    const ids = []
    for (let index = 0; index < 41; index++) {
      ids.push((await asWei.upload('file/upload', `${index}.txt`, Buffer.from('x'))).data?.fileId ?? '')
    }
    expect(await refused({ fileIds: ids })).toBe(400_001)
    expect(await refused({ fileIds: ids.slice(0, 40) })).toBe(200)
    const same = await asWei.upload('file/upload', '0.TXT', Buffer.from('y'))
    expect(await refused({ fileIds: [ids[0] ?? '', same.data?.fileId ?? ''] })).toBe(400_001)
  })

  test('given types that the operator forbids, then the client gets their list, and none is taken, sent or forwarded', async () => {
    await mailServer.stop()
    await start({ controlFileTypes: ['dwg'] })
    const params = await asWei.get('mail/email/getWriteParams')
    expect(params).toMatchObject({ controlFileTypes: ['dwg'] })
    expect((await asWei.attempt('mail/main/index', {})).data).toMatchObject({ controlFileTypes: ['dwg'] })
    expect((await asWei.upload('file/upload', 'a.exe', Buffer.from('x'))).code).toBe(200)
    expect((await asWei.upload('file/upload', 'a.DWG', Buffer.from('x'))).code).toBe(400_007)
    // Taken in before it was forbidden.
    const file = await asWei.upload('file/upload', 'a.txt', Buffer.from('x'))
    const fileId = file.data?.fileId ?? ''
    await mailServer.context.store.db.updateTable('upload').set({ name: 'plan.dwg' }).where('id', '=', fileId).execute()
    const answer = await asWei.attempt('mail/email/send', sending({ fileIds: [fileId] }))
    expect(answer).toMatchObject({ code: 400_007, message: expect.stringContaining('plan.dwg') })
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
  })

  test('given more attachments than allowed, then the mail is refused; given as much as allowed, then it goes', async () => {
    await mailServer.stop()
    await start({ maxMessageSize: 1_024 * 1_024 })
    const upload = async (name: string, size: number) =>
      (await asWei.upload('file/upload', name, Buffer.alloc(size, 'a'))).data?.fileId ?? ''
    const files = [await upload('a.bin', 1_000_000), await upload('b.bin', 48_576)]
    const large = await asWei.attempt(
      'mail/email/send',
      sending({ fileIds: [...files, await upload('c.bin', 1)], html: `<p>${'字'.repeat(300_000)}</p>` }),
    )
    expect(large).toMatchObject({ code: 413_001, message: expect.stringContaining('1 MB') })
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
    // The text does not count, and what base64 adds does not either.
    await sendAndLetGo({ fileIds: files, html: `<p>${'字'.repeat(300_000)}</p>` })
    expect(await mailServer.mailsOf(na)).toMatchObject([{ has_attachment: 1 }])
  })

  test('given a full mailbox, then nothing is sent or saved', async () => {
    await mailServer.context.store.db.updateTable('account').set({ quota_bytes: 100 }).where('id', '=', wei).execute()
    expect((await asWei.attempt('mail/email/send', sending())).code).toBe(507_001)
    expect((await asWei.attempt('mail/email/drafts', drafting({ html: 'x'.repeat(500) }))).code).toBe(507_001)
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
    await countersOf(wei)
  })

  test('given a picture that was copied from one draft into another, then it is not deleted while one of them shows it', async () => {
    const { data: picture } = await asWei.upload('file/uploadMailPicture', 'a.png', PNG)
    const html = `<p><img src="${picture?.url}"></p>`
    const draft = await asWei.post('mail/email/drafts', drafting({ html, clientId: 'shows a picture' }))
    const forget = () => asWei.post('file/uploaddel', { fileId: picture?.id ?? '' })
    const status = async () => {
      const answer = await asWei.file(`file/showSendMailPicture/${picture?.id}`)
      await answer.body?.cancel()
      return answer.status
    }
    await forget()
    expect(await status()).toBe(200)
    await asWei.post('mail/email/drafts', { ...drafting({ html: '<p>x</p>' }), ...draft })
    await forget()
    expect(await status()).toBe(404)
  })

  test('given pictures and files, then they travel as parts, and nothing that runs travels at all', async () => {
    const picture = await asWei.upload('file/uploadMailPicture', '图.png', PNG)
    const file = await asWei.upload('file/upload', '季度 报告（终稿）.pdf', Buffer.from('%PDF-1.4 x'))
    expect(picture.data?.url).toBe(`/api/file/showSendMailPicture/${picture.data?.id}`)
    const html = `<p onclick="a()">x</p><script>alert(1)</script><meta http-equiv="refresh" content="0;url=http://x">
      <img src="${picture.data?.url}"><img src="https://mail.example${picture.data?.url}?t=1">
      <img src="data:image/png;base64,${PNG.toString('base64')}"><a href="javascript:alert(1)">y</a>
      <iframe src="http://x"></iframe><form action="http://x"><input name="a"></form><svg onload="a()"></svg>
      <p style="color:red">红</p>`
    await sendAndLetGo({ html, fileIds: [file.data?.fileId ?? ''] })
    const [mail] = await mailServer.mailsOf(na)
    const parsed = await parseMail(await rawOf(mail?.raw_hash))
    expect(parsed.html).not.toMatch(/script|onclick|onload|refresh|iframe|<form|<input|<svg|showSendMailPicture/i)
    expect(parsed.html).toContain('<p style="color:red">红</p>')
    expect(parsed.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['图.png', 'inline'],
      ['image2.png', 'inline'],
      ['季度 报告（终稿）.pdf', 'attachment'],
    ])
    const raw = (await rawOf(mail?.raw_hash)).toString('latin1')
    expect(raw).toMatch(/filename\*0\*=utf-8''/i)
    expect(raw).toMatch(/name="=\?UTF-8\?[BQ]\?/i)
  })

  test('given a mail is answered, then recipients, subject and thread are right, and it is marked', async () => {
    await mailServer.addUser('chen.jie')
    await sendAndLetGo({
      to: [
        { name: '李娜', address: 'li.na@yanshu.test' },
        { name: '陈杰', address: 'chen.jie@yanshu.test' },
      ],
      cc: [{ name: '', address: 'someone@elsewhere.example' }],
    })
    const [mail] = await mailServer.mailsOf(na)
    const mailId = mail?.mailId ?? 0
    const reply = await asNa.attempt('mail/email/reply', { mailId })
    expect(reply.data).toMatchObject({
      kind: 'reply',
      to: [{ address: 'zhang.wei@yanshu.test' }],
      cc: [],
      subject: '回复：会议纪要',
      quoted: { subject: '会议纪要', text: '请看纪要', html: expect.stringContaining('<b>纪要</b>') },
    })
    const all = await asNa.attempt('mail/email/replyAll', { mailId })
    expect(all.data?.to.map(({ address }) => address)).toEqual(['zhang.wei@yanshu.test', 'chen.jie@yanshu.test'])
    expect(all.data?.cc.map(({ address }) => address)).toEqual(['someone@elsewhere.example'])
    const quick = await asNa.attempt('mail/email/quickSend', {
      mailId,
      requestId: 'quick-reply-1',
      all: false,
      text: '好的 <b>',
    })
    expect(quick.code).toBe(200)
    await letGo()
    const answer = (await mailServer.mailsOf(wei)).find((one) => one.subject === '回复：会议纪要')
    expect(answer?.in_reply_to).toBe(mail?.rfc_message_id)
    expect(answer?.refs).toBe(mail?.rfc_message_id)
    expect(answer?.text).toContain('好的 <b>')
    expect(answer?.text).toContain('原始邮件')
    expect((await mailServer.mailsOf(na))[0]?.replied).toBe(1)
    expect((await asWei.attempt('mail/email/reply', { mailId })).code).toBe(404_002)
  })

  test('given a quick reply is saved instead of sent, then it is a draft that answers the mail, once', async () => {
    await sendAndLetGo()
    const [mail] = await mailServer.mailsOf(na)
    const mailId = mail?.mailId ?? 0
    const body = { mailId, clientId: 'quick-draft-1', all: false, text: '明天再说' }
    const saved = await asNa.attempt('mail/email/quickDraft', body)
    expect(saved.data).toMatchObject({ kept: true })
    expect((await asNa.attempt('mail/email/quickDraft', body)).data).toMatchObject({
      kept: false,
      mailId: saved.data?.mailId,
    })
    const again = await asNa.attempt('mail/email/editAgain', { mailId: saved.data?.mailId ?? 0 })
    expect(again.data).toMatchObject({
      kind: 'reply',
      sourceMailId: mailId,
      to: [{ address: 'zhang.wei@yanshu.test' }],
      subject: '回复：会议纪要',
      html: expect.stringContaining('明天再说'),
    })
    expect((await mailServer.mailsOf(na)).find((one) => one.mailId === mailId)?.replied).toBe(0)
    expect((await asWei.attempt('mail/email/quickDraft', { ...body, clientId: 'quick-draft-2' })).code).toBe(404_002)
  })

  test('given a mail with a picture and a file is forwarded, then both come along', async () => {
    const picture = await asWei.upload('file/uploadMailPicture', 'p.png', PNG)
    const file = await asWei.upload('file/upload', 'f.txt', Buffer.from('file'))
    await sendAndLetGo({ html: `<img src="${picture.data?.url}">`, fileIds: [file.data?.fileId ?? ''] })
    const [mail] = await mailServer.mailsOf(na)
    const begun = await asNa.attempt('mail/email/forward', { mailId: mail?.mailId ?? 0 })
    expect(begun.data).toMatchObject({ subject: '转发：会议纪要', attachments: [{ name: 'f.txt' }] })
    const shown = /src="\/(api\/file\/showSendMailPicture\/[\w-]+)"/.exec(begun.data?.quoted?.html ?? '')?.[1] ?? ''
    const image = await asNa.file(shown.replace(/^api\//, ''))
    expect(image.headers.get('content-type')).toBe('image/png')
    await sendAndLetGo(
      {
        kind: 'forward',
        sourceMailId: mail?.mailId ?? 0,
        to: [{ name: '', address: 'zhang.wei@yanshu.test' }],
        subject: begun.data?.subject ?? '',
        html: begun.data?.quoted?.html ?? '',
        fileIds: begun.data?.attachments.map(({ fileId }) => fileId) ?? [],
      },
      asNa,
    )
    const [forwarded] = await mailServer.mailsOf(wei)
    const parsed = await parseMail(await rawOf(forwarded?.raw_hash))
    expect(parsed.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['p.png', 'inline'],
      ['f.txt', 'attachment'],
    ])
    expect((await mailServer.mailsOf(na))[0]?.forwarded).toBe(1)
  })

  test('given no relay, then a mail outside fails at once with a reason and a report', async () => {
    const to = [
      { name: '', address: 'li.na@yanshu.test' },
      { name: '', address: 'friend@elsewhere.example' },
    ]
    const sendId = await sendAndLetGo({ to })
    expect(await recipientsOf(sendId)).toMatchObject([
      { address: 'friend@elsewhere.example', state: 'failed', reason: expect.stringContaining('未开通') },
      { address: 'li.na@yanshu.test', state: 'delivered' },
    ])
    const [report] = await mailServer.mailsOf(wei)
    expect(report).toMatchObject({ system_notice: 1 })
    expect(report?.subject).toContain('会议纪要')
    expect(report?.text).toContain('friend@elsewhere.example')
    expect(report?.text).toContain('was not delivered')
    await mailServer.dispatcher.runDue()
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
  })

  test('given a recipient whose mailbox is full, then the others get the mail and the sender a report', async () => {
    await mailServer.addUser('full', { quotaBytes: 10 })
    const to = ['full', 'li.na'].map((name) => ({ name: '', address: `${name}@yanshu.test` }))
    const sendId = await sendAndLetGo({ to })
    expect(await recipientsOf(sendId)).toMatchObject([{ state: 'failed' }, { state: 'delivered' }])
    expect(await mailServer.mailsOf(na)).toHaveLength(1)
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
  })
})

describe.each(engines)('mail that leaves by a relay, on %s', (engine) => {
  let mailServer: TestServer
  let relay: SMTPServer
  let wei: number
  let asWei: TestClient
  let arrived: { to: string[]; from: string; raw: string }[]
  let answer: (address: string) => number

  beforeEach(async () => {
    arrived = []
    answer = () => 250
    relay = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo(address, _session, callback) {
        const code = answer(address.address)
        callback(code === 250 ? null : Object.assign(new Error('as told'), { responseCode: code }))
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          arrived.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('latin1'),
          })
          callback(null)
        })
      },
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
    const address = relay.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    mailServer = await startTestServer({ engine, still: true, relay: `smtp://127.0.0.1:${port}` })
    wei = await mailServer.addUser('zhang.wei')
    asWei = await mailServer.as(wei)
  })
  afterEach(async () => {
    await mailServer.stop()
    await new Promise<void>((resolve) => relay.close(() => resolve()))
  })

  const people = (...names: string[]) => names.map((name) => ({ name: '', address: `${name}@elsewhere.example` }))
  const send = async (mail: Partial<PostBody<'mail/email/send'>>) => {
    const sent = await asWei.attempt('mail/email/send', sending(mail))
    expect(sent.code).toBe(200)
    mailServer.wait(UNDO_SEND_MS)
    await mailServer.dispatcher.runDue()
    return sent.data?.sendId ?? ''
  }
  const statesOf = async (sendId: string) => {
    const rows = await mailServer.context.store.db
      .selectFrom('outgoing_recipient')
      .select(['address', 'state'])
      .where('outgoing_id', '=', sendId)
      .orderBy('address')
      .execute()
    return rows.map(({ address, state }) => `${address.split('@')[0]} ${state}`)
  }

  test('given people outside, then the relay gets one message for all of them, without blind copies in it', async () => {
    const sendId = await send({ to: people('a', 'b'), bcc: people('secret') })
    expect(arrived).toHaveLength(1)
    expect(arrived[0]).toMatchObject({ from: 'zhang.wei@yanshu.test' })
    expect(arrived[0]?.to.sort()).toEqual(people('a', 'b', 'secret').map(({ address }) => address))
    expect(arrived[0]?.raw).not.toContain('secret')
    expect(await statesOf(sendId)).toEqual(['a relayed', 'b relayed', 'secret relayed'])
    const outgoing = await mailServer.context.store.db.selectFrom('outgoing').select('state').executeTakeFirst()
    expect(outgoing?.state).toBe('done')
  })

  test('given a relay that says not now, then it is tried again after a while, and only for those', async () => {
    answer = (address) => (address.startsWith('later') ? 451 : 250)
    const sendId = await send({ to: people('later', 'now') })
    expect(await statesOf(sendId)).toEqual(['later queued', 'now relayed'])
    await mailServer.dispatcher.runDue()
    expect(arrived).toHaveLength(1)
    answer = () => 250
    mailServer.wait(60_000)
    await mailServer.dispatcher.runDue()
    expect(await statesOf(sendId)).toEqual(['later relayed', 'now relayed'])
    expect(arrived[1]?.to).toEqual(['later@elsewhere.example'])
    expect(await mailServer.mailsOf(wei)).toEqual([])
  })

  test('given a relay that refuses, then the sender gets one report with its words', async () => {
    answer = (address) => (address.startsWith('no') ? 550 : 250)
    const sendId = await send({ to: people('no', 'yes') })
    expect(await statesOf(sendId)).toEqual(['no failed', 'yes relayed'])
    await mailServer.dispatcher.runDue()
    const reports = await mailServer.mailsOf(wei)
    expect(reports).toHaveLength(1)
    expect(reports[0]?.text).toContain('as told')
    const raw = Buffer.from(await mailServer.context.blobs.readAll(reports[0]?.raw_hash ?? '')).toString('latin1')
    expect(raw).toContain('multipart/report; report-type=delivery-status')
    expect(raw).toContain('Final-Recipient: rfc822; no@elsewhere.example')
    expect(raw).toMatch(/^Status: 5\.\d\.\d\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m)
  })

  test('given a relay that cannot be reached for two days, then the sender is told', async () => {
    await new Promise<void>((resolve) => relay.close(() => resolve()))
    const sendId = await send({ to: people('a') })
    for (let hour = 0; hour < 47; hour += 4) {
      expect(await statesOf(sendId)).toEqual(['a queued'])
      mailServer.wait(4 * 3_600_000)
      await mailServer.dispatcher.runDue()
    }
    mailServer.wait(8 * 3_600_000)
    await mailServer.dispatcher.runDue()
    expect(await statesOf(sendId)).toEqual(['a failed'])
    expect(await mailServer.mailsOf(wei)).toHaveLength(1)
  })
})
