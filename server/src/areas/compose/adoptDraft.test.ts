import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { transact } from '../../store/database/transact.ts'
import { addMail, folderOfRole } from '../../store/mailbox/index.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const RAW = [
  'From: zhang.wei@yanshu.test',
  'To: li.na@yanshu.test',
  'Subject: plan',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>half written</p>',
  '--b',
  'Content-Type: text/plain; name=notes.txt',
  'Content-Disposition: attachment; filename=notes.txt',
  '',
  'notes',
  '--b--',
  '',
].join('\r\n')

describe.each(engines)('drafts that were not written here, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let na: number
  let asWei: TestClient
  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    na = await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
  })
  afterEach(() => mailServer.stop())

  /** Stores one message in the drafts folders of accounts, as an import does. */
  const importDraft = async (...accounts: number[]): Promise<number[]> => {
    const { context, preparer } = mailServer
    const raw = Buffer.from(RAW)
    const message = await preparer.prepare(await context.blobs.put(raw), raw)
    return transact(context, async (trx) => {
      const messageId = await storeMessage(trx, context, message)
      const made: number[] = []
      for (const accountId of accounts) {
        const folderId = await folderOfRole(trx, accountId, 'drafts')
        const size = message.columns.size
        const at = context.now()
        const mail = { accountId, folderId, messageId, receivedAt: at, size, seen: true }
        made.push((await addMail(trx, context, mail)).mailId)
      }
      return made
    })
  }

  test('one is opened as a draft, saved in its place, and sent with its attachment', async () => {
    const [mailId = 0] = await importDraft(wei)
    const { data: opened } = await asWei.attempt('mail/email/editAgain', { mailId })
    expect(opened).toMatchObject({ kind: 'draft', mailId, revision: 1, subject: 'plan' })
    expect(opened?.attachments.map(({ name }) => name)).toEqual(['notes.txt'])
    if (!opened) throw new Error('unreachable')
    const { kind, sourceMailId, to, cc, bcc, subject, attachments } = opened
    const letter = {
      ...{ kind, sourceMailId, to, cc, bcc, subject, mailId },
      fileIds: attachments.map(({ fileId }) => fileId),
    }
    const save = (revision: number, html: string) =>
      asWei.attempt('mail/email/drafts', { ...letter, revision, html, clientId: 'letter-0001' })
    expect((await save(1, '<p>more</p>')).data).toMatchObject({ mailId, revision: 2 })
    expect((await save(2, '<p>all of it</p>')).data).toMatchObject({ mailId, revision: 3 })
    expect(await mailServer.mailsOf(wei, 'drafts')).toMatchObject([{ mailId, preview: 'all of it' }])

    mailServer.wait(7 * 86_400_000)
    await sweepStore(mailServer.context, null)
    const requestId = 'request-0001'
    const { code } = await asWei.attempt('mail/email/send', { ...letter, requestId, html: '<p>all of it</p>' })
    expect(code).toBe(200)
    expect(await mailServer.mailsOf(wei, 'drafts')).toEqual([])
    mailServer.wait(11_000)
    await mailServer.dispatcher.runDue()
    expect(await mailServer.mailsOf(na)).toMatchObject([{ subject: 'plan', has_attachment: 1 }])
  })

  test('its older name starts it as well', async () => {
    const [mailId = 0] = await importDraft(wei)
    const { data } = await asWei.attempt('mail/email/editAgainFromdraft', { mailId })
    expect(data).toMatchObject({ kind: 'draft', mailId })
    expect((await asWei.attempt('mail/email/editAgain', { mailId })).data).toEqual(data)
  })

  test('one whose message another mailbox holds is written again instead, and stays as it was', async () => {
    const [mailId = 0] = await importDraft(wei, na)
    expect((await asWei.attempt('mail/email/editAgain', { mailId })).data).toMatchObject({
      kind: 'editAgain',
      mailId: null,
    })
    expect(await mailServer.mailsOf(na, 'drafts')).toMatchObject([{ subject: 'plan' }])
  })
})
