import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const SECRET = 'link-secret-0123456789'

describe('the archive that is searched beside the mailbox', () => {
  let archive: Server
  let server: TestServer
  let person: TestClient
  let asked: URL[] = []
  let answer: { status: number; body: string; location?: string }
  beforeAll(async () => {
    archive = createServer((request, response) => {
      asked.push(new URL(request.url ?? '/', 'http://archive'))
      const headers = answer.location ? { location: answer.location } : {}
      response.writeHead(answer.status, { 'content-type': 'application/json', ...headers }).end(answer.body)
    })
    await new Promise<void>((listening) => archive.listen(0, '127.0.0.1', listening))
    server = await startTestServer({
      engine: 'sqlite',
      archiveSearchUrl: `${home()}/find?t={token}&q={query}`,
      archiveSearchInside: true,
      linkSecret: SECRET,
    })
    const id = await server.addUser('wei')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailArchiveEnable', value: true, locked: false })
    person = await server.login('wei')
  })
  beforeEach(() => {
    asked = []
  })
  afterAll(async () => {
    await server.stop()
    archive.closeAllConnections()
    archive.close()
  })

  const home = () => `http://127.0.0.1:${(archive.address() as AddressInfo).port}`
  const search = (who = person) =>
    who.raw('GET', 'mail/gateway/archive/search', { query: { searchKeyword: '报销 & 单' } })

  test('it is asked for the word in the name of the person, and answers rows with pages of its own', async () => {
    const list = [
      { subject: '旧报销单', from: '李娜', date: '2019-03-02T08:00:00Z', url: '/mail/7', other: 1 },
      { subject: 'x'.repeat(400), date: 5, url: 'https://elsewhere.example/' },
      { url: 'javascript:alert(1)' },
    ]
    answer = { status: 200, body: JSON.stringify({ list, more: true }) }
    expect((await search()).envelope.data).toEqual({
      list: [
        { subject: '旧报销单', from: '李娜', date: Date.parse('2019-03-02T08:00:00Z'), url: `${home()}/mail/7` },
        { subject: 'x'.repeat(300), from: '', date: 5, url: null },
        { subject: '', from: '', date: null, url: null },
      ],
      more: true,
    })
    expect(asked[0]?.searchParams.get('q')).toBe('报销 & 单')
    const redeemed = await server.anybody.raw('POST', 'mail/gateway/redeem', {
      body: { token: asked[0]?.searchParams.get('t') },
      headers: { authorization: `Bearer ${SECRET}` },
    })
    expect(redeemed.envelope.data).toMatchObject({ system: 'archive', account: 'wei@yanshu.test' })
  })

  test.each([
    ['an error', { status: 500, body: '{"list":[]}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['another shape', { status: 200, body: '{"rows":[]}' }],
    ['a redirect', { status: 302, body: '', location: '/elsewhere' }],
    ['too much', { status: 200, body: JSON.stringify({ list: [], x: 'x'.repeat(300_000) }) }],
  ])('an answer that is %s is named as a failure of the archive, and asked for once', async (_, given) => {
    answer = given
    expect((await search()).envelope.code).toBe(Code.upstreamFailed)
    expect(asked).toHaveLength(1)
  })

  test('who has no archive, and who is in the mailbox of another, are refused', async () => {
    answer = { status: 200, body: '{"list":[]}' }
    await server.addUser('na')
    const na = await server.login('na')
    expect((await search(na)).envelope.code).toBe(Code.forbidden)
    const id = await server.addUser('service', { accountType: 2 })
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailArchiveEnable', value: true, locked: false })
    await grantMailbox(server.context, 'service@yanshu.test', 'na@yanshu.test')
    const there = new TestClient(server.url, await na.post('user/account/switch', { account: 'service@yanshu.test' }))
    expect((await search(there)).envelope.code).toBe(Code.forbidden)
    expect(asked).toEqual([])
  })

  test('an address inside is refused unless the operator allows it, and without an address there is no archive', async () => {
    answer = { status: 200, body: '{"list":[]}' }
    for (const [archiveSearchUrl, code] of [
      [`${home()}/find?t={token}&q={query}`, Code.upstreamFailed],
      [null, Code.linkNotOffered],
    ] as const) {
      const other = await startTestServer({ engine: 'sqlite', archiveSearchUrl })
      const id = await other.addUser('wei')
      await setSwitch(other.context, { scope: 'user', id }, { name: 'mailArchiveEnable', value: true, locked: false })
      expect((await search(await other.login('wei'))).envelope.code).toBe(code)
      await other.stop()
    }
    expect(asked).toEqual([])
  })
})
