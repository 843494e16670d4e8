import { randomUUID } from 'node:crypto'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import { nextAttemptAt } from '../../../mailflow/queue/retry.ts'
import type { PreparedMessage } from '../../../mailflow/reading/preparedMessage.ts'
import type { Context } from '../../../store/context/context.ts'
import { claims } from '../../../store/database/skipLocked.ts'
import { type Trx, transact } from '../../../store/database/transact.ts'
import { dueAgain, type Job, type JobKind } from '../../../store/jobs/index.ts'
import { prepareItipMail, queueItip } from '../../calendar-mail/index.ts'
import { ownerOf, planReminders, REMINDER, readCalendarSettings } from '../../calendar-store/index.ts'

const AT_ONCE = 100
/** A reminder that is later than this, and whose event is over, is not shown any more. */
const LATE_MAX_MS = 12 * 3_600_000

interface Due {
  readonly event_id: number
  readonly minutes: number
  readonly due_at: number
  readonly at: number
  readonly start_at: number
}

/** The reminders of one event (the key). */
export const remindersJob: JobKind = {
  name: REMINDER,
  // Many meetings begin at the same hour.
  atOnce: 4,
  limitMs: 120_000,
  retryAt: nextAttemptAt,
  async run(context, job) {
    const eventId = Number(job.key)
    await fireDue(context, eventId, job)
    return dueAgain(context.now(), await nextDue(context.store.db, eventId))
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('reminder').where('event_id', '=', Number(key)).execute()
  },
}

async function nextDue(db: Context['store']['db'], eventId: number): Promise<number | undefined> {
  const next = await db
    .selectFrom('reminder')
    .select('due_at')
    .where('event_id', '=', eventId)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at
}

/**
 * Fires every reminder of an event that is due: as a notice on pages, as a push message to closed pages, and as a mail where
 * its owner wants that. The notice, the note, the mail and the next reminder are one transaction that deletes the row, so
 * each fires once, whichever of several servers does it and wherever it is killed. One that fails stops no other; the first
 * error is thrown when the others are through.
 */
async function fireDue(context: Context, eventId: number, job: Job): Promise<void> {
  const now = context.now()
  const failures: unknown[] = []
  const tried = new Set<string>()
  const keyOf = (one: Due) => `${one.minutes} ${one.due_at}`
  for (;;) {
    const due = await context.store.db
      .selectFrom('reminder')
      .selectAll()
      .where('event_id', '=', eventId)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute()
    const fresh = due.filter((one) => !tried.has(keyOf(one)))
    // Of a series the next one may be due as well.
    if (fresh.length === 0) break
    for (const one of fresh) {
      job.signal.throwIfAborted()
      tried.add(keyOf(one))
      try {
        if (await fire(context, one, now, job)) mailTransportOf(context).dispatcher.expect(context.now())
      } catch (error) {
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function fire(context: Context, due: Due, now: number, job: Job): Promise<boolean> {
  const event = await context.store.db
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .selectAll('event')
    .select('calendar.account_id')
    .where('event.id', '=', due.event_id)
    .executeTakeFirst()
  if (!event) return false
  const { account_id: accountId, ...series } = event
  const exception = await context.store.db
    .selectFrom('event')
    .selectAll()
    .where('series_id', '=', due.event_id)
    .where('recurrence_at', '=', due.at)
    .executeTakeFirst()
  const row = exception ?? {
    ...series,
    start_at: due.start_at,
    end_at: due.start_at + (series.end_at - series.start_at),
  }
  const past = row.end_at < now && due.due_at < now - LATE_MAX_MS
  const mail = past ? null : await reminderMail(context, accountId, row)
  const fired = await transact(
    context,
    async (trx) => {
      const claimed = await claims(
        context.store.engine,
        trx
          .selectFrom('reminder')
          .select('event_id')
          .where('event_id', '=', due.event_id)
          .where('minutes', '=', due.minutes)
          .where('due_at', '=', due.due_at),
      )
      if (!claimed) return false
      await planReminders(trx, context, [due.event_id], new Map([[due.minutes, due.due_at]]))
      // With the last one that is due the job ends too: one commit for both.
      const next = await nextDue(trx, due.event_id)
      if (next === undefined || next > now) await job.end(trx, dueAgain(now, next))
      if (past) return false
      const noted = await trx
        .insertInto('reminder_notice')
        .values({ ...due, account_id: accountId, fired_at: now, closed_at: null })
        .onConflict((conflict) => conflict.columns(['event_id', 'minutes', 'at', 'start_at']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (noted) await notePush(trx, accountId, noted.id, now)
      if (noted && mail) {
        await queueItip(trx, context, mail.message, { from: '', to: [mail.address], releaseAt: now })
      }
      return noted !== undefined
    },
    { grows: true },
  )
  if (fired) context.events.publish(accountId, { optType: 'event', name: 'calendar.reminder', data: {} })
  return fired && mail !== null
}

/** Notes a reminder for the browsers that take push messages while the page is closed. */
async function notePush(trx: Trx, accountId: number, noticeId: number, now: number): Promise<void> {
  const listens = await trx
    .selectFrom('push_subscription')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  if (!listens) return
  await trx.insertInto('push_note').values({ account_id: accountId, mail_id: -noticeId, created_at: now }).execute()
}

/** The mail of a reminder for an account that wants one; null for other accounts. */
export async function reminderMail(
  context: Context,
  accountId: number,
  row: EventRow,
): Promise<{ message: PreparedMessage; address: string } | null> {
  if (!(await readCalendarSettings(context, accountId)).remindByMail) return null
  const owner = await ownerOf(context.store.db, accountId)
  const [address] = owner.addresses
  const message = await prepareItipMail(context, {
    method: null,
    word: 'reminder',
    from: { name: owner.name, address },
    to: [{ name: owner.name, address }],
    rows: [row],
    accountId,
    automatic: true,
    messageId: `${randomUUID()}@${context.config.hostname}`,
  })
  return { message, address }
}
