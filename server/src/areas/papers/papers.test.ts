import { Code, PAPERS_MAX } from '@yanshu/contracts'
import { paperDesign } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { addSharedPaper, removeSharedPaper } from './papers.service.ts'
import { systemPapers } from './systemPapers.ts'

const design = { ground: '#f2f3f5', sheet: '#ffffff', text: '#222222', line: '#b3261e', ornament: 'band' } as const

test('given the papers of the product, then each can be read, in either language', () => {
  for (const language of ['zh', 'en'] as const) {
    for (const paper of systemPapers(language)) expect(() => paperDesign.parse(paper.design), paper.name).not.toThrow()
  }
  expect(paperDesign.safeParse({ ...design, text: '#cccccc' }).success).toBe(false)
  expect(paperDesign.safeParse({ ...design, line: 'red;background:url(x)' }).success).toBe(false)
})

describe.each(engines)('letter papers, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.as(await server.addUser('zhang.wei'))
    na = await server.as(await server.addUser('li.na'))
  })
  afterAll(() => server.stop())

  test('given own and shared papers, then each sees theirs, and a letter begins on the one that was chosen', async () => {
    const own = await wei.post('mail/main/paper/add', { name: ' 自用 ', design })
    expect(own).toEqual({ key: expect.stringMatching(/^own-\d+$/), name: '自用', design })
    const shared = await addSharedPaper(server.context, { name: '公函', design })
    const keysOf = async (who: TestClient) =>
      (await who.get('mail/main/paper')).list.map(({ key }) => key).filter((key) => !key.startsWith('system-'))
    expect(await keysOf(wei)).toEqual([shared.key, own.key])
    expect(await keysOf(na)).toEqual([shared.key])

    const choose = (key: string) =>
      wei.post('mail/main/generalConfig/single/update', { key: 'letterPaper', value: key })
    await choose(own.key)
    expect((await wei.get('mail/email/getWriteParams')).usualPaper).toEqual(design)
    expect((await na.get('mail/email/getWriteParams')).usualPaper).toBeNull()
    const paperId = Number(own.key.replace('own-', ''))
    expect(await na.refused('POST', 'mail/main/paper/delete', { paperId })).toBe(Code.notFound)
    expect(await wei.refused('POST', 'mail/main/paper/delete', { paperId: Number(shared.key.slice(7)) })).toBe(
      Code.notFound,
    )
    await wei.post('mail/main/paper/delete', { paperId })
    expect((await wei.get('mail/email/getWriteParams')).usualPaper).toBeNull()
    await removeSharedPaper(server.context, Number(shared.key.slice(7)))
    expect(await keysOf(wei)).toEqual([])
  })

  test('given a paper that nobody could read, a name that is none, or one too many, then it is refused', async () => {
    const add = (paper: object) => wei.refused('POST', 'mail/main/paper/add', { name: 'x', design, ...paper })
    expect(await add({ design: { ...design, text: '#eeeeee' } })).toBe(Code.badRequest)
    expect(await add({ design: { ...design, ornament: '<b>' } })).toBe(Code.badRequest)
    expect(await add({ name: ' ' })).toBe(Code.badRequest)
    for (let at = 0; at < PAPERS_MAX; at++) await wei.post('mail/main/paper/add', { name: `p${at}`, design })
    expect(await add({})).toBe(Code.tooManyRules)
    expect(
      await wei.refused('POST', 'mail/main/generalConfig/single/update', { key: 'letterPaper', value: '../x' }),
    ).toBe(Code.badRequest)
  })
})
