import { FOLLOW_UP_AHEAD_MAX_MS } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { nextAttemptAt } from '../../mailflow/queue/retry.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { dueAgain, type JobKind } from '../../store/jobs/index.ts'
import { announceChanges, isListed, lockMailboxes, readAddresses } from '../../store/mailbox/index.ts'
import { ownAddresses } from '../forwarding/index.ts'
import { type Away, allAway } from './absence.ts'
import { morningFrom } from './dueTimes.ts'
import { announceFollowUps, FOLLOW_UP_JOB } from './followUpNames.ts'
import { notePush } from './notePush.ts'
import { returnMails } from './snoozing.ts'

/**
 * A follow-up (the key) is due: its mail stands above the inbox from now on, a snoozed one returns, and closed pages get
 * a note. All of it is one transaction that ends the job, so each comes once, whichever of several servers does it and
 * wherever it is killed.
 */
export const followUpJob: JobKind = {
  name: FOLLOW_UP_JOB,
  atOnce: 2,
  limitMs: 60_000,
  retryAt: nextAttemptAt,
  async run(context, job) {
    const row = await readRow(context, Number(job.key))
    if (row?.state !== 'open') return undefined
    const now = context.now()
    // It was put off meanwhile.
    if (row.due_at > now) return dueAgain(now, row.due_at)
    const outcome = await judge(context, row)
    const again = outcome.kind === 'put-off' ? { at: outcome.dueAt } : undefined
    const done = await transact(
      context,
      async (trx) => {
        await lockMailboxes(trx, context.store.engine, [row.account_id])
        const changed = await apply(trx, context, row, outcome)
        if (changed) await job.end(trx, again)
        return changed
      },
      { grows: true },
    )
    // Another call changed it in between: it is read anew.
    if (!done) return dueAgain(now, now)
    if (done.returned > 0) announceChanges(context, [row.account_id])
    announceFollowUps(context, row.account_id)
    return again
  },
  drop: async (trx, key) => {
    await trx.deleteFrom('follow_up').where('id', '=', Number(key)).execute()
  },
}

const readRow = ({ store }: Pick<Context, 'store'>, id: number) =>
  store.db
    .selectFrom('follow_up')
    .innerJoin('mail', 'mail.id', 'follow_up.mail_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .selectAll('follow_up')
    .select(['mail.replied as replied_now', 'mail.bcc_list', 'folder.role'])
    .select(['message.from_name', 'message.from_address', 'message.to_list', 'message.cc_list'])
    .where('follow_up.id', '=', id)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>

type Outcome =
  | { readonly kind: 'due'; readonly away: Away | null }
  /** Its mail was thrown away. */
  | { readonly kind: 'over' }
  /** The owner of the mailbox has answered the mail. */
  | { readonly kind: 'answered'; readonly by: string }
  | { readonly kind: 'put-off'; readonly dueAt: number; readonly away: Away }

/** What becomes of a follow-up whose time has come. */
async function judge(context: Context, row: Row): Promise<Outcome> {
  if (!isListed(row.role)) return { kind: 'over' }
  if (row.unless_answered === 0) return { kind: 'due', away: null }
  const own = await ownAddresses(context, row.account_id)
  const isSent = own.includes(row.from_address.toLowerCase())
  if (!isSent && row.replied_now > row.replied) return { kind: 'answered', by: own[0] ?? '' }
  const away = await allAway(context, awaitedPeople(row, isSent))
  if (!away?.until) return { kind: 'due', away }
  const dueAt = morningFrom({ holidays: holidaysOf(context), zone: row.zone }, away.until)
  // An absence without a sensible end puts nothing off.
  const isFar = dueAt <= context.now() || dueAt > context.now() + FOLLOW_UP_AHEAD_MAX_MS
  return isFar ? { kind: 'due', away } : { kind: 'put-off', dueAt, away }
}

/** Who is expected to answer: whom a sent mail was written to, or who wrote one that came. */
function awaitedPeople(row: Row, isSent: boolean) {
  if (!isSent) return [{ name: row.from_name, address: row.from_address }]
  const lists = [row.to_list, row.cc_list, row.bcc_list].map((list) => readAddresses(list))
  return lists.find((list) => list.length > 0) ?? []
}

/** Writes what became of it. Answers null when it is no longer as it was read. */
async function apply(
  trx: Trx,
  context: TransactionContext,
  row: Row,
  outcome: Outcome,
): Promise<{ readonly returned: number } | null> {
  const now = context.now()
  const { numUpdatedRows } = await trx
    .updateTable('follow_up')
    .set(valuesOf(outcome, now))
    .where('id', '=', row.id)
    .where('state', '=', 'open')
    .where('due_at', '=', row.due_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  if (outcome.kind === 'put-off') return { returned: 0 }
  if (outcome.kind === 'due') await notePush(trx, row, now)
  if (outcome.kind === 'over') return { returned: 0 }
  return { returned: await returnMails(trx, context, row.account_id, [row]) }
}

function valuesOf(outcome: Outcome, now: number) {
  const back = { snoozed_from: null, snoozed_to: null }
  switch (outcome.kind) {
    case 'due':
      return { state: 'due' as const, away: outcome.away && JSON.stringify(outcome.away), ...back }
    case 'put-off':
      return { due_at: outcome.dueAt, away: JSON.stringify(outcome.away) }
    case 'over':
      return { state: 'over' as const, ended_at: now, ...back }
    case 'answered':
      return { state: 'answered' as const, ended_at: now, answered_by: outcome.by, ...back }
  }
}
