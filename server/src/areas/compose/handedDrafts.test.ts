import { Code, FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { drafting, sending } from '../../testing/letters.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('a draft that is handed to a colleague, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  let asNa: TestClient
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    na = await server.addUser('li.na', { name: '李娜' })
    await server.addUser('chen.jie', { name: '陈杰' })
    asWei = await server.as(wei)
    asNa = await server.as(na)
  })
  afterEach(() => server.stop())

  const NA = `li.na@${TEST_DOMAIN}`
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const write = (mailId: number | null, letter: Parameters<typeof drafting>[0] = {}, as = asWei) =>
    as.post('mail/email/drafts', drafting({ mailId, ...letter }))
  const hand = (mailId: number, address = NA) => asWei.post('mail/email/draft/hand', { mailId, address })
  const takeOver = (handId: string, as = asNa) => as.post('mail/email/draft/hand/take', { handId })
  const back = (mailId: number, as: TestClient) => as.post('mail/email/draft/hand/back', { mailId })
  const read = (mailId: number, as: TestClient) => as.post('mail/email/editAgain', { mailId })
  const seen = async (mailId: number, as: TestClient) =>
    (await as.post('mail/email/draft/windows', { mailId, name: 'a-window-of-it' })).hand
  const status = async (as: TestClient, path: string) => {
    const answer = await as.file(path)
    await answer.body?.cancel()
    return answer.status
  }
  const draftsOf = async (accountId: number) => {
    const { db } = server.context.store
    return (await db.selectFrom('draft').select('mail_id').where('account_id', '=', accountId).execute()).length
  }

  test('given the link is opened, then each writes in turn, with the files, and both stand in the versions', async () => {
    const file = await asWei.upload('file/upload', '报价.txt', Buffer.from('报价单'))
    const picture = await asWei.upload('file/uploadMailPicture', 'a.png', PNG)
    const pictureId = picture.data?.id ?? ''
    const html = `<p>各位：</p><p><img src="/api/file/showSendMailPicture/${pictureId}"></p>`
    const to = [{ name: '陈杰', address: `chen.jie@${TEST_DOMAIN}` }]
    const { mailId } = await write(null, { subject: '报价', html, to, fileIds: [file.data?.fileId ?? ''] })
    const offered = await hand(mailId)
    expect(offered).toMatchObject({ role: 'author', state: 'offered', other: { name: '李娜', address: NA } })
    // Until it is opened its author writes on.
    await write(mailId, { subject: '报价（二）', html, to, fileIds: [file.data?.fileId ?? ''] })
    await server.dispatcher.runDue()
    const [notice] = await server.mailsOf(na)
    expect(notice?.subject).toContain('张伟')
    expect(notice?.text).toContain(`/#/write/handed/0?hand=${offered.handId}`)
    expect(notice?.text).not.toContain('报价')

    const taken = await takeOver(offered.handId)
    expect(await takeOver(offered.handId)).toEqual(taken)
    const letter = await read(taken.mailId, asNa)
    expect(letter).toMatchObject({ subject: '报价（二）', to, from: '', attachments: [{ name: '报价.txt' }] })
    expect(letter.html).not.toContain(pictureId)
    const ownPicture = /showSendMailPicture\/([\w-]+)/.exec(letter.html)?.[1] ?? ''
    expect(await status(asNa, `file/showSendMailPicture/${ownPicture}`)).toBe(200)
    expect(await status(asNa, `file/showSendMailPicture/${pictureId}`)).toBe(404)
    expect(await seen(mailId, asWei)).toMatchObject({ role: 'author', state: 'taken' })
    expect(await seen(taken.mailId, asNa)).toMatchObject({ role: 'colleague', other: { name: '张伟' } })

    // Its author neither changes nor sends it meanwhile.
    for (const refused of [
      await asWei.attempt('mail/email/drafts', drafting({ mailId, subject: '我也改' })),
      await asWei.attempt('mail/email/send', sending({ mailId })),
      await asWei.attempt('mail/email/draft/hand', { mailId, address: `chen.jie@${TEST_DOMAIN}` }),
    ]) {
      expect(refused.code).toBe(Code.draftHandRefused)
      expect(refused.message).toContain('李娜')
    }

    const added = await asNa.upload('file/upload', '附表.txt', Buffer.from('附表'))
    const fileIds = [...letter.attachments.map(({ fileId }) => fileId), added.data?.fileId ?? '']
    await write(taken.mailId, { ...{ subject: '报价（定稿）', html: letter.html, to, fileIds } }, asNa)
    expect(await back(taken.mailId, asNa)).toEqual({ missing: [] })
    expect(await draftsOf(na)).toBe(0)
    const returned = await read(mailId, asWei)
    expect(returned).toMatchObject({
      subject: '报价（定稿）',
      attachments: [{ fileId: file.data?.fileId, name: '报价.txt' }, { name: '附表.txt' }],
    })
    expect(returned.html).toContain(pictureId)
    // What had come along is the colleague's no more.
    const [first = ''] = fileIds
    expect(await status(asNa, `file/download/${first}`)).toBe(404)
    expect(await seen(mailId, asWei)).toMatchObject({ state: 'back' })
    // The next save of its author keeps what the colleague has written.
    await write(mailId, { subject: '报价（发出）', html, to })
    const { list } = await asWei.post('mail/email/draft/versions', { mailId })
    expect(list.map(({ person }) => person)).toEqual(['李娜', ''])

    // The same link works again when it is offered again.
    expect((await asNa.attempt('mail/email/draft/hand/take', { handId: offered.handId })).code).toBe(
      Code.draftHandRefused,
    )
    expect((await hand(mailId)).handId).toBe(offered.handId)
    expect((await read((await takeOver(offered.handId)).mailId, asNa)).subject).toBe('报价（发出）')
  })

  test('given its author takes it back, then the letter is as the colleague left it, whose draft and right are gone', async () => {
    const { mailId } = await write(null, { subject: '一稿' })
    const { handId } = await hand(mailId)
    const taken = await takeOver(handId)
    await write(taken.mailId, { subject: '二稿' }, asNa)
    await back(mailId, asWei)
    expect((await read(mailId, asWei)).subject).toBe('二稿')
    expect((await asNa.attempt('mail/email/drafts', drafting({ mailId: taken.mailId }))).code).toBe(Code.mailNotFound)
    expect((await asNa.attempt('mail/email/draft/hand/take', { handId })).code).toBe(Code.draftHandRefused)
    // An offer that was not opened ends, with its link.
    await hand(mailId)
    await back(mailId, asWei)
    expect(await seen(mailId, asWei)).toBeNull()
    expect((await asNa.attempt('mail/email/draft/hand/take', { handId })).code).toBe(Code.notFound)
  })

  test('given the colleague sends it, then it is from them; taken back before it leaves it is theirs again', async () => {
    const { mailId } = await write(null, { subject: '通知' })
    const taken = await takeOver((await hand(mailId)).handId)
    const letter = { mailId: taken.mailId, to: [{ name: '', address: `chen.jie@${TEST_DOMAIN}` }], subject: '通知' }
    const { sendId } = await asNa.post('mail/email/send', sending(letter))
    expect(await seen(mailId, asWei)).toMatchObject({ state: 'sent' })
    const again = await asNa.post('mail/email/cancel', { sendId })
    expect(await seen(mailId, asWei)).toMatchObject({ state: 'taken' })
    expect(await seen(again.mailId, asNa)).toMatchObject({ role: 'colleague', state: 'taken' })

    await asNa.post('mail/email/send', sending({ ...letter, mailId: again.mailId }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const { from } = await server.context.store.db
      .selectFrom('message')
      .select('from_address as from')
      .where('subject', '=', '通知')
      .where('raw_hash', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(from).toBe(NA)
    expect(await seen(mailId, asWei)).toMatchObject({ state: 'sent' })
    // Its author has the draft still, and may write on.
    expect((await write(mailId, { subject: '通知（存档）' })).kept).toBe(true)
  })

  test('given others, then the link is for its colleague alone: no second user, no delegate, no address elsewhere', async () => {
    const { mailId } = await write(null)
    const { handId } = await hand(mailId)
    const asJie = await server.login('chen.jie')
    expect((await asJie.attempt('mail/email/draft/hand/take', { handId })).code).toBe(Code.notFound)
    expect((await asWei.attempt('mail/email/draft/hand/take', { handId })).code).toBe(Code.draftHandRefused)
    for (const path of ['mail/email/draft/hand/back', 'mail/email/draft/windows'] as const)
      expect((await asJie.attempt(path, { mailId, name: 'a-window-of-it' })).code).toBe(Code.mailNotFound)
    const other = { mailId, address: NA }
    expect((await asJie.attempt('mail/email/draft/hand', other)).code).toBe(Code.mailNotFound)
    await server.addUser('service', { accountType: 2 })
    for (const address of [
      `service@${TEST_DOMAIN}`,
      'jim@elsewhere.example',
      `zhang.wei@${TEST_DOMAIN}`,
      `no@${TEST_DOMAIN}`,
    ])
      expect((await asWei.attempt('mail/email/draft/hand', { mailId, address })).code).toBe(Code.draftHandRefused)

    // Who sits in the mailbox of another neither hands a draft of it on nor opens its links.
    await grantMailbox(server.context, `service@${TEST_DOMAIN}`, NA)
    const own = await server.login('li.na')
    const guest = new TestClient(
      server.url,
      await own.post('user/account/switch', { account: `service@${TEST_DOMAIN}` }),
    )
    const mine = await guest.post('mail/email/drafts', drafting())
    const handing = { mailId: mine.mailId, address: `zhang.wei@${TEST_DOMAIN}` }
    expect((await guest.attempt('mail/email/draft/hand', handing)).code).toBe(Code.forbidden)
    expect((await guest.attempt('mail/email/draft/hand/take', { handId })).code).toBe(Code.forbidden)
  })

  test('given a secret letter, one with keys, and files of a folder with a password, then it is refused with the reason', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'secretModeEnable', value: true, locked: false })
    for (const [options, word] of [
      [{ 'mail.reading': { ...FREE_READING, secret: true } }, '保密'],
      [{ 'remote-keys.protection': { sign: true, encrypt: false } }, '密钥'],
    ] as const) {
      const { mailId } = await write(null, { options })
      const refused = await asWei.attempt('mail/email/draft/hand', { mailId, address: NA })
      expect(refused.code).toBe(Code.draftHandRefused)
      expect(refused.message).toContain(word)
      // Turned on after the offer, it keeps the link shut.
      const later = await write(null)
      const { handId } = await hand(later.mailId)
      await write(later.mailId, { options })
      expect((await asNa.attempt('mail/email/draft/hand/take', { handId })).message).toContain(word)
    }

    const kept = await asWei.upload('file/upload', '名单.txt', Buffer.from('名单'))
    await asWei.post(
      'mail/email/send',
      sending({ to: [{ name: '', address: `zhang.wei@${TEST_DOMAIN}` }], fileIds: [kept.data?.fileId ?? ''] }),
    )
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const [mail] = (await asWei.get('mail/email/mailbox/list', { role: 'inbox' })).list
    const { folderId } = await asWei.post('mail/main/folder/save', { folderName: '私人' })
    const [part] = (await asWei.post('mail/email/detail', { mailId: mail?.mailId ?? 0 })).attachments
    const { mailId } = await write(null, { fileIds: [part?.fileId ?? ''] })
    const { handId } = await hand(mailId)
    for (const one of (await asWei.get('mail/email/mailbox/list', { role: 'sent' })).list.concat(mail ?? []))
      await asWei.post('mail/email/move', {
        mailboxId: one.mailboxId,
        targetMailboxId: folderId,
        mailUids: [one.mailUid],
      })
    await asWei.post('mail/main/folder/setPwd', { folderId, password: 'Quiet-7' })
    const refused = await asNa.attempt('mail/email/draft/hand/take', { handId })
    expect(refused.message).toContain('加密文件夹')
    expect(await draftsOf(na)).toBe(0)
  })

  test('given the colleague adds a file that then lies behind a password, then it does not come back, and is named', async () => {
    const kept = await asWei.uploaded('底稿.txt', '底稿')
    await asWei.post('mail/email/send', sending({ fileIds: [kept] }))
    server.wait(UNDO_SEND_MS)
    await server.dispatcher.runDue()
    const [mail] = (await asNa.get('mail/email/mailbox/list', { role: 'inbox' })).list
    const [part] = (await asNa.post('mail/email/detail', { mailId: mail?.mailId ?? 0 })).attachments
    const { mailId } = await write(null)
    const taken = await takeOver((await hand(mailId)).handId)
    await write(taken.mailId, { subject: '二稿', fileIds: [part?.fileId ?? ''] }, asNa)
    const { folderId } = await asNa.post('mail/main/folder/save', { folderName: '私人' })
    await asNa.post('mail/email/move', {
      mailboxId: mail?.mailboxId ?? 0,
      targetMailboxId: folderId,
      mailUids: [mail?.mailUid ?? 0],
    })
    await asNa.post('mail/main/folder/setPwd', { folderId, password: 'Quiet-7' })
    const refused = await asNa.attempt('mail/email/draft/hand/back', { mailId: taken.mailId })
    expect(refused.message).toContain('加密文件夹')
    expect(await back(mailId, asWei)).toEqual({ missing: ['底稿.txt'] })
    expect(await read(mailId, asWei)).toMatchObject({ subject: '二稿', attachments: [] })
  })

  test('given it is opened twice at once, then there is one draft', async () => {
    const { handId } = await hand((await write(null)).mailId)
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeOver(handId)))
    expect(new Set(taken.map(({ mailId }) => mailId)).size).toBe(1)
    expect(await draftsOf(na)).toBe(1)
  })
})
