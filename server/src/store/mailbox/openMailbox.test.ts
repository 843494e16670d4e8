import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenFolders } from '../../platform/actor/actor.ts'
import { FolderClosedError, MailNotFoundError } from '../../platform/http/errors.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { phrasesOf } from '../search/tokens.ts'
import { callerOf } from '../sessions/authenticate.ts'
import { openMailbox } from './openMailbox.ts'

describe.each(engines)('a mailbox as an actor may read it, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let folderId: number
  let inside: number
  let outside: number
  let opener: TestClient
  const sessionOf = async (client: TestClient) =>
    (await callerOf(server.context, client.login?.accessToken ?? '')).openFolders
  const mailboxOf = (openFolders: OpenFolders, account = accountId) =>
    openMailbox(server.context, { accountId: account, openFolders })

  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    opener = await server.login('zhang.wei')
    ;({ mailId: outside } = await putMail(server.context, accountId, { subject: '公开' }))
    const secret = await putMail(server.context, accountId, { subject: '薪酬' })
    inside = secret.mailId
    folderId = (await opener.post('mail/main/folder/save', { folderName: '人事' })).folderId
    const { list } = await opener.get('mail/email/mailbox/list')
    const mailboxId = list[0]?.mailboxId ?? 0
    await opener.post('mail/email/move', { mailboxId, targetMailboxId: folderId, mailUids: [secret.uid] })
    await opener.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
  })
  afterAll(() => server.stop())

  test('given who has not opened a folder, then nothing of it is read, and everything outside is', async () => {
    const other = await sessionOf(await server.login('zhang.wei'))
    const closed: readonly OpenFolders[] = [other, 'none', { folderIds: new Set() }]
    for (const openFolders of closed) {
      const mailbox = mailboxOf(openFolders)
      for (const read of [
        () => mailbox.message(inside),
        () => mailbox.whole(inside),
        () => mailbox.othersInThread(inside),
        () => mailbox.listThread(inside),
        () => mailbox.listFolder(folderId, { pageSize: 5 }),
        () => mailbox.list({ pageSize: 5, mailboxId: folderId }),
        () => mailbox.folder(folderId),
        () => mailbox.search({ phrases: [], fields: [], folderId }, { pageSize: 5 }),
        () => mailbox.source(inside),
        () => mailbox.toAttach(inside),
        () => mailbox.toQuote(inside),
        () => mailbox.toAssistant(inside),
        () => mailbox.toExport(folderId, { after: 0, limit: 5 }),
        () => mailbox.draftToExport(inside),
      ]) {
        await expect(read()).rejects.toThrow(FolderClosedError)
      }
      expect((await mailbox.whole(outside)).subject).toBe('公开')
      expect((await mailbox.list({ pageSize: 5 })).list.map(({ subject }) => subject)).toEqual(['公开'])
      expect(JSON.stringify(await mailbox.changesSince(0))).not.toContain('薪酬')
    }
  })

  test('given who has opened it, the server itself, or a list of open folders, then it is read as any other', async () => {
    const open: readonly OpenFolders[] = [await sessionOf(opener), 'all', { folderIds: new Set([folderId]) }]
    for (const openFolders of open) {
      const mailbox = mailboxOf(openFolders)
      expect((await mailbox.message(inside)).subject).toBe('薪酬')
      expect((await mailbox.listFolder(folderId, { pageSize: 5 })).list.map(({ mailId }) => mailId)).toEqual([inside])
      // No reader finds it in another list.
      expect((await mailbox.listAll({ pageSize: 5 })).list.map(({ mailId }) => mailId)).toEqual([outside])
      expect((await mailbox.texts([inside, outside])).map(({ id }) => id)).toEqual([outside])
      expect((await mailbox.search({ phrases: [], fields: [], folderId }, { pageSize: 5 })).total).toBe(1)
      expect((await mailbox.search({ phrases: phrasesOf('薪酬'), fields: [] }, { pageSize: 5 })).list).toEqual([])
      expect(await mailbox.findEach([phrasesOf('薪酬')], { limit: 5, without: [] })).toEqual([[]])
      expect((await mailbox.toExport(folderId, { after: 0, limit: 5 })).map(({ id }) => id)).toEqual([inside])
      expect(await mailbox.toNote(inside)).toBeNull()
      expect(await mailbox.toNote(outside)).toMatchObject({ subject: '公开', folder_id: expect.any(Number) })
      expect((await mailbox.arrived({ since: 0, limit: 5 })).map(({ subject }) => subject)).toEqual(['公开'])
      expect((await mailbox.receivedIds({ since: 0, below: 2 ** 53 - 1, limit: 5 })).map(({ id }) => id)).toEqual([
        outside,
      ])
      expect(JSON.stringify(await mailbox.changesSince(0))).toContain('薪酬')
    }
  })

  test('given the mailbox of another account, then a mail is not there, whatever is open', async () => {
    const other = await server.addUser('li.na')
    for (const mailId of [inside, outside, 987_654]) {
      await expect(mailboxOf('all', other).whole(mailId)).rejects.toThrow(MailNotFoundError)
      await expect(mailboxOf('all', other).message(mailId)).rejects.toThrow(MailNotFoundError)
    }
    expect(await mailboxOf('all', other).texts([inside, outside])).toEqual([])
    expect(await mailboxOf('all', other).forRules([inside, outside], { withText: true })).toEqual([])
    expect(await mailboxOf('all', other).toExport(folderId, { after: 0, limit: 5 })).toEqual([])
    expect(await mailboxOf('all', other).toNote(outside)).toBeNull()
  })
})
