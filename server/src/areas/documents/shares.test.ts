import { Code, type Envelope } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

const DAY = 24 * 60 * 60_000
const CODE = 'ab12'

describe.each(engines)('links to files, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient
  let outer: number
  let file: number
  let secret: number

  const kept = async (name: string, content: string, parentId = 0) =>
    (await keepDocument(wei, name, content, { parentId })).data?.documentId ?? 0
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    weiId = await server.addUser('zhang.wei')
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    outer = (await wei.post('documents/folder', { parentId: 0, name: '合同' })).documentId
    file = await kept('甲.txt', '0123456789', outer)
    secret = await kept('私.txt', 'secret')
  })
  afterEach(() => server.stop())

  const share = (more: { days?: number; count?: number; code?: string } = {}) =>
    wei.post('documents/share/create', { documentIds: [outer], code: CODE, days: 1, count: 3, ...more })
  const open = (token: string, code = CODE) => server.anybody.attempt('share/open', { token, code })
  const fetched = (path: string, how: RequestInit = {}) => fetch(`${server.url}/api/${path}`, how)
  const first = async () => (await wei.get('documents/share/list')).list[0]

  test('given the code, then the files of the link alone are listed and come as attachments, without a login', async () => {
    const { token, shareId } = await share()
    const { data } = await open(token)
    expect(data?.list).toEqual([{ documentId: outer, kind: 'folder', name: '合同', size: 0 }])
    const ticket = data?.ticket ?? ''
    const inside = await server.anybody.post('share/list', { ticket, documentId: outer })
    expect(inside.list).toEqual([{ documentId: file, kind: 'file', name: '甲.txt', size: 10 }])
    const answer = await fetched(`file/share/${ticket}/${file}`)
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    for (const path of [`file/share/${ticket}/${secret}`, `file/share/wrong/${file}`, 'file/shares/wrong']) {
      expect((await fetched(path)).status, path).toBeGreaterThanOrEqual(400)
    }
    expect((await server.anybody.attempt('share/list', { ticket, documentId: secret })).code).toBe(
      Code.documentNotFound,
    )
    const zip = await fetched(`file/shares/${ticket}`)
    expect(zip.headers.get('content-type')).toBe('application/zip')
    await zip.arrayBuffer()
    expect(await first()).toMatchObject({ shareId, visits: 1, downloads: 2, state: 'normal', files: 1 })
    const visits = async () => (await wei.get('documents/share/visits', { shareId })).list
    expect((await visits()).map(({ kind, who }) => [kind, who])).toEqual([
      ['download', null],
      ['download', null],
      ['visit', null],
    ])
    // Who is logged in is named, but for the owner, and for who lets no reading be reported.
    const by = async (client: TestClient) => {
      const headers = { cookie: `safeMailToken=${client.login?.accessToken}` }
      await (await fetched(`file/share/${ticket}/${file}`, { headers })).text()
      return (await visits())[0]?.who
    }
    expect([await by(na), await by(wei)]).toEqual([{ name: 'li.na', address: `li.na@${TEST_DOMAIN}` }, null])
    await na.post('mail/main/generalConfig/single/update', { key: 'receiptAnswer', value: 'never' })
    expect(await by(na)).toBeNull()
    const visit = { share_id: shareId, account_id: null, at: server.context.now(), kind: 'visit' as const, place: '' }
    await server.context.store.db
      .insertInto('document_share_visit')
      .values(Array.from({ length: 200 }, () => visit))
      .execute()
    const record = await wei.get('documents/share/visits', { shareId })
    expect([record.list.length, record.more]).toEqual([200, true])
    // What moves out of the shared folder is shared no more.
    await wei.post('documents/move', { documentIds: [file], parentId: 0 })
    expect((await fetched(`file/share/${ticket}/${file}`)).status).toBe(404)
  })

  test('given a wrong code, then nothing is told of the link, and further tries wait', async () => {
    const { token } = await share()
    const wrong = await open(token, 'zzzz')
    const missing = await open('no-such-link-at-all-0000', 'zzzz')
    expect([wrong.code, wrong.message]).toEqual([missing.code, missing.message])
    expect([wrong.code, wrong.data]).toEqual([Code.shareCodeWrong, null])
    const codes: (number | string)[] = []
    for (let at = 0; at < 12; at++) codes.push((await open(token, `bad${at}`.slice(0, 8))).code)
    expect(codes.at(-1)).toBe(Code.tooManyRequests)
    expect((await open(token)).code).toBe(Code.tooManyRequests)
    server.wait(20 * 60_000)
    expect((await open(token)).code).toBe(200)
  })

  test('given twenty at the same moment, then the link opens as often as it may; parts and looks count no download', async () => {
    const { token } = await share({ count: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)))
    const opened = answers.filter(({ code }) => code === 200)
    expect(opened).toHaveLength(5)
    const over: Envelope<unknown> | undefined = answers.find(({ code }) => code === Code.shareOver)
    if (over) expect(over.message).toContain('访问次数已用完')
    expect(await first()).toMatchObject({ visits: 5, state: 'used-up' })
    const ticket = opened[0]?.data?.ticket ?? ''
    const path = `file/share/${ticket}/${file}`
    await fetched(path, { method: 'HEAD' })
    const parts = [0, 3, 6].map((at) => fetched(path, { headers: { range: `bytes=${at}-${at + 2}` } }))
    for (const part of await Promise.all(parts)) expect([part.status, (await part.text()).length]).toEqual([206, 3])
    expect(await first()).toMatchObject({ visits: 5, downloads: 1 })
  })

  test('given a link that is ended, over or switched off, then it says which, and who has opened it fetches nothing more', async () => {
    const { token, shareId } = await share()
    const { data } = await open(token)
    const path = `file/share/${data?.ticket}/${file}`
    expect(await na.refused('POST', 'documents/share/end', { shareId })).toBe(Code.notFound)
    expect(await na.refused('POST', 'documents/share/change', { shareId, count: 9 })).toBe(Code.notFound)
    expect(await na.refused('GET', 'documents/share/visits', { shareId })).toBe(Code.notFound)
    expect((await na.get('documents/share/list')).list).toEqual([])
    expect(
      await na.refused('POST', 'documents/share/create', { documentIds: [outer], code: CODE, days: 1, count: 1 }),
    ).toBe(Code.documentNotFound)
    await wei.post('documents/share/end', { shareId })
    expect((await fetched(path)).status).toBe(403)
    expect(await open(token)).toMatchObject({ code: Code.shareOver, message: expect.stringContaining('已取消') })
    expect(await wei.refused('POST', 'documents/share/change', { shareId, count: 9 })).toBe(Code.notFound)

    const later = await share({ code: 'XyZ9' })
    await wei.post('documents/share/change', { shareId: later.shareId, code: 'new1', count: 1 })
    expect((await open(later.token, 'XyZ9')).code).toBe(Code.shareCodeWrong)
    expect((await open(later.token, 'new1')).code).toBe(200)
    server.wait(DAY + 1)
    expect(await open(later.token, 'new1')).toMatchObject({
      code: Code.shareOver,
      message: expect.stringContaining('已过期'),
    })
    wei = await server.as(weiId)
    await wei.post('documents/share/change', { shareId: later.shareId, days: 7, count: 5 })
    expect((await open(later.token, 'new1')).code).toBe(200)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: false, locked: false })
    expect((await open(later.token, 'new1')).code).toBe(Code.shareOver)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    expect((await open(later.token, 'new1')).code).toBe(200)
    await server.context.store.db.updateTable('account').set({ disabled: 1 }).where('id', '=', weiId).execute()
    expect((await open(later.token, 'new1')).code).toBe(Code.shareCodeWrong)
    await server.context.store.db.updateTable('account').set({ disabled: 0 }).where('id', '=', weiId).execute()
    const body = { documentIds: [outer], code: CODE, days: 1, count: 1 }
    for (const wrong of [
      { days: 0 },
      { days: 31 },
      { count: 0 },
      { count: 101 },
      { code: 'abc' },
      { code: '123456789' },
    ]) {
      expect(await wei.refused('POST', 'documents/share/create', { ...body, ...wrong })).toBe(Code.badRequest)
    }
  })
})
