import { Code, MAIL_RECOVERY_MS } from '@yanshu/contracts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('mails that were deleted for good, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  const switchTo = (value: boolean) =>
    setSwitch(server.context, { scope: 'organisation' }, { name: 'deletMailRecoverFlag', value, locked: false })
  const arrive = async (...subjects: string[]) => {
    const smtp = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true, pool: true })
    for (const subject of subjects) {
      await smtp.sendMail({ from: 'a@out.example', to: `zhang.wei@${TEST_DOMAIN}`, subject, text: `${subject}的正文` })
    }
    smtp.close()
    return inboxIds(...subjects)
  }
  const inbox = async () => (await wei.get('mail/email/mailbox/list', { role: 'inbox' })).list
  const inboxIds = async (...subjects: string[]) =>
    (await inbox()).filter(({ subject }) => subjects.includes(subject)).map(({ mailId }) => mailId)
  const deleted = async (client = wei) => (await client.get('mail/email/deleted/list')).list
  const rows = async (table: 'message' | 'deleted_mail' | 'message_hold') =>
    (await server.context.store.db.selectFrom(table).selectAll().execute()).length

  beforeAll(async () => {
    server = await startTestServer({ engine })
    weiId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  test('given recovery that is off, then nothing is kept and the call is refused with whom to ask', async () => {
    await wei.post('mail/email/delete', { mailIds: await arrive('关着删的') })
    expect(await rows('deleted_mail')).toBe(0)
    expect(await wei.refused('GET', 'mail/email/deleted/list')).toBe(Code.recoveryOff)
    expect(await wei.refused('POST', 'mail/doCompletedelMail', { deletedIds: [1] })).toBe(Code.recoveryOff)
  })

  test('given mails deleted with it, then their owner restores them whole, once, with their marks and place', async () => {
    await switchTo(true)
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '项目' })
    const [one = 0, two = 0] = await arrive('甲', '乙')
    await wei.post('mail/email/color/update', { mailIds: [one], color: 3 })
    const mail = (await inbox()).find(({ mailId }) => mailId === one)
    await wei.post('mail/email/move', {
      ...{ mailboxId: mail?.mailboxId ?? 0, targetMailboxId: folderId, mailUids: [mail?.mailUid ?? 0] },
    })
    await wei.post('mail/email/recoverableDelete', { mailIds: [one] })
    const used = async () => (await wei.get('mail/main/quota/useInfo')).curMap.curSize
    const before = await used()
    await wei.post('mail/email/delete', { mailIds: [one, two] })
    await sweepStore(server.context)
    const list = await deleted()
    expect(list.map(({ subject }) => subject).toSorted()).toEqual(
      [mail?.subject, mail?.subject === '甲' ? '乙' : '甲'].toSorted(),
    )
    expect(list[0]).toMatchObject({ from: { address: 'a@out.example' } })

    expect(await deleted(na)).toEqual([])
    const deletedIds = list.map(({ deletedId }) => deletedId)
    expect(await na.post('mail/doCompletedelMail', { deletedIds })).toEqual({ count: 0 })
    const counts = await Promise.all([1, 2, 3].map(() => wei.post('mail/doCompletedelMail', { deletedIds })))
    expect(counts.map(({ count }) => count).toSorted()).toEqual([0, 0, 2])
    const inFolder = (await wei.get('mail/email/mailbox/list', { mailboxId: folderId })).list
    expect(inFolder).toMatchObject([{ subject: mail?.subject, color: 3 }])
    const { text } = await wei.post('mail/email/detail', { mailId: inFolder[0]?.mailId ?? 0 })
    expect(text).toContain(`${mail?.subject}的正文`)
    expect(await used()).toBe(before)
    expect(await deleted()).toEqual([])
    expect(await rows('message_hold')).toBe(0)
  })

  test('given drafts and mails of a folder with a password, then they are gone for good', async () => {
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '上锁' })
    const [mailId = 0] = await arrive('锁里的')
    const mail = (await inbox()).find((one) => one.mailId === mailId)
    await wei.post('mail/email/move', {
      ...{ mailboxId: mail?.mailboxId ?? 0, targetMailboxId: folderId, mailUids: [mail?.mailUid ?? 0] },
    })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    await wei.post('mail/main/folder/validPwd', { folderId, password: '开门 1234' })
    await wei.post('mail/email/delete', { mailIds: [mailId] })
    expect(await deleted()).toEqual([])
  })

  test('given a mailbox without room, then nothing is restored, and a folder that is gone means the inbox', async () => {
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '将删' })
    const [mailId = 0] = await arrive('大的')
    const mail = (await inbox()).find((one) => one.mailId === mailId)
    await wei.post('mail/email/move', {
      ...{ mailboxId: mail?.mailboxId ?? 0, targetMailboxId: folderId, mailUids: [mail?.mailUid ?? 0] },
    })
    await wei.post('mail/email/delete', { mailIds: [mailId] })
    await wei.post('mail/main/folder/delete/password', { folderId })
    const deletedIds = (await deleted()).map(({ deletedId }) => deletedId)
    const { db } = server.context.store
    const quota = (quota_bytes: number) =>
      db.updateTable('account').set({ quota_bytes }).where('id', '=', weiId).execute()
    await quota(1)
    expect(await wei.refused('POST', 'mail/doCompletedelMail', { deletedIds })).toBe(Code.storageFull)
    await quota(0)
    expect(await wei.post('mail/doCompletedelMail', { deletedIds })).toEqual({ count: 1 })
    expect(await inboxIds('大的')).toHaveLength(1)
  })

  test('given mails whose days are over, then they are neither shown nor restored, and the sweep removes them', async () => {
    await wei.post('mail/email/delete', { mailIds: await arrive('过期的') })
    const [one] = await deleted()
    const { db } = server.context.store
    await db
      .updateTable('deleted_mail')
      .set({ at: server.context.now() - MAIL_RECOVERY_MS })
      .execute()
    expect(await deleted()).toEqual([])
    expect(await wei.post('mail/doCompletedelMail', { deletedIds: [one?.deletedId ?? 0] })).toEqual({ count: 0 })
    await db.updateTable('deleted_mail').set({ at: 1 }).execute()
    await sweepStore(server.context)
    expect([await rows('deleted_mail'), await rows('message_hold')]).toEqual([0, 0])
  })
})
