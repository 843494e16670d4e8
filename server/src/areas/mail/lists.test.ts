import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { addMail } from '../../store/mailbox/addMail.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const MAILS = 120
const START = Date.parse('2026-03-01T00:00:00Z')

describe.each(engines)('lists and mails, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let accountId: number
  let inbox: number
  let ids: number[]

  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    person = await server.login('zhang.wei')
    inbox = await folderOfRole(server.context.store.db, accountId, 'inbox')
    ids = await transact(server.context, async (trx) => {
      const made: number[] = []
      for (let i = 0; i < MAILS; i++) {
        // Ten mails of each second, so that nothing but the sort key orders them.
        const receivedAt = START + Math.floor(i / 10) * 1_000
        made.push((await putMailIn(trx, server.context, accountId, { receivedAt, seen: i % 3 === 0 })).mailId)
      }
      return made
    })
    await person.post('mail/email/sticky/update', { mailIds: [ids[5] ?? 0, ids[50] ?? 0], sticky: true })
    await person.post('mail/email/color/update', { mailIds: ids.slice(0, 30), color: 1 })
  })
  afterAll(() => server.stop())

  type Query = { mailboxId?: number; isUnread?: '0' | '1' }
  const walkByCursor = async (path: 'mail/email/mailbox/list' | 'mail/email/favorite/list', query: Query) => {
    const seen: number[] = []
    let sortValues: string | undefined
    for (;;) {
      const page = await person.get(path, { ...query, pageSize: 7, sortValues })
      seen.push(...page.list.map((item) => item.mailId))
      sortValues = page.list.at(-1)?.sortValues.join(',')
      if (!page.more) return { seen, total: page.total }
    }
  }

  test.each<[string, Query]>([
    ['everything', {}],
    ['unread', { isUnread: '1' }],
    ['read', { isUnread: '0' }],
  ])('by cursor and by offset the same rows in the same order: %s', async (_, filter) => {
    for (const query of [filter, { ...filter, mailboxId: inbox }]) {
      const { seen, total } = await walkByCursor('mail/email/mailbox/list', query)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(total)
      const offsets = [0, 1, 10, 59, 60, 61, total - 8, total - 1, total, total + 50]
      for (const { pageSize, offset } of [7, 9, 70].flatMap((pageSize) =>
        offsets.map((from) => ({ pageSize, offset: Math.max(0, from) })),
      )) {
        const page = await person.get('mail/email/mailbox/list', { ...query, pageSize, offset })
        const place = `${pageSize} rows from ${offset}`
        expect(
          page.list.map((item) => item.mailId),
          place,
        ).toEqual(seen.slice(offset, offset + pageSize))
        expect(page.more, place).toBe(offset + pageSize < total)
      }
    }
  })

  test('a folder shows what is kept on top first, then the newest', async () => {
    const { list } = await person.get('mail/email/mailbox/list', { mailboxId: inbox, pageSize: 200 })
    expect(list.slice(0, 2).map((item) => item.sticky)).toEqual([true, true])
    const dates = list.slice(2).map((item) => item.date)
    expect(dates).toEqual([...dates].sort((a, b) => b - a))
  })

  test('a folder that everybody has is listed by its role, and the answer says which it is', async () => {
    const [first, second] = await Promise.all([
      person.get('mail/email/mailbox/list', { role: 'inbox', timeZone: 8 }),
      person.get('mail/email/mailbox/list', { mailboxId: inbox, timeZone: 8 }),
    ])
    expect(first).toEqual({ ...second, mailboxId: inbox })
    await server.addUser('wang.fang')
    const others = await (await server.login('wang.fang')).get('mail/email/mailbox/list', { role: 'inbox' })
    expect([others.total, others.mailboxId]).not.toContain(inbox)
    expect(others.list).toEqual([])
    const refused = await person.raw('GET', 'mail/email/mailbox/list', { query: { role: 'custom' } })
    expect(refused.envelope.code).toBe(Code.badRequest)
  })

  test('every kind of list gives no more of the first words than it is asked for', async () => {
    const { mailId } = await putMail(server.context, accountId, {
      text: '请放到三楼库房，登记后即可。Thank you.',
      from: { name: '仓库', address: 'store@example.org' },
    })
    const { labelId } = await person.post('mail/main/label/save', { labelName: '库房' })
    await person.post('mail/email/label/update', { mailIds: [mailId], add: [labelId], remove: [] })
    await person.post('mail/email/color/update', { mailIds: [mailId], color: 1 })
    const asked = { pageSize: 200, previewColumns: 9 }
    const pages = await Promise.all([
      person.get('mail/email/mailbox/list', asked),
      person.get('mail/email/mailbox/list', { ...asked, mailboxId: inbox }),
      person.get('mail/email/label/list', { ...asked, labelId }),
      person.get('mail/email/favorite/list', asked),
      person.get('mail/email/related/list', { ...asked, address: 'store@example.org' }),
      person.get('mail/email/search', { ...asked, searchKeyword: '库房' }),
      person.get('mail/home/unread/list', { ...asked, address: 'store@example.org' }),
    ])
    const previews = pages.map(({ list }) => list.find((item) => item.mailId === mailId)?.preview)
    expect(previews).toEqual(pages.map(() => '请放到三…'))
    const whole = await person.get('mail/email/mailbox/list', { mailboxId: inbox, pageSize: 1, offset: 2 })
    expect(whole.list[0]?.preview).toBe('请放到三楼库房，登记后即可。Thank you.')
    const refused = await person.raw('GET', 'mail/email/mailbox/list', { query: { previewColumns: 321 } })
    expect(refused.envelope.code).toBe(Code.badRequest)
    await person.post('mail/email/delete', { mailIds: [mailId] })
  })

  test('starred mails, and none of the recycle bin', async () => {
    const [first = 0] = ids
    expect((await walkByCursor('mail/email/favorite/list', {})).total).toBe(30)
    await person.post('mail/email/recoverableDelete', { mailIds: [first] })
    const { seen, total } = await walkByCursor('mail/email/favorite/list', {})
    expect(total).toBe(29)
    expect(seen).not.toContain(first)
    await person.post('mail/email/recoverEmail', { mailIds: [first] })
    expect((await walkByCursor('mail/email/favorite/list', {})).total).toBe(30)
  })

  test('what goes into the recycle bin and back is answered with its places, by which it moves on', async () => {
    const kept = await putMail(server.context, accountId)
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '归处' })
    const filed = await putMail(server.context, accountId, { folderId })
    const mailIds = [kept.mailId, filed.mailId]
    const trash = await folderOfRole(server.context.store.db, accountId, 'trash')
    const recycled = await person.post('mail/email/recoverableDelete', { mailIds: [...mailIds, 4_711_000] })
    expect(recycled.count).toBe(2)
    expect(recycled.moved.map(({ mailId, mailboxId }) => [mailId, mailboxId])).toEqual(mailIds.map((id) => [id, trash]))
    expect(await person.post('mail/email/recoverableDelete', { mailIds })).toEqual({ count: 0, moved: [] })
    const [first] = recycled.moved
    const back = { mailboxId: trash, targetMailboxId: inbox, mailUids: [first?.mailUid ?? 0] }
    expect((await person.post('mail/email/move', back)).moved.map(({ mailId }) => mailId)).toEqual([kept.mailId])
    const recovered = await person.post('mail/email/recoverEmail', { mailIds })
    const [one] = recovered.moved
    expect(recovered).toMatchObject({ count: 1, moved: [{ mailId: filed.mailId, mailboxId: folderId }] })
    const on = { mailboxId: folderId, targetMailboxId: inbox, mailUids: [one?.mailUid ?? 0] }
    expect((await person.post('mail/email/move', on)).moved.map(({ mailId }) => mailId)).toEqual([filed.mailId])
    await person.post('mail/email/delete', { mailIds })
    await person.post('mail/main/folder/delete/password', { folderId })
  })

  test('a mail of a folder that is gone comes back to the inbox', async () => {
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '短命' })
    const { mailId } = await putMail(server.context, accountId, { folderId })
    await person.post('mail/main/folder/delete/password', { folderId })
    await person.post('mail/email/recoverEmail', { mailIds: [mailId] })
    expect(await person.post('mail/email/detail', { mailId })).toMatchObject({ mailboxId: inbox })
    await person.post('mail/email/delete', { mailIds: [mailId] })
  })

  test('reading a mail does not mark it', async () => {
    const { mailId } = await putMail(server.context, accountId, { text: '正文', html: '<p>正文</p>' })
    const mail = await person.post('mail/email/detail', { mailId })
    expect(mail).toMatchObject({
      html: '<p>正文</p>',
      text: '正文',
      seen: false,
      deliveries: [],
      sendId: null,
      releaseAt: null,
    })
    expect((await person.post('mail/email/detail', { mailId })).seen).toBe(false)
    await person.post('mail/email/delete', { mailIds: [mailId] })
  })

  test('a sender from outside counts as a stranger with the first mail, unless the account wrote to them before', async () => {
    const strange = async (address: string, before = async () => {}) => {
      await before()
      const { mailId } = await putMail(server.context, accountId, { from: { name: '', address } })
      const { stranger } = await person.post('mail/email/detail', { mailId })
      await person.post('mail/email/delete', { mailIds: [mailId] })
      return stranger
    }
    expect(await strange('new@outside.example')).toBe(true)
    expect(await strange('NEW@outside.example')).toBe(false)
    expect(await strange('colleague@yanshu.test')).toBe(false)
  })

  describe('a sender is a stranger by the whole address', () => {
    beforeAll(async () => {
      const row = { name: '', uses: 1, received: 0, last_used_at: 1 }
      const elseId = await server.addUser('somebody.else')
      await server.context.store.db
        .insertInto('correspondent')
        .values([
          { ...row, account_id: accountId, address: 'friend@far.example' },
          { ...row, account_id: accountId, address: 'ärger@far.example' },
          { ...row, account_id: elseId, address: 'theirs@far.example' },
        ])
        .execute()
    })

    test.each([
      ['of the organisation', 'Wang.Fang@YANSHU.test', false],
      ['of the organisation, with two signs', '"a@b"@yanshu.test', false],
      ['of a domain that ends like it', 'wang@notyanshu.test', true],
      ['of a domain that begins like it', 'wang@yanshu.test.example', true],
      ['without a domain', 'yanshu', true],
      ['of nobody', '', false],
      ['that the account wrote to', 'Friend@Far.example', false],
      ['that the account wrote to, in letters beyond ASCII', 'Ärger@far.example', false],
      ['in letters beyond ASCII', 'ÄRGER2@far.example', true],
      ['that somebody else wrote to', 'theirs@far.example', true],
    ])('%s', async (_, address, stranger) => {
      const { mailId } = await putMail(server.context, accountId, { from: { name: '', address } })
      const { list } = await person.get('mail/email/mailbox/list', { mailboxId: inbox, pageSize: 5 })
      expect(list.find((mail) => mail.mailId === mailId)).toMatchObject({ stranger, from: { address } })
      expect(await person.post('mail/email/detail', { mailId })).toMatchObject({ stranger })
      await person.post('mail/email/delete', { mailIds: [mailId] })
    })
  })

  test('drafts are no place to move to, and system folders stay what they are', async () => {
    const { folderList } = await person.get('mail/main/folder/list')
    const drafts = folderList.find((folder) => folder.role === 'drafts')?.folderId
    expect(folderList.map((folder) => folder.folderName)).toEqual(['收件箱', '已发送', '草稿箱', '回收站', '垃圾邮件'])
    await person.refused('POST', 'mail/email/move', { mailboxId: inbox, targetMailboxId: drafts, mailUids: [1] })
    await person.refused('POST', 'mail/main/folder/updateName', { folderId: inbox, folderName: '别的' })
    await person.refused('POST', 'mail/main/folder/updateState', { folderId: inbox, state: 1 })
    await person.refused('POST', 'mail/main/folder/delete/password', { folderId: inbox })
    await person.refused('POST', 'mail/main/folder/save', { folderName: '收件箱' })
  })

  test('removing the last copy of a message removes the message, and not before', async () => {
    const { db } = server.context.store
    const otherId = await server.addUser('li.na')
    const { mailId } = await putMail(server.context, accountId)
    const { message_id } = await db
      .selectFrom('mail')
      .select('message_id')
      .where('id', '=', mailId)
      .executeTakeFirstOrThrow()
    const second = await transact(server.context, async (trx) =>
      addMail(trx, server.context, {
        accountId: otherId,
        folderId: await folderOfRole(trx, otherId, 'inbox'),
        messageId: message_id,
        receivedAt: START,
        size: 1_000,
      }),
    )
    const messages = () => db.selectFrom('message').select('id').where('id', '=', message_id).execute()
    await person.post('mail/email/delete', { mailIds: [mailId] })
    expect(await messages()).toHaveLength(1)
    const other = await server.login('li.na')
    await other.post('mail/email/delete', { mailIds: [second.mailId] })
    expect(await messages()).toHaveLength(0)
  })
})
