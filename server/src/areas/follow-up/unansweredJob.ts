import { FOLLOW_UPS_MAX, UNANSWERED_NOTES_MAX, UNANSWERED_SHOWN } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue, type JobKind } from '../../store/jobs/index.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { zonesOfMany } from '../../store/profile/settings.ts'
import { afterWorkdays } from './dueTimes.ts'
import { announceFollowUps } from './followUpNames.ts'
import { notePush } from './notePush.ts'
import { listUnanswered } from './unanswered.service.ts'

const UNANSWERED_JOB = 'follow-up.unanswered'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** After how many days without an answer mail of the mailbox becomes due; null for never. */
export async function readReminder({ store }: Pick<Context, 'store'>, accountId: number) {
  const row = await store.db
    .selectFrom('unanswered_reminder')
    .select(['days', 'since'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/** Sets it, from now on: mail that waits for longer by now does not become due. */
export async function saveReminder(context: Context, accountId: number, days: number | null): Promise<void> {
  await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      if (days === null) {
        await trx.deleteFrom('unanswered_reminder').where('account_id', '=', accountId).execute()
        return
      }
      const row = { days, since: context.now() }
      await trx
        .insertInto('unanswered_reminder')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute()
      // The first look answers when the next one is.
      await enqueue(trx, context, UNANSWERED_JOB, [{ key: `${accountId}`, at: context.now() }])
    },
    { grows: true },
  )
}

/**
 * Each working morning, for a mailbox (the key) whose owner has asked for it: questions that have waited for so many days
 * become due, each once, as follow-ups do; those that were answered since are over. Mail that {@link listUnanswered} leaves out
 * (closed and held folders, muted conversations) never does. All of it is one transaction that ends the job.
 */
export const unansweredJob: JobKind = {
  name: UNANSWERED_JOB,
  atOnce: 1,
  limitMs: 60_000,
  // It goes on as long as the setting stands.
  retryAt: (_attempts, _createdAt, now) => now + HOUR_MS,
  async run(context, job) {
    const accountId = Number(job.key)
    const reminder = await readReminder(context, accountId)
    if (!reminder) return undefined
    const zone = (await zonesOfMany(context, [accountId])).get(accountId) ?? 'UTC'
    const again = { at: afterWorkdays({ holidays: holidaysOf(context), zone }, context.now(), 1) }
    const { list } = await listUnanswered(context, accountId, reminder.days)
    const oldest = reminder.since - reminder.days * DAY_MS
    const mailIds = list.filter(({ date }) => date >= oldest).map(({ mailId }) => mailId)
    const changed = await transact(
      context,
      async (trx) => {
        await lockMailboxes(trx, context.store.engine, [accountId])
        const ended = await endAnswered(trx, context, accountId)
        const due = await makeDue(trx, context, { accountId, mailIds, zone })
        await job.end(trx, again)
        return ended + due
      },
      { grows: true },
    )
    if (changed > 0) announceFollowUps(context, accountId)
    return again
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('unanswered_reminder').where('account_id', '=', Number(key)).execute()
  },
}

/** Due follow-ups of received mail that its owner has answered since are over. Answers how many. */
async function endAnswered(trx: Trx, { now, store }: TransactionContext, accountId: number): Promise<number> {
  const rows = await trx
    .selectFrom('follow_up')
    .innerJoin('mail', 'mail.id', 'follow_up.mail_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select('follow_up.id')
    .where('follow_up.account_id', '=', accountId)
    .where('follow_up.state', '=', 'due')
    .where('follow_up.unless_answered', '=', 1)
    .where('folder.role', '<>', 'sent')
    .whereRef('mail.replied', '>', 'follow_up.replied')
    .execute()
  if (rows.length === 0) return 0
  await trx
    .updateTable('follow_up')
    .set({ state: 'answered', ended_at: now() })
    .where(
      numberIn(
        store.engine,
        'id',
        rows.map(({ id }) => id),
      ),
    )
    .execute()
  return rows.length
}

interface Asked {
  readonly accountId: number
  readonly mailIds: readonly number[]
  readonly zone: string
}

/** Makes mails due that still lie in the mailbox, no more than there is room for; the newest come first. Answers how many. */
async function makeDue(trx: Trx, { now, store }: TransactionContext, asked: Asked): Promise<number> {
  const { accountId, mailIds, zone } = asked
  if (mailIds.length === 0) return 0
  const { active } = await trx
    .selectFrom('follow_up')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['open', 'due'])
    .executeTakeFirstOrThrow()
  const room = Math.min(UNANSWERED_SHOWN, FOLLOW_UPS_MAX - Number(active))
  if (room <= 0) return 0
  const mails = await trx
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.id', 'message.rfc_message_id'])
    .where(numberIn(store.engine, 'mail.id', mailIds.slice(0, room)))
    .where(ownedBy('mail.account_id', accountId))
    .where('mail.replied', '=', 0)
    .orderBy('mail.sort_key', 'desc')
    .execute()
  if (mails.length === 0) return 0
  const made = await trx
    .insertInto('follow_up')
    .values(
      mails.map(({ id, rfc_message_id }) => ({
        ...{ account_id: accountId, mail_id: id, rfc_message_id, state: 'due' as const, zone, replied: 0 },
        ...{ due_at: now(), workdays: null, unless_answered: 1, note: '', created_at: now() },
        ...{ snoozed_from: null, snoozed_to: null, away: null, answer_mail_id: null, ended_at: null },
      })),
    )
    .onConflict((conflict) => conflict.column('mail_id').doNothing())
    .returning(['id', 'mail_id', 'account_id'])
    .execute()
  for (const row of made.slice(0, UNANSWERED_NOTES_MAX)) await notePush(trx, row, now())
  return made.length
}
