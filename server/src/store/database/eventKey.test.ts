import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOld, type Old } from '../../testing/oldStore.ts'
import { engines } from '../../testing/testDatabase.ts'
import { openStore } from './open.ts'

/** Events that an earlier version stored twice, and a personal group with a contact in it. */
async function fillOld(db: Old): Promise<void> {
  await sql`insert into domain (id, name, created_at) values (1, 'yanshu.test', 1)`.execute(db)
  await sql`insert into account (id, address, domain_id, name, name_pinyin, name_initials, password_hash, company, created_at)
    values (1, 'zhang.wei@yanshu.test', 1, '张伟', '', '', '', '', 1)`.execute(db)
  await sql`insert into calendar (id, account_id, name, color, sort, created_at) values (1, 1, '工作', 1, 1, 1)`.execute(
    db,
  )
  const event = (
    id: number,
    uid: string,
    title: string,
    { series = null as number | null, at = null as number | null } = {},
  ) =>
    sql`insert into event (id, calendar_id, series_id, recurrence_at, uid, sequence, title, place, description, link, all_day,
        start_at, end_at, zone, availability, private, categories, reminders, attendees, first_at, last_at, updated_at, updated_by)
      values (${id}, 1, ${series}, ${at}, ${uid}, 0, ${title}, '', '', '', 0, 1000, 2000, 'UTC', 'busy', 0, '[]', '[]', '[]',
        1000, 2000, ${id}, 1)`.execute(db)
  await event(1, 'same', '周会')
  await event(2, 'same', '周会')
  await event(3, 'same', '周会，改过', { series: 1, at: 1000 })
  await event(4, 'other', '旧题目')
  await event(5, 'other', '新题目')
  await event(6, 'single', '一次', { at: 1000 })
  await event(7, 'single', '另一次', { at: 5000 })
  await sql`insert into contact_book (account_id, seq) values (1, 7)`.execute(db)
  await sql`insert into contact_group (id, account_id, name, sort) values (1, 1, '同学', 1)`.execute(db)
}

test.each(engines)(
  'given events that are there twice, then each is there once and nothing is lost, on %s',
  async (engine) => {
    const { database, forget } = await makeOld(engine, '0093_unproven_invitations', fillOld)
    const { db, close } = await openStore(database.address)
    const events = await db.selectFrom('event').select(['id', 'uid', 'series_id']).orderBy('id').execute()
    expect(events.map(({ id, uid, series_id }) => [id, uid, series_id])).toEqual([
      [2, 'same', null],
      [3, 'same', 2],
      [4, 'other~4', null],
      [5, 'other', null],
      [6, 'single', null],
      [7, 'single', null],
    ])
    const twin = db.updateTable('event').set({ uid: 'same' }).where('id', '=', 5).execute()
    await expect(twin).rejects.toThrow(/unique/i)
    const cards = await db.selectFrom('contact_group_card').select(['group_id', 'uid', 'seq']).execute()
    expect(cards).toEqual([{ group_id: 1, uid: 'yanshu-group-1', seq: 8 }])
    await close()
    await forget()
  },
)
