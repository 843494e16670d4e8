import { Code, FREE_READING, UNDO_SEND_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { levelOf, ruleWith, withApproval } from '../../testing/approvals.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const FILES = {
  '清单.csv': '项目,备注\r\n设备,一百',
  // 2 × 1 pixels.
  '图.gif': 'GIF89a\x02\0\x01\0-and-more',
  '文.pdf': '%PDF-1.7 and more',
  '页.html': '<script>alert(1)</script><p>正文</p>',
}
type Name = keyof typeof FILES

let server: TestServer
let weiId: number
let [wei, wang, zhao]: readonly TestClient[] = []
beforeEach(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
  const admin = await server.as(await server.addUser('admin', { isAdmin: true }))
  const wangId = await server.addUser('wang')
  weiId = await server.addUser('wei')
  wei = await server.as(weiId)
  wang = await server.as(wangId)
  zhao = await server.as(await server.addUser('zhao'))
  await server.addUser('li.na')
  await withApproval(server)
  await turn('secretModeEnable', true)
  await admin.post('mail/main/approval/rule/save', ruleWith([levelOf([wangId])]))
})
afterEach(() => server.stop())

const turn = (name: 'mailApprovalDownload' | 'previewEnable' | 'secretModeEnable', value: boolean) =>
  setSwitch(server.context, { scope: 'organisation' }, { name, value, locked: false })
const client = (one: TestClient | undefined) => one ?? server.anybody

/** Sends a letter with the files, and answers its record and their ids there. */
async function send(more: Parameters<typeof sending>[0] = {}) {
  const fileIds: string[] = []
  for (const [name, content] of Object.entries(FILES)) fileIds.push(await client(wei).uploaded(name, content))
  await client(wei).post('mail/email/send', sending({ fileIds, ...more }))
  server.wait(UNDO_SEND_MS)
  await server.dispatcher.runDue()
  const { list } = await client(wei).get('mail/main/approval/userApprovalList', { pageSize: 1 })
  const recordId = list[0]?.recordId ?? 0
  const { mail } = await client(wei).get('mail/main/approval/detail', { recordId })
  const idOf = (name: Name) => mail?.attachments.find((file) => file.name === name)?.fileId ?? ''
  return { recordId, idOf }
}
const preview = async (who: TestClient | undefined, recordId: number, fileId: string) =>
  (await client(who).raw('GET', 'mail/main/approval/filePreview', { query: { recordId, fileId } })).envelope
const fetched = (who: TestClient | undefined, way: 'approval' | 'approvalShown', recordId: number, fileId: string) =>
  client(who).file(`file/${way}/${recordId}/${fileId}`)

test('given files of a mail that waits, then who decides sees them in place, and saves them where the switch lets them', async () => {
  const { recordId, idOf } = await send()
  const kinds = []
  for (const name of Object.keys(FILES) as Name[]) kinds.push((await preview(wang, recordId, idOf(name))).data)
  expect(kinds).toMatchObject([
    {
      kind: 'blocks',
      blocks: [
        {
          kind: 'table',
          rows: [
            ['项目', '备注'],
            ['设备', '一百'],
          ],
        },
      ],
    },
    { kind: 'picture' },
    { kind: 'pdf' },
    { kind: 'blocks', blocks: [{ kind: 'text', text: '正文' }] },
  ])
  const shown = await fetched(wang, 'approvalShown', recordId, idOf('文.pdf'))
  expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([
    ...[200, 'application/pdf', FILES['文.pdf']],
  ])
  expect((await fetched(wang, 'approvalShown', recordId, idOf('页.html'))).status).toBe(400)
  for (const name of Object.keys(FILES) as Name[])
    expect((await fetched(wang, 'approval', recordId, idOf(name))).status).toBe(404)
  await turn('mailApprovalDownload', true)
  const saved = await fetched(wang, 'approval', recordId, idOf('清单.csv'))
  expect([saved.status, saved.headers.get('content-disposition')?.split(';')[0]]).toEqual([200, 'attachment'])

  // Neither a third person, nor a file of another mail by this record.
  const other = await send()
  for (const [who, record, file] of [
    [zhao, recordId, idOf('图.gif')],
    [wang, recordId, other.idOf('图.gif')],
  ] as const) {
    expect((await preview(who, record, file)).code).toBe(Code.notFound)
    for (const way of ['approval', 'approvalShown'] as const)
      expect((await fetched(who, way, record, file)).status).toBe(404)
  }
  await turn('previewEnable', false)
  expect((await preview(wang, recordId, idOf('图.gif'))).code).toBe(Code.forbidden)
  expect((await fetched(wang, 'approvalShown', recordId, idOf('图.gif'))).status).toBe(403)
  await turn('previewEnable', true)
  await client(wei).post('mail/main/approval/withdraw', { recordId })
  expect((await preview(wang, recordId, idOf('图.gif'))).code).toBe(Code.notFound)
})

test('given a file that calls itself a picture of the text, then it is saved by who may save files alone', async () => {
  const { recordId, idOf } = await send()
  const { db } = server.context.store
  await db.updateTable('attachment').set({ content_id: 'x@y', disposition: 'inline' }).execute()
  const statuses = []
  for (const name of Object.keys(FILES) as Name[])
    statuses.push((await fetched(wang, 'approval', recordId, idOf(name))).status)
  expect(statuses).toEqual([404, 200, 404, 404])
  // It is compared with the version before as every other file is.
  await client(wei).post('mail/main/approval/withdraw', { recordId })
  const [draft] = await server.mailsOf(weiId, 'drafts')
  const again = await send({ mailId: draft?.mailId ?? null, fileIds: [] })
  const { before, after } = await client(wei).get('mail/main/approval/difference', { recordId: again.recordId })
  expect([before.files.length, after.files.length]).toEqual([4, 0])
})

test('given a letter whose reading has conditions, then its files are shown to who decides, and saved by no approver', async () => {
  await turn('mailApprovalDownload', true)
  for (const more of [{ days: 3 }, { secret: true }, { password: 'a1b2c3' }]) {
    const { recordId, idOf } = await send({ options: { 'mail.reading': { ...FREE_READING, ...more } } })
    expect(await client(wang).get('mail/main/approval/detail', { recordId })).toMatchObject({
      mayDownload: false,
      restricted: true,
    })
    expect((await preview(wang, recordId, idOf('图.gif'))).data).toMatchObject({ kind: 'picture' })
    const answer = await fetched(wang, 'approval', recordId, idOf('图.gif'))
    expect(await answer.json()).toMatchObject({ code: Code.letterRestricted })
    expect((await fetched(wei, 'approval', recordId, idOf('图.gif'))).status).toBe(200)
  }
})
