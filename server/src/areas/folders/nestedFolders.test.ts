import { Code, FOLDER_DEPTH_MAX, FOLDER_NAME_MAX } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const PASSWORD = '开门 1234'

describe.each(engines)('folders that lie in each other, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient

  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    weiId = await server.addUser('zhang.wei')
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
  })
  afterAll(() => server.stop())

  const make = async (folderName: string, parentId?: number) =>
    (await wei.post('mail/main/folder/save', { folderName, ...(parentId === undefined ? {} : { parentId }) })).folderId
  /** The code of a call, whether it is done or refused. */
  const codeOf = async (client: TestClient, method: 'GET' | 'POST', path: string, input: Record<string, unknown>) =>
    (await client.raw(method, path, method === 'GET' ? { query: input } : { body: input })).envelope.code
  const move = (folderId: number, parentId: number | null) =>
    codeOf(wei, 'POST', 'mail/main/folder/move', { folderId, parentId })
  const folderNow = async (folderId: number, client = wei) =>
    (await client.get('mail/main/folder/list')).customList.find((one) => one.folderId === folderId)
  const script = async () => (await wei.get('mail/mailClassify/sieve')).script

  test('given a folder in another, then it has its own name, and one place cannot have two of a name', async () => {
    const [first, second] = [await make('2023'), await make('2024')]
    const inFirst = await make('发票', first)
    const inSecond = await make('发票', second)
    expect(await folderNow(inFirst)).toMatchObject({ folderName: '发票', parentId: first })
    expect(await folderNow(inSecond)).toMatchObject({ folderName: '发票', parentId: second })
    expect(await folderNow(first)).not.toHaveProperty('parentId')
    const again = { folderName: '发票', parentId: first }
    expect(await wei.refused('POST', 'mail/main/folder/save', again)).toBe(Code.nameTaken)
    expect(await move(inSecond, first)).toBe(Code.nameTaken)
    expect(await folderNow(inSecond)).toMatchObject({ parentId: second })
  })

  test('given a folder that is renamed, then those in it follow, and rules and scripts find them', async () => {
    const top = await make('客户')
    const middle = await make('华东', top)
    const inner = await make('上海', middle)
    const conditions = [{ field: 'subject' as const, not: false, value: 'x' }]
    await wei.post('mail/mailClassify/save', { ruleName: 's', conditions, actions: { folderId: inner } })
    expect(await script()).toContain('客户/华东/上海')
    const renamed = await wei.post('mail/main/folder/updateName', { folderId: middle, folderName: '华东区' })
    expect(renamed).toMatchObject({ folderName: '华东区', parentId: top })
    expect(await folderNow(inner)).toMatchObject({ folderName: '上海', parentId: middle })
    expect(await script()).toContain('客户/华东区/上海')
    // Its new name begins with the old one: those in it are stored under names that others of them have had.
    await wei.post('mail/main/folder/updateName', { folderId: top, folderName: '客户/华东区' })
    await wei.post('mail/main/folder/updateName', { folderId: top, folderName: '客户' })
    expect(await script()).toContain('客户/华东区/上海')
    expect(await move(inner, null)).toBe(200)
    expect(await folderNow(inner)).not.toHaveProperty('parentId')
    expect(await script()).toContain('"上海"')
  })

  test('given a place in itself, too deep, or of the system, then it is refused with that reason', async () => {
    const chain: number[] = []
    for (let depth = 0; depth < FOLDER_DEPTH_MAX; depth++) {
      chain.push(await make(`${depth}${'长'.repeat(FOLDER_NAME_MAX - 1)}`, chain.at(-1)))
    }
    const [outer = 0, inner = 0] = [chain[0], chain.at(-1)]
    const deeper = { folderName: '更深', parentId: inner }
    expect(await wei.refused('POST', 'mail/main/folder/save', deeper)).toBe(Code.folderTooDeep)
    const long = { folderName: '长'.repeat(FOLDER_NAME_MAX + 1), parentId: outer }
    expect(await wei.refused('POST', 'mail/main/folder/save', long)).toBe(Code.badRequest)
    expect(await move(outer, outer)).toBe(Code.folderInItself)
    expect(await move(outer, inner)).toBe(Code.folderInItself)
    const single = await make('单独')
    expect(await move(outer, single)).toBe(Code.folderTooDeep)
    expect(await move(single, inner)).toBe(Code.folderTooDeep)
    const inbox = (await wei.get('mail/main/folder/list')).folderList[0]?.folderId ?? 0
    expect(await move(single, inbox)).toBe(Code.forbidden)
    expect(await move(inbox, single)).toBe(Code.forbidden)
    expect(await wei.refused('POST', 'mail/main/folder/save', { folderName: 'x', parentId: inbox })).toBe(
      Code.forbidden,
    )
  })

  test('given somebody else, then neither the folder nor a place in it is theirs', async () => {
    const mine = await make('我的')
    const theirs = (await na.post('mail/main/folder/save', { folderName: '她的' })).folderId
    const tries = [
      ['save', { folderName: '里', parentId: mine }],
      ['move', { folderId: mine, parentId: null }],
      ['move', { folderId: theirs, parentId: mine }],
    ] as const
    for (const [call, body] of tries) {
      expect(await na.refused('POST', `mail/main/folder/${call}`, body)).toBe(Code.folderNotFound)
    }
  })

  test('given an order with the move, then the folder lies there in that order', async () => {
    const parent = await make('顺序')
    const [a, b, c] = [await make('甲', parent), await make('乙', parent), await make('丙')]
    await wei.post('mail/main/folder/move', { folderId: c, parentId: parent, order: [a, c, b] })
    const inside = (await wei.get('mail/main/folder/list')).customList.filter(({ parentId }) => parentId === parent)
    expect(inside.map(({ folderName }) => folderName)).toEqual(['甲', '丙', '乙'])
  })

  test('given a folder that is put into one with a password, then lists and labels lose its mail, and get it back', async () => {
    const guard = await make('保险柜')
    const folderId = await make('合同')
    const { mailId } = await putMail(server.context, weiId, { subject: '合同一', folderId })
    const { labelId } = await wei.post('mail/main/label/save', { labelName: '法务' })
    await wei.post('mail/email/label/update', { mailIds: [mailId], add: [labelId], remove: [] })
    await wei.post('mail/main/folder/setPwd', { folderId: guard, password: PASSWORD })
    const other = await server.login('zhang.wei')
    const shown = async () => ({
      listed: (await other.get('mail/email/mailbox/list', {})).list.length,
      labelled: (await other.get('mail/main/label/list')).labelList.find((one) => one.labelId === labelId)?.mail,
      counted: (await other.get('mail/email/unread/count')).folders.find((one) => one.folderId === folderId)?.mail,
    })
    expect(await shown()).toEqual({ listed: 1, labelled: 1, counted: 1 })
    // A person who has not entered the password puts nothing into the folder, and makes none there.
    expect(await other.refused('POST', 'mail/main/folder/move', { folderId, parentId: guard })).toBe(Code.folderClosed)
    expect(await other.refused('POST', 'mail/main/folder/save', { folderName: '新', parentId: guard })).toBe(
      Code.folderClosed,
    )
    expect(await move(folderId, guard)).toBe(200)
    expect(await shown()).toEqual({ listed: 0, labelled: 0, counted: 0 })
    expect(await folderNow(folderId, other)).toMatchObject({ pwd: false, opened: false, mail: 0 })
    // Nor can it be taken out, deleted, or opened by taking the other one's name.
    expect(await other.refused('POST', 'mail/main/folder/move', { folderId, parentId: null })).toBe(Code.folderClosed)
    expect(await other.refused('POST', 'mail/main/folder/delete/password', { folderId })).toBe(Code.folderClosed)
    expect(await move(folderId, null)).toBe(200)
    expect(await shown()).toEqual({ listed: 1, labelled: 1, counted: 1 })
    expect(await folderNow(folderId, other)).not.toHaveProperty('opened')
  })

  test('given a password around another one, then the outer one is asked first, and the folder is open after both', async () => {
    const outer = await make('外')
    const inner = await make('内', outer)
    await wei.post('mail/main/folder/setPwd', { folderId: inner, password: `${PASSWORD}内` })
    await wei.post('mail/main/folder/setPwd', { folderId: outer, password: `${PASSWORD}外` })
    const other = await server.login('zhang.wei')
    const enter = (password: string) =>
      other.raw('POST', 'mail/main/folder/validPwd', { body: { folderId: inner, password } })
    expect((await enter(`${PASSWORD}内`)).envelope.code).toBe(Code.folderPasswordWrong)
    expect((await enter(`${PASSWORD}外`)).envelope.data).toEqual({ exists: true, opened: false })
    expect(await other.refused('GET', 'mail/email/mailbox/list', { mailboxId: inner })).toBe(Code.folderClosed)
    expect((await enter(`${PASSWORD}内`)).envelope.data).toEqual({ exists: true, opened: true })
    expect(await codeOf(other, 'GET', 'mail/email/mailbox/list', { mailboxId: inner })).toBe(200)
    const third = await server.login('zhang.wei')
    const deleted = { folderId: outer, password: `${PASSWORD}外` }
    // Its own password opens it, and not the one that lies in it.
    expect(await third.refused('POST', 'mail/main/folder/delete/password', deleted)).toBe(Code.folderClosed)
    expect(await codeOf(other, 'POST', 'mail/main/folder/delete/password', deleted)).toBe(200)
    expect(await folderNow(inner)).toBeUndefined()
  })

  test('given a folder that is deleted, then those in it go too, and all their mail is in the recycle bin', async () => {
    const outer = await make('旧项目')
    const inner = await make('附件', outer)
    await putMail(server.context, weiId, { subject: '外面', folderId: outer })
    await putMail(server.context, weiId, { subject: '里面', folderId: inner })
    await wei.post('mail/main/folder/delete/password', { folderId: outer })
    expect(await folderNow(inner)).toBeUndefined()
    const trash = (await wei.get('mail/main/folder/list')).folderList.find(({ role }) => role === 'trash')?.folderId
    const { list } = await wei.get('mail/email/mailbox/list', { mailboxId: trash ?? 0 })
    expect(list.map(({ subject }) => subject).toSorted()).toEqual(['外面', '里面'].toSorted())
  })
})
