import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readS3 } from '../../platform/config/values.ts'
import { StorageFullError } from '../../platform/errors/diskFull.ts'
import { BlobDamagedError, BlobMissingError, TooLargeError } from './errors.ts'
import { blobPath, type FileBlobStore, openFileBlobStore } from './fileBlobStore.ts'
import { openBlobStore } from './openBlobStore.ts'
import { openPackedBlobs, PACKED_MAX } from './packedBlobs.ts'

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
async function* inPieces(content: Uint8Array) {
  for (let at = 0; at < content.length; at += 10_000) yield content.subarray(at, at + 10_000)
}
const TEXT = Buffer.from('各位同事，下周一上午十点开会。'.repeat(40))

describe('small blobs in one file', () => {
  let folder: string
  let packFile: string
  let blobs: FileBlobStore
  const filesOf = async () =>
    (await readdir(path.join(folder, 'blobs'), { recursive: true })).filter((name) => name.length > 3)

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-packed-'))
    packFile = path.join(folder, 'yanshu.db-blobs')
    blobs = await openFileBlobStore(folder, { pack: openPackedBlobs(new DatabaseSync(packFile)) })
  })
  afterEach(async () => {
    await blobs.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('given many at once, given whole and in pieces, then each reads back whole and in part, and none is a file', async () => {
    const contents = Array.from({ length: 50 }, (_, index) => Buffer.concat([TEXT, Buffer.from(String(index % 25))]))
    const put = await Promise.all(contents.map((content, index) => blobs.put(index % 2 ? content : inPieces(content))))
    expect(put).toEqual(contents.map((content) => ({ hash: hashOf(content), size: content.length })))
    expect(await filesOf()).toEqual([])
    const listed: string[] = []
    for await (const { hash } of blobs.list()) listed.push(hash)
    expect(listed.toSorted()).toEqual([...new Set(contents.map(hashOf))].toSorted())
    for (const content of contents) {
      const hash = hashOf(content)
      expect(Buffer.from(await blobs.readAll(hash))).toEqual(content)
      expect(await buffer(await blobs.read(hash, { size: content.length }))).toEqual(content)
      const part = await blobs.read(hash, { range: { start: 9, end: 20 } })
      expect(await buffer(part)).toEqual(content.subarray(9, 21))
      expect([await blobs.holds(hash, content.length), await blobs.holds(hash, 7)]).toEqual([true, false])
    }
  })

  test('given one of each size around the limit, then the longer ones are files', async () => {
    for (const size of [0, 1, PACKED_MAX, PACKED_MAX + 1]) {
      const content = randomBytes(size)
      for (const given of [content, inPieces(content)])
        expect(await blobs.put(given)).toEqual({ hash: hashOf(content), size })
      expect(Buffer.from(await blobs.readAll(hashOf(content)))).toEqual(content)
      expect(await filesOf()).toHaveLength(size > PACKED_MAX ? 1 : 0)
    }
    await expect(blobs.put(inPieces(randomBytes(30_000)), 20_000)).rejects.toThrow(TooLargeError)
    await expect(blobs.put(randomBytes(30_000), 20_000)).rejects.toThrow(TooLargeError)
  })

  test('given files of a version before, then they are read, swept and put again', async () => {
    const old = await openFileBlobStore(folder)
    const { hash } = await old.put(Buffer.from('from before'))
    expect(await filesOf()).toHaveLength(1)
    expect(Buffer.from(await blobs.readAll(hash)).toString()).toBe('from before')
    expect(await buffer(await blobs.read(hash, { size: 11 }))).toEqual(Buffer.from('from before'))
    expect(await blobs.holds(hash, 11)).toBe(true)
    await writeFile(blobPath(folder, hash), 'cut')
    await expect(blobs.read(hash, { size: 11 })).rejects.toThrow(BlobDamagedError)
    await blobs.put(Buffer.from('from before'))
    expect(await buffer(await blobs.read(hash, { size: 11 }))).toEqual(Buffer.from('from before'))
    // Both are removed.
    expect(await blobs.removeUnlessPutSince(hash, Date.now() + 10_000)).toBe(14)
    await expect(blobs.readAll(hash)).rejects.toThrow(BlobMissingError)
    expect(await filesOf()).toEqual([])
  })

  test('given a sweeper and somebody who puts the same again, then it stays stored', async () => {
    const { hash } = await blobs.put(TEXT)
    expect(await blobs.removeUnlessPutSince(hash, Date.now() - 10_000)).toBeNull()
    const other = await openFileBlobStore(folder, { pack: openPackedBlobs(new DatabaseSync(packFile)) })
    const [removed] = await Promise.all([other.removeUnlessPutSince(hash, Date.now() + 10_000), blobs.put(TEXT)])
    expect(removed).toBe(TEXT.length)
    expect(Buffer.from(await other.readAll(hash))).toEqual(TEXT)
    await other.remove(hash)
    await expect(blobs.read(hash)).rejects.toThrow(BlobMissingError)
    await other.close()
  })

  test('given a disk that is full, then a put is refused, and with space again it succeeds', async () => {
    const long = randomBytes(PACKED_MAX)
    const database = new DatabaseSync(packFile)
    const limited = await openFileBlobStore(folder, { pack: openPackedBlobs(database) })
    // SQLite reports a limit on its pages as it reports a full disk.
    database.exec('pragma max_page_count = 6')
    const put = [long, Buffer.from('small')].map((content) => limited.put(content))
    for (const one of put) await expect(one).rejects.toThrow(StorageFullError)
    await expect(blobs.readAll(hashOf(long))).rejects.toThrow(BlobMissingError)
    database.exec('pragma max_page_count = 1000')
    await limited.put(long)
    await limited.close()
    expect(Buffer.from(await blobs.readAll(hashOf(long)))).toEqual(long)
  })
})

test('given a bucket for a store whose small blobs lie beside it, then the start is refused before any of them is missed', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-packed-'))
  const place = { dataFolder, s3: null, database: path.join(dataFolder, 'yanshu.db') }
  try {
    const blobs = await openBlobStore(place)
    await blobs.put(TEXT)
    await blobs.close()
    const s3 = readS3({ YANSHU_S3: 'http://key:secret@127.0.0.1:1/mail' }, 'YANSHU_S3')
    await expect(openBlobStore({ ...place, s3 })).rejects.toThrow('make a backup')
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})

describe('the form in which long blobs are kept', () => {
  let folder: string
  let blobs: FileBlobStore
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-stored-'))
    blobs = await openFileBlobStore(folder)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const keptBytes = async (hash: string) => (await stat(blobPath(folder, hash))).size

  test.each([
    ['text', Buffer.concat(Array.from({ length: 500 }, (_, index) => Buffer.concat([TEXT, Buffer.from(`${index}`)])))],
    ['base64 of pictures', Buffer.from(randomBytes(300_000).toString('base64'))],
  ])('given %s, then it takes less room and reads back whole and in part', async (_, content) => {
    for (const given of [content, inPieces(content)]) {
      const { hash, size } = await blobs.put(given)
      expect({ hash, size }).toEqual({ hash: hashOf(content), size: content.length })
      expect(await keptBytes(hash)).toBeLessThan(content.length * 0.8)
      expect(await buffer(await blobs.read(hash, { size }))).toEqual(content)
      expect(Buffer.from(await blobs.readAll(hash))).toEqual(content)
      for (const [start, end] of [
        [0, 9],
        [100_000, 250_000],
        [content.length - 5, content.length + 9],
      ] as const) {
        const part = await buffer(await blobs.read(hash, { size, range: { start, end } }))
        expect(part.equals(content.subarray(start, end + 1))).toBe(true)
      }
      expect([await blobs.holds(hash, size), await blobs.holds(hash, await keptBytes(hash))]).toEqual([true, false])
      await blobs.remove(hash)
    }
  })

  test('given what cannot be compressed, then it is stored as it is', async () => {
    const content = randomBytes(300_000)
    const { hash } = await blobs.put(inPieces(content))
    expect(await keptBytes(hash)).toBe(content.length)
    expect(await buffer(await blobs.read(hash, { range: { start: 5, end: 8 } }))).toEqual(content.subarray(5, 9))
  })

  test('given content that looks like what is kept of another, then it reads back as it was put', async () => {
    const { hash } = await blobs.put(TEXT)
    const kept = await readFile(blobPath(folder, hash))
    expect(kept.length).toBeLessThan(TEXT.length)
    const put = await blobs.put(kept)
    expect(put.size).toBe(kept.length)
    expect(await buffer(await blobs.read(put.hash, { size: kept.length }))).toEqual(kept)
    const mark = await blobs.put(kept.subarray(0, 8))
    expect(Buffer.from(await blobs.readAll(mark.hash))).toEqual(kept.subarray(0, 8))
  })

  test('given one that was cut short, then reading fails before its first byte, and putting it again repairs it', async () => {
    const content = Buffer.concat(Array.from({ length: 300 }, () => TEXT))
    const { hash, size } = await blobs.put(content)
    for (const left of [(await keptBytes(hash)) - 1, 20, 3]) {
      await truncate(blobPath(folder, hash), left)
      await expect(blobs.read(hash, { size })).rejects.toThrow(BlobDamagedError)
      expect(await blobs.holds(hash, size)).toBe(false)
      await blobs.put(content)
      expect(await buffer(await blobs.read(hash, { size }))).toEqual(content)
    }
  })
})
