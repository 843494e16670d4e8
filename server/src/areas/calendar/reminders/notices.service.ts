import type { GetData } from '@yanshu/contracts'
import type { Context } from '../../../store/context/context.ts'
import { transact } from '../../../store/database/transact.ts'
import { enqueue } from '../../../store/jobs/index.ts'
import { REMINDER } from '../../calendar-store/index.ts'

const SHOWN = 50
/** Notices that are not closed are shown for this long. */
const LIFE_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

const selectOpen = ({ store }: Pick<Context, 'store'>, accountId: number) =>
  store.db
    .selectFrom('reminder_notice as notice')
    .innerJoin('event', 'event.id', 'notice.event_id')
    .leftJoin('event as exception', (join) =>
      join.onRef('exception.series_id', '=', 'notice.event_id').onRef('exception.recurrence_at', '=', 'notice.at'),
    )
    .select([
      'notice.id',
      'notice.event_id',
      'notice.at',
      'notice.start_at',
      'notice.due_at',
      'notice.fired_at',
      'event.title',
      'event.place',
      'event.link',
      'event.all_day',
      'exception.title as own_title',
      'exception.place as own_place',
    ])
    .where('notice.account_id', '=', accountId)
    .where('notice.closed_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectOpen>['execute']>>[number]

const noticeOf = (row: Row) => ({
  id: row.id,
  eventId: row.event_id,
  at: row.at,
  start: row.start_at,
  allDay: row.all_day === 1,
  title: row.own_title ?? row.title,
  place: row.own_place ?? row.place,
  link: row.link,
  /** Minutes that it came too late, 0 when in time. */
  late: Math.max(0, Math.floor((row.fired_at - row.due_at) / MINUTE_MS) - 1),
})

/** A reminder that has fired. */
export type Notice = ReturnType<typeof noticeOf>

/** Reminders that have fired and are not closed, the next event first. */
export async function listNotices(
  context: Context,
  accountId: number,
): Promise<Pick<GetData<'calendar/reminders'>, 'reminders'>> {
  const rows = await selectOpen(context, accountId)
    .where('notice.fired_at', '>', context.now() - LIFE_MS)
    .orderBy('notice.start_at')
    .limit(SHOWN)
    .execute()
  return { reminders: rows.map(noticeOf) }
}

/** One of an account's reminders; null when it has been closed, or the event is gone. */
export async function readNotice(context: Context, accountId: number, noticeId: number): Promise<Notice | null> {
  const row = await selectOpen(context, accountId).where('notice.id', '=', noticeId).executeTakeFirst()
  return row ? noticeOf(row) : null
}

/** Closes notices, or shows them again after so many minutes. Those of others are skipped. */
export async function closeNotices(
  context: Context,
  accountId: number,
  { ids, snooze }: { readonly ids: readonly number[]; readonly snooze?: number | undefined },
): Promise<void> {
  if (ids.length === 0) return
  await transact(context, async (trx) => {
    const closed = await trx
      .updateTable('reminder_notice')
      .set({ closed_at: context.now() })
      .where('account_id', '=', accountId)
      .where('id', 'in', [...ids])
      .where('closed_at', 'is', null)
      .returning(['event_id', 'at', 'start_at'])
      .executeTakeFirst()
    if (!closed || snooze === undefined) return
    // As a reminder of its own, marked by a number of minutes that cannot be chosen.
    const due = context.now() + snooze * MINUTE_MS
    await trx
      .insertInto('reminder')
      .values({
        event_id: closed.event_id,
        minutes: -Math.round(due / MINUTE_MS),
        due_at: due,
        at: closed.at,
        start_at: closed.start_at,
      })
      .onConflict((conflict) => conflict.columns(['event_id', 'minutes']).doNothing())
      .execute()
    await enqueue(trx, context, REMINDER, [{ key: `${closed.event_id}`, at: due }])
  })
  context.events.publish(accountId, { optType: 'event', name: 'calendar.reminder', data: {} })
}
