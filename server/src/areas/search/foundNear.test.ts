import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const at = Date.parse('2026-10-01T08:00:00Z')
const DAY = 86_400_000

describe.each(engines)('near words and best hits, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    weiId = await server.addUser('wei')
    await server.addUser('na')
    wei = await server.login('wei')
    na = await server.login('na')
    const { context } = server
    const trash = await folderOfRole(context.store.db, weiId, 'trash')
    const { folderId } = await wei.post('mail/main/folder/save', { folderName: '私密' })
    await context.store.db
      .updateTable('folder')
      .set({ guarded: 1, password_hash: 'x' })
      .where('id', '=', folderId)
      .execute()
    const put = (mail: Parameters<typeof putMail>[2]) => putMail(context, weiId, mail)
    await put({ subject: '差旅费报销', receivedAt: at })
    await put({ subject: '别的', text: '请看报销的说明', receivedAt: at + 3 * DAY })
    await put({ subject: '问候', from: { name: '报销组', address: 'bx@yanshu.test' }, receivedAt: at + 2 * DAY })
    await put({ subject: '裁员名单', folderId, receivedAt: at })
    await put({ subject: '宿舍清单', folderId: trash, receivedAt: at })
  })
  afterAll(() => server.stop())

  const near = async (who: TestClient, searchKeyword: string) =>
    (await who.get('mail/email/search/near', { searchKeyword })).keywords
  const found = async (query: Record<string, unknown>) =>
    (await wei.get('mail/email/search', { searchKeyword: '报销', ...query })).list

  test('words of the own mail are proposed, none of closed folders, the recycle bin or others', async () => {
    expect(await near(wei, '报消')).toEqual(['报销'])
    expect(await near(wei, 'baoxiao')).toEqual(['报销'])
    expect(await near(wei, '才员')).toEqual([])
    expect(await near(wei, '宿社')).toEqual([])
    expect(await near(na, '报消')).toEqual([])
    expect(await wei.refused('GET', 'mail/email/search/near', { searchKeyword: '长'.repeat(201) })).toBe(
      Code.badRequest,
    )
  })

  test('the best hits are those with the word in the subject, then in people, then in the text, page by page', async () => {
    const subjects = (list: readonly { readonly subject: string }[]) => list.map(({ subject }) => subject)
    expect(subjects(await found({}))).toEqual(['别的', '问候', '差旅费报销'])
    expect(subjects(await found({ order: 'best' }))).toEqual(['差旅费报销', '问候', '别的'])
    const [first] = await found({ order: 'best', pageSize: 1 })
    const second = await found({ order: 'best', pageSize: 1, sortValues: first?.sortValues.join(',') })
    expect(subjects(second)).toEqual(['问候'])
    expect(subjects(await found({ order: 'best', offset: 2 }))).toEqual(['别的'])
    expect(subjects(await found({ order: 'best', searchType: 1 }))).toEqual(['差旅费报销'])
    expect(
      await wei.refused('GET', 'mail/email/search', { searchKeyword: '报销', order: 'best', sortValues: '0,1' }),
    ).toBe(Code.mailNotFound)
    const marked = await wei.get('mail/email/search/marked', { searchKeyword: '报销', order: 'best' })
    expect(marked).toMatchObject({ before: null, list: { length: 3 } })
  })
})
