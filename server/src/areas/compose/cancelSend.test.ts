import { UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEEP_UNREFERENCED_MS, sweepStore } from '../../store/sweep/sweepStore.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('a sent mail that is taken back, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let na: number
  let asWei: TestClient

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true, failing: true })
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
  })
  afterEach(() => mailServer.stop())

  const letGo = async () => {
    mailServer.wait(UNDO_SEND_MS)
    await mailServer.dispatcher.runDue()
  }
  const cancel = (sendId: string | undefined) => asWei.attempt('mail/email/cancel', { sendId: sendId ?? '' })

  test('given its copy was deleted for good, then it does not leave and is a draft with everything in it', async () => {
    const upload = await asWei.upload('file/upload', '计划.txt', Buffer.from('计划'))
    const fileIds = [upload.data?.fileId ?? '']
    const bcc = [{ name: '', address: 'li.na@yanshu.test' }]
    const { data: sent } = await asWei.attempt('mail/email/send', sending({ bcc, fileIds }))
    expect((await asWei.attempt('mail/email/delete', { mailIds: [sent?.mailId ?? 0] })).code).toBe(200)

    const taken = await cancel(sent?.sendId)
    expect(taken.code).toBe(200)
    expect((await cancel(sent?.sendId)).data).toEqual(taken.data)
    await letGo()
    expect(await mailServer.mailsOf(na)).toEqual([])
    const again = await asWei.attempt('mail/email/editAgain', { mailId: taken.data?.mailId ?? 0 })
    expect(again.data).toMatchObject({ subject: '会议纪要', html: '<p>请看<b>纪要</b></p>', bcc, revision: 1 })
    expect(again.data?.attachments).toMatchObject([{ name: '计划.txt' }])

    // What was kept for the way out goes with the day; the draft stays.
    mailServer.wait(KEEP_UNREFERENCED_MS + 1_000)
    expect(await sweepStore(mailServer.context, null)).toMatchObject({ outgoing: 1, messages: 1, uploads: 0 })
    expect(await mailServer.mailsOf(wei, 'drafts')).toHaveLength(1)
  })

  test('given that the draft would be refused, then it does not leave all the same', async () => {
    const upload = await asWei.upload('file/upload', '计划.txt', Buffer.from('计划'))
    const { data: sent } = await asWei.attempt('mail/email/send', sending({ fileIds: [upload.data?.fileId ?? ''] }))
    // A file that it named is gone meanwhile, and the mailbox has no room left.
    await asWei.attempt('file/uploaddel', { fileId: upload.data?.fileId ?? '' })
    const { db } = mailServer.context.store
    await db.updateTable('account').set({ quota_bytes: 1 }).where('id', '=', wei).execute()
    expect((await cancel(sent?.sendId)).code).toBe(200)
    await letGo()
    expect(await mailServer.mailsOf(na)).toEqual([])
    expect(await mailServer.mailsOf(wei, 'drafts')).toHaveLength(1)
  })

  test('given that no draft can be made at all, then it does not leave, and the same call makes it later', async () => {
    const { data: sent } = await asWei.attempt('mail/email/send', sending())
    const { db } = mailServer.context.store
    const writing = async () => (await db.selectFrom('outgoing').select('writing').executeTakeFirstOrThrow()).writing
    const whole = await writing()
    await db.updateTable('outgoing').set({ writing: '{' }).execute()
    expect((await cancel(sent?.sendId)).code).toBe(500_001)
    await letGo()
    expect(await mailServer.mailsOf(na)).toEqual([])
    await db.updateTable('outgoing').set({ writing: whole }).execute()
    expect((await cancel(sent?.sendId)).code).toBe(200)
    expect(await mailServer.mailsOf(wei, 'sent')).toEqual([])
    expect(await mailServer.mailsOf(wei, 'drafts')).toMatchObject([{ subject: '会议纪要' }])
  })
})
