import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isDiskFull, StorageFullError } from '../../platform/errors/diskFull.ts'
import { BlobDamagedError, BlobMissingError, TooLargeError } from './errors.ts'
import { blobPath, type FileBlobStore, openFileBlobStore, temporaryName } from './fileBlobStore.ts'

const bytes = (content: string) => Buffer.from(content)
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
async function* chunks(...parts: string[]) {
  for (const part of parts) yield bytes(part)
}

describe('blobs on disk', () => {
  let folder: string
  let blobs: FileBlobStore
  const leftovers = () => readdir(path.join(folder, 'tmp'))

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-blobs-'))
    blobs = await openFileBlobStore(folder)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('given a stream, then the content is stored under its hash and reads back whole and in part', async () => {
    const put = await blobs.put(chunks('雁书', ' carries', ' mail'))
    expect(put).toEqual({ hash: sha256('雁书 carries mail'), size: 19 })
    const file = blobPath(folder, put.hash)
    expect(await readFile(file, 'utf8')).toBe('雁书 carries mail')
    expect(await text(await blobs.read(put.hash))).toBe('雁书 carries mail')
    expect(await text(await blobs.read(put.hash, { range: { start: 7, end: 13 } }))).toBe('carries')
    expect(Buffer.from(await blobs.readAll(put.hash)).toString()).toBe('雁书 carries mail')
    expect(await leftovers()).toEqual([])
  })

  test('given the same content twenty times at once, then there is one file and no leftover', async () => {
    const puts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? blobs.put(bytes('same')) : blobs.put(chunks('sa', 'me')))),
    )
    expect(new Set(puts.map((put) => put.hash))).toEqual(new Set([sha256('same')]))
    const stored = []
    for await (const blob of blobs.list()) stored.push(blob.hash)
    expect(stored).toEqual([sha256('same')])
    expect(await leftovers()).toEqual([])
  })

  test('given more than the limit, then it is refused and nothing is kept', async () => {
    await expect(blobs.put(chunks('12345', '67890'), 9)).rejects.toThrow(TooLargeError)
    await expect(blobs.put(bytes('1234567890'), 9)).rejects.toThrow(TooLargeError)
    expect((await blobs.put(chunks('12345', '6789'), 9)).size).toBe(9)
    expect(await leftovers()).toEqual([])
    await expect(blobs.readAll(sha256('1234567890'))).rejects.toThrow(BlobMissingError)
  })

  test('given a source that breaks, then nothing is kept', async () => {
    async function* broken() {
      yield bytes('half')
      throw new Error('the connection is gone')
    }
    await expect(blobs.put(broken())).rejects.toThrow('the connection is gone')
    expect(await leftovers()).toEqual([])
  })

  test('given a stored file that was cut short, then it is known as damaged, and putting it again repairs it', async () => {
    const cut = async () => {
      const { hash } = await blobs.put(bytes('0123456789'))
      await truncate(blobs.pathOf(hash), 4)
      return hash
    }
    const hash = await cut()
    expect(await blobs.holds(hash, 10)).toBe(false)
    await expect(blobs.read(hash, { size: 10 })).rejects.toThrow(BlobDamagedError)
    await blobs.put(bytes('0123456789'))
    expect(await text(await blobs.read(hash, { size: 10 }))).toBe('0123456789')
    await cut()
    await blobs.put(chunks('01234', '56789'))
    expect(await blobs.holds(hash, 10)).toBe(true)
    expect(await text(await blobs.read(hash))).toBe('0123456789')
    expect(await leftovers()).toEqual([])
  })

  test('given a full disk, then the error says so and nothing is kept', async () => {
    async function* full() {
      yield bytes('half')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await expect(blobs.put(full())).rejects.toThrow(StorageFullError)
    expect(isDiskFull(Object.assign(new Error('database or disk is full'), { errcode: 13 }))).toBe(true)
    expect(isDiskFull(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe(true)
    expect(isDiskFull(new Error('something else'))).toBe(false)
    expect(await leftovers()).toEqual([])
  })

  test('given no such blob, or a name that is no hash, then it is missing', async () => {
    await expect(blobs.read(sha256('never'))).rejects.toThrow(BlobMissingError)
    await expect(blobs.readAll('../../../etc/passwd')).rejects.toThrow(BlobMissingError)
  })

  test('given an empty content, then it is a blob like any other', async () => {
    expect(await blobs.put(chunks())).toEqual({ hash: sha256(''), size: 0 })
    expect(await text(await blobs.read(sha256('')))).toBe('')
  })

  test('given leftovers of a crash, when the store opens, then only those of living processes stay', async () => {
    const tmp = path.join(folder, 'tmp')
    const gone = path.join(tmp, `${os.hostname()}.999999999.1.1.ab`)
    const living = path.join(tmp, `${os.hostname()}.${process.ppid}.1.1.ab`)
    const elsewhere = path.join(tmp, 'other-machine.7.1.1.ab')
    const ancient = path.join(tmp, 'other-machine.8.1.1.ab')
    for (const file of [gone, living, elsewhere, ancient]) await writeFile(file, 'half')
    await utimes(ancient, 1, 1)
    await openFileBlobStore(folder)
    expect((await leftovers()).sort()).toEqual([path.basename(living), path.basename(elsewhere)].sort())
  })

  test('given a crash of the sweeper, when the store opens, then the blob it had set aside is back', async () => {
    const { hash } = await blobs.put(bytes('aside'))
    await rename(blobs.pathOf(hash), path.join(folder, 'tmp', `${os.hostname()}.999999999.1.1.ab.taken.${hash}`))
    await openFileBlobStore(folder)
    expect(await text(await blobs.read(hash))).toBe('aside')
    expect(await leftovers()).toEqual([])
  })

  test('given a sweeper that works, when the store is opened beside it, then the blob it has set aside is left to it', async () => {
    const { hash } = await blobs.put(bytes('beside'))
    const aside = path.join(folder, 'tmp', `${temporaryName()}.0.taken.${hash}`)
    await rename(blobs.pathOf(hash), aside)
    await utimes(aside, 1, 1)
    await openFileBlobStore(folder)
    expect(await leftovers()).toEqual([path.basename(aside)])
    await rm(aside)
  })

  test('given stores that are opened while others sweep, then nothing fails and everything old is removed', async () => {
    const hashes = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const { hash } = await blobs.put(bytes(`old ${at}`))
        await utimes(blobs.pathOf(hash), 1, 1)
        return hash
      }),
    )
    const [first, second] = [await openFileBlobStore(folder), await openFileBlobStore(folder)]
    const before = Date.now() - 50_000
    const removed = await Promise.all([
      ...hashes.flatMap((hash) => [first, second].map((store) => store.removeUnlessPutSince(hash, before))),
      ...Array.from({ length: 20 }, async () => (await openFileBlobStore(folder)).close()),
    ])
    expect(removed.filter((bytes) => typeof bytes === 'number')).toHaveLength(hashes.length)
    expect(await leftovers()).toEqual([])
  })

  test('given a blob that was put again, then the sweeper keeps it; an old one it removes', async () => {
    const { hash } = await blobs.put(bytes('swept'))
    const old = new Date(Date.now() - 100_000)
    await utimes(blobs.pathOf(hash), old, old)
    await blobs.put(bytes('swept'))
    expect(await blobs.removeUnlessPutSince(hash, Date.now() - 50_000)).toBeNull()
    expect(await text(await blobs.read(hash))).toBe('swept')
    await utimes(blobs.pathOf(hash), old, old)
    expect(await blobs.removeUnlessPutSince(hash, Date.now() - 50_000)).toBe(5)
    await expect(blobs.readAll(hash)).rejects.toThrow(BlobMissingError)
  })

  test('given puts and sweeps of one content at the same moment, then what put has stored is there', async () => {
    const content = bytes('contended')
    const hash = sha256('contended')
    const longAgo = new Date(Date.now() - 100_000)
    for (let round = 0; round < 30; round++) {
      await blobs.put(content)
      await utimes(blobs.pathOf(hash), longAgo, longAgo)
      const before = Date.now() - 50_000
      await Promise.all([
        blobs.removeUnlessPutSince(hash, before),
        blobs.put(content),
        blobs.removeUnlessPutSince(hash, before),
      ])
      expect(await text(await blobs.read(hash))).toBe('contended')
    }
  })
})
