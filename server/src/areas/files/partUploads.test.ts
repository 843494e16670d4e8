import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Code, UNFINISHED_UPLOAD_MS, UNFINISHED_UPLOADS_MAX, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { buildServiceApp } from '../../serviceApp.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue, jobsOf } from '../../store/jobs/index.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { digestOf, partsOf, sendPart, sha256Of } from '../../testing/uploadParts.ts'
import { requireDisk } from './partUploads.ts'
import { unfinishedUploadsJob } from './unfinishedUploadsJob.ts'

/** Two parts, each of its own content, the second shorter. */
const CONTENT = Buffer.concat([Buffer.alloc(UPLOAD_PART_SIZE, '雁'), Buffer.alloc(1_001, '书')])
const PARTS = partsOf(CONTENT)
const DIGEST = digestOf(CONTENT)

describe.each(engines)('uploads in parts, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.as(await server.addUser('zhang.wei', { quotaBytes: 40_000_000 }))
    na = await server.as(await server.addUser('li.na'))
  })
  afterEach(() => server.stop())

  const asked = { name: '设计.zip', contentType: 'application/zip', size: CONTENT.length, digest: DIGEST }
  const begin = (client = wei) => client.post('file/upload/begin', asked)
  const begun = async (client = wei) => (await begin(client)).uploadId ?? ''
  const send = async (uploadId: string, part: number, client = wei) =>
    (
      await sendPart(
        client,
        { uploadId, part, sha256: sha256Of(PARTS[part] ?? Buffer.alloc(0)) },
        PARTS[part] ?? Buffer.alloc(0),
      )
    ).code
  const content = async (fileId: string) => Buffer.from(await (await wei.file(`file/download/${fileId}`)).arrayBuffer())

  test('given parts in any order and more than once, then they become one file, by one call or several', async () => {
    const uploadId = await begun()
    expect(await wei.refused('POST', 'file/upload/finish', { uploadId })).toBe(Code.uploadUnfinished)
    expect([await send(uploadId, 1), await send(uploadId, 1)]).toEqual([200, 200])
    expect(await begin()).toMatchObject({ uploadId, parts: [1], file: null })
    expect(await send(uploadId, 0)).toBe(200)
    const finished = await Promise.all([1, 2, 3].map(() => wei.post('file/upload/finish', { uploadId })))
    const file = {
      fileId: uploadId,
      name: '设计.zip',
      contentType: 'application/zip',
      size: CONTENT.length,
      contentId: null,
    }
    expect(finished).toEqual(Array.from({ length: 3 }, () => ({ ...file, kind: 'file' })))
    expect((await content(uploadId)).equals(CONTENT)).toBe(true)
    const { db } = server.context.store
    expect(await db.selectFrom('upload_part').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('blob_hold').selectAll().execute()).toEqual([])
  })

  test('given what the mailbox has uploaded, then it is there at once; a digest alone opens no file of another', async () => {
    const uploadId = await begun()
    for (const part of [0, 1]) await send(uploadId, part)
    await wei.post('file/upload/finish', { uploadId })
    expect(await begin(na)).toMatchObject({ file: null, parts: [] })
    const { file, uploadId: second } = await begin()
    expect(second).toBeNull()
    await wei.post('file/uploaddel', { fileId: uploadId })
    expect((await content(file?.fileId ?? '')).equals(CONTENT)).toBe(true)
  })

  test('given the same content under two names at once, then both are uploads, and neither file is lost', async () => {
    const beginAs = (name: string) => wei.post('file/upload/begin', { ...asked, name })
    const [one, other] = await Promise.all([beginAs('正本.zip'), beginAs('副本.zip')])
    expect(one.uploadId).not.toBe(other.uploadId)
    const done = await Promise.all(
      [one, other].map(async ({ uploadId }) => {
        for (const part of [0, 1]) await send(uploadId ?? '', part)
        return wei.post('file/upload/finish', { uploadId: uploadId ?? '' })
      }),
    )
    expect(done.map(({ name }) => name)).toEqual(['正本.zip', '副本.zip'])
    for (const { fileId } of done) expect((await content(fileId)).equals(CONTENT)).toBe(true)
  })

  test('given the upload of another, then nothing of it is sent, finished or ended', async () => {
    const uploadId = await begun()
    expect(await send(uploadId, 0, na)).toBe(Code.uploadNotFound)
    expect(await na.refused('POST', 'file/upload/finish', { uploadId })).toBe(Code.uploadNotFound)
    await na.post('file/upload/cancel', { uploadId })
    expect(await begin()).toMatchObject({ uploadId, parts: [] })
    await wei.post('file/upload/cancel', { uploadId })
    expect(await send(uploadId, 0)).toBe(Code.uploadNotFound)
  })

  test('given other bytes than announced, then a part is refused alone, and a wrong whole ends the upload', async () => {
    const uploadId = await begun()
    const wrong = Buffer.from(PARTS[1] ?? '')
    wrong[7] = 1
    const part = { uploadId, part: 1 }
    const sha256 = sha256Of(PARTS[1] ?? wrong)
    expect((await sendPart(wei, { ...part, sha256 }, wrong)).code).toBe(Code.uploadDamaged)
    expect((await sendPart(wei, part, wrong.subarray(0, 9))).code).toBe(Code.uploadDamaged)
    expect((await sendPart(wei, part, Buffer.alloc(2_000))).code).toBe(Code.uploadDamaged)
    expect((await sendPart(wei, { uploadId, part: 2 }, wrong)).code).toBe(Code.badRequest)
    expect(await begin()).toMatchObject({ uploadId, parts: [] })
    // A client that cannot compute what it sends is not refused by the part, but by the whole.
    expect((await sendPart(wei, part, wrong)).code).toBe(200)
    await send(uploadId, 0)
    expect(await wei.refused('POST', 'file/upload/finish', { uploadId })).toBe(Code.uploadDamaged)
    expect((await begin()).uploadId).not.toBe(uploadId)
  })

  test('given thirty that begin at once by two servers, then no more do than there is room for, and the rest is refused before', async () => {
    const app = await buildServiceApp({ ...server.context, runtime: createRuntime() })
    server.closing(() => app.close())
    const other = new TestClient(await app.listen({ port: 0, host: '127.0.0.1' }), wei.login)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        (at % 2 ? wei : other).attempt('file/upload/begin', { name: `${at}.zip`, size: 10_000_000 }),
      ),
    )
    const codes = answers.map(({ code }) => code).toSorted()
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 200),
      ...Array.from({ length: 26 }, () => Code.storageFull),
    ])
    const [first] = answers.filter(({ code }) => code === 200)
    await wei.post('file/upload/cancel', { uploadId: first?.data?.uploadId ?? '' })
    expect((await begin()).file).toBeNull()
    for (const [wrong, code] of [
      [{ size: 0 }, Code.fileEmpty],
      [{ size: 2_200_000_000 }, Code.tooLarge],
      [{ name: '病毒.exe' }, Code.fileTypeBlocked],
    ] as const) {
      expect(await na.refused('POST', 'file/upload/begin', { ...asked, ...wrong })).toBe(code)
    }
    const many = Array.from({ length: UNFINISHED_UPLOADS_MAX + 4 }, (_, at) =>
      na.attempt('file/upload/begin', { name: `${at}.zip`, size: 9 }),
    )
    expect((await Promise.all(many)).filter(({ code }) => code === Code.uploadsTooMany)).toHaveLength(4)
  })

  test('given an upload of which nothing comes any more, then it ends after three days, and its room is free', async () => {
    const uploadId = await begun()
    await send(uploadId, 1)
    const end = async () => {
      await transact(server.context, (trx) => enqueue(trx, server.context, unfinishedUploadsJob.name, [{ key: 'now' }]))
      await jobsOf(server.context).runDue([unfinishedUploadsJob])
    }
    server.wait(UNFINISHED_UPLOAD_MS - 60_000)
    await end()
    expect(await begin()).toMatchObject({ uploadId, parts: [1] })
    server.wait(UNFINISHED_UPLOAD_MS)
    await end()
    expect(await send(uploadId, 0)).toBe(Code.uploadNotFound)
    expect(await begin()).toMatchObject({ parts: [] })
  })

  test('given a server that is killed in the middle of a part, then the next one goes on with what was answered', async () => {
    const script = fileURLToPath(new URL('../../testing/killedUploads.ts', import.meta.url))
    const { config, now } = server.context
    const given = [config.database, config.dataFolder, `${now()}`]
    const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
    const killed = new TestClient(url, wei.login)
    const uploadId = await begun(killed)
    expect(await send(uploadId, 0, killed)).toBe(200)
    const half = request(`${url}/api/file/upload/part?uploadId=${uploadId}&part=1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${wei.login?.accessToken}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 2_000,
      },
    }).on('error', () => {})
    half.write('--b\r\ncontent-disposition: form-data; name="file"; filename="part"\r\n\r\nhalf')
    await once(half, 'socket')
    child.kill('SIGKILL')
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    expect(await begin()).toMatchObject({ uploadId, parts: [0] })
    expect(await send(uploadId, 1)).toBe(200)
    const { fileId } = await wei.post('file/upload/finish', { uploadId })
    expect((await content(fileId)).equals(CONTENT)).toBe(true)
  })
})

test('given a disk without room for a file and its parts, then the upload is refused before it begins', async () => {
  const disk = (blocks: number) => async () => ({ bavail: blocks, bsize: 4_096 })
  await expect(requireDisk('/', 4_096, disk(1))).rejects.toMatchObject({ code: Code.storageFull })
  await expect(requireDisk('/', 4_096, disk(2))).resolves.toBeUndefined()
})
