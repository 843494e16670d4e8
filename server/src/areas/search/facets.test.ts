import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { writeAddresses } from '../../store/mailbox/messageAddresses.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail, type TestMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY = 86_400_000
const at = Date.parse('2026-10-01T08:00:00Z')

describe.each(engines)('the hits of a search by what they may be narrowed by, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let other: TestClient
  let accountId: number
  let inbox: number
  let sent: number

  const put = async (mail: TestMail, names: readonly string[] = [], restricted = 0) => {
    const { db } = server.context.store
    const { mailId } = await putMail(server.context, accountId, { ...mail, hasAttachment: names.length > 0 })
    const row = await db
      .selectFrom('mail')
      .innerJoin('message', 'message.id', 'mail.message_id')
      .selectAll('message')
      .where('mail.id', '=', mailId)
      .executeTakeFirstOrThrow()
    await transact(server.context, (trx) => writeAddresses(trx, row.id, row))
    const { hash, size } = await server.context.blobs.put(Buffer.from(`of ${mailId}`))
    await db.insertInto('blob').values({ hash, size, created_at: 0 }).execute()
    await db.updateTable('message').set({ restricted }).where('id', '=', row.id).execute()
    for (const [position, name] of names.entries()) {
      await db
        .insertInto('attachment')
        .values({
          id: `file-${mailId}-${position}-of-a-facet-test`, message_id: row.id, position, name, size,
          content_type: 'application/octet-stream', blob_hash: hash, content_id: null, disposition: 'attachment', kind: 'file',
        }) // biome-ignore format: one row
        .execute()
    }
  }
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
    const { db } = server.context.store
    inbox = await folderOfRole(db, accountId, 'inbox')
    sent = await folderOfRole(db, accountId, 'sent')
    const trash = await folderOfRole(db, accountId, 'trash')
    const zhou = { name: '周敏', address: 'Zhou.Min@partner.example' }
    await put({ subject: '大桥 一', receivedAt: at }, ['图纸.PDF', '说明.pdf'])
    await put({ subject: '大桥 二', receivedAt: at + DAY, from: zhou }, ['预算.xlsx', '封面.png'])
    await put({ subject: '大桥 三', receivedAt: at + 2 * DAY, from: { ...zhou, address: 'zhou.min@partner.example' } })
    await put({ subject: '大桥 四', receivedAt: at + 3 * DAY, folderId: sent }, ['没有扩展名', '50%pdf'])
    await put({ subject: '大桥 五', receivedAt: at + 4 * DAY }, ['限阅.pdf'], 1)
    await put({ subject: '大桥 旧', receivedAt: at + 5 * DAY, folderId: trash }, ['旧.pdf'])
    await put({ subject: '别的', receivedAt: at + 6 * DAY }, ['别的.zip'])
  })
  afterAll(() => server.stop())

  const facets = (query: Record<string, unknown>) => person.get('mail/email/search/facets', query)
  const subjects = async (query: Record<string, unknown>) =>
    (await person.get('mail/email/search', { searchType: 4, ...query })).list.map(({ subject }) => subject)

  test('each value has the number of its mails, the most mails first, without the recycle bin and restricted files', async () => {
    expect(await facets({ searchKeyword: '大桥', moments: `${at + 5 * DAY},${at + 2 * DAY},0` })).toEqual({
      folders: [
        { mailboxId: inbox, mails: 4 },
        { mailboxId: sent, mails: 1 },
      ],
      people: [
        { name: '李娜', address: 'li.na@yanshu.test', mails: 3 },
        { name: '周敏', address: 'zhou.min@partner.example', mails: 2 },
      ],
      since: [0, 3, 5],
      fileTypes: [
        { fileType: 'image', mails: 1 },
        { fileType: 'pdf', mails: 1 },
        { fileType: 'sheet', mails: 1 },
      ],
      mails: 5,
      more: false,
    })
  })

  test('a search that is narrowed by a value finds as many mails as were counted', async () => {
    for (const searchKeyword of ['大桥', '']) {
      const { folders, people, fileTypes } = await facets({ searchKeyword, searchType: 4 })
      for (const { mailboxId, mails } of folders)
        expect(await subjects({ searchKeyword, mailboxId })).toHaveLength(mails)
      for (const { address, mails } of people)
        expect(await subjects({ searchKeyword, from: address })).toHaveLength(mails)
      for (const { fileType, mails } of fileTypes)
        expect(await subjects({ searchKeyword, fileType })).toHaveLength(mails)
    }
    expect(await subjects({ searchKeyword: '大桥', fileType: 'pdf' })).toEqual(['大桥 一'])
    expect(await subjects({ fileType: 'archive' })).toEqual(['别的'])
    expect(await subjects({ fileType: 'pdf', hasAttachment: 0 })).toEqual([])
    expect(await person.refused('GET', 'mail/email/search', { fileType: 'exe' })).toBe(Code.badRequest)
  })

  test('a word that nothing is indexed by has no values, and moments have a bound', async () => {
    expect(await facets({ searchKeyword: '……', moments: '1,2' })).toEqual({
      folders: [], people: [], since: [0, 0], fileTypes: [], mails: 0, more: false,
    }) // biome-ignore format: one answer
    for (const moments of ['1,2,3,4,5,6,7,8,9', 'x', '1,', '9'.repeat(16)])
      expect(await person.refused('GET', 'mail/email/search/facets', { moments })).toBe(Code.badRequest)
    expect(await facets({ searchType: 4, moments: '9'.repeat(15) })).toMatchObject({ since: [0], mails: 6 })
  })

  test('another account has none of these numbers, and a folder of others or with a password is refused', async () => {
    expect(await other.get('mail/email/search/facets', { searchKeyword: '大桥' })).toMatchObject({
      folders: [],
      people: [],
      mails: 0,
    })
    expect(await other.refused('GET', 'mail/email/search/facets', { mailboxId: inbox })).toBe(Code.folderNotFound)
    const { db } = server.context.store
    const guard = (guarded: 0 | 1) =>
      db
        .updateTable('folder')
        .set({ guarded, password_hash: guarded ? 'x' : null })
        .where('id', '=', sent)
        .execute()
    await guard(1)
    expect((await facets({ searchKeyword: '大桥' })).folders).toEqual([{ mailboxId: inbox, mails: 4 }])
    expect(await person.refused('GET', 'mail/email/search/facets', { mailboxId: sent })).toBeGreaterThan(0)
    await guard(0)
  })
})
