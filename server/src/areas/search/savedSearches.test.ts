import { Code, SAVED_SEARCHES_MAX } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantMailbox } from '../../store/accounts/reachableAccounts.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const QUERY = 'keyword=%E6%8A%A5%E9%94%80&type=3'

describe.each(engines)('searches that people keep, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('wei')
    await server.addUser('na')
    await server.addUser('service', { accountType: 2 })
    wei = await server.login('wei')
    na = await server.login('na')
  })
  afterAll(() => server.stop())

  const save = (who: TestClient, body: Record<string, unknown>) =>
    who.raw('POST', 'mail/email/search/saved/save', { body })
  const names = async (who: TestClient) =>
    (await who.get('mail/email/search/saved/list')).list.map(({ name }: { name: string }) => name)
  const clear = async (who: TestClient) => {
    for (const name of await names(who)) await who.post('mail/email/search/saved/delete', { name })
  }

  test('one is kept under its name, changed in its place, and deleted, for its person alone', async () => {
    await save(wei, { name: ' 报销  单 ', query: QUERY })
    await save(wei, { name: '会议', query: 'type=4&unread=1' })
    expect((await wei.get('mail/email/search/saved/list')).list).toEqual([
      { name: '报销 单', query: QUERY },
      { name: '会议', query: 'type=4&unread=1' },
    ])
    await save(wei, { was: '报销 单', name: '报销', query: 'type=3&keyword=x' })
    expect((await wei.get('mail/email/search/saved/list')).list[0]).toEqual({ name: '报销', query: 'type=3&keyword=x' })
    expect(await names(na)).toEqual([])
    await na.post('mail/email/search/saved/delete', { name: '报销' })
    expect((await save(na, { was: '报销', name: '我的', query: QUERY })).envelope.code).toBe(Code.notFound)
    expect(await names(wei)).toEqual(['报销', '会议'])
    await wei.post('mail/email/search/saved/delete', { name: '报销' })
    await wei.post('mail/email/search/saved/delete', { name: '报销' })
    expect(await names(wei)).toEqual(['会议'])
    await clear(wei)
  })

  test.each([
    ['no name', { name: ' ', query: QUERY }],
    ['a name that is too long', { name: '名'.repeat(31), query: QUERY }],
    ['nothing to search', { name: '空', query: '' }],
    ['a query that is too long', { name: '长', query: 'x'.repeat(2_001) }],
  ])('%s is refused', async (_, body) => {
    expect((await save(wei, body)).envelope.code).toBe(Code.badRequest)
    expect(await names(wei)).toEqual([])
  })

  test('a name is there once, also where one is renamed', async () => {
    await save(wei, { name: '甲', query: QUERY })
    await save(wei, { name: '乙', query: QUERY })
    expect((await save(wei, { name: '甲', query: 'type=4' })).envelope.code).toBe(Code.nameTaken)
    expect((await save(wei, { was: '乙', name: '甲', query: QUERY })).envelope.code).toBe(Code.nameTaken)
    await clear(wei)
  })

  test('calls at the same time keep no more than there may be, and lose none', async () => {
    const answers = await Promise.all(
      Array.from({ length: SAVED_SEARCHES_MAX + 5 }, (_, at) => save(wei, { name: `第 ${at}`, query: QUERY })),
    )
    const codes = answers.map(({ envelope }) => envelope.code)
    expect(codes.filter((code) => code === Code.tooManyRules)).toHaveLength(5)
    expect(new Set(await names(wei)).size).toBe(SAVED_SEARCHES_MAX)
    await clear(wei)
  })

  test('a person in the mailbox of another neither reads nor changes them', async () => {
    const owner = await server.login('service')
    await save(owner, { name: '自己的', query: QUERY })
    await grantMailbox(server.context, 'service@yanshu.test', 'na@yanshu.test')
    const there = new TestClient(server.url, await na.post('user/account/switch', { account: 'service@yanshu.test' }))
    expect(await there.refused('GET', 'mail/email/search/saved/list')).toBe(Code.forbidden)
    expect((await save(there, { name: '别人的', query: QUERY })).envelope.code).toBe(Code.forbidden)
    expect(await there.refused('POST', 'mail/email/search/saved/delete', { name: '自己的' })).toBe(Code.forbidden)
    expect(await names(owner)).toEqual(['自己的'])
  })
})
