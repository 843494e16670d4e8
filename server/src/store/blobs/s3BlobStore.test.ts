import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Code } from '@yanshu/contracts'
import type { BucketSettings } from '@yanshu/s3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rawClient } from '../../mailflow/smtp/rawClient.ts'
import { readS3 } from '../../platform/config/values.ts'
import { StorageFullError } from '../../platform/errors/diskFull.ts'
import { startTestS3, type TestS3 } from '../../testing/s3Server.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { createBackup } from '../backup/backup.ts'
import { sweepStore } from '../sweep/sweepStore.ts'
import type { KeptBlobs } from './blobStore.ts'
import { BlobDamagedError, BlobMissingError, TooLargeError } from './errors.ts'
import { blobPath } from './fileBlobStore.ts'
import { openS3BlobStore, requireBucket } from './s3BlobStore.ts'

const MIB = 1_024 * 1_024
const HOUR = 60 * 60 * 1_000
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

describe('blobs in a bucket', () => {
  let s3: TestS3
  let folder: string
  let blobs: KeptBlobs
  const settingsOf = (text: string): BucketSettings => {
    const settings = readS3({ YANSHU_S3: text }, 'YANSHU_S3')
    if (!settings) throw new Error('no settings')
    return settings
  }
  beforeEach(async () => {
    s3 = await startTestS3()
    folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-s3-'))
    blobs = await openS3BlobStore(settingsOf(s3.settingOf()), folder)
  })
  afterEach(async () => {
    await s3.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function* inPieces(content: Uint8Array, size = 100_000): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
  }
  const readAll = async (hash: string, reading?: Parameters<KeptBlobs['read']>[1]) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of await blobs.read(hash, reading)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  test('what is put is read, whole and in part, and has the same path as in a data folder', async () => {
    const content = Buffer.from('雁书传情')
    const { hash, size } = await blobs.put(content)
    expect([hash, size]).toEqual([hashOf(content), content.length])
    expect([...s3.objects.keys()]).toEqual([`blobs/${hash.slice(0, 2)}/${hash}`])
    expect(await blobs.readAll(hash)).toEqual(content)
    expect(await readAll(hash, { size, range: { start: 3, end: 5 } })).toEqual(content.subarray(3, 6))
    expect(await readAll(hash, { range: { start: 6, end: 4_095 } })).toEqual(content.subarray(6))
    expect([await blobs.holds(hash, size), await blobs.holds(hash, size + 1)]).toEqual([true, false])
    const file = path.join(folder, 'copy')
    await blobs.copyTo(hash, file)
    expect(await readFile(file)).toEqual(content)
    await blobs.remove(hash)
    await blobs.remove(hash)
    expect(await blobs.holds(hash, size)).toBe(false)
  })

  test('a folder inside a bucket is kept to, lists included', async () => {
    const inside = await openS3BlobStore(settingsOf(s3.settingOf('/yanshu/test')), folder)
    const put = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((text) => inside.put(Buffer.from(text))))
    for (const key of s3.objects.keys()) expect(key).toMatch(/^yanshu\/test\/blobs\//)
    const found: string[] = []
    for await (const { hash, size } of inside.list()) found.push(`${hash} ${size}`)
    expect(found.sort()).toEqual(put.map(({ hash }) => `${hash} 1`).sort())
    for await (const stray of blobs.list()) expect(stray).toBeUndefined()
  })

  test('what is empty can be put and read, a range of it too', async () => {
    const { hash } = await blobs.put(new Uint8Array())
    expect(await readAll(hash)).toHaveLength(0)
    expect(await readAll(hash, { size: 0, range: { start: 0, end: 100 } })).toHaveLength(0)
  })

  test.each([
    ['a stream', (content: Buffer) => inPieces(content)],
    ['bytes', (content: Buffer) => content],
  ])('%s of many mebibytes goes up in parts, and leaves nothing on the disk', async (_, given) => {
    const content = randomBytes(17 * MIB + 5)
    const { hash, size } = await blobs.put(given(content))
    expect([hash, size]).toEqual([hashOf(content), content.length])
    expect(s3.asked.filter((asked) => asked.includes('partNumber='))).toHaveLength(3)
    expect(hashOf(await readAll(hash, { size }))).toBe(hash)
    expect(s3.uploads.size).toBe(0)
    expect(await readdir(path.join(folder, 'tmp'))).toEqual([])
  })

  test('what is longer than allowed is refused before it is sent', async () => {
    for (const content of [Buffer.alloc(11), inPieces(Buffer.alloc(11)), inPieces(Buffer.alloc(9 * MIB))]) {
      await expect(blobs.put(content, 10)).rejects.toThrow(TooLargeError)
    }
    await expect(blobs.put(inPieces(Buffer.alloc(12 * MIB)), 10 * MIB)).rejects.toThrow(TooLargeError)
    expect(s3.objects.size).toBe(0)
    expect(await readdir(path.join(folder, 'tmp'))).toEqual([])
  })

  test('a part that fails for good cancels the whole upload', async () => {
    s3.before = (request) => (request.includes('partNumber=2') ? 400 : undefined)
    await expect(blobs.put(randomBytes(17 * MIB))).rejects.toThrow(/400/)
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
  })

  test('a failure of the bucket that passes is retried without an error; a full bucket is reported', async () => {
    let failures = 2
    s3.before = () => (failures-- > 0 ? 503 : undefined)
    const { hash } = await blobs.put(Buffer.from('again'))
    expect(await blobs.holds(hash, 5)).toBe(true)
    s3.before = (request) => (request.startsWith('PUT') ? 507 : undefined)
    await expect(blobs.put(Buffer.from('full'))).rejects.toThrow(StorageFullError)
  })

  test('a blob that is missing, or has another length, fails before the first byte', async () => {
    const gone = hashOf(Buffer.from('gone'))
    await expect(blobs.read(gone)).rejects.toThrow(BlobMissingError)
    await expect(blobs.readAll('../../etc/passwd')).rejects.toThrow(BlobMissingError)
    const { hash } = await blobs.put(Buffer.from('whole'))
    await expect(blobs.read(hash, { size: 6 })).rejects.toThrow(BlobDamagedError)
    await expect(blobs.read(hash, { size: 6, range: { start: 0, end: 2 } })).rejects.toThrow(BlobDamagedError)
  })

  test('what was put since stays, what is older is removed, and no note is left', async () => {
    const { hash } = await blobs.put(Buffer.from('swept'))
    const now = Date.now()
    expect(await blobs.removeUnlessPutSince(hash, now - HOUR)).toBeNull()
    expect(await blobs.removeUnlessPutSince(hash, now + HOUR)).toBe(5)
    expect(await blobs.removeUnlessPutSince(hash, now + HOUR)).toBeNull()
    expect(s3.objects.size).toBe(0)
  })

  test('content that is put while it is being swept is there afterwards', async () => {
    const content = Buffer.from('both at once')
    const { hash } = await blobs.put(content)
    // Put at the worst moment: the sweeper has seen how old it is, and has not removed it yet.
    let putting: Promise<unknown> | null = null
    s3.before = async (request) => {
      if (putting || !request.startsWith('DELETE /mail/blobs/')) return undefined
      const written = s3.asked.length
      putting = blobs.put(content)
      while (!s3.asked.slice(written).some((asked) => asked.startsWith('HEAD /mail/sweeping/'))) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      return undefined
    }
    await blobs.removeUnlessPutSince(hash, Date.now() + HOUR)
    await putting
    expect(await blobs.readAll(hash)).toEqual(content)
  })

  test('the note of a sweeper that ended long ago delays nobody', async () => {
    const content = Buffer.from('left behind')
    s3.objects.set(`sweeping/${hashOf(content)}`, { content: Buffer.alloc(0), changedAt: Date.now() - HOUR })
    const { hash } = await blobs.put(content)
    expect(await blobs.holds(hash, content.length)).toBe(true)
  })

  test.each([
    ['a wrong secret', () => s3.settingOf('', 'wrong'), /403.*SignatureDoesNotMatch/],
    ['no such bucket', () => s3.settingOf().replace('/mail?', '/other?'), /404.*NoSuchBucket/],
    ['nobody there', () => 'http://key:hidden@127.0.0.1:1/mail', /does not answer/],
  ])('%s is a sentence for the operator, without the secret', async (_, text, expected) => {
    const settings = settingsOf(text())
    const failure = await requireBucket(settings).catch((error: Error) => error.message)
    expect(failure).toMatch(expected)
    expect(failure).toContain('YANSHU_S3')
    expect(failure).not.toContain(settings.secret)
  })

  test('a server on a bucket stores files, serves them, sweeps them, and reports when the bucket cannot be reached', async () => {
    const server = await startTestServer({ engine: 'sqlite', s3: settingsOf(s3.settingOf()) })
    try {
      await server.addUser('zhang.wei')
      const person = await server.login('zhang.wei')
      const content = randomBytes(9 * MIB)
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(content)]), '大文件.bin')
      const headers = { authorization: `Bearer ${person.login?.accessToken}` }
      const uploaded = await fetch(`${server.url}/api/file/upload`, { method: 'POST', headers, body: form })
      const { data }: { data: { fileId: string } } = await uploaded.json()
      expect([...s3.objects.keys()][0]).toContain(hashOf(content))
      const got = await fetch(`${server.url}/api/file/download/${data.fileId}`, { headers })
      expect(hashOf(await got.bytes())).toBe(hashOf(content))
      // Long enough to be read in a thread, which has the bucket as well.
      const smtp = await rawClient(server.smtpPort)
      await smtp.say('EHLO client.example')
      const mail = `Subject: long\r\n\r\n${'雁书\r\n'.repeat(20_000)}`
      expect(await smtp.send('a@b.example', ['zhang.wei@yanshu.test'], mail)).toMatch(/^250/)
      smtp.close()
      const backup = path.join(folder, 'backup')
      expect(await createBackup(server.context, backup)).toMatchObject({ blobs: 2, lost: [] })
      expect(hashOf(await readFile(blobPath(backup, hashOf(content))))).toBe(hashOf(content))
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      s3.before = () => 403
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
      // A download from a bucket that fails is asked for again later (503), and is no file that is lost.
      s3.before = () => 503
      const failed = await fetch(`${server.url}/api/file/download/${data.fileId}`, { headers })
      expect([failed.status, (await failed.json()).code]).toEqual([503, Code.storeSilent])
      s3.before = () => undefined
      server.problems.length = 0
      server.wait(50 * HOUR)
      for (const object of s3.objects.values()) object.changedAt -= 50 * HOUR
      await sweepStore(server.context)
      // The mail is kept; the upload, which no draft names, is removed.
      expect([...s3.objects.keys()]).toHaveLength(1)
      expect(await server.context.blobs.holds(hashOf(content), content.length)).toBe(false)
    } finally {
      await server.stop()
    }
  })
})
