import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireDataFolder } from '../../platform/config/requireFiles.ts'
import { damageBlob } from '../../testing/blobs.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { recordBlobs } from '../blobs/blobRows.ts'
import { blobPath } from '../blobs/fileBlobStore.ts'
import { transact } from '../database/transact.ts'
import { createBackup, newestBackupBeside } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verifyBackup.ts'

describe.each(engines)('backups one after the other, on %s', (engine) => {
  let server: TestServer
  let folder: string
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, failing: true })
    folder = await mkdtemp(path.join(tmpdir(), 'yanshu-backups-'))
  })
  afterEach(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  const put = async (content: string | Uint8Array) => {
    const blob = await server.context.blobs.put(Buffer.from(content))
    await transact(server.context, (trx) => recordBlobs(trx, engine, [blob], 1))
    return blob.hash
  }
  const inFolder = (name: string) => path.join(folder, name)
  const withStore = engine === 'sqlite'
  const backUp = (name: string, since: string | null = null) =>
    createBackup(server.context, inFolder(name), { withStore, since: since && inFolder(since) })
  const numberOf = async (name: string, hash: string) => (await stat(blobPath(inFolder(name), hash))).ino

  test('given an earlier backup, then its files are linked without being read, and a full one reads all', async () => {
    const [small, large] = [await put('a short one'), await put(randomBytes(600_000))]
    expect(await newestBackupBeside(inFolder('second'))).toBeNull()
    expect(await backUp('first')).toMatchObject({ blobs: 2, linked: 0, lost: [] })
    const later = await put('a later one')
    await damageBlob(server.context.config, small, 'missing')

    expect(await newestBackupBeside(inFolder('second'))).toBe(inFolder('first'))
    expect(await backUp('second', 'first')).toMatchObject({ blobs: 3, linked: 2, lost: [] })
    for (const hash of [small, large]) expect(await numberOf('second', hash)).toBe(await numberOf('first', hash))
    const full = await backUp('full')
    expect(full).toMatchObject({ blobs: 2, linked: 0, lost: [{ hash: small, reason: 'it is gone' }] })

    // Each is whole without the others.
    await rm(inFolder('first'), { recursive: true })
    expect(await verifyBackup(inFolder('second'))).toMatchObject({ blobs: 3, damaged: [], unreadable: [] })
    await rm(blobPath(inFolder('second'), later))
    expect((await verifyBackup(inFolder('second'))).damaged).toEqual([expect.stringContaining(`${later}: it is gone`)])
    // What the earlier one lacks itself comes out of the store.
    expect(await backUp('third', 'second')).toMatchObject({ blobs: 3, linked: 2, lost: [] })
  })

  test('given a backup that was killed, then the one before is whole, and the folder is called unfinished', async () => {
    const hash = await put('kept')
    await backUp('first')
    await backUp('second', 'first')
    await rm(path.join(inFolder('second'), 'manifest.json'))
    expect(await newestBackupBeside(inFolder('third'))).toBe(inFolder('first'))
    await expect(backUp('second', 'first')).rejects.toThrow('was ended before it was whole')
    await expect(backUp('third', 'second')).rejects.toThrow('is no backup')
    expect((await verifyBackup(inFolder('first'))).damaged).toEqual([])
    await writeFile(path.join(inFolder('first'), 'blobs.list'), `${hash} 1\n`)
    await expect(verifyBackup(inFolder('first'))).rejects.toThrow('blobs.list is damaged')
    expect(await newestBackupBeside(inFolder('third'))).toBeNull()
  })

  test('given a backup of an earlier version, which lists its files in the manifest, then it is whole and linked from', async () => {
    const hashes = [await put('one'), await put('another')]
    await backUp('first')
    const file = path.join(inFolder('first'), 'manifest.json')
    const written = JSON.parse(await readFile(file, 'utf8'))
    const sizes = new Map([
      [hashes[0], 3],
      [hashes[1], 7],
    ])
    await writeFile(file, JSON.stringify({ ...written, format: 1, blobs: [...sizes].sort().reverse() }))
    await rm(path.join(inFolder('first'), 'blobs.list'))
    expect(await verifyBackup(inFolder('first'))).toMatchObject({ blobs: 2, damaged: [], unreadable: [] })
    expect(await backUp('second', 'first')).toMatchObject({ blobs: 2, bytes: 10, linked: 2, lost: [] })
  })

  test('given a restore that was ended, then no server starts there, and the same command makes it whole', async () => {
    await put('one')
    const broken = await put('another')
    await backUp('first')
    const file = blobPath(inFolder('first'), broken)
    await rename(file, inFolder('aside'))
    const dataFolder = inFolder('restored')
    const place = {
      dataFolder,
      s3: null,
      database: withStore ? path.join(dataFolder, 'yanshu.db') : server.context.config.database,
    }
    await expect(restoreBackup(inFolder('first'), place)).rejects.toThrow('ENOENT')
    await expect(requireDataFolder(dataFolder)).rejects.toThrow(/^A restore into .* has not ended/)

    await rename(inFolder('aside'), file)
    await backUp('other')
    await expect(restoreBackup(inFolder('other'), place)).rejects.toThrow('A restore of another backup')
    await restoreBackup(inFolder('first'), place)
    await requireDataFolder(dataFolder)
    const left = (await readdir(dataFolder)).filter((name) => !/^(blobs|tmp|keys|mf|r)$/.test(name))
    expect(left.sort()).toEqual(withStore ? ['yanshu.db', 'yanshu.db-blobs'] : [])
    expect(await readdir(path.join(dataFolder, 'tmp'))).toEqual([])
  })
})
