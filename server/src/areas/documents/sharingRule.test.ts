import { Code, SHARING_DEFAULTS, type SharingRule } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

const DAY = 24 * 60 * 60_000
const CODE = 'ab12'
const MIB = 1_048_576

describe.each(engines)('the rule of the organisation about sharing files, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let boss: TestClient
  let folder: number
  let file: number
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    boss = await server.as(await server.addUser('boss', { isAdmin: true }))
    wei = await server.as(await server.addUser('zhang.wei'))
    na = await server.as(await server.addUser('li.na', { name: '李娜' }))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    folder = (await wei.post('documents/folder', { parentId: 0, name: '合同' })).documentId
    file = (await keepDocument(wei, '甲.txt', '0123456789', { parentId: folder })).data?.documentId ?? 0
  })
  afterEach(() => server.stop())

  const rule = (part: Partial<SharingRule>) =>
    boss.post('documents/organisation/rule/save', { ...SHARING_DEFAULTS, ...part })
  const share = (days = 30) => wei.post('documents/share/create', { documentIds: [folder], code: CODE, days, count: 9 })
  const open = async (token: string) => (await server.anybody.attempt('share/open', { token, code: CODE })).code
  const status = async (path: string) => {
    const answer = await fetch(`${server.url}/api/${path}`)
    await answer.arrayBuffer()
    return answer.status
  }
  const stateOf = async () => (await wei.get('documents/share/list')).list[0]?.state
  const grant = (level: 'view' | 'edit') =>
    wei.post('documents/grant/save', {
      documentId: folder,
      grants: [{ subject: { kind: 'person', address: `li.na@${TEST_DOMAIN}`, name: '' }, level }],
    })
  const got = async (client: TestClient, path: string) => {
    const answer = await client.file(path)
    await answer.arrayBuffer()
    return answer.status
  }
  /** What a colleague is answered by each way on which a file leaves the document center. */
  const waysOf = async (client: TestClient) => [
    await got(client, `file/document/${file}`),
    await got(client, `file/documents?documentIds=${folder}`),
    (await client.attempt('documents/copy', { documentIds: [file], parentId: 0 })).code,
    (await client.attempt('documents/attach', { documentIds: [file] })).code,
  ]

  test('given links that are forbidden, then those that are there close at once, no other is made, and they open again after', async () => {
    const { token } = await share()
    const { ticket } = await server.anybody.post('share/open', { token, code: CODE })
    const path = `file/share/${ticket}/${file}`
    expect([await status(path), await stateOf()]).toEqual([200, 'normal'])
    await rule({ outside: false })
    expect([await status(path), await open(token), await stateOf()]).toEqual([403, Code.shareOver, 'refused'])
    // Without the code not even that is answered.
    expect((await server.anybody.attempt('share/open', { token, code: 'zzzz' })).code).toBe(Code.shareCodeWrong)
    const body = { documentIds: [folder], code: CODE, days: 1, count: 1 }
    expect(await wei.refused('POST', 'documents/share/create', body)).toBe(Code.sharingRefused)
    const { shareId } = (await wei.get('documents/share/list')).list[0] ?? { shareId: 0 }
    expect(await wei.refused('POST', 'documents/share/change', { shareId, days: 1 })).toBe(Code.sharingRefused)
    await rule({})
    expect([await status(path), await stateOf()]).toEqual([200, 'normal'])
  })

  test('given fewer days, then older links end with them, those that are prolonged count anew, and longer ones are refused', async () => {
    const { token, shareId } = await share(30)
    await rule({ daysMax: 7 })
    expect(await wei.get('documents/share/rule')).toMatchObject({ daysMax: 7 })
    expect((await wei.get('documents/share/list')).list[0]?.expiresAt).toBe(server.context.now() + 7 * DAY)
    const longer = { documentIds: [folder], code: CODE, days: 8, count: 1 }
    expect(await wei.refused('POST', 'documents/share/create', longer)).toBe(Code.sharingRefused)
    expect(await wei.refused('POST', 'documents/share/change', { shareId, days: 8 })).toBe(Code.sharingRefused)
    server.wait(7 * DAY)
    wei = await server.login('zhang.wei')
    expect([await open(token), await stateOf()]).toEqual([Code.shareOver, 'expired'])
    await wei.post('documents/share/change', { shareId, days: 7 })
    expect(await open(token)).toBe(200)
  })

  test.each([
    ['looked at alone', { viewOnly: true }],
    ['with a watermark', { watermark: true }],
  ] as const)('given files that are %s, then no way fetches them but of those who may change them', async (_, part) => {
    await grant('view')
    const { token } = await share()
    expect(await waysOf(na)).toEqual([200, 200, 200, 200])
    await rule(part)
    expect(await waysOf(na)).toEqual([403, 403, Code.sharingRefused, Code.sharingRefused])
    const seen = await na.get('documents/list', { place: 'shared' })
    expect(seen.list).toMatchObject([{ documentId: folder, viewOnly: true }])
    const preview = await na.get('documents/preview', { documentId: file })
    expect(preview).toMatchObject({ kind: 'blocks' })
    expect(preview.watermark).toBe('watermark' in part ? `李娜 li.na@${TEST_DOMAIN}` : undefined)
    const { ticket, viewOnly } = await server.anybody.post('share/open', { token, code: CODE })
    expect(viewOnly).toBe(true)
    expect([await status(`file/share/${ticket}/${file}`), await status(`file/shares/${ticket}`)]).toEqual([403, 403])
    const shown = await server.anybody.post('share/preview', { ticket, documentId: file })
    expect([shown.kind, shown.watermark]).toEqual(['blocks', 'watermark' in part ? '127.0.0.1' : undefined])
    // One's own files are not shared with oneself.
    expect(await waysOf(wei)).toEqual([200, 200, 200, 200])
    await grant('edit')
    expect(await waysOf(na)).toEqual([200, 200, 200, 200])
  })

  test('given a code that is required, then links of letters, which have none, open after a login alone and go to no one outside', async () => {
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'bigFileSize', value: 1, locked: false })
    const send = async (address: string) => {
      const fileIds = [await wei.uploaded('大.bin', Buffer.alloc(MIB + 1, '雁'))]
      return wei.attempt('mail/email/send', sending({ fileIds, to: [{ name: '', address }] }))
    }
    const sent = await send(`li.na@${TEST_DOMAIN}`)
    const { list } = await wei.post('file/link/ofMail', { mailId: sent.data?.mailId ?? 0 })
    const token = list[0]?.token ?? ''
    expect(await status(`file/linked/${token}`)).toBe(200)
    await rule({ codeRequired: true })
    expect(await status(`file/linked/${token}`)).toBe(403)
    const page = await fetch(`${server.url}/api/file/link/${token}`)
    expect(await page.text()).toContain('登录本组织的邮箱')
    expect(await got(na, `file/linked/${token}`)).toBe(200)
    expect((await send('a@out.example')).code).toBe(Code.sharingRefused)
    expect((await send(`li.na@${TEST_DOMAIN}`)).code).toBe(200)
    await rule({ daysMax: 1 })
    server.wait(DAY)
    expect(await status(`file/linked/${token}`)).toBe(404)
  })
})
