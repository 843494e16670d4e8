import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { parseIf } from './davIfHeader.ts'

const ROOT = '/dav/files/'
const lockBody = (scope: 'exclusive' | 'shared' = 'exclusive') =>
  `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>zhang.wei</D:href></D:owner></D:lockinfo>`

interface Asking {
  readonly body?: RequestInit['body']
  readonly headers?: Readonly<Record<string, string>>
  readonly as?: string
}

describe.each(engines)('own files by WebDAV, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let code: string
  const account = `zhang.wei@${TEST_DOMAIN}`

  const switchTo = (value: boolean) =>
    setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value, locked: false })
  const codeOf = async (client: TestClient, scopes = 'files') =>
    (await client.get('user/client/generatePassword', { name: scopes, scopes })).code
  const basic = (password: string, name = account) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    wei = await server.as(weiId)
    await switchTo(true)
    code = await codeOf(wei)
  })
  afterAll(() => server.stop())

  const call = (method: string, path: string, { body, headers = {}, as = basic(code) }: Asking = {}) =>
    fetch(`${server.url}${path.startsWith('/') ? path : ROOT + path.split('/').map(encodeURIComponent).join('/')}`, {
      method,
      redirect: 'manual',
      headers: { authorization: as, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const status = async (method: string, path: string, asking: Asking = {}) => (await call(method, path, asking)).status
  const put = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    status('PUT', path, { body, headers })
  const to = (path: string, more: Readonly<Record<string, string>> = {}) => ({
    headers: { destination: `${server.url}${ROOT}${path.split('/').map(encodeURIComponent).join('/')}`, ...more },
  })
  const textOf = async (path: string) => (await call('GET', path)).text()
  const hrefs = async (path: string, depth = '1') => {
    const answer = await call('PROPFIND', path, { headers: { depth } })
    expect(answer.status).toBe(207)
    return [...(await answer.text()).matchAll(/<D:href>(\/dav\/files\/[^<]*)<\/D:href><D:propstat>/g)].map(
      ([, found]) => decodeURIComponent(found ?? '').slice(ROOT.length),
    )
  }
  const lock = async (path: string, headers: Readonly<Record<string, string>> = {}, body = lockBody()) => {
    const answer = await call('LOCK', path, { body, headers })
    return { status: answer.status, token: answer.headers.get('lock-token') ?? '', text: await answer.text() }
  }

  test('given a code for files, then folders and files are made, listed, read, changed and deleted into the bin', async () => {
    const options = await call('OPTIONS', ROOT, { as: '' })
    expect([options.status, options.headers.get('dav'), options.headers.get('ms-author-via')]).toEqual([
      204,
      '1, 2',
      'DAV',
    ])
    expect(await status('MKCOL', '合同')).toBe(201)
    expect(await status('MKCOL', '合同')).toBe(405)
    expect(await status('MKCOL', '没有/子')).toBe(409)
    expect(await status('MKCOL', '合同/带内容', { body: '<x/>' })).toBe(415)
    expect(await put('合同/甲 1.txt', '0123456789', { 'content-type': 'text/plain; charset=utf-8' })).toBe(201)
    expect(await put('合同/甲 1.txt', '二')).toBe(204)
    expect(await put('没有/甲.txt', 'x')).toBe(409)
    expect(await put('合同', 'x')).toBe(405)
    // As Finder and Explorer bring them.
    for (const name of ['._甲 1.txt', '.DS_Store', 'desktop.ini', '~$甲.docx'])
      expect(await put(`合同/${name}`, '')).toBe(201)
    expect(await put('合同/a?b.txt', 'x')).toBe(403)
    expect(await hrefs('合同')).toEqual(
      expect.arrayContaining(['合同/', '合同/甲 1.txt', '合同/.DS_Store', '合同/._甲 1.txt']),
    )
    expect(await hrefs('合同', '0')).toEqual(['合同/'])
    const { list } = await wei.get('documents/list', { place: 'search', text: '甲 1' })
    const [file] = list.filter(({ name }) => name === '甲 1.txt')
    expect((await wei.get('documents/versions', { documentId: file?.documentId ?? 0 })).list).toHaveLength(2)
    const read = await call('GET', '合同/甲 1.txt')
    expect([await read.text(), read.headers.get('content-disposition')]).toEqual([
      '二',
      expect.stringMatching(/^attachment/),
    ])
    const part = await call('GET', '合同/甲 1.txt', { headers: { range: 'bytes=0-0' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1])
    expect(await status('HEAD', '合同/甲 1.txt')).toBe(200)
    const etag = read.headers.get('etag') ?? ''
    expect(await put('合同/甲 1.txt', '三', { 'if-none-match': '*' })).toBe(412)
    expect(await put('合同/甲 1.txt', '三', { 'if-match': '"other"' })).toBe(412)
    expect(await put('合同/甲 1.txt', '三', { 'if-match': etag })).toBe(204)
    expect(await put('合同/甲 1.txt', '三')).toBe(204)
    expect((await wei.get('documents/versions', { documentId: file?.documentId ?? 0 })).list).toHaveLength(3)
    expect(await put('合同/甲 1.txt', 'x', { 'content-range': 'bytes 0-0/9' })).toBe(400)
    const props = await (await call('PROPFIND', '合同/甲 1.txt', { headers: { depth: '0' } })).text()
    for (const text of ['<D:getcontentlength>3<', '<D:resourcetype/>', '<D:supportedlock>', '<D:getlastmodified>']) {
      expect(props).toContain(text)
    }
    expect(await status('PROPFIND', ROOT, { headers: { depth: 'infinity' } })).toBe(403)
    expect(await status('PROPFIND', '没有', { headers: { depth: '0' } })).toBe(404)
    const windows = `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop><Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>`
    expect(await (await call('PROPPATCH', '合同/甲 1.txt', { body: windows })).text()).toContain('200 OK')
    expect(await status('DELETE', '合同')).toBe(204)
    expect(await status('GET', '合同/甲 1.txt')).toBe(404)
    expect((await wei.get('documents/list', { place: 'bin' })).list).toMatchObject([{ name: '合同' }])
    expect(await status('DELETE', ROOT)).toBe(403)
  })

  test('given moves and copies, then nothing is lost: what was in the way lies in the bin', async () => {
    for (const name of ['a', 'a/b', 'c']) await call('MKCOL', name)
    await put('a/b/1.txt', 'one')
    await put('c/1.txt', 'other')
    expect(await status('COPY', 'a', to('c/a'))).toBe(201)
    expect(await textOf('c/a/b/1.txt')).toBe('one')
    expect(await status('COPY', 'a', to('e', { depth: '0' }))).toBe(201)
    expect(await hrefs('e')).toEqual(['e/'])
    expect(await status('MOVE', 'a/b/1.txt', to('c/1.txt', { overwrite: 'F' }))).toBe(412)
    expect(await status('MOVE', 'a/b/1.txt', to('c/1.txt'))).toBe(204)
    expect(await textOf('c/1.txt')).toBe('one')
    const bin = (await wei.get('documents/list', { place: 'bin' })).list
    expect(bin).toContainEqual(expect.objectContaining({ name: '1.txt', folder: 'c' }))
    expect(await status('MOVE', 'c/1.txt', to('c/A.TXT'))).toBe(201)
    expect(await status('MOVE', 'c/A.TXT', to('c/a.txt'))).toBe(201)
    expect(await hrefs('c')).toContain('c/a.txt')
    expect(await status('MOVE', 'a', to('a/b/a'))).toBe(403)
    expect(await status('COPY', 'a', to('a'))).toBe(403)
    expect(await status('MOVE', 'a/b', to('没有/b'))).toBe(409)
    expect(await status('MOVE', 'a/b', to('a'))).toBe(403)
    expect(await status('MOVE', 'a', { headers: { destination: `https://elsewhere.example${ROOT}x` } })).toBe(502)
    expect(await status('MOVE', 'a', { headers: { destination: `${server.url}/dav/calendars/x` } })).toBe(404)
    expect(await status('MOVE', 'a')).toBe(400)
  })

  test('given a lock, then what changes the file needs its token, until it is ended or over; a free name becomes a file', async () => {
    await call('MKCOL', '锁')
    await put('锁/报告.docx', 'one')
    const { token, text } = await lock('锁/报告.docx', { timeout: 'Second-600', depth: '0' })
    expect(text).toContain('<D:timeout>Second-600</D:timeout>')
    expect(text).toContain('<D:owner>zhang.wei</D:owner>')
    const other = await lock('锁/报告.docx')
    expect([other.status, other.text]).toEqual([423, expect.stringContaining('no-conflicting-lock')])
    expect((await lock('锁')).status).toBe(423)
    for (const [method, asking] of [
      ['PUT', { body: 'two' }],
      ['DELETE', {}],
      ['MOVE', to('x.docx')],
      ['PROPPATCH', { body: '<D:propertyupdate xmlns:D="DAV:"/>' }],
    ] as const) {
      expect(await status(method, '锁/报告.docx', asking), method).toBe(423)
    }
    expect(await status('DELETE', '锁')).toBe(423)
    await put('新.docx', 'new')
    expect(await status('MOVE', '新.docx', to('锁/报告.docx'))).toBe(423)
    expect(await status('GET', '锁/报告.docx')).toBe(200)
    const sent = { if: `(${token})` }
    expect(await put('锁/报告.docx', 'two', sent)).toBe(204)
    expect(await put('锁/报告.docx', 'three', { if: '(<opaquelocktoken:other>)' })).toBe(412)
    expect(await put('锁/报告.docx', 'three', { if: `(${token} ["wrong"])` })).toBe(412)
    expect(await put('锁/报告.docx', 'three', { if: 'nonsense' })).toBe(400)
    const refreshed = await call('LOCK', '锁/报告.docx', { headers: { ...sent, timeout: 'Second-60' } })
    expect([refreshed.status, await refreshed.text()]).toEqual([200, expect.stringContaining('Second-60')])
    expect(await status('UNLOCK', '锁/报告.docx', { headers: { 'lock-token': '<opaquelocktoken:x>' } })).toBe(409)
    expect(await status('UNLOCK', '锁/报告.docx', { headers: { 'lock-token': token } })).toBe(204)
    expect(await put('锁/报告.docx', 'four')).toBe(204)

    const deep = await lock('锁', { timeout: 'Second-5' })
    expect(await put('锁/又一个.txt', 'x')).toBe(423)
    expect(
      await put('锁/又一个.txt', 'x', { if: `<${server.url}${ROOT}${encodeURIComponent('锁')}/> (${deep.token})` }),
    ).toBe(201)
    server.wait(6_000)
    expect(await put('锁/又一个.txt', 'y')).toBe(204)

    const shared = await lock('锁/报告.docx', {}, lockBody('shared'))
    const second = await lock('锁/报告.docx', {}, lockBody('shared'))
    expect([shared.status, second.status, (await lock('锁/报告.docx')).status]).toEqual([200, 200, 423])
    expect(await put('锁/报告.docx', 'five', { if: `(${second.token})` })).toBe(204)
    const free = await lock('锁/未有.txt')
    expect([free.status, await textOf('锁/未有.txt')]).toEqual([201, ''])
    const both = await Promise.all(Array.from({ length: 10 }, () => lock('锁/又一个.txt')))
    expect(both.filter((one) => one.status === 200)).toHaveLength(1)
  })

  test('given little room, then more is refused before and while it comes, and nothing of it is kept', async () => {
    const limit = { name: 'netdiskSize', locked: false } as const
    await setSwitch(server.context, { scope: 'user', id: weiId }, { ...limit, value: 1 })
    const { used } = await wei.get('documents/space')
    expect(await put('大.bin', 'x'.repeat(1_100_000))).toBe(507)
    let sent = 0
    const chunks = new ReadableStream({
      pull(controller) {
        if (sent++ < 10) controller.enqueue(new Uint8Array(200_000))
        else controller.close()
      },
    })
    const streamed = await fetch(`${server.url}${ROOT}${encodeURIComponent('流.bin')}`, {
      method: 'PUT',
      headers: { authorization: basic(code) },
      body: chunks,
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(507)
    expect([await status('GET', '流.bin'), (await wei.get('documents/space')).used]).toEqual([404, used])
    await setSwitch(server.context, { scope: 'user', id: weiId }, { ...limit, value: 0 })
  })

  test('given another person, another code, a delegate or a center that is switched off, then nothing opens', async () => {
    const na = await server.as(await server.addUser('li.na'))
    const naCode = await codeOf(na)
    const as = basic(naCode, `li.na@${TEST_DOMAIN}`)
    await keepDocument(na, 'na.txt', 'secret')
    await put('wei.txt', 'secret')
    expect(await status('GET', 'wei.txt', { as })).toBe(404)
    expect(await status('GET', 'na.txt', { as })).toBe(200)
    expect(await status('GET', 'wei.txt', { as: '' })).toBe(401)
    expect(await status('GET', 'wei.txt', { as: basic(naCode) })).toBe(401)
    expect(await status('GET', 'wei.txt', { as: basic(await codeOf(na, 'carddav'), `li.na@${TEST_DOMAIN}`) })).toBe(401)
    expect(await status('PROPFIND', '/dav/', { as, headers: { depth: '0' } })).toBe(401)
    // A code that an administrator has made in a mailbox that they reach.
    const serviceId = await server.addUser('service', { accountType: 2 })
    const bossId = await server.addUser('boss', { isAdmin: true })
    await grantMailbox(server.context, `service@${TEST_DOMAIN}`, `boss@${TEST_DOMAIN}`)
    const service = basic(await codeOf(await server.as(serviceId)), `service@${TEST_DOMAIN}`)
    const root = (by: string) => status('PROPFIND', ROOT, { as: by, headers: { depth: '0' } })
    expect(await root(service)).toBe(207)
    const { db } = server.context.store
    await db.updateTable('client_code').set({ made_by: bossId }).where('account_id', '=', serviceId).execute()
    expect(await root(service)).toBe(403)
    const scopes = async () => (await wei.get('user/client/detail')).protocols.map(({ scope }) => scope)
    expect(await scopes()).toContain('files')
    await switchTo(false)
    expect(await scopes()).not.toContain('files')
    expect(await status('GET', 'wei.txt')).toBe(403)
    await switchTo(true)
    expect(await status('GET', '/dav/files/%zz')).toBe(400)
    expect(await status('MOVE', 'wei.txt', { headers: { destination: `${ROOT}x.txt#part` } })).toBe(400)
    expect(await status('GET', '/dav/files/../files/wei.txt')).toBe(200)
    expect(await status('GET', '..%2f..%2fetc%2fpasswd')).toBe(404)
  })
})

test('the header If is read in its forms, and what is none of them is refused', () => {
  expect(parseIf('<http://x/a> (<t:1> ["e"]) (Not <t:2>)')).toEqual([
    {
      address: 'http://x/a',
      conditions: [
        { not: false, token: 't:1', etag: null },
        { not: false, token: null, etag: '"e"' },
      ],
    },
    { address: 'http://x/a', conditions: [{ not: true, token: 't:2', etag: null }] },
  ])
  expect(parseIf(undefined)).toEqual([])
  for (const wrong of ['', '(', '()', 'x', '(<a>', '<a>', `(${'<a>'.repeat(3_000)})`]) expect(parseIf(wrong)).toBeNull()
})
