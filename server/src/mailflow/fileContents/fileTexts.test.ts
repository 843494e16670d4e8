import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { indexAccount } from '../../store/search/indexer.ts'
import { wordIndexFor } from '../../store/search/searchIndexFor.ts'
import { indexWaiting, isAnyWaiting } from '../../store/search/waitingMails.ts'
import { openDocumentFile, paragraph, pdfFile, sheetFile, slidesFile, wordFile } from '../../testing/officeFiles.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { askForFileTexts, fileTextsJob } from './fileTextsJob.ts'

describe.each(engines)('the text of attachments in the search, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let na: number
  let person: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.addUser('zhang.wei')
    na = await server.addUser('li.na')
    person = await server.as(wei)
  })
  afterAll(() => server.stop())

  const deliver = async (subject: string, files: Readonly<Record<string, Buffer>>, accountIds: readonly number[]) => {
    const parts = Object.entries(files).map(
      ([name, bytes]) => `--b\r\nContent-Type: application/octet-stream; name="${name}"
Content-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`,
    )
    const raw = Buffer.from(
      `From: li.na@yanshu.test\r\nSubject: ${subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nsee the file\r\n${parts.join('')}--b--\r\n`,
    )
    const message = await server.preparer.prepare(await server.context.blobs.put(raw), raw)
    const receivedAt = server.context.now()
    await server.deliverer.deliver(message, { accountIds: [...accountIds], role: 'inbox', receivedAt })
  }
  const indexAll = async () => {
    const index = wordIndexFor(engine)
    while (await isAnyWaiting(server.context.store.db)) {
      await indexWaiting(server.context, index, { limit: 100, time: 60_000 })
    }
  }
  /** As a running server does it: index, read, index again. */
  const settle = async () => {
    await indexAll()
    await askForFileTexts(server.context)
    await jobsOf(server.context).runDue([fileTextsJob])
    await indexAll()
  }
  const found = async (searchKeyword: string, more: Record<string, unknown> = {}) => {
    const { list, total } = await person.get('mail/email/search', { searchKeyword, ...more })
    expect(total).toBe(list.length)
    return list.map(({ subject, foundIn }) => [subject, ...(foundIn ?? [])])
  }

  test('given files of each kind, then their words find the mails and name the file, once they are read', async () => {
    await deliver(
      'contract',
      {
        'c.docx': await wordFile(paragraph('甲方应于十日内付款，see Clause Seven')),
        'other.txt': Buffer.from('nothing'),
      },
      [wei],
    )
    await deliver('budget', { 'b.xlsx': await sheetFile('预算', ['差旅费用'], '<row><c t="s"><v>0</v></c></row>') }, [
      wei,
    ])
    await deliver('slides', { 's.pptx': await slidesFile(['产品路线图']) }, [wei])
    await deliver('letter', { 'o.odt': await openDocumentFile('<text:p>开放文档格式</text:p>') }, [wei])
    await deliver('paper', { 'p.pdf': pdfFile(['Quarterly forecast of demand']) }, [wei])
    await deliver('note', { 'n.txt': Buffer.from('会议纪要：王芳负责'), 'n.html': Buffer.from('<p>网页里的话') }, [wei])
    await deliver('broken', { 'x.docx': Buffer.from('PK\x03\x04 no'), 'x.pdf': Buffer.from('%PDF-1.4 no') }, [wei])
    await indexAll()
    expect(await found('十日内付款')).toEqual([])
    await settle()
    expect(await found('十日内付款')).toEqual([['contract', 'c.docx']])
    expect(await found('clause sev')).toEqual([['contract', 'c.docx']])
    expect(await found('差旅')).toEqual([['budget', 'b.xlsx']])
    expect(await found('图')).toEqual([['slides', 's.pptx']])
    expect(await found('开放文档')).toEqual([['letter', 'o.odt']])
    expect(await found('forecast')).toEqual([['paper', 'p.pdf']])
    expect(await found('王芳')).toEqual([['note', 'n.txt']])
    expect(await found('网页里')).toEqual([['note', 'n.html']])
    // Words of the mail and of its file together, and exactly as they stand.
    expect(await found('contract 付款')).toEqual([['contract', 'c.docx']])
    expect(await found('付款十日')).toEqual([])
    expect(await found('差旅', { searchType: 1 })).toEqual([])
    expect(await found('差旅', { searchType: 4, scope: '3' })).toEqual([['budget', 'b.xlsx']])
    expect(
      (await server.context.store.db.selectFrom('file_text').select('state').execute()).map((one) => one.state).sort(),
    ).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 3, 3])
  })

  test('given files that nothing can read, and mails within mails, then their names find the mail, and the words inside', async () => {
    const inner = Buffer.from(
      'From: wang@partner.example\r\nSubject: =?gbk?B?vsm6z82sL7Xatv6w5g==?=\r\nContent-Type: text/plain; charset=gbk\r\nContent-Transfer-Encoding: base64\r\n\r\n1f3OxLzXyq6jutaryv3N9g==\r\n',
    )
    await deliver('wrapped', { '旧合同.eml': inner, '工地照片-2025.heic': Buffer.from([0, 1, 2]) }, [wei])
    await settle()
    expect(await found('工地照片')).toEqual([['wrapped', '工地照片-2025.heic']])
    expect(await found('照片-2025')).toEqual([['wrapped', '工地照片-2025.heic']])
    expect(await found('旧合同/第二版')).toEqual([['wrapped', '旧合同.eml']])
    expect(await found('正文甲十')).toEqual([['wrapped', '旧合同.eml']])
    expect(await found('照片-2024')).toEqual([])
  })

  test('given one file in two mailboxes, then it is read once, and neither finds what the other has', async () => {
    const file = { 'shared.docx': await wordFile(paragraph('共同的附件')) }
    await deliver('for both', file, [wei, na])
    await deliver('for li.na', { 'own.docx': await wordFile(paragraph('李娜自己的附件')) }, [na])
    await settle()
    expect(await found('共同的附件')).toEqual([['for both', 'shared.docx']])
    expect(await found('李娜自己')).toEqual([])
    // Known when the next mail with it comes: found at once.
    await deliver('once more', file, [wei])
    await indexAccount(server.context, wei)
    expect(await found('共同的附件')).toEqual([
      ['once more', 'shared.docx'],
      ['for both', 'shared.docx'],
    ])
    const texts = await server.context.store.db.selectFrom('file_text').select('attempts').execute()
    expect(texts.every(({ attempts }) => attempts === 1)).toBe(true)
  })

  test('given a letter that its sender restricts, or a folder that is closed, then its files are not found', async () => {
    const { db } = server.context.store
    await deliver('restricted', { 'r.docx': await wordFile(paragraph('限阅内容')) }, [wei])
    await db.updateTable('message').set({ with_password: 1 }).where('subject', '=', 'restricted').execute()
    await deliver('closed', { 'k.docx': await wordFile(paragraph('密柜内容')) }, [wei])
    await settle()
    expect(await found('限阅内容')).toEqual([])
    expect(await found('密柜内容')).toEqual([['closed', 'k.docx']])
    const inbox = await folderOfRole(db, wei, 'inbox')
    await db.updateTable('folder').set({ guarded: 1, password_hash: 'x' }).where('id', '=', inbox).execute()
    expect(await found('密柜内容')).toEqual([])
    await expect(person.get('mail/email/search', { searchKeyword: '密柜内容', mailboxId: inbox })).rejects.toThrow()
    await db.updateTable('folder').set({ guarded: 0, password_hash: null }).where('id', '=', inbox).execute()
  })

  test('given a file whose reading is not answered, then it is given up after three attempts and the next one is read', async () => {
    const { db } = server.context.store
    await deliver('lost', { 'lost.txt': Buffer.from('丢失的内容') }, [wei])
    await deliver('kept', { 'kept.txt': Buffer.from('留下的内容') }, [wei])
    await indexAll()
    const lost = await db
      .selectFrom('attachment')
      .select('blob_hash')
      .where('name', '=', 'lost.txt')
      .executeTakeFirstOrThrow()
    await transact(server.context, (trx) =>
      trx.updateTable('file_text').set({ attempts: 3 }).where('blob_hash', '=', lost.blob_hash).execute(),
    )
    await settle()
    expect(await found('丢失的')).toEqual([])
    expect(await found('留下的')).toEqual([['kept', 'kept.txt']])
    // The text goes with the content.
    await db.deleteFrom('attachment').where('blob_hash', '=', lost.blob_hash).execute()
    await db.deleteFrom('blob').where('hash', '=', lost.blob_hash).execute()
    expect(await db.selectFrom('file_text').select('state').where('blob_hash', '=', lost.blob_hash).execute()).toEqual(
      [],
    )
  })
})
