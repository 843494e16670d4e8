import { Code, PAPERS_MAX } from '@yanshu/contracts'
import { paperDesign } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlToText } from '../../mime/html-text.ts'
import { outgoingHtml } from '../../mime/outgoingHtml.ts'
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

test('given a letter on a paper, then what is sent keeps its tables, colours and class, and loses the marks of drafts', () => {
  const cell = '<td bgcolor="#0e8f86" height="8" style="height:8px;background-color:#0e8f86">\u00a0</td>'
  const sheet =
    '<td class="yanshu-sheet" align="left" bgcolor="#fbfefd" style="padding:28px 32px;color:#17332f">见字如面</td>'
  const table = (rows: string) =>
    `<table class="yanshu-paper e3f1ee-fbfefd-17332f-0e8f86-band" border="0" cellpadding="0" cellspacing="0" width="100%" bgcolor="#e3f1ee" style="background-color:#e3f1ee"><tbody>${rows}</tbody></table>`
  const paper = table(`<tr>${cell}</tr><tr>${sheet}</tr>`)
  expect(outgoingHtml(paper, () => '').html).toBe(paper)
  const draft = paper.replace(
    '见字如面',
    '<div data-yanshu-body="rich"><data value="yanshu-signature own-1">见字如面</data></div>',
  )
  expect(outgoingHtml(draft, () => '').html).toBe(paper.replace('见字如面', '<div>见字如面</div>'))
  expect(htmlToText(paper).trim()).toBe('见字如面')
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
