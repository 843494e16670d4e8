import { createHash } from 'node:crypto'
import { ICS_SIZE_MAX, zoneOfPerson } from '@yanshu/contracts'
import { decodeIcs } from '../../../calendar-model/ics/decodeIcs.ts'
import { readIcsApart } from '../../../calendar-model/ics/icsWork.ts'
import { CalendarFileRefusedError, CalendarNotFoundError } from '../../../calendar-model/rows/errors.ts'
import type { RuntimePart } from '../../../platform/runtime/runtime.ts'
import type { Context } from '../../../store/context/context.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { enqueue, type JobKind } from '../../../store/jobs/index.ts'
import { readSettings } from '../../../store/profile/settings.ts'
import { announceCalendars } from '../../calendar-store/index.ts'
import { type FetchPolicy, fetchRemote, PUBLIC_WEB } from '../../files/index.ts'
import { type Imported, storeEvents } from '../import/importIcs.ts'

/** The job of a subscribed calendar; its key is the calendar's id. */
export const SUBSCRIPTION = 'calendar.subscription'

const HOUR_MS = 3_600_000
/** Between two readings of one address; after failures longer, up to a day. */
const EVERY_MS = HOUR_MS
const LAST_WAIT_MS = 24 * HOUR_MS
const TIME_MAX_MS = 20_000
/** What an operator has dropped is not due any more. */
const NEVER = 8_640_000_000_000_000
const DELETED_AT_ONCE = 200

const POLICY: RuntimePart<FetchPolicy> = { name: 'addresses that may be fetched' }

/** Lets a server read from addresses that are not on the public web; for tests, whose servers stand on loopback. */
export const allowFetching = ({ runtime }: Pick<Context, 'runtime'>, policy: FetchPolicy): void => {
  runtime.keep(POLICY, policy)
}

/** The address of one calendar (the key), read again and again; no mail comes of it. */
export const subscriptionsJob: JobKind = {
  name: SUBSCRIPTION,
  // One that answers slowly keeps few others waiting.
  atOnce: 10,
  limitMs: TIME_MAX_MS + 100_000,
  retryAt: (attempts, _createdAt, now) => now + Math.min(EVERY_MS * 2 ** (attempts - 1), LAST_WAIT_MS),
  async run(context, { key, signal }) {
    const calendarId = Number(key)
    const due = await nextOf(context, calendarId)
    if (due === undefined) return undefined
    // Its owner has had it read meanwhile.
    if (due > context.now()) return { at: due }
    // What failed is stored for its owner to see, with the next time.
    const failure = await refreshSubscription(context, calendarId, signal).then(
      () => null,
      (error: unknown) => error,
    )
    const next = await nextOf(context, calendarId)
    if (next !== undefined && next <= context.now()) throw failure
    return next === undefined ? undefined : { at: next }
  },
  drop: async (trx, key) => {
    // It is read no more until its owner reads it.
    await trx
      .updateTable('calendar_subscription')
      .set({ next_at: NEVER })
      .where('calendar_id', '=', Number(key))
      .execute()
  },
}

/** When a calendar is read next; undefined when it is not subscribed any more. */
async function nextOf({ store }: Pick<Context, 'store'>, calendarId: number): Promise<number | undefined> {
  const row = await store.db
    .selectFrom('calendar_subscription')
    .select('next_at')
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst()
  return row?.next_at
}

/**
 * Reads the address of one calendar and makes the calendar the same. Rejects with the error, which is also stored for
 * its owner; what was read before stays.
 */
export async function refreshSubscription(
  context: Context,
  calendarId: number,
  signal?: AbortSignal,
): Promise<Imported | null> {
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
      policy: context.runtime.find(POLICY) ?? PUBLIC_WEB,
      ...(signal ? { signal } : {}),
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
    // This server stops, or does not have it any more: the address has not failed.
    if (signal?.aborted) throw error
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 200)
    const wait = Math.min(EVERY_MS * 2 ** failures, LAST_WAIT_MS)
    await note(context, calendarId, { failures: Math.min(failures + 1, 10), failure: failure || 'failed' }, wait)
    await announceCalendars(context, [calendarId])
    throw error
  }
}

async function takeIn(context: Context, accountId: number, calendarId: number, bytes: Uint8Array): Promise<Imported> {
  const zone = zoneOfPerson(await readSettings(context, accountId))
  const read = await readIcsApart(context, decodeIcs(bytes), zone)
  // What follows is not known, and would be deleted.
  if (read.cutOff) throw new CalendarFileRefusedError()
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
    .select(['id', 'version', 'uid'])
    .where('calendar_id', '=', calendarId)
    .where('series_id', 'is', null)
    .execute()
  const unread = new Set(read.unread)
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
  // What was there and was not written again is no longer at the address, unless it is there and cannot be read.
  const gone = before
    .filter(({ id, version, uid }) => after.get(id) === version && !unread.has(uid))
    .map(({ id }) => id)
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
  transact(context, async (trx) => {
    const at = context.now() + wait
    const row = await trx
      .updateTable('calendar_subscription')
      .set({ ...values, next_at: at })
      .where('calendar_id', '=', calendarId)
      .returning('calendar_id')
      .executeTakeFirst()
    if (row) await enqueue(trx, context, SUBSCRIPTION, [{ key: `${calendarId}`, at }])
  })
