import { Code, RECIPIENTS_MAX } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('marks of recipients, on %s', (engine) => {
  let server: TestServer
  let wei: number
  let asWei: TestClient

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.addUser('zhang.wei')
    asWei = await server.as(wei)
  })
  afterEach(() => server.stop())

  const delivered = async (raw: Buffer) => {
    const message = await server.preparer.prepare(await server.context.blobs.put(raw), raw)
    const receivedAt = server.context.now()
    await server.deliverer.deliver(message, { accountIds: [wei], role: 'inbox', receivedAt })
    return (await server.mailsOf(wei)).at(-1)?.id ?? 0
  }
  const marks = async (...addresses: string[]) => {
    const { list } = await asWei.post('mail/email/recipientMarks', { addresses })
    return Object.fromEntries(list.map((one) => [one.address, one.marks]))
  }

  test('an outside address is new until it was written to from this mailbox', async () => {
    const outside = 'Buyer@Partner.example'
    expect(await marks(outside)).toEqual({ [outside]: ['outside', 'first'] })
    await asWei.post('mail/email/send', sending({ to: [{ name: '', address: 'buyer@partner.example' }] }))
    expect(await marks(outside)).toEqual({ [outside]: ['outside'] })

    const asNa = await server.as(await server.addUser('li.na'))
    const { list } = await asNa.post('mail/email/recipientMarks', { addresses: [outside] })
    expect(list[0]?.marks).toEqual(['outside', 'first'])
  })

  test('a colleague has a mark only where mail does not arrive', async () => {
    const full = await server.addUser('wang.fang', { quotaBytes: 1_000 })
    await server.addUser('chen.jie', { disabled: true })
    await server.addUser('li.na', { quotaBytes: 1_000_000 })
    await server.context.store.db.updateTable('account').set({ used_bytes: 1_000 }).where('id', '=', full).execute()
    expect(
      await marks(
        'LI.NA@yanshu.test',
        'wang.fang@yanshu.test',
        'chen.jie@yanshu.test',
        'no.one@yanshu.test',
        'postmaster@yanshu.test',
      ),
    ).toEqual({
      'wang.fang@yanshu.test': ['full'],
      'chen.jie@yanshu.test': ['disabled'],
      'no.one@yanshu.test': ['unknown'],
      'postmaster@yanshu.test': ['unknown'],
    })
  })

  test('colleagues who are away or share a name are named, with as many statements for two hundred as for one', async () => {
    await server.addUser('li.na', { name: '李娜' })
    await server.addUser('li.na2', { name: '李娜' })
    await server.addUser('li.nana', { name: '李娜娜' })
    for (const local of ['john', 'john2']) await server.addUser(local, { name: 'John Smith' })
    const asJie = await server.as(await server.addUser('chen.jie', { name: '陈杰' }))
    const reply = await asJie.get('mail/main/generalConfig/getReply')
    await asJie.post('mail/main/generalConfig/saveReply', { ...reply, enabled: true, inside: '<p>休假</p>' })
    const names = ['LI.na', 'li.na2', 'li.nana', 'chen.jie', 'zhang.wei', 'john']
    const many = Array.from({ length: 200 }, (_, at) => `c${at}@elsewhere.example`)
    const addresses = [...names.map((name) => `${name}@yanshu.test`), ...many]
    const { hinted } = await asWei.post('mail/email/recipientMarks', { addresses })
    expect(hinted?.map((address) => address.replace('@yanshu.test', ''))).toEqual([
      'LI.na',
      'li.na2',
      'chen.jie',
      'john',
    ])
  })

  test('a group is marked for a person who may not write to it, in whichever case its address is written', async () => {
    // Mail groups are answered for by a step of delivery, which a still server has not.
    await server.stop()
    server = await startTestServer({ engine })
    asWei = await server.as(await server.addUser('zhang.wei'))
    await server.context.store.db
      .insertInto('mail_group')
      .values({
        address: 'board@yanshu.test',
        name: '董事会',
        note: '',
        senders: 'members',
        moderated: 0,
        created_at: 0,
      })
      .execute()
    expect(await marks('board@yanshu.test', 'Board@Yanshu.test')).toEqual({
      'board@yanshu.test': ['closedGroup'],
      'Board@Yanshu.test': ['closedGroup'],
    })
    const refused = await asWei.refused('POST', 'contact/mailgroup/members', { address: 'board@yanshu.test' })
    expect(refused).toBe(Code.notFound)
    const letter = sending({ to: [{ name: '', address: 'Board@Yanshu.test' }] })
    expect((await asWei.attempt('mail/email/send', letter)).code).toBe(Code.recipientsRefused)
  })

  test('a group is marked and expanded to its members for a person who is in it', async () => {
    await server.stop()
    server = await startTestServer({ engine })
    wei = await server.addUser('zhang.wei', { name: '张伟' })
    const na = await server.addUser('li.na', { name: '李娜' })
    asWei = await server.as(wei)
    const { db } = server.context.store
    const { id } = await db
      .insertInto('mail_group')
      .values({
        address: 'team@yanshu.test',
        name: '项目组',
        note: '',
        senders: 'anybody',
        moderated: 0,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('mail_group_person')
      .values([wei, na].map((account_id) => ({ group_id: id, role: 'member', account_id, department_id: null })))
      .execute()
    expect(await marks('Team@yanshu.test')).toEqual({ 'Team@yanshu.test': ['group'] })
    expect(await asWei.post('contact/mailgroup/members', { address: 'Team@yanshu.test' })).toEqual({
      list: [
        { name: '李娜', address: 'li.na@yanshu.test' },
        { name: '张伟', address: 'zhang.wei@yanshu.test' },
      ],
      more: false,
    })
    const asOther = await server.as(await server.addUser('wang.fang'))
    expect(await asOther.refused('POST', 'contact/mailgroup/members', { address: 'team@yanshu.test' })).toBe(
      Code.notFound,
    )
  })

  test('an answer to all knows whether the mail came as a blind copy', async () => {
    const read = async (head: string) => {
      const raw = Buffer.from(`From: Li <li@partner.example>\r\n${head}\r\nSubject: x\r\n\r\nx`)
      const mailId = await delivered(raw)
      const { blindCopy } = await asWei.post('mail/email/recipientMarks', { addresses: [], mailId: mailId })
      return blindCopy
    }
    expect(await read('To: buyer@partner.example')).toBe(true)
    expect(await read('To: buyer@partner.example\r\nCc: Zhang <ZHANG.WEI+orders@yanshu.test>')).toBe(false)
    expect(await read('To: list@partner.example\r\nList-Id: <list.partner.example>')).toBe(false)
    const gone = await asWei.post('mail/email/recipientMarks', { addresses: [], mailId: 999_999 })
    expect(gone.blindCopy).toBe(false)
  })

  test('what is no address has no marks, and 500 are answered as one', async () => {
    const many = Array.from({ length: RECIPIENTS_MAX }, (_, at) => `person${at}@partner.example`)
    const { list } = await asWei.post('mail/email/recipientMarks', { addresses: many })
    expect(list).toHaveLength(RECIPIENTS_MAX)
    expect(await marks('no address', '', 'a@b@c.cn')).toEqual({})
  })
})
