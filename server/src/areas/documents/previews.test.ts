import { Code, type FilePreview } from '@yanshu/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import { paragraph, wordFile } from '../../testing/officeFiles.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const CODE = 'ab12'
/** Of 2 × 1 pixels, and of 65,535 × 65,535. */
const GIF = 'GIF89a\x02\0\x01\0-and-more'
const HUGE_GIF = Uint8Array.from(Buffer.from('474946383961ffffffff0000', 'hex'))
const SOUND = 'ID3-and-more'

let server: TestServer
let accountId: number
let wei: TestClient
let na: TestClient
const turn = (name: 'netdiskEnable' | 'previewEnable', value: boolean) =>
  setSwitch(server.context, { scope: 'organisation' }, { name, value, locked: false })
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  accountId = await server.addUser('zhang.wei')
  wei = await server.as(accountId)
  na = await server.as(await server.addUser('li.na'))
  await turn('netdiskEnable', true)
})
afterAll(() => server.stop())

const keep = async (name: string, content: string | Uint8Array<ArrayBuffer>) =>
  (await keepDocument(wei, name, content)).data?.documentId ?? 0
const fetched = (path: string) => fetch(`${server.url}/api/${path}`)

/** Of a mail: the way in that the attachments of a delivered mail have. */
async function attachmentOf(name: string, bytes: Buffer): Promise<string> {
  const raw = Buffer.from(
    `From: li.na@yanshu.test\r\nSubject: ${name}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n--b--\r\n`,
  )
  const message = await server.preparer.prepare(await server.context.blobs.put(raw), raw)
  await server.deliverer.deliver(message, { accountIds: [accountId], role: 'inbox', receivedAt: server.context.now() })
  const { db } = server.context.store
  return (await db.selectFrom('attachment').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}

test('given files of mails, then their pieces are answered to who holds the mail, unless previews are switched off', async () => {
  const file = await attachmentOf('c.docx', await wordFile(paragraph('第一条')))
  expect(await wei.get('file/preview', { fileId: file })).toEqual({
    kind: 'blocks',
    blocks: [{ kind: 'text', text: '第一条' }],
    isCut: false,
  } satisfies FilePreview)
  expect(await na.refused('GET', 'file/preview', { fileId: file })).toBe(Code.fileNotFound)
  const unknown = await attachmentOf('c.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 1]))
  expect(await wei.get('file/preview', { fileId: unknown })).toEqual({ kind: 'none', blocks: [], isCut: false })
  const sound = await attachmentOf('c.mp3', Buffer.from(SOUND))
  expect(await wei.get('file/preview', { fileId: sound })).toMatchObject({ kind: 'audio' })
  const played = await wei.file(`file/show/${sound}`)
  expect(played.headers.get('content-type')).toBe('audio/mpeg')
  expect(played.headers.get('content-security-policy')).toContain('sandbox')
  await turn('previewEnable', false)
  expect(await wei.refused('GET', 'file/preview', { fileId: file })).toBe(Code.forbidden)
  await turn('previewEnable', true)
})

test('given kept files, then the browser gets what cannot act there, and all else by its pieces', async () => {
  const picture = await keep('p.gif', GIF)
  expect(await wei.get('documents/preview', { documentId: picture })).toMatchObject({ kind: 'picture' })
  const huge = await keep('huge.gif', HUGE_GIF)
  expect(await wei.get('documents/preview', { documentId: huge })).toMatchObject({ kind: 'none' })
  const shown = await wei.file(`file/documentShown/${picture}`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  const page = await keep('p.html', '<script>alert(1)</script><p>正文</p>')
  expect(await wei.get('documents/preview', { documentId: page })).toMatchObject({
    kind: 'blocks',
    blocks: [{ kind: 'text', text: '正文' }],
  })
  expect((await wei.file(`file/documentShown/${page}`)).status).toBeGreaterThanOrEqual(400)
  expect(await na.refused('GET', 'documents/preview', { documentId: page })).toBe(Code.documentNotFound)
  expect((await na.file(`file/documentShown/${page}`)).status).toBeGreaterThanOrEqual(400)
})

test('given a link, then its files are shown without a login and without counting a download, and no others', async () => {
  const documentId = await keep('s.md', '# 计划')
  const picture = await keep('s.gif', `${GIF} shared`)
  const secret = await keep('own.md', 'own')
  const { token } = await wei.post('documents/share/create', {
    documentIds: [documentId, picture],
    ...{ code: CODE, days: 1, count: 3 },
  })
  const { ticket } = await server.anybody.post('share/open', { token, code: CODE })
  expect(await server.anybody.post('share/preview', { ticket, documentId })).toMatchObject({
    blocks: [{ kind: 'heading', level: 1, text: '计划' }],
  })
  expect((await fetched(`file/shareShown/${ticket}/${picture}`)).status).toBe(200)
  expect((await wei.get('documents/share/list')).list[0]).toMatchObject({ visits: 1, downloads: 0 })
  expect((await server.anybody.attempt('share/preview', { ticket, documentId: secret })).code).toBe(
    Code.documentNotFound,
  )
  expect((await fetched(`file/shareShown/${ticket}/${secret}`)).status).toBeGreaterThanOrEqual(400)
  expect((await server.anybody.attempt('share/preview', { ticket: 'x'.repeat(20), documentId })).code).toBe(
    Code.shareOver,
  )
  await turn('previewEnable', false)
  expect((await server.anybody.attempt('share/preview', { ticket, documentId })).code).toBe(Code.forbidden)
  await turn('previewEnable', true)
})
