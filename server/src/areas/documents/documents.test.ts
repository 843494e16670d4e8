import { Code } from '@yanshu/contracts'
import { httpCalls } from '@yanshu/contracts/schemas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { transact } from '../../store/database/transact.ts'
import { enqueue, jobsOf } from '../../store/jobs/index.ts'
import { setSwitch, unsetSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { documentsJob } from './documentsJob.ts'

const DAY = 24 * 60 * 60_000

describe.each(engines)('the document center, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    weiId = await server.addUser('zhang.wei')
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
  })
  afterEach(() => server.stop())

  const folder = async (name: string, parentId = 0) =>
    (await wei.post('documents/folder', { parentId, name })).documentId
  const upload = (name: string, content: string, query: Readonly<Record<string, string | number>> = {}) =>
    keepDocument(wei, name, content, query)
  const kept = async (name: string, content: string, parentId = 0) =>
    (await upload(name, content, { parentId })).data?.documentId ?? 0
  const names = async (query: object = {}) => (await wei.get('documents/list', query)).list.map(({ name }) => name)
  const textOf = async (documentId: number, version = '') =>
    (await wei.file(`file/document/${documentId}${version}`)).text()
  const space = async () => (await wei.get('documents/space')).used

  test('given files in folders, then they are listed by name, time and size, in pages, with the way to them', async () => {
    const reports = await folder('报告')
    await kept('第10章.txt', 'aaaa', reports)
    await kept('第2章.txt', 'bb', reports)
    await kept('Bank.txt', 'c', reports)
    await folder('图片', reports)
    const list = (query: object) => wei.get('documents/list', { parentId: reports, ...query })
    const all = await list({})
    expect(all.list.map(({ name }) => name)).toEqual(['图片', 'Bank.txt', '第2章.txt', '第10章.txt'])
    expect([all.total, all.path]).toEqual([4, [{ documentId: reports, name: '报告' }]])
    expect((await list({ sort: 'size', order: 'desc' })).list.map(({ size }) => size)).toEqual([0, 4, 2, 1])
    const second = await list({ offset: 2, pageSize: 1 })
    expect([second.list.map(({ name }) => name), second.total]).toEqual([['第2章.txt'], 4])
    const [, bank] = all.list
    const after = JSON.stringify([1, bank?.sortName, bank?.documentId])
    expect((await list({ after })).list.map(({ name }) => name)).toEqual(['第2章.txt', '第10章.txt'])
    const bySize = JSON.stringify([1, 2, all.list[2]?.documentId])
    const smaller = await list({ sort: 'size', order: 'desc', after: bySize })
    expect(smaller.list.map(({ name }) => name)).toEqual(['Bank.txt'])
    expect(await wei.refused('GET', 'documents/list', { after: '[1' })).toBe(Code.badRequest)
    expect(await names({ place: 'recent' })).toEqual(['Bank.txt', '第2章.txt', '第10章.txt'])
    for (const text of ['章', 'dizhang', 'd2z', 'BANK', '第 txt']) {
      const found = await wei.get('documents/list', { place: 'search', text })
      if (text === 'BANK') expect(found.list.map(({ name, folder }) => [name, folder])).toEqual([['Bank.txt', '报告']])
      if (text === '章' || text === '第 txt') expect(found.total).toBe(2)
    }
    expect(await names({ place: 'search', text: 'di2zhang' })).toEqual(['第2章.txt'])
    expect(await names({ place: 'search', text: 'tp' })).toEqual(['图片'])
    expect(await names({ place: 'search', text: '%' })).toEqual([])
  })

  test('given a name that is there, then it is refused, kept twice or becomes a version, whatever its case', async () => {
    const documentId = await kept('A.txt', 'one')
    expect(await upload('a.TXT', 'two')).toMatchObject({ code: Code.documentNameTaken, data: null })
    expect((await upload('a.txt', 'two', { onClash: 'both' })).data?.name).toBe('a (2).txt')
    expect((await upload('a.txt', 'three', { onClash: 'version' })).data?.documentId).toBe(documentId)
    expect([await textOf(documentId), await textOf(documentId, '?version=1')]).toEqual(['three', 'one'])
    await wei.post('documents/version/restore', { documentId, version: 1 })
    const { list } = await wei.get('documents/versions', { documentId })
    expect([list.map(({ version }) => version), await textOf(documentId)]).toEqual([[3, 2, 1], 'one'])
    for (let version = 4; version <= 33; version++) await upload('A.txt', `v${version}`, { onClash: 'version' })
    const later = await wei.get('documents/versions', { documentId })
    expect([later.list.length, later.list.at(-1)?.version]).toEqual([30, 4])
    for (const name of ['', ' ', 'a/b', 'a\\b', 'con', 'x.', 'a\u202eb', '长'.repeat(86)]) {
      expect(await wei.refused('POST', 'documents/folder', { parentId: 0, name }), name).toBe(Code.documentNameRefused)
    }
    expect(await wei.refused('POST', 'documents/rename', { documentId, name: 'A (2).txt' })).toBe(
      Code.documentNameTaken,
    )
    await wei.post('documents/rename', { documentId, name: 'a.TXT' })
    expect(await names()).toEqual(['a.TXT', 'a (2).txt'].toSorted())
    const copy = (await wei.post('documents/folder', { parentId: 0, name: '同名', existing: true })).documentId
    expect((await wei.post('documents/folder', { parentId: 0, name: '同名', existing: true })).documentId).toBe(copy)
  })

  test('given moves and copies, then nothing is lost, no folder lies in itself, and all or nothing is moved', async () => {
    const [outer, other] = [await folder('外'), await folder('另')]
    const nested = await folder('内', outer)
    const file = await kept('a.txt', 'same', nested)
    const move = (documentIds: number[], parentId: number) => wei.attempt('documents/move', { documentIds, parentId })
    expect((await move([outer], nested)).code).toBe(Code.documentInItself)
    expect((await move([outer], outer)).code).toBe(Code.documentInItself)
    expect((await move([outer], file)).code).toBe(Code.documentNotFound)
    expect((await move([nested, 999_999], other)).code).toBe(Code.documentNotFound)
    expect((await move([nested], other)).data).toEqual({ before: [{ documentId: nested, parentId: outer }] })
    await folder('内', outer)
    expect((await move([nested], outer)).code).toBe(Code.documentNameTaken)
    const before = await space()
    const { documentIds } = await wei.post('documents/copy', { documentIds: [other], parentId: 0 })
    expect(await space()).toBe(before)
    expect(await names({ parentId: documentIds[0] ?? 0 })).toEqual(['内'])
    expect(await names()).toEqual(['另', '另 (2)', '外'])
    let deepest = 0
    for (let depth = 1; depth <= 20; depth++) deepest = await folder('深', deepest)
    expect((await wei.attempt('documents/folder', { parentId: deepest, name: '深' })).code).toBe(Code.documentTooDeep)
    expect((await move([other], deepest)).code).toBe(Code.documentTooDeep)
    expect((await move([file], deepest)).code).toBe(200)
  })

  test('given the recycle bin, then all comes back as it was, and is deleted for good after thirty days or when asked', async () => {
    const outer = await folder('项目')
    const inner = await folder('子', outer)
    const file = await kept('a.txt', 'content', inner)
    const loose = await kept('b.txt', 'other')
    await wei.post('documents/star', { documentIds: [file], starred: true })
    expect(await names({ place: 'starred' })).toEqual(['a.txt'])
    await wei.post('documents/bin', { documentIds: [file, outer, loose] })
    expect([await names(), await names({ place: 'starred' }), await names({ place: 'search', text: 'a' })]).toEqual([
      [],
      [],
      [],
    ])
    expect((await names({ place: 'bin' })).toSorted()).toEqual(['b.txt', '项目'])
    expect((await wei.file(`file/document/${file}`)).status).toBe(404)
    await kept('b.txt', 'new')
    await wei.post('documents/restore', { documentIds: [outer, loose] })
    expect(await names()).toEqual(['项目', 'b (2).txt', 'b.txt'])
    expect(await textOf(file)).toBe('content')
    await wei.post('documents/bin', { documentIds: [inner] })
    await wei.post('documents/bin', { documentIds: [outer] })
    await wei.post('documents/restore', { documentIds: [inner] })
    expect(await names({ place: 'bin' })).toEqual(['项目'])
    expect(await names()).toContain('子')
    await wei.post('documents/bin', { documentIds: [inner] })
    await wei.post('documents/delete', { documentIds: [inner] })
    expect(await wei.refused('POST', 'documents/restore', { documentIds: [inner] })).toBe(Code.documentNotFound)
    expect(await wei.refused('POST', 'documents/delete', { documentIds: [loose] })).toBe(Code.documentNotFound)
    server.wait(31 * DAY)
    wei = await server.as(weiId)
    await wei.post('documents/bin', { documentIds: [loose] })
    await transact(server.context, (trx) => enqueue(trx, server.context, documentsJob.name, [{ key: 'now' }]))
    await jobsOf(server.context).runDue([documentsJob])
    expect(await names({ place: 'bin' })).toEqual(['b (2).txt'])
    await wei.post('documents/delete', { documentIds: [] })
    expect([await names({ place: 'bin' }), await space()]).toEqual([[], 'new'.length])
    const rows = await server.context.store.db.selectFrom('document_space').selectAll().execute()
    expect(rows).toMatchObject([{ documents: 1 }])
  })

  test('given little space, then what is there already costs nothing, and parallel uploads do not pass the limit', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskSize', value: 1, locked: false })
    const part = 'x'.repeat(300_000)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => upload(`${at}.bin`, `${at}${part}`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === Code.documentsFull)).toHaveLength(5)
    const [first] = (await wei.get('documents/list')).list
    await wei.post('documents/copy', { documentIds: [first?.documentId ?? 0], parentId: 0 })
    expect(await space()).toBe(3 * 300_001)
    expect(await upload('late.bin', 'y', { size: 200_000 })).toMatchObject({
      code: Code.documentsFull,
      message: expect.stringContaining('文件中心容量不足'),
    })
    await unsetSwitch(server.context, { scope: 'organisation' }, 'netdiskSize')
    expect((await upload('late.bin', 'y', { size: 200_000 })).code).toBe(200)
  })

  test('given several files and folders, then they come as one archive with their names', async () => {
    const outer = await folder('合同')
    const one = await kept('甲.txt', '一', outer)
    await folder('空', outer)
    const two = await kept('甲.txt', '二')
    const answer = await wei.file(`file/documents?documentIds=${outer},${two},${one}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain("UTF-8''合同 +1.zip")
    expect((await entriesOf(bytes)).toSorted()).toEqual(['合同/', '合同/甲.txt', '合同/空/', '甲.txt'].toSorted())
    expect((await na.file(`file/documents?documentIds=${two}`)).status).toBe(404)
    const part = await wei.file(`file/document/${two}`, { range: 'bytes=0-2' })
    expect([part.status, await part.text()]).toEqual([206, '二'])
  })

  test('given a file of a mail, then it is kept unless its letter is restricted, and goes with a letter as a copy', async () => {
    const fileId = await wei.uploaded('报价.txt', '一百')
    const { documentIds } = await wei.post('documents/keep', { fileIds: [fileId], parentId: 0 })
    await wei.post('documents/keep', { fileIds: [fileId], parentId: 0 })
    expect(await names()).toEqual(['报价 (2).txt', '报价.txt'])
    expect(await na.refused('POST', 'documents/keep', { fileIds: [fileId], parentId: 0 })).toBe(Code.fileNotFound)
    const { list } = await wei.post('documents/attach', { documentIds })
    expect(list).toMatchObject([{ name: '报价.txt', size: 6, kind: 'file' }])
    expect(await (await wei.file(`file/download/${list[0]?.fileId}`)).text()).toBe('一百')
    expect(await na.refused('POST', 'documents/attach', { documentIds })).toBe(Code.documentNotFound)

    const { mailId } = await putMail(server.context, weiId)
    const { db } = server.context.store
    const { message_id } = await db
      .selectFrom('mail')
      .select('message_id')
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow()
    const content = await db.selectFrom('upload').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
    const id = 'file-of-a-restricted-letter'
    await db
      .insertInto('attachment')
      .values({
        id,
        message_id,
        position: 0,
        name: 'x.txt',
        disposition: 'attachment',
        content_type: 'text/plain',
        size: content.size,
        blob_hash: content.blob_hash,
        content_id: null,
        kind: 'file',
      })
      .execute()
    await db.updateTable('message').set({ with_password: 1 }).where('id', '=', message_id).execute()
    expect(await wei.refused('POST', 'documents/keep', { fileIds: [id], parentId: 0 })).toBe(Code.forbidden)
    await db.updateTable('message').set({ with_password: 0 }).where('id', '=', message_id).execute()
    expect((await wei.attempt('documents/keep', { fileIds: [id], parentId: 0 })).code).toBe(200)
  })

  test('given another person, then every call that names a file refuses it', async () => {
    const outer = await folder('私')
    const documentId = await kept('a.txt', 'secret', outer)
    const ids = { documentId, documentIds: [documentId], parentId: outer }
    const more = {
      name: 'x',
      starred: true,
      version: 1,
      fileIds: [],
      place: 'folder',
      grants: [],
      size: 1,
      uploadId: 'u'.repeat(24),
    }
    const calls = httpCalls.filter(({ path }) => /^documents\/(?!share\/|organisation\/|request\/)/.test(path))
    const answered: string[] = []
    for (const { method, path } of calls) {
      // Uploads have a test of their own.
      if (['documents/space', 'documents/keep'].includes(path) || /upload($|\/(part|cancel)$)/.test(path)) continue
      const input = { ...ids, ...more }
      const answer = await na.raw(method, path, method === 'GET' ? { query: input } : { body: input })
      if (answer.envelope.code !== Code.documentNotFound) answered.push(`${path} ${answer.envelope.code}`)
    }
    expect(answered).toEqual([])
    expect(await keepDocument(na, 'b.txt', 'x', { parentId: outer })).toMatchObject({ code: Code.documentNotFound })
    for (const path of [`file/document/${documentId}`, `file/documents?documentIds=${outer}`]) {
      expect((await na.file(path)).status).toBe(404)
    }
    expect((await na.get('documents/list')).list).toEqual([])
  })
})

async function entriesOf(bytes: Buffer): Promise<string[]> {
  const names: string[] = []
  const zip = await yauzl.fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) names.push(entry.fileName)
  return names
}
