import { READING_SITTING_MS } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context, TransactionContext } from '../context/context.ts'
import { ownedBy } from '../database/ids.ts'
import { prepared } from '../database/prepared.ts'
import type { Trx } from '../database/transact.ts'
import { lockMailboxes } from './lock.ts'
import { holdMessage } from './messageHolders.ts'
import { keepOutsideReaders, type NewOutsideReader, openOutsideLinks } from './outsideReaders.ts'
import { partsOf } from './readMail.ts'
import { removeMails } from './removeMails.ts'
import { lastMomentOf, type Opening, whyNotOpened } from './restrictions.ts'

/*
 * A letter with conditions is one message, which its sender has. Its recipients have another one with its head alone. What
 * opens the letter counts in the rows of its recipient, under the lock of their mailbox.
 */

type Parts = Pick<Context, 'store'>
type Db = Context['store']['db']

export interface NewPolicy {
  readonly passwordHash: string | null
  readonly reads: number | null
  readonly days: number | null
  readonly burn: boolean
  readonly secret: boolean
  readonly noForward: boolean
}

/** Keeps how a letter may be read, and who reads it on a page outside, in the transaction that accepts it for sending. */
export async function keepPolicy(
  trx: Trx,
  {
    messageId,
    accountId,
    policy,
    outside = [],
  }: { messageId: number; accountId: number; policy: NewPolicy; outside?: readonly NewOutsideReader[] | undefined },
): Promise<void> {
  const { id: policyId } = await trx
    .insertInto('letter_policy')
    .values({
      message_id: messageId,
      account_id: accountId,
      password_hash: policy.passwordHash,
      reads: policy.reads,
      days: policy.days,
      burn: policy.burn ? 1 : 0,
      secret: policy.secret ? 1 : 0,
      no_forward: policy.noForward ? 1 : 0,
      shown_id: null,
      delivered_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepOutsideReaders(trx, { policyId, accountId, readers: outside })
}

/** The conditions of the letter that a message is, as its sender has it; undefined for one that is read freely. */
export const policyOfLetter = (db: Db, messageId: number) =>
  db.selectFrom('letter_policy').selectAll().where('message_id', '=', messageId).executeTakeFirst()

/** The conditions of the letter of which a message is the head. */
const policyOfHead = (db: Db, messageId: number) =>
  db.selectFrom('letter_policy').selectAll().where('shown_id', '=', messageId).executeTakeFirst()

/** The letter leaves, and its recipients get its head. Its days begin, and its policy keeps it from now on. */
export async function noteHead(
  trx: Trx,
  { messageId, headId, now }: { messageId: number; headId: number; now: number },
): Promise<void> {
  const policy = await trx
    .updateTable('letter_policy')
    .set({ shown_id: headId, delivered_at: now })
    .where('message_id', '=', messageId)
    .where('delivered_at', 'is', null)
    .returning(['id', 'password_hash', 'days'])
    .executeTakeFirst()
  if (!policy) return
  await holdMessage(trx, messageId, 'letter_policy', [policy.id])
  await openOutsideLinks(trx, { policyId: policy.id, days: policy.days, headId, now })
  await trx
    .updateTable('message')
    .set({ restricted: 1, with_password: policy.password_hash === null ? 0 : 1 })
    .where('id', '=', headId)
    .execute()
}

/**
 * Accounts to which its sender has addressed a letter become its readers. Who gets its head by a rule, by forwarding or from
 * another account does not.
 */
export async function noteReaders(
  trx: Trx,
  { headId, senderId, accountIds }: { headId: number; senderId: number | null; accountIds: readonly number[] },
): Promise<void> {
  if (senderId === null || accountIds.length === 0) return
  const [policy] = await selectByHead(trx, { headId })
  if (!policy || policy.account_id !== senderId) return
  for (let at = 0; at < accountIds.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('letter_reader')
      .values(
        accountIds.slice(at, at + ROWS_AT_ONCE).map((account_id) => ({ policy_id: policy.id, account_id, opened: 0 })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const ROWS_AT_ONCE = 500

const selectByHead = prepared((db, by: { headId: number }) =>
  db.selectFrom('letter_policy').select(['id', 'account_id']).where('shown_id', '=', by.headId).compile(),
)

export type LetterPolicy = NonNullable<Awaited<ReturnType<typeof policyOfHead>>>

/** Where a letter stands for an actor, by its head in their mailbox; null for a mail that is read freely. */
export async function openingOf(
  db: Db,
  actor: SessionActor,
  headId: number,
  now: number,
): Promise<(Opening & { readonly policy: LetterPolicy }) | null> {
  const policy = await policyOfHead(db, headId)
  if (!policy) return null
  const reader = await db
    .selectFrom('letter_reader')
    .select('opened')
    .where('policy_id', '=', policy.id)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  const sitting = await db
    .selectFrom('letter_sitting')
    .select('until')
    .where('policy_id', '=', policy.id)
    .where('account_id', '=', actor.accountId)
    .where('session_id', '=', actor.sessionId)
    .where('until', '>', now)
    .executeTakeFirst()
  return { policy, opened: reader?.opened ?? null, isOpen: sitting !== undefined }
}

/**
 * Counts a reading, in a transaction: once for each login and sitting. Answers why it cannot be opened, null where it is
 * open now, and when a letter that was opened for the last time is to be deleted.
 */
export async function countReading(
  trx: Trx,
  context: TransactionContext,
  actor: SessionActor,
  headId: number,
): Promise<{ readonly over: ReturnType<typeof whyNotOpened>; readonly burnAt: number | null }> {
  await lockMailboxes(trx, context.store.engine, [actor.accountId])
  const now = context.now()
  const opening = await openingOf(trx, actor, headId, now)
  if (!opening) return { over: 'recipient', burnAt: null }
  const over = whyNotOpened(actor, opening, now)
  if (over !== null) return { over, burnAt: null }
  const { policy, isOpen } = opening
  if (isOpen) return { over: null, burnAt: null }
  const opened = (opening.opened ?? 0) + 1
  const of = { policy_id: policy.id, account_id: actor.accountId }
  await trx
    .updateTable('letter_reader')
    .set({ opened })
    .where('policy_id', '=', of.policy_id)
    .where('account_id', '=', of.account_id)
    .execute()
  const until = Math.min(now + READING_SITTING_MS, lastMomentOf(policy) ?? Number.MAX_SAFE_INTEGER)
  await trx
    .insertInto('letter_sitting')
    .values({ ...of, session_id: actor.sessionId, until })
    .onConflict((conflict) => conflict.columns(['policy_id', 'account_id', 'session_id']).doUpdateSet({ until }))
    .execute()
  return { over: null, burnAt: policy.burn === 1 && policy.reads !== null && opened >= policy.reads ? until : null }
}

/** Ends the reading of a login. */
export async function endReading(trx: Trx, actor: SessionActor, policyId: number): Promise<void> {
  await trx
    .deleteFrom('letter_sitting')
    .where('policy_id', '=', policyId)
    .where('account_id', '=', actor.accountId)
    .where('session_id', '=', actor.sessionId)
    .execute()
}

/**
 * Deletes a letter from the mailbox of a recipient who has opened it for the last time, wherever it lies there. One that is
 * still being read stays: the answer is until when, null when nothing has to be done any more.
 */
export async function burnLetter(
  trx: Trx,
  context: TransactionContext,
  { policyId, accountId }: { readonly policyId: number; readonly accountId: number },
): Promise<{ readonly again: number | null; readonly deleted: boolean }> {
  await lockMailboxes(trx, context.store.engine, [accountId])
  const row = await trx
    .selectFrom('letter_policy')
    .innerJoin('letter_reader', 'letter_reader.policy_id', 'letter_policy.id')
    .select(['letter_policy.shown_id', 'letter_policy.reads', 'letter_policy.burn', 'letter_reader.opened'])
    .where('letter_policy.id', '=', policyId)
    .where('letter_reader.account_id', '=', accountId)
    .executeTakeFirst()
  const isRead = row && row.burn === 1 && row.reads !== null && row.opened >= row.reads
  if (!isRead || row.shown_id === null) return { again: null, deleted: false }
  const { until } = await trx
    .selectFrom('letter_sitting')
    .select(({ fn }) => fn.max('until').as('until'))
    .where('policy_id', '=', policyId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (until !== null && until > context.now()) return { again: until, deleted: false }
  const mails = await trx
    .selectFrom('mail')
    .select('id')
    .where('message_id', '=', row.shown_id)
    .where(ownedBy('account_id', accountId))
    .execute()
  await removeMails(
    trx,
    context,
    accountId,
    mails.map(({ id }) => id),
  )
  return { again: null, deleted: mails.length > 0 }
}

/** The text of a letter and its parts, for who has opened it (`countReading`, `countOutsideReading`). */
export async function readLetter(context: Parts, { message_id }: Pick<LetterPolicy, 'message_id'>) {
  const row = await context.store.db
    .selectFrom('message')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .select(['message.id', 'message.subject', 'message_body.html', 'message_body.text', 'message_body.has_text'])
    .select(['message_body.truncated', 'message_body.bounded'])
    .where('message.id', '=', message_id)
    .executeTakeFirstOrThrow()
  return { ...row, parts: await partsOf(context, { message_id }) }
}

/** A file of a letter that the login has open, with the mail that is its head; null where there is none. */
export async function fileOfOpenLetter(
  { store, now }: Pick<Context, 'store' | 'now'>,
  actor: SessionActor,
  id: string,
) {
  const row = await store.db
    .selectFrom('attachment')
    .innerJoin('letter_policy', 'letter_policy.message_id', 'attachment.message_id')
    .innerJoin('letter_sitting', 'letter_sitting.policy_id', 'letter_policy.id')
    .innerJoin('mail', 'mail.message_id', 'letter_policy.shown_id')
    .select(['attachment.name', 'attachment.content_type', 'attachment.size', 'attachment.blob_hash'])
    .select(['attachment.content_id', 'mail.id as mail_id'])
    .select(['letter_policy.password_hash', 'letter_policy.burn', 'letter_policy.secret'])
    .where('attachment.id', '=', id)
    .where('letter_sitting.account_id', '=', actor.accountId)
    .where('letter_sitting.session_id', '=', actor.sessionId)
    .where('letter_sitting.until', '>', now())
    .where(ownedBy('mail.account_id', actor.accountId))
    .executeTakeFirst()
  return row ?? null
}
