import type { CalendarLevel } from '@yanshu/contracts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { CalendarNotFoundError } from '../../../calendar-model/rows/errors.ts'
import type { MailReader } from '../../../platform/actor/actor.ts'
import { ForbiddenError } from '../../../platform/http/errors.ts'
import type { Schema } from '../../../store/database/schema.ts'

/** Departments are nested by operators, so a circle is possible. */
const DEPTH_MAX = 20

const RANK: Readonly<Record<CalendarLevel, number>> = { busy: 1, view: 2, edit: 3, manage: 4, own: 5 }

/** Whether a level includes another one. */
export const allows = (level: CalendarLevel, wanted: CalendarLevel): boolean => RANK[level] >= RANK[wanted]

/** Who asks. */
export interface Asking extends MailReader {
  readonly address: string
}

export interface SeenCalendar {
  readonly id: number
  readonly accountId: number
  readonly level: CalendarLevel
}

/**
 * The departments whose shares reach an account: its own, its further ones, and all above them, because what is shared
 * with a department is shared with those below it.
 */
const departmentsAbove = (accountId: number) => sql`
  with recursive chain(id, depth) as (
    select dept_id, 0 from account where id = ${accountId} and dept_id is not null
    union all
    select department_id, 0 from part_time_department where account_id = ${accountId}
    union all
    select department.parent_id, depth + 1 from department join chain on department.id = chain.id
      where department.parent_id is not null and depth < ${sql.lit(DEPTH_MAX)})`

/** Calendars of others that are shared in one way. Each way is asked for by itself, so that each is found by its index. */
const sharedWith = (accountId: number, way: RawBuilder<unknown>) => sql`
  select calendar.id, calendar.account_id, s.level from calendar_share s
    join calendar on calendar.id = s.calendar_id
    where calendar.account_id <> ${accountId} and ${way}`

/** Every calendar that an account may see, with the most it may do there: the strongest of its shares. */
export async function seenCalendars(
  db: Kysely<Schema>,
  accountId: number,
  only?: readonly number[],
): Promise<SeenCalendar[]> {
  const { rows } = await sql<{ id: number; account_id: number; level: CalendarLevel }>`
    ${departmentsAbove(accountId)}
    select id, account_id, 'own' as level from calendar where account_id = ${accountId}
    union all ${sharedWith(accountId, sql`s.subject = 'person' and s.subject_id = ${accountId}`)}
    union all ${sharedWith(accountId, sql`s.subject = 'department' and s.subject_id in (select id from chain)`)}
    union all ${sharedWith(accountId, sql`s.subject = 'everyone' and s.subject_id = 0`)}`.execute(db)
  const best = new Map<number, SeenCalendar>()
  const wanted = only ? new Set(only) : null
  for (const { id, account_id, level } of rows) {
    if (wanted && !wanted.has(id)) continue
    const there = best.get(id)
    if (!there || RANK[level] > RANK[there.level]) best.set(id, { id, accountId: account_id, level })
  }
  return [...best.values()]
}

/**
 * A calendar on which an account has at least this level. Throws `CalendarNotFoundError` where it may not even see it,
 * so that a caller cannot find which numbers exist, and `ForbiddenError` where it may see it and not do what was asked.
 */
export async function requireCalendar(
  db: Kysely<Schema>,
  accountId: number,
  calendarId: number,
  wanted: CalendarLevel,
): Promise<SeenCalendar> {
  const [calendar] = await seenCalendars(db, accountId, [calendarId])
  if (!calendar) throw new CalendarNotFoundError()
  if (!allows(calendar.level, wanted)) throw new ForbiddenError()
  return calendar
}

/** A calendar whose events an account may change: one that is filled from an address is read-only. */
export async function requireWritable(
  db: Kysely<Schema>,
  accountId: number,
  calendarId: number,
): Promise<SeenCalendar> {
  const calendar = await requireCalendar(db, accountId, calendarId, 'edit')
  const filled = await db
    .selectFrom('calendar_subscription')
    .select('calendar_id')
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst()
  if (filled) throw new ForbiddenError()
  return calendar
}
