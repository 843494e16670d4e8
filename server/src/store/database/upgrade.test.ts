import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOld, type Old, openOld } from '../../testing/oldStore.ts'
import { engines } from '../../testing/testDatabase.ts'
import { partTimeDepartments } from '../accounts/departments.ts'
import { openStore } from './open.ts'

/** One account with a sent mail that is held, one that has left, and rows that nothing refers to. */
async function fillOld(db: Old): Promise<void> {
  await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
  await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company, created_at)
    values (1, 'zhang.wei@yanshu.test', 1, '张伟', '', '', '', '', 1)`.execute(db)
  await sql`insert into folder (id, account_id, role, name, sort) values (1, 1, 'sent', '已发送', 1)`.execute(db)
  const message = (id: number, hash: string) =>
    sql`insert into message (id, raw_hash, size, message_id, in_reply_to, refs,
      subject, from_name, from_address, to_list, cc_list, reply_to, preview, has_attachment, priority, automatic)
    values (${id}, ${hash}, 1, '', '', '', ${`第 ${id} 封`}, '', 'a@b.example', '[]', '[]', '[]', '', 0, 3, 0)`.execute(
      db,
    )
  for (const [id, hash] of [
    [1, 'held'],
    [2, 'left'],
    [3, 'deleted'],
  ] as const) {
    await message(id, hash)
  }
  for (const id of [1, 2]) {
    await sql`insert into mail (id, account_id, folder_id, uid, message_id, sort_key, received_at, size)
      values (${id}, 1, 1, ${id}, ${id}, ${id}, 1, 1)`.execute(db)
  }
  for (const hash of ['held', 'left', 'deleted', 'stray', 'of-upload']) {
    await sql`insert into blob (hash, size, created_at) values (${hash}, 1, 7)`.execute(db)
  }
  await sql`insert into upload (id, account_id, name, content_type, size, blob_hash, picture, created_at)
    values ('upload', 1, 'a', 'a/b', 1, 'of-upload', 0, 5)`.execute(db)
  for (const [id, mail, state] of [
    ['held', 1, 'held'],
    ['left', 2, 'done'],
    ['gone', 99, 'done'],
  ] as const) {
    await sql`insert into outgoing (id, account_id, mail_id, request_id, message_id, envelope_from, state, release_at, created_at)
      values (${id}, 1, ${mail}, ${id}, ${mail === 99 ? 2 : mail}, '', ${state}, 1, 1)`.execute(db)
  }
  await sql`insert into draft (mail_id, revision, kind, source_mail_id, from_address, to_list, cc_list, bcc_list, subject,
      html, file_ids, priority, request_receipt, saved_at)
    values (1, 0, 'reply', 2, '', '[]', '[]', '[]', '第 1 封', '<p>还在</p>', '[]', 3, 0, 1)`.execute(db)
}

test.each(engines)(
  'given a store of the version before, then it is upgraded with what it holds, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0004_draft_client', fillOld)
    const { db, close } = await openStore(database.address)
    const hashes = async () =>
      (await db.selectFrom('garbage_blob').select('hash').orderBy('id').execute()).map(({ hash }) => hash)
    expect(await hashes()).toEqual(['stray'])
    const noted = await db.selectFrom('garbage_message').select('message_id').orderBy('message_id').execute()
    expect(noted).toEqual([{ message_id: 2 }, { message_id: 3 }])
    const outgoing = await db
      .selectFrom('outgoing')
      .select(['id', 'writing', 'attempts', 'due_at'])
      .orderBy('id')
      .execute()
    expect(outgoing).toMatchObject([
      { id: 'gone', writing: null, attempts: 0, due_at: 0 },
      { id: 'held', writing: expect.stringContaining('还在') },
      { id: 'left', writing: null },
    ])
    expect(JSON.parse(outgoing[1]?.writing ?? '')).toMatchObject({
      kind: 'reply',
      source_mail_id: 2,
      html: '<p>还在</p>',
    })
    expect(await db.selectFrom('draft').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('upload').select('checked_at').execute()).toEqual([{ checked_at: 5 }])
    // From here on the store notes by itself which rows have lost their last reference.
    await db.deleteFrom('upload').execute()
    await db.deleteFrom('message').where('id', '=', 3).execute()
    expect(await hashes()).toEqual(['stray', 'of-upload', 'deleted'])
    await close()
    // Opened again, there is nothing left to do.
    await (await openStore(database.address)).close()
    await forget()
  },
)

/** Two people with a conversation each, departments as text, and mail that did not arrive. */
async function fillBeforeThreads(db: Old): Promise<void> {
  await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
  await sql`insert into department (parent_id, name, sort) values (null, '研发部', 1)`.execute(db)
  await sql`insert into department (parent_id, name, sort) values (1, '测试组', 1)`.execute(db)
  for (const [id, name, partTime] of [
    [1, '张伟', '测试组,安全委员会,'],
    [2, '李娜', ''],
  ] as const) {
    await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company,
        dept_id, part_time_depts, created_at)
      values (${id}, ${`person${id}@yanshu.test`}, 1, ${name}, '', '', '', '', 1, ${partTime}, 1)`.execute(db)
    await sql`insert into folder (id, account_id, role, name, sort) values (${id}, ${id}, 'inbox', '收件箱', 1)`.execute(
      db,
    )
  }
  // Stored in the order in which they came: the answer before the mail that it answers, and one whose original never
  // came.
  const messages: [id: number, messageId: string, inReplyTo: string, refs: string, account: number][] = [
    [1, '<answer@x>', '<question@x>', '<question@x>', 1],
    [2, '<question@x>', '', '', 1],
    [3, '<deeper@x>', '', '<lost@x> <answer@x>', 1],
    [4, '<alone@x>', '', '', 1],
    [5, '', '', '', 1],
    [6, '', '', '', 1],
    [7, '<sibling1@x>', '<never@x>', '', 2],
    [8, '<sibling2@x>', '<never@x>', '', 2],
    [9, '<elsewhere@x>', '<question@x>', '', 2],
  ]
  for (const [id, messageId, inReplyTo, refs, account] of messages) {
    await sql`insert into message (id, raw_hash, size, message_id, in_reply_to, refs, subject, from_name, from_address,
        to_list, cc_list, reply_to, sender, preview, has_attachment, priority, automatic)
      values (${id}, null, 1, ${messageId}, ${inReplyTo}, ${refs}, '', '', 'Wang@Elsewhere.example',
        '[{"name":"","address":"A@b.example"},{"name":"","address":"a@B.example"}]', '[{"name":"","address":"c@b.example"}]',
        '[]', '{"name":"","address":"s@b.example"}', '', 0, 3, 0)`.execute(db)
    await sql`insert into mail (id, account_id, folder_id, uid, message_id, sort_key, received_at, size)
      values (${id}, ${account}, ${account}, ${id}, ${id}, ${100 + id}, 1, 1)`.execute(db)
  }
  await sql`insert into outgoing (id, account_id, mail_id, request_id, message_id, envelope_from, state, release_at, created_at)
    values ('out', 1, 1, '', 1, '', 'released', 77, 1)`.execute(db)
  for (const [address, state, at] of [
    ['told@x', 'failed', 0],
    ['untold@x', 'failed', 5],
    ['queued@x', 'queued', 9],
  ] as const) {
    await sql`insert into outgoing_recipient (outgoing_id, address, state, next_attempt_at)
      values ('out', ${address}, ${state}, ${at})`.execute(db)
  }
}

test.each(engines)(
  'given a store from before threads, then addresses, threads, departments and reports are filled, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0007_mail_day', fillBeforeThreads)
    const { db, close } = await openStore(database.address)
    const threads = await db.selectFrom('mail').select(['id', 'thread_id']).orderBy('id').execute()
    expect(threads.map(({ id, thread_id }) => [id, thread_id])).toEqual([
      [1, 101],
      [2, 101],
      [3, 101],
      [4, 104],
      [5, 105],
      [6, 106],
      [7, 107],
      [8, 107],
      // The same question lies in another mailbox, not in this one.
      [9, 109],
    ])
    const addresses = await db
      .selectFrom('message_address')
      .select(['kind', 'address'])
      .where('message_id', '=', 9)
      .orderBy('address')
      .execute()
    expect(addresses).toEqual([
      { kind: 'to', address: 'a@b.example' },
      { kind: 'cc', address: 'c@b.example' },
      { kind: 'sender', address: 's@b.example' },
      { kind: 'from', address: 'wang@elsewhere.example' },
    ])
    const recipients = await db
      .selectFrom('outgoing_recipient')
      .select(['address', 'next_attempt_at', 'notified_at'])
      .orderBy('address')
      .execute()
    expect(recipients).toEqual([
      { address: 'queued@x', next_attempt_at: 9, notified_at: null },
      { address: 'told@x', next_attempt_at: 0, notified_at: 77 },
      { address: 'untold@x', next_attempt_at: 0, notified_at: null },
    ])
    expect((await partTimeDepartments(db, 1)).map(({ name }) => name)).toEqual(['测试组', '安全委员会'])
    expect(await partTimeDepartments(db, 2)).toEqual([])
    expect(await db.selectFrom('account').select('change_seq').execute()).toEqual([
      { change_seq: 0 },
      { change_seq: 0 },
    ])
    await close()
    await forget()
  },
)

test.each(engines)(
  'given a store from before verdicts, then its mail on the way is as it was, and verdicts can be kept, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0013_switches', async (db) => {
      await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
      await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company, created_at)
        values (1, 'zhang.wei@yanshu.test', 1, '张伟', '', '', '', '', 1)`.execute(db)
      await sql`insert into message (id, raw_hash, size, rfc_message_id, in_reply_to, refs,
          subject, from_name, from_address, to_list, cc_list, reply_to, preview, has_attachment, priority, automatic)
        values (1, 'raw', 1, '', '', '', '', '', '', '[]', '[]', '[]', '', 0, 3, 0)`.execute(db)
      await sql`insert into outgoing (id, account_id, mail_id, request_id, message_id, envelope_from, state, release_at, created_at)
        values ('out', 1, 1, '', 1, '', 'released', 77, 1)`.execute(db)
      await sql`insert into outgoing_recipient (outgoing_id, address, state, next_attempt_at, reason)
        values ('out', 'a@x', 'failed', 0, '550 5.1.1 no such user'), ('out', 'b@x', 'queued', 9, '')`.execute(db)
    })
    const { db, close } = await openStore(database.address)
    const recipients = await db.selectFrom('outgoing_recipient').selectAll().orderBy('address').execute()
    expect(recipients).toMatchObject([
      { address: 'a@x', state: 'failed', reason: '550 5.1.1 no such user', status: '' },
      { address: 'b@x', state: 'queued', next_attempt_at: 9, status: '' },
    ])
    const whom = { account_id: 1, address: 'zhang.wei@yanshu.test', mail_id: null, step: 'rules' }
    await db
      .insertInto('delivery_verdict')
      .values({ ...whom, outcome: 'discarded', key: '', detail: '{}', at: 1 })
      .execute()
    await db
      .insertInto('delivery_effect')
      .values({ ...whom, data: '{}', created_at: 1, retry_at: 1 })
      .execute()
    // Rows of a person are deleted with them.
    await db.deleteFrom('account').execute()
    expect(await db.selectFrom('delivery_verdict').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('delivery_effect').selectAll().execute()).toEqual([])
    await close()
    await forget()
  },
)

test.each(engines)(
  'given drafts of the version before, then each is kept as one of its account, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0046_awaited_mails', async (db) => {
      const id = 7
      await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
      await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company,
          created_at) values (${id}, 'li.na@yanshu.test', 1, '', '', '', '', '', 1)`.execute(db)
      await sql`insert into folder (id, account_id, role, name, sort) values (1, ${id}, 'drafts', '草稿', 1)`.execute(
        db,
      )
      await sql`insert into message (id, size, rfc_message_id, in_reply_to, refs, subject, from_name, from_address, to_list,
          cc_list, reply_to, preview, has_attachment, priority, automatic)
        values (1, 1, '', '', '', '', '', '', '[]', '[]', '[]', '', 0, 3, 0)`.execute(db)
      await sql`insert into mail (id, account_id, folder_id, uid, message_id, sort_key, received_at, size)
        values (1, ${id}, 1, 1, 1, 1, 1, 1)`.execute(db)
      await sql`insert into draft (mail_id, revision, kind, from_address, to_list, cc_list, bcc_list, subject, html,
          file_ids, priority, request_receipt, saved_at)
        values (1, 1, 'new', '', '[]', '[]', '[]', '', '', '[]', 1, 1, 1)`.execute(db)
    })
    const { db, close } = await openStore(database.address)
    const columns = ['mail_id', 'account_id', 'priority', 'request_receipt', 'options'] as const
    expect(await db.selectFrom('draft').select(columns).execute()).toEqual([
      { mail_id: 1, account_id: 7, priority: 1, request_receipt: 1, options: '{}' },
    ])
    await close()
    await forget()
  },
)

/** Mail in every state of the queue, and what waits for the managers of a group, as the version before had them. */
async function fillQueue(db: Old): Promise<void> {
  await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
  await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company, created_at)
    values (7, 'zhang.wei@yanshu.test', 1, '张伟', '', '', '', '', 1)`.execute(db)
  await sql`insert into folder (id, account_id, role, name, sort) values (1, 7, 'sent', '已发送', 1)`.execute(db)
  await sql`insert into message (id, raw_hash, size, rfc_message_id, in_reply_to, refs,
      subject, from_name, from_address, to_list, cc_list, reply_to, preview, has_attachment, priority, automatic)
    values (1, 'raw', 1, '', '', '', '', '', '', '[]', '[]', '[]', '', 0, 3, 0)`.execute(db)
  await sql`insert into mail (id, account_id, folder_id, uid, message_id, sort_key, received_at, size)
    values (5, 7, 1, 1, 1, 1, 1, 1)`.execute(db)
  for (const [id, account, request, state, retryAt] of [
    ['undo', 7, 'r1', 'held', 0],
    ['failing', 7, 'r2', 'held', 900],
    ['stopped', 7, 'smtp-r3', 'held', 8_640_000_000_000_000],
    ['code', 0, '', 'held', 0],
    ['relaying', 7, 'r4', 'released', 0],
    ['restored', 7, 'r5', 'released', 8_640_000_000_000_000],
    ['reporting', 7, 'r6', 'done', 500],
    ['taken', 7, 'r7', 'cancelled', 0],
  ] as const) {
    await sql`insert into outgoing (id, account_id, mail_id, request_id, message_id, envelope_from, state, release_at,
        created_at, writing, attempts, retry_at)
      values (${id}, ${account}, ${account === 0 ? 0 : 5}, ${request}, 1, '', ${state}, 77, 1, '{}', 2, ${retryAt})`.execute(
      db,
    )
    await sql`insert into outgoing_recipient (outgoing_id, address, state, attempts, next_attempt_at, reason, status)
      values (${id}, 'Li@At@Partner.example', ${state === 'released' ? 'queued' : 'held'}, 1, 9, 'why', '4.2.1')`.execute(
      db,
    )
  }
  await sql`insert into mail_group (id, address, name, note, senders, moderated, created_at)
    values (3, 'team@yanshu.test', '组', '', 'anybody', 1, 1)`.execute(db)
  for (const [id, sender] of [
    ['ours', 7],
    ['outside', null],
    ['former', 99],
  ] as const) {
    await sql`insert into mail_group_waiting (id, group_id, message_id, envelope_from, sender_id, created_at)
      values (${id}, 3, 1, 'a@b.example', ${sender}, 11)`.execute(db)
  }
}

test.each(engines)(
  'given a queue of the version before, then every mail is in the state it was in, and groups have what waits, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0048_smaller_reads', fillQueue)
    const { db, close } = await openStore(database.address)
    const rows = await db.selectFrom('outgoing').selectAll().execute()
    const NEVER = 8_640_000_000_000_000
    const byTime = { held_step: 'time', held_by: 'sender' }
    const own = { account_id: 7, mail_id: 5, attempts: 2, writing: '{}', release_at: 77, on_hold: 0 }
    const waiting = {
      ...{ origin: 'group', state: 'held', due_at: NEVER, held_step: 'mail-groups', held_by: 'group:3' },
      ...{ created_at: 11, envelope_from: 'a@b.example', request_id: '', writing: null },
      held_why: expect.stringContaining('team@yanshu.test'),
    }
    expect(Object.fromEntries(rows.map((row) => [row.id, row]))).toMatchObject({
      undo: { ...own, ...byTime, origin: 'page', state: 'held', due_at: 77 },
      failing: { ...own, ...byTime, origin: 'page', state: 'held', due_at: 900 },
      stopped: { ...own, ...byTime, origin: 'program', state: 'held', due_at: 77, on_hold: 1 },
      code: { ...byTime, origin: 'system', account_id: null, mail_id: null, state: 'held', due_at: 77 },
      relaying: { ...own, origin: 'page', state: 'released', held_step: '' },
      restored: { ...own, origin: 'page', state: 'released', on_hold: 1 },
      reporting: { ...own, origin: 'page', state: 'done', report_at: 500 },
      taken: { ...own, origin: 'page', state: 'taken-back' },
      ours: { ...waiting, account_id: 7, mail_id: 5 },
      outside: { ...waiting, account_id: null, mail_id: null },
      former: { ...waiting, account_id: null, mail_id: null },
    })
    const recipients = await db.selectFrom('outgoing_recipient').selectAll().execute()
    expect(recipients).toHaveLength(11)
    expect(recipients.find((one) => one.outgoing_id === 'relaying')).toEqual({
      ...{ outgoing_id: 'relaying', address: 'Li@At@Partner.example', domain: 'partner.example' },
      ...{ state: 'queued', attempts: 1, next_attempt_at: 9, notified_at: null, reason: 'why', status: '4.2.1' },
    })
    expect(recipients.find((one) => one.outgoing_id === 'outside')).toMatchObject({
      ...{ address: 'team@yanshu.test', domain: 'yanshu.test', state: 'held', notified_at: null },
    })
    // A row that goes still takes its recipients with it.
    await db.deleteFrom('outgoing').execute()
    expect(await db.selectFrom('outgoing_recipient').selectAll().execute()).toEqual([])
    await close()
    await forget()
  },
)

test.each(engines)(
  'given changes that can be undone and invitations to be read, then what they need is held from the upgrade on, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0048_smaller_reads', async (db) => {
      await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
      await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company,
          created_at) values (7, 'li.na@yanshu.test', 1, '', '', '', '', '', 1)`.execute(db)
      await sql`insert into message (id, size, rfc_message_id, in_reply_to, refs, subject, from_name, from_address, to_list,
          cc_list, reply_to, preview, has_attachment, priority, automatic)
        values (1, 1, '', '', '', '', '', '', '[]', '[]', '[]', '', 0, 3, 0)`.execute(db)
      await sql`insert into folder (id, account_id, role, name, sort) values (1, 7, 'inbox', '收件箱', 1)`.execute(db)
      await sql`insert into mail (id, account_id, folder_id, uid, message_id, sort_key, received_at, size)
        values (3, 7, 1, 1, 1, 1, 1, 1)`.execute(db)
      const files = (...hashes: string[]) => JSON.stringify(hashes.map((hash) => ({ fileId: 'f', hash })))
      const before = JSON.stringify([{ files: files('a', '', 'b') }, { files: files('b') }, { title: '没有文件' }])
      await sql`insert into event_undo (id, account_id, at, before, after)
        values ('u', 7, 1, ${before}, '[]'), ('none', 7, 1, '[]', '[]')`.execute(db)
      await sql`insert into invitation_arrival (id, account_id, address, mail_id, blob_hash, sender, own, retry_at)
        values (5, 7, '', 3, 'c', '', 0, 1), (6, 7, '', null, 'd', '', 0, 1)`.execute(db)
    })
    const { db, close } = await openStore(database.address)
    expect(await db.selectFrom('message_hold').selectAll().execute()).toEqual([
      { message_id: 1, owner: 'invitation_arrival', owner_id: '5' },
    ])
    expect(await db.selectFrom('blob_hold').selectAll().orderBy('hash').execute()).toEqual([
      { hash: 'a', owner: 'event_undo', owner_id: 'u' },
      { hash: 'b', owner: 'event_undo', owner_id: 'u' },
      { hash: 'c', owner: 'invitation_arrival', owner_id: '5' },
      { hash: 'd', owner: 'invitation_arrival', owner_id: '6' },
    ])
    // A hold ends with its owner, also where that goes with something else, and is noted.
    await db.deleteFrom('account').execute()
    expect(await db.selectFrom('message_hold').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('blob_hold').selectAll().execute()).toEqual([])
    const noted = await db.selectFrom('garbage_blob').select('hash').orderBy('hash').execute()
    expect(noted.map(({ hash }) => hash)).toEqual(['a', 'b', 'c', 'd'])
    await close()
    await forget()
  },
)

test('given an upgrade that fails in the middle, then the store is as before and the next one succeeds, on sqlite', async () => {
  const { database, forget } = await makeOld('sqlite', '0006_hostile_mail', async (db) => {
    await fillBeforeThreads(db)
    await sql`update message set cc_list = 'not json' where id = 5`.execute(db)
  })
  await expect(openStore(database.address)).rejects.toThrow()
  const old = openOld('sqlite', database.address)
  expect(await old.selectFrom('message').select('message_id').where('id', '=', 4).execute()).toEqual([
    { message_id: '<alone@x>' },
  ])
  await sql`update message set cc_list = '[]' where id = 5`.execute(old)
  await old.destroy()
  await (await openStore(database.address)).close()
  await forget()
})

test.each(engines)(
  'given work that waits in the tables of the version before, then each has its job, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0048_smaller_reads', async (db) => {
      await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
      for (const id of [1, 2]) {
        await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company, created_at)
          values (${id}, ${`person${id}@yanshu.test`}, 1, '', '', '', '', '', 1)`.execute(db)
        await sql`insert into invitation_due (account_id, uid, due_at, changes, attempts, known_rows)
          values (${id}, 'b', 30, 1, 0, '[]'), (${id}, 'a', ${id * 10}, 1, 0, '[]')`.execute(db)
      }
      await sql`insert into delivery_effect (id, account_id, address, step, data, created_at, retry_at)
        values (7, 1, '', 'rules', '{}', 1, 5), (8, null, '', 'rules', '{}', 1, 8640000000000000)`.execute(db)
      for (const at of [4, 3]) {
        await sql`insert into invitation_arrival (account_id, address, blob_hash, sender, own, retry_at)
          values (1, '', 'hash', '', 0, ${at})`.execute(db)
      }
      await sql`insert into archive_job (id, account_id, state, open_folders, created_at, claimed_until)
        values ('one', 1, 'running', '[]', 1, 60), ('two', 2, 'ready', '[]', 1, 60)`.execute(db)
    })
    const { db, close } = await openStore(database.address)
    const jobs = await db.selectFrom('job').select(['kind', 'key', 'run_at']).orderBy('kind').orderBy('key').execute()
    expect(jobs.map(({ kind, key, run_at }) => [kind, key, run_at])).toEqual([
      ['calendar.arrivals', '1', 3],
      ['calendar.invitations', '1', 10],
      ['calendar.invitations', '2', 20],
      ['delivery.effect', '7', 5],
      ['delivery.effect', '8', 8_640_000_000_000_000],
      ['export.archive', 'one', 60],
    ])
    await close()
    await forget()
  },
)
