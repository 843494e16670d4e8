import {
  FOLLOW_UP_AHEAD_MAX_MS,
  FOLLOW_UPS_MAX,
  type FollowUpWhen,
  isZone,
  type PostData,
  zoneOfPerson,
} from '@yanshu/contracts'
import { sql } from 'kysely'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { announceChanges, isListed, lockMailboxes, moveMails } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { type Days, dueOf } from './dueTimes.ts'
import { FollowUpRefusedError, TooManyFollowUpsError } from './followUpErrors.ts'
import { announceFollowUps, FOLLOW_UP_JOB } from './followUpNames.ts'
import { returnMails, snoozeFolder } from './snoozing.ts'

interface Asked {
  readonly when: FollowUpWhen
  readonly zone?: string | undefined
}

/** The days of a mailbox: in the zone of the page where it names one, else in that of the settings. */
async function daysOf(context: Context, accountId: number, zone: string | undefined): Promise<Days> {
  const holidays = holidaysOf(context)
  if (zone !== undefined && isZone(zone)) return { holidays, zone }
  return { holidays, zone: zoneOfPerson(await readSettings(context, accountId)) }
}

/** When a follow-up would be due that is asked for now. Throws `FollowUpRefusedError`. */
export async function scheduleFollowUp(context: Context, accountId: number, { when, zone }: Asked) {
  const now = context.now()
  const days = await daysOf(context, accountId, zone)
  const dueAt = dueOf(days, now, when)
  if (dueAt <= now || dueAt > now + FOLLOW_UP_AHEAD_MAX_MS) throw new FollowUpRefusedError('time')
  return { dueAt, zone: days.zone }
}

interface Wanted extends Asked {
  readonly mailIds: readonly number[]
  readonly unlessAnswered: boolean
  readonly snooze: boolean
  readonly note: string
}

/**
 * Follows up mails. A mail has one follow-up: the last call decides, and one that had ended begins anew. Throws
 * `MailNotFoundError` where one of them is not in the mailbox, `FollowUpRefusedError`, `TooManyFollowUpsError`; then none is.
 */
export async function saveFollowUps(
  context: Context,
  accountId: number,
  wanted: Wanted,
): Promise<PostData<'mail/pending/saveOrUpdatePendingInfo'>> {
  const { dueAt, zone } = await scheduleFollowUp(context, accountId, wanted)
  const target = wanted.snooze ? await snoozeFolder(context, accountId) : null
  const followUpIds = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      const mails = await ownMails(trx, context, accountId, wanted)
      await requireRoom(trx, context, accountId, wanted.mailIds)
      const before = await trx
        .selectFrom('follow_up')
        .select(['mail_id', 'snoozed_from', 'snoozed_to'])
        .where(numberIn(context.store.engine, 'mail_id', wanted.mailIds))
        .execute()
      const known = new Map(before.map((row) => [row.mail_id, row]))
      // What is no longer snoozed returns.
      if (target === null) await returnMails(trx, context, accountId, before)
      const ids: number[] = []
      for (const mail of mails) {
        const from = mail.folder_id === target ? (known.get(mail.id)?.snoozed_from ?? mail.folder_id) : mail.folder_id
        const values = {
          state: 'open' as const,
          due_at: dueAt,
          workdays: wanted.when.kind === 'workdays' ? wanted.when.days : null,
          zone,
          unless_answered: wanted.unlessAnswered ? 1 : 0,
          note: wanted.note,
          snoozed_from: target === null ? null : from,
          snoozed_to: target,
          replied: mail.replied,
          away: null,
          answered_by: '',
          answer_mail_id: null,
          ended_at: null,
        }
        const { id } = await trx
          .insertInto('follow_up')
          .values({
            account_id: accountId,
            mail_id: mail.id,
            rfc_message_id: mail.rfc_message_id,
            created_at: context.now(),
            ...values,
          })
          .onConflict((conflict) => conflict.column('mail_id').doUpdateSet(values))
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(id)
      }
      if (target !== null) {
        const mailIds = mails.map(({ id }) => id)
        await moveMails(trx, context, { accountId, mailIds, targetFolderId: target })
      }
      const jobs = ids.map((id) => ({ key: `${id}`, at: dueAt }))
      await enqueue(trx, context, FOLLOW_UP_JOB, jobs)
      return ids
    },
    { grows: true },
  )
  announceChanges(context, [accountId])
  announceFollowUps(context, accountId)
  return { dueAt, followUpIds }
}

/** The mails that are to be followed up. Throws `MailNotFoundError`, `FollowUpRefusedError`. */
async function ownMails(trx: Trx, context: TransactionContext, accountId: number, { mailIds, snooze }: Wanted) {
  const mails = await trx
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.id', 'mail.folder_id', 'mail.replied', 'folder.role', 'folder.guarded', 'message.rfc_message_id'])
    .where(numberIn(context.store.engine, 'mail.id', mailIds))
    .where(ownedBy('mail.account_id', accountId))
    .execute()
  if (mails.length < new Set(mailIds).size) throw new MailNotFoundError()
  if (mails.some(({ role }) => !isListed(role))) throw new FollowUpRefusedError('folder')
  const snoozable = ({ role, guarded }: (typeof mails)[number]) =>
    (role === 'inbox' || role === 'custom') && guarded === 0
  if (snooze && !mails.every(snoozable)) throw new FollowUpRefusedError('snooze')
  return mails
}

/**
 * Counts under the lock of the mailbox, and deletes what has ended longest ago, so that a mailbox never has more than a
 * few hundred. Throws `TooManyFollowUpsError`.
 */
async function requireRoom(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  mailIds: readonly number[],
): Promise<void> {
  const active = await trx
    .selectFrom('follow_up')
    .select('mail_id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['open', 'due'])
    .execute()
  const all = new Set([...active.map(({ mail_id }) => mail_id), ...mailIds])
  if (all.size > FOLLOW_UPS_MAX) throw new TooManyFollowUpsError()
  const ended = await trx
    .selectFrom('follow_up')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['answered', 'over'])
    .orderBy('ended_at', 'desc')
    .execute()
  const old = ended.slice(FOLLOW_UPS_MAX).map(({ id }) => id)
  if (old.length === 0) return
  await trx
    .deleteFrom('follow_up')
    .where(numberIn(context.store.engine, 'id', old))
    .execute()
}

/** Ends follow-ups that wait or are due. Those of others are passed over. Answers how many. */
export async function endFollowUps(context: Context, accountId: number, ids: readonly number[]): Promise<number> {
  const { ended, returned } = await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const rows = await lockedRows(trx, context, accountId, ids)
    const returned = await returnMails(trx, context, accountId, rows)
    const { numUpdatedRows } = await trx
      .updateTable('follow_up')
      .set({ state: 'over', ended_at: context.now(), snoozed_from: null, snoozed_to: null })
      .where(numberIn(context.store.engine, 'id', ids))
      .where(ownedBy('account_id', accountId))
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return { ended: Number(numUpdatedRows), returned }
  })
  if (returned > 0) announceChanges(context, [accountId])
  if (ended > 0) announceFollowUps(context, accountId)
  return ended
}

/** Deletes follow-ups; their mails stay. Those of others are passed over. */
export async function deleteFollowUps(context: Context, accountId: number, ids: readonly number[]): Promise<void> {
  await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    await returnMails(trx, context, accountId, await lockedRows(trx, context, accountId, ids))
    await trx
      .deleteFrom('follow_up')
      .where(numberIn(context.store.engine, 'id', ids))
      .where(ownedBy('account_id', accountId))
      .execute()
  })
  announceChanges(context, [accountId])
  announceFollowUps(context, accountId)
}

const lockedRows = (trx: Trx, { store }: TransactionContext, accountId: number, ids: readonly number[]) =>
  trx
    .selectFrom('follow_up')
    .select(['mail_id', 'snoozed_from', 'snoozed_to'])
    .where(numberIn(store.engine, 'id', ids))
    .where(ownedBy('account_id', accountId))
    .where(sql<boolean>`snoozed_from is not null`)
    .execute()
