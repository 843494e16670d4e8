import { createHash } from 'node:crypto'
import { ICS_SIZE_MAX, zoneOfHours } from '@yanshu/contracts'
import type { Context } from '../../../store/context/context.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { type FetchPolicy, fetchRemote, PUBLIC_WEB } from '../../files/index.ts'
import { readSettings } from '../../settings/index.ts'
import { announceCalendars } from '../calendars/audience.ts'
import { decodeIcs } from '../ics/decodeIcs.ts'
import { readIcsApart } from '../ics/icsWork.ts'
import { type Imported, storeEvents } from '../import/importIcs.ts'
import { CalendarNotFoundError } from '../rows/errors.ts'

const HOUR_MS = 3_600_000
/** Between two readings of one address; after failures longer, up to a day. */
const EVERY_MS = HOUR_MS
const LAST_WAIT_MS = 24 * HOUR_MS
/** How long a server has to read one that it has claimed before another may try. */
const CLAIM_MS = 5 * 60_000
const TIME_MAX_MS = 20_000
const AT_ONCE = 10
/** Addresses that are read at the same time: one that answers slowly keeps no other waiting. */
const SIDE_BY_SIDE = 5
const DELETED_AT_ONCE = 200

const policies = new WeakMap<Context['config'], FetchPolicy>()

/** Lets a server read from addresses that are not on the public web; for tests, whose servers stand on loopback. */
export const allowFetching = ({ config }: Pick<Context, 'config'>, policy: FetchPolicy): void => {
  policies.set(config, policy)
}

/** Reads every subscribed calendar that is due; no mail comes of it. Claimed by its next time, so each is read once. */
export async function refreshSubscriptions(context: Context): Promise<boolean> {
  const due = await context.store.db
    .selectFrom('calendar_subscription')
    .select(['calendar_id', 'next_at'])
    .where('next_at', '<=', context.now())
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute()
  const left = due.values()
  const refresh = async () => {
    for (const one of left) await refreshDue(context, one)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, refresh))
  return false
}

/** Reads one calendar whose time has come, if no other server does. */
async function refreshDue(
  context: Context,
  { calendar_id: calendarId, next_at: nextAt }: { readonly calendar_id: number; readonly next_at: number },
): Promise<void> {
  const claimed = await transact(context, (trx) =>
    trx
      .updateTable('calendar_subscription')
      .set({ next_at: context.now() + CLAIM_MS })
      .where('calendar_id', '=', calendarId)
      .where('next_at', '=', nextAt)
      .returning('calendar_id')
      .executeTakeFirst(),
  )
  // The error is stored for its owner to see.
  if (claimed) await refreshSubscription(context, calendarId).catch(() => undefined)
}

/**
 * Reads the address of one calendar and makes the calendar the same. Rejects with the error, which is also stored for
 * its owner; what was read before stays.
 */
export async function refreshSubscription(context: Context, calendarId: number): Promise<Imported | null> {
  const { db } = context.store
  const subscription = await db
    .selectFrom('calendar_subscription')
    .innerJoin('calendar', 'calendar.id', 'calendar_subscription.calendar_id')
    .select(['url', 'content_hash', 'failures', 'calendar.account_id'])
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst()
  if (!subscription) throw new CalendarNotFoundError()
  const { url, content_hash: known, failures, account_id: accountId } = subscription
  try {
    const bytes = await fetchRemote(url, {
      accept: 'text/calendar, */*;q=0.1',
      sizeMax: ICS_SIZE_MAX,
      timeMax: TIME_MAX_MS,
      policy: policies.get(context.config) ?? PUBLIC_WEB,
    })
    const hash = createHash('sha256').update(bytes).digest('base64url')
    const done = hash === known ? null : await takeIn(context, accountId, calendarId, bytes)
    await note(
      context,
      calendarId,
      { content_hash: hash, fetched_at: context.now(), failures: 0, failure: '' },
      EVERY_MS,
    )
    await announceCalendars(context, [calendarId])
    return done
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 200)
    const wait = Math.min(EVERY_MS * 2 ** failures, LAST_WAIT_MS)
    await note(context, calendarId, { failures: Math.min(failures + 1, 10), failure: failure || 'failed' }, wait)
    await announceCalendars(context, [calendarId])
    throw error
  }
}

async function takeIn(context: Context, accountId: number, calendarId: number, bytes: Uint8Array): Promise<Imported> {
  const { timeZone } = await readSettings(context, accountId)
  const read = await readIcsApart(context, decodeIcs(bytes), zoneOfHours(timeZone))
  // Tasks, reminders, people and files of others' calendars are not one's own.
  const tasks: typeof read.tasks = []
  const events = read.events.map((event) => ({ ...event, reminders: [], attendees: [], organizer: null, attached: [] }))
  const subscribed = async (trx: Trx) => {
    const there = await trx
      .selectFrom('calendar_subscription')
      .select('calendar_id')
      .where('calendar_id', '=', calendarId)
      .executeTakeFirst()
    if (!there) throw new CalendarNotFoundError()
  }
  const before = await context.store.db
    .selectFrom('event')
    .select(['id', 'version'])
    .where('calendar_id', '=', calendarId)
    .where('series_id', 'is', null)
    .execute()
  const done = await storeEvents(context, { accountId, calendarId }, { ...read, events, tasks }, subscribed)
  const after = new Map(
    (
      await context.store.db
        .selectFrom('event')
        .select(['id', 'version'])
        .where('calendar_id', '=', calendarId)
        .where('series_id', 'is', null)
        .execute()
    ).map(({ id, version }) => [id, version]),
  )
  // What was there and was not written again is no longer at the address.
  const gone = before.filter(({ id, version }) => after.get(id) === version).map(({ id }) => id)
  for (let begin = 0; begin < gone.length; begin += DELETED_AT_ONCE) {
    const some = gone.slice(begin, begin + DELETED_AT_ONCE)
    await transact(context, (trx) =>
      trx.deleteFrom('event').where('calendar_id', '=', calendarId).where('id', 'in', some).execute(),
    )
  }
  return done
}

const note = (
  context: Context,
  calendarId: number,
  values: { content_hash?: string; fetched_at?: number; failures: number; failure: string },
  wait: number,
) =>
  transact(context, (trx) =>
    trx
      .updateTable('calendar_subscription')
      .set({ ...values, next_at: context.now() + wait })
      .where('calendar_id', '=', calendarId)
      .execute(),
  )
