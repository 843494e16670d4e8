import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { CalendarNotFoundError, SubscriptionRefusedError } from '../../../calendar-model/rows/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { transact } from '../../../store/database/transact.ts'
import { enqueue } from '../../../store/jobs/index.ts'
import { announceCalendars, deleteCalendar, requireCalendar, saveCalendar } from '../../calendar-store/index.ts'
import { sendCalendarFile } from '../export/sendCalendarFile.ts'
import { refreshSubscription, SUBSCRIPTION } from './refreshSubscriptions.ts'

/** Programs may keep a published calendar for so many milliseconds without asking again. */
const KEEP_SECONDS = 300

/**
 * Makes a calendar that is filled from an address, and reads it at once. Where nothing can be read there, nothing is made.
 * Throws `SubscriptionRefusedError`, `NameTakenError`.
 */
export async function subscribe(
  context: Context,
  accountId: number,
  { url, name, color }: { url: string; name: string; color?: number | undefined },
) {
  const address = url.trim().replace(/^webcals?:\/\//i, 'https://')
  const { calendarId } = await saveCalendar(context, accountId, { name, color })
  await transact(context, async (trx) => {
    // No job reads it while it is read for the first time.
    const at = context.now() + 60_000
    await trx
      .insertInto('calendar_subscription')
      .values({ calendar_id: calendarId, url: address, next_at: at, fetched_at: null })
      .execute()
    await enqueue(trx, context, SUBSCRIPTION, [{ key: `${calendarId}`, at }])
  })
  try {
    const done = await refreshSubscription(context, calendarId)
    return { calendarId, added: done?.added ?? 0, skipped: done?.skipped ?? 0 }
  } catch {
    await deleteCalendar(context, accountId, calendarId).catch(() => undefined)
    throw new SubscriptionRefusedError()
  }
}

/** Reads a subscribed calendar now. Throws `CalendarNotFoundError`, `ForbiddenError`, `SubscriptionRefusedError`. */
export async function refreshNow(context: Context, accountId: number, calendarId: number): Promise<void> {
  await requireCalendar(context.store.db, accountId, calendarId, 'own')
  try {
    await refreshSubscription(context, calendarId)
  } catch {
    throw new SubscriptionRefusedError()
  }
}

/** Publishes a calendar by an address that cannot be guessed, or ends that (`level` null). A new address each time. */
export async function publish(
  context: Context,
  accountId: number,
  calendarId: number,
  level: 'busy' | 'view' | null,
): Promise<string> {
  const secret = randomBytes(24).toString('base64url')
  await transact(context, async (trx) => {
    await requireCalendar(trx, accountId, calendarId, 'own')
    await trx.deleteFrom('calendar_publication').where('calendar_id', '=', calendarId).execute()
    if (level === null) return
    await trx
      .insertInto('calendar_publication')
      .values({ calendar_id: calendarId, secret, level, created_at: context.now() })
      .execute()
  })
  await announceCalendars(context, [calendarId])
  return level === null ? '' : secret
}

/** The calendar behind a secret address as a file, for a reader who knows it. Throws `CalendarNotFoundError`. */
export async function publishedFile(context: Context, secret: string, reply: FastifyReply): Promise<string> {
  const found = /^[\w-]{32}$/.test(secret)
    ? await context.store.db
        .selectFrom('calendar_publication')
        .innerJoin('calendar', 'calendar.id', 'calendar_publication.calendar_id')
        .select(['calendar.id', 'calendar.name', 'calendar_publication.level'])
        .where('secret', '=', secret)
        .executeTakeFirst()
    : undefined
  if (!found) throw new CalendarNotFoundError()
  // A reader who knows the secret reads the words; files are for those with whom the calendar is shared.
  return sendCalendarFile(context, found, reply, { keep: `public, max-age=${KEEP_SECONDS}`, withFiles: false })
}
