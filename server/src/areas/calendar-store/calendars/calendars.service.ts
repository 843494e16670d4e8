import { CALENDAR_COLORS, CALENDARS_MAX, type CalendarEntry, type CalendarShare } from '@yanshu/contracts'
import { CalendarNotFoundError } from '../../../calendar-model/rows/errors.ts'
import { BadRequestError, ForbiddenError, NameTakenError } from '../../../platform/http/errors.ts'
import { departmentPaths } from '../../../store/accounts/departments.ts'
import type { Context, TransactionContext } from '../../../store/context/context.ts'
import { numberIn } from '../../../store/database/ids.ts'
import type { Trx } from '../../../store/database/transact.ts'
import { transact } from '../../../store/database/transact.ts'
import { lockMailboxes } from '../../../store/mailbox/index.ts'
import { requireCalendar, seenCalendars } from './access.ts'
import { announceCalendars } from './audience.ts'

/** The tone of the first calendar: a quiet blue. */
export const FIRST_COLOR = 9
export const FIRST_NAME = '我的日历'

/** The calendars that an account sees, its own first. An account without one gets the first one. */
export async function listCalendars(context: Context, accountId: number): Promise<CalendarEntry[]> {
  const found = await readCalendars(context, accountId)
  if (found.some(({ level }) => level === 'own')) return found
  await transact(context, async (trx) => {
    // Two windows may open at once.
    await lockMailboxes(trx, context.store.engine, [accountId])
    const there = await trx.selectFrom('calendar').select('id').where('account_id', '=', accountId).executeTakeFirst()
    if (!there) await insertCalendar(trx, context, accountId, { name: FIRST_NAME, color: FIRST_COLOR, sort: 0 })
  })
  return readCalendars(context, accountId)
}

/** Makes a calendar inside of a transaction; answers its id. */
export async function insertCalendar(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  accountId: number,
  { name, color, sort }: { name: string; color: number; sort: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('calendar')
    .values({ account_id: accountId, name, color, sort, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function readCalendars({ store }: Pick<Context, 'store'>, accountId: number): Promise<CalendarEntry[]> {
  const seen = new Map((await seenCalendars(store.db, accountId)).map((one) => [one.id, one]))
  if (seen.size === 0) return []
  const rows = await store.db
    .selectFrom('calendar')
    .innerJoin('account', 'account.id', 'calendar.account_id')
    .leftJoin('calendar_view', (join) =>
      join.onRef('calendar_view.calendar_id', '=', 'calendar.id').on('calendar_view.account_id', '=', accountId),
    )
    .leftJoin('calendar_subscription', 'calendar_subscription.calendar_id', 'calendar.id')
    .leftJoin('calendar_publication', 'calendar_publication.calendar_id', 'calendar.id')
    .select((eb) => [
      'calendar.id',
      'calendar.account_id',
      'calendar.name',
      'calendar.color',
      'calendar.sort',
      'account.name as owner_name',
      'account.address',
      'calendar_view.shown',
      'calendar_view.color as own_color',
      'calendar_subscription.url',
      'calendar_subscription.fetched_at',
      'calendar_subscription.failure',
      'calendar_publication.secret',
      'calendar_publication.level as published_level',
      eb
        .exists(
          eb
            .selectFrom('calendar_share')
            .select('calendar_share.level')
            .whereRef('calendar_share.calendar_id', '=', 'calendar.id'),
        )
        .as('shared'),
    ])
    .where(numberIn(store.engine, 'calendar.id', [...seen.keys()]))
    .orderBy('calendar.sort')
    .orderBy('calendar.id')
    .execute()
  const entries = rows.map(
    (row): CalendarEntry => ({
      calendarId: row.id,
      name: row.name,
      color: row.own_color ?? row.color,
      level: seen.get(row.id)?.level ?? 'busy',
      owner: { name: row.owner_name, address: row.address },
      // A calendar that is shared with all accounts is hidden at first: otherwise it would fill every account's screen.
      shown: row.shown === null ? row.account_id === accountId : row.shown === 1,
      shared: Boolean(row.shared),
      // An address may contain a secret of its owner; others learn only that there is one.
      subscription:
        row.url === null
          ? null
          : {
              url: row.account_id === accountId ? row.url : '',
              fetchedAt: row.fetched_at,
              failed: row.failure !== '',
            },
      published:
        row.secret === null || row.published_level === null || row.account_id !== accountId
          ? null
          : { secret: row.secret, level: row.published_level },
    }),
  )
  return [...entries.filter(({ level }) => level === 'own'), ...entries.filter(({ level }) => level !== 'own')]
}

/** Makes a calendar, or changes one. Throws `CalendarNotFoundError`, `ForbiddenError`, `NameTakenError`. */
export async function saveCalendar(
  context: Context,
  accountId: number,
  { calendarId, name, color }: { calendarId?: number | undefined; name: string; color?: number | undefined },
): Promise<CalendarEntry> {
  const clean = name.normalize('NFC')
  const id = await transact(context, async (trx) => {
    const calendar = calendarId === undefined ? null : await requireCalendar(trx, accountId, calendarId, 'manage')
    const owner = calendar?.accountId ?? accountId
    await lockMailboxes(trx, context.store.engine, [owner])
    const others = await trx.selectFrom('calendar').select(['id', 'name']).where('account_id', '=', owner).execute()
    if (others.some((one) => one.name === clean && one.id !== calendarId)) throw new NameTakenError()
    if (!calendar) {
      if (others.length >= CALENDARS_MAX) throw new BadRequestError(['calendars'])
      return insertCalendar(trx, context, accountId, {
        name: clean,
        color: color ?? ((FIRST_COLOR + others.length * 5 - 1) % CALENDAR_COLORS) + 1,
        sort: others.length,
      })
    }
    await trx
      .updateTable('calendar')
      .set({ name: clean, ...(color === undefined ? {} : { color }) })
      .where('id', '=', calendar.id)
      .execute()
    return calendar.id
  })
  await announceCalendars(context, [id])
  const entry = (await readCalendars(context, accountId)).find((one) => one.calendarId === id)
  if (!entry) throw new CalendarNotFoundError()
  return entry
}

/** Throws `CalendarNotFoundError`; `ForbiddenError` for that of another account, and for the last one. */
export async function deleteCalendar(context: Context, accountId: number, calendarId: number): Promise<void> {
  await requireCalendar(context.store.db, accountId, calendarId, 'own')
  const shares = await context.store.db
    .selectFrom('calendar_share')
    .select('subject_id')
    .where('calendar_id', '=', calendarId)
    .where('subject', '=', 'person')
    .execute()
  await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const own = await trx.selectFrom('calendar').select('id').where('account_id', '=', accountId).execute()
    if (own.length <= 1) throw new ForbiddenError()
    await trx.deleteFrom('calendar').where('id', '=', calendarId).where('account_id', '=', accountId).execute()
  })
  await announceCalendars(context, [calendarId], [accountId, ...shares.map((one) => one.subject_id)])
}

/** Sets which calendars an account shows. Throws `CalendarNotFoundError`. */
export async function viewCalendars(
  context: Context,
  accountId: number,
  views: readonly { calendarId: number; shown: boolean; color?: number | undefined }[],
): Promise<void> {
  const seen = new Map((await seenCalendars(context.store.db, accountId)).map((one) => [one.id, one]))
  for (const { calendarId } of views) if (!seen.has(calendarId)) throw new CalendarNotFoundError()
  await transact(context, async (trx) => {
    for (const { calendarId, shown, color } of views) {
      const row = { account_id: accountId, calendar_id: calendarId, shown: shown ? 1 : 0, color: color ?? null }
      await trx
        .insertInto('calendar_view')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'calendar_id'])
            .doUpdateSet({ shown: row.shown, ...(color === undefined ? {} : { color }) }),
        )
        .execute()
    }
  })
  context.events.publish(accountId, { optType: 'event', name: 'calendar.changed', data: { calendarIds: [] } })
}

/** Whom a calendar is shared with, and the departments that it could be shared with. */
export async function listShares(context: Context, accountId: number, calendarId: number) {
  await requireCalendar(context.store.db, accountId, calendarId, 'manage')
  const paths = await departmentPaths(context.store.db)
  const departments = [...paths]
    .map(([departmentId, name]) => ({ departmentId, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh'))
  return { shares: await readShares(context, calendarId, paths), departments }
}

async function readShares(
  { store }: Pick<Context, 'store'>,
  calendarId: number,
  departments: ReadonlyMap<number, string>,
): Promise<CalendarShare[]> {
  const rows = await store.db
    .selectFrom('calendar_share')
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'calendar_share.subject_id').on('calendar_share.subject', '=', 'person'),
    )
    .select(['subject', 'subject_id', 'level', 'account.name', 'account.address'])
    .where('calendar_id', '=', calendarId)
    .orderBy('subject')
    .orderBy('subject_id')
    .execute()
  return rows.flatMap((row): CalendarShare[] => {
    const { level } = row
    if (row.subject === 'everyone') return [{ subject: { kind: 'everyone' }, level }]
    if (row.subject === 'department') {
      const name = departments.get(row.subject_id)
      return name === undefined ? [] : [{ subject: { kind: 'department', departmentId: row.subject_id, name }, level }]
    }
    return row.address === null
      ? []
      : [{ subject: { kind: 'person', address: row.address, name: row.name ?? '' }, level }]
  })
}

/** Shares a calendar with exactly these. An address that no account here has is refused. */
export async function saveShares(
  context: Context,
  accountId: number,
  calendarId: number,
  shares: readonly CalendarShare[],
): Promise<CalendarShare[]> {
  const before = await context.store.db
    .selectFrom('calendar_share')
    .select('subject_id')
    .where('calendar_id', '=', calendarId)
    .where('subject', '=', 'person')
    .execute()
  await transact(context, async (trx) => {
    const calendar = await requireCalendar(trx, accountId, calendarId, 'manage')
    const rows = new Map<
      string,
      { subject: CalendarShare['subject']['kind']; id: number; level: CalendarShare['level'] }
    >()
    for (const { subject, level } of shares) {
      const id = await subjectId(trx, subject)
      // The owner needs no share.
      if (subject.kind === 'person' && id === calendar.accountId) continue
      rows.set(`${subject.kind} ${id}`, { subject: subject.kind, id, level })
    }
    await trx.deleteFrom('calendar_share').where('calendar_id', '=', calendarId).execute()
    for (const { subject, id, level } of rows.values()) {
      await trx
        .insertInto('calendar_share')
        .values({ calendar_id: calendarId, subject, subject_id: id, level })
        .execute()
    }
  })
  await announceCalendars(
    context,
    [calendarId],
    before.map((one) => one.subject_id),
  )
  return readShares(context, calendarId, await departmentPaths(context.store.db))
}

async function subjectId(trx: Trx, subject: CalendarShare['subject']): Promise<number> {
  if (subject.kind === 'everyone') return 0
  const row =
    subject.kind === 'department'
      ? await trx.selectFrom('department').select('id').where('id', '=', subject.departmentId).executeTakeFirst()
      : await trx
          .selectFrom('account')
          .select('id')
          .where('address', '=', subject.address.trim().toLowerCase())
          .where('disabled', '=', 0)
          .executeTakeFirst()
  if (!row) throw new BadRequestError(['shares'])
  return row.id
}
