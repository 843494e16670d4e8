import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBackup } from '../../store/backup/backup.ts'
import { restoreBackup } from '../../store/backup/restore.ts'
import { openBlobStore } from '../../store/blobs/openBlobStore.ts'
import { damageBlob } from '../../testing/blobs.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAMAGED = 500_002
const CONTENT = Buffer.from('0123456789'.repeat(300))

describe.each(engines)('files that are damaged on the server, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let asWei: TestClient
  let send: () => Promise<unknown>

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true, failing: true })
    wei = await mailServer.addUser('zhang.wei')
    asWei = await mailServer.as(wei)
    const { port } = await mailServer.startSmtp()
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    send = () =>
      transport.sendMail({
        from: 'a@b.example',
        to: 'zhang.wei@yanshu.test',
        subject: '季度报告',
        text: 'body',
        attachments: [{ filename: '报告.bin', content: CONTENT }],
      })
    await send()
  })
  afterEach(() => mailServer.stop())

  const attachment = () =>
    mailServer.context.store.db
      .selectFrom('attachment')
      .select(['id', 'blob_hash', 'message_id'])
      .executeTakeFirstOrThrow()
  const mailIdOf = async () => (await mailServer.mailsOf(wei))[0]?.mailId ?? 0
  const damage = (hash: string, how: 'truncated' | 'missing') => damageBlob(mailServer.context.config, hash, how)

  test.each(['truncated', 'missing'] as const)(
    'given one that is %s, then a reader and a writer are told at once, and which one it is',
    async (kind) => {
      const { id, blob_hash } = await attachment()
      await damage(blob_hash, kind)
      for (const range of [undefined, 'bytes=5-7', 'bytes=2000-']) {
        const response = await asWei.file(`file/download/${id}`, range ? { range } : {})
        expect([response.status, (await response.json()).code]).toEqual([500, DAMAGED])
        expect(response.headers.get('content-type')).toContain('application/json')
        expect(response.headers.get('content-disposition')).toBeNull()
      }
      const shown = await asWei.file(`file/show/${id}`)
      expect([shown.status, (await shown.json()).code]).toEqual([500, DAMAGED])
      expect(mailServer.problems.join()).toContain(blob_hash)

      const sourceMailId = await mailIdOf()
      const begun = await asWei.attempt('mail/email/forward', { mailId: sourceMailId })
      const fileIds = begun.data?.attachments.map(({ fileId }) => fileId) ?? []
      const to = [{ name: '', address: 'zhang.wei@yanshu.test' }]
      const gone = await asWei.attempt('mail/email/send', sending({ kind: 'forward', sourceMailId, fileIds, to }))
      expect(gone).toMatchObject({ code: 400_008, message: expect.stringContaining('报告.bin') })

      // The mail as it came is a file of its own.
      const raw = await asWei.file(`file/mail/${sourceMailId}`)
      expect([raw.status, await raw.text()]).toEqual([200, expect.stringContaining('Content-Type')])
    },
  )

  test('given one that is truncated, when the same attachment comes again, then both mails have it whole', async () => {
    const { id, blob_hash } = await attachment()
    await damage(blob_hash, 'truncated')
    await send()
    expect(await mailServer.mailsOf(wei)).toHaveLength(2)
    const response = await asWei.file(`file/download/${id}`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(CONTENT)
  })

  test('given damage of every kind, then a backup goes on with the rest and says what it lacks', async () => {
    const { blob_hash } = await attachment()
    const gone = await asWei.upload('file/upload', '丢失.txt', Buffer.from('gone'))
    const whole = await asWei.upload('file/upload', '完好.txt', Buffer.from('whole'))
    const { db } = mailServer.context.store
    const hashOf = async (id: string | undefined) =>
      (
        await db
          .selectFrom('upload')
          .select('blob_hash')
          .where('id', '=', id ?? '')
          .executeTakeFirstOrThrow()
      ).blob_hash
    const goneHash = await hashOf(gone.data?.fileId)
    await damage(blob_hash, 'truncated')
    await damage(goneHash, 'missing')

    const target = `${mailServer.folder}/backup`
    const made = await createBackup(mailServer.context, target, { withStore: engine === 'sqlite' })
    expect(made.blobs).toBe(2)
    const byName = made.lost.toSorted((a, b) => a.reason.localeCompare(b.reason))
    expect(byName).toMatchObject([
      { hash: goneHash, reason: 'it is gone', names: ['丢失.txt'] },
      { hash: blob_hash, reason: 'its content is not what its name says', names: ['报告.bin'] },
    ])
    const dataFolder = `${mailServer.folder}/restored`
    const { database } = mailServer.context.config
    const place = { dataFolder, s3: null, database: engine === 'sqlite' ? `${dataFolder}/yanshu.db` : database }
    await restoreBackup(target, place)
    const restored = await openBlobStore(place)
    expect(Buffer.from(await restored.readAll(await hashOf(whole.data?.fileId))).toString()).toBe('whole')
    restored.close()
  })
})
