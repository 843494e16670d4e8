import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Code, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { digestOf, partsOf, sendPart } from '../../testing/uploadParts.ts'

/** Two parts, the second shorter. */
const CONTENT = Buffer.concat([Buffer.alloc(UPLOAD_PART_SIZE, '雁'), Buffer.alloc(1_001, '书')])
const PARTS = partsOf(CONTENT)
const MEGABYTE = 1_048_576

describe.each(engines)('uploads in parts into the document center, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    weiId = await server.addUser('zhang.wei', { quotaBytes: 1_000_000 })
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
  })
  afterEach(() => server.stop())

  const asked = { name: '设计.exe', contentType: '', size: CONTENT.length, digest: digestOf(CONTENT) }
  const begin = (parentId = 0, client = wei, more: object = {}) =>
    client.post('documents/upload/begin', { ...asked, parentId, ...more })
  const send = async (at: { uploadId: string; parentId?: number }, part: number, client = wei) =>
    (await sendPart(client, { parentId: 0, ...at, part }, PARTS[part] ?? Buffer.alloc(0), 'documents')).code
  const finish = (at: { uploadId: string; parentId: number; onClash?: 'both' }, client = wei) =>
    client.attempt('documents/upload/finish', at)
  const folder = async (name: string) => (await wei.post('documents/folder', { parentId: 0, name })).documentId
  const names = async (parentId = 0) => (await wei.get('documents/list', { parentId })).list.map(({ name }) => name)
  const share = (documentId: number, grants: readonly { level: 'view' | 'edit' }[]) =>
    wei.post('documents/grant/save', {
      documentId,
      grants: grants.map(({ level }) => ({ level, subject: { kind: 'person', address: `li.na@${TEST_DOMAIN}` } })),
    })

  test('given parts in any order, then they are one file of the folder, once, however often it is finished', async () => {
    const parentId = await folder('设计')
    const { uploadId } = await begin(parentId)
    const at = { uploadId, parentId }
    expect((await finish(at)).code).toBe(Code.uploadUnfinished)
    expect(await send(at, 1)).toBe(200)
    expect(await begin(parentId)).toEqual({ uploadId, parts: [1] })
    // The same content in another folder, or under another name, is another file.
    expect((await begin()).uploadId).not.toBe(uploadId)
    expect((await begin(parentId, wei, { name: '副本.exe' })).uploadId).not.toBe(uploadId)
    expect(await send(at, 0)).toBe(200)
    const answers = await Promise.all([finish(at), finish(at), finish(at)])
    expect(new Set(answers.map(({ data }) => data?.documentId)).size).toBe(1)
    expect(answers[0].data?.name).toBe('设计.exe')
    expect(await names(parentId)).toEqual(['设计.exe'])
    const documentId = answers[0].data?.documentId
    expect(Buffer.from(await (await wei.file(`file/document/${documentId}`)).arrayBuffer()).equals(CONTENT)).toBe(true)
    // As another call that has the number finds nothing among attachments.
    expect(await wei.refused('POST', 'file/upload/finish', { uploadId })).toBe(Code.uploadNotFound)
    const again = await begin(parentId)
    for (const part of [0, 1]) await send({ ...at, uploadId: again.uploadId }, part)
    expect((await finish({ ...at, uploadId: again.uploadId })).code).toBe(Code.documentNameTaken)
    const second = await finish({ ...at, uploadId: again.uploadId, onClash: 'both' })
    expect(second.data?.name).toBe('设计 (2).exe')
  })

  test('given too little room, then a file is refused before it is sent, beside all that is on its way', async () => {
    await setSwitch(
      server.context,
      { scope: 'user', id: weiId },
      {
        ...{ name: 'netdiskSize', value: 20, locked: false },
      },
    )
    const sizes = Array.from({ length: 6 }, (_, at) => ({ name: `${at}.bin`, size: 6 * MEGABYTE, digest: null }))
    const answers = await Promise.all(
      sizes.map((one) => wei.attempt('documents/upload/begin', { ...one, contentType: '', parentId: 0 })),
    )
    const codes = answers.map(({ code }) => code).toSorted()
    expect(codes).toEqual([200, 200, 200, Code.documentsFull, Code.documentsFull, Code.documentsFull])
    const uploadId = answers.find(({ data }) => data)?.data?.uploadId ?? ''
    // Letters have a room of their own, less than one of these files.
    expect((await wei.attempt('file/upload/begin', { name: 'a.bin', size: 900_000 })).code).toBe(200)
    await wei.post('documents/upload/cancel', { parentId: 0, uploadId })
    expect((await begin(0, wei, { size: 6 * MEGABYTE, digest: null })).parts).toEqual([])
  })

  test('given another person, then only a folder that may be changed takes parts, and only while it may', async () => {
    const parentId = await folder('设计')
    const { uploadId } = await begin(parentId)
    const at = { uploadId, parentId }
    const attempt = async () => [
      (await na.attempt('documents/upload/begin', { ...asked, parentId })).code,
      await send(at, 0, na),
      (await finish(at, na)).code,
    ]
    expect(await attempt()).toEqual([Code.documentNotFound, Code.documentNotFound, Code.documentNotFound])
    await share(parentId, [{ level: 'view' }])
    expect(await attempt()).toEqual([Code.forbidden, Code.forbidden, Code.forbidden])
    await share(parentId, [{ level: 'edit' }])
    // Each of them has an upload of their own.
    expect((await attempt()).slice(1)).toEqual([Code.uploadNotFound, Code.uploadNotFound])
    await na.post('documents/upload/cancel', at)
    expect(await begin(parentId)).toEqual({ uploadId, parts: [] })
    const own = await begin(parentId, na)
    expect(own.uploadId).not.toBe(uploadId)
    for (const part of [0, 1]) expect(await send({ ...own, parentId }, part, na)).toBe(200)
    await share(parentId, [])
    expect((await finish({ uploadId: own.uploadId, parentId }, na)).code).toBe(Code.documentNotFound)
    await share(parentId, [{ level: 'edit' }])
    expect((await finish({ uploadId: own.uploadId, parentId }, na)).code).toBe(200)
    expect(await names(parentId)).toEqual(['设计.exe'])
    expect((await na.get('documents/space')).used).toBe(0)
  })

  test('given a server that is killed in the middle, then the next one goes on with the parts that it answered', async () => {
    const script = fileURLToPath(new URL('../../testing/killedUploads.ts', import.meta.url))
    const { config, now } = server.context
    const given = [config.database, config.dataFolder, `${now()}`]
    const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
    const killed = new TestClient(url, wei.login)
    const { uploadId } = await begin(0, killed)
    expect(await send({ uploadId }, 0, killed)).toBe(200)
    const half = send({ uploadId }, 1, killed).catch(() => 0)
    child.kill('SIGKILL')
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    await half
    const after = await begin()
    expect([after.uploadId, after.parts[0]]).toEqual([uploadId, 0])
    expect(await send({ uploadId }, 1)).toBe(200)
    expect((await finish({ uploadId, parentId: 0 })).data?.name).toBe('设计.exe')
    expect(await names()).toEqual(['设计.exe'])
  })

  test('given a folder that is deleted meanwhile, then nothing is kept and the room is free when it is cancelled', async () => {
    const parentId = await folder('旧')
    const { uploadId } = await begin(parentId)
    for (const part of [0, 1]) await send({ uploadId, parentId }, part)
    await wei.post('documents/bin', { documentIds: [parentId] })
    expect((await finish({ uploadId, parentId })).code).toBe(Code.documentNotFound)
    await wei.post('documents/upload/cancel', { parentId, uploadId })
    const { db } = server.context.store
    expect(await db.selectFrom('unfinished_upload').select('id').execute()).toEqual([])
    // A short file goes as before.
    expect((await keepDocument(wei, 'a.txt', 'x')).code).toBe(200)
  })
})
