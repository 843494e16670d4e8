import { VALID_DAYS_MAX } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { holdMessage } from './messageHolders.ts'
import { type Opening, whyNotOpenedOutside } from './restrictions.ts'

/*
 * Recipients outside read a letter with conditions on a page, each by a link of their own. Its readings are counted in their
 * row by one statement, so that openings at the same moment are counted like openings one after the other.
 */

type Db = Kysely<Schema>

export interface NewOutsideReader {
  /** In small letters. */
  readonly address: string
  /** What the store keeps of the secret of the link. */
  readonly tokenHash: string
}

const DAY_MS = 86_400_000

/** Keeps the links of a letter, in the transaction that accepts it. They open nothing until it leaves. */
export async function keepOutsideReaders(
  trx: Trx,
  { policyId, accountId, readers }: { policyId: number; accountId: number; readers: readonly NewOutsideReader[] },
): Promise<void> {
  if (readers.length === 0) return
  await trx
    .insertInto('outside_reader')
    .values(
      readers.map(({ address, tokenHash }) => ({
        ...{ policy_id: policyId, account_id: accountId, address, token_hash: tokenHash },
        ...{ opened_at: null, expires_at: null, ended_at: null },
      })),
    )
    .execute()
}

/** Opens the links of a letter that leaves: for its days, or thirty where it has no number of them. */
export async function openOutsideLinks(
  trx: Trx,
  { policyId, days, headId, now }: { policyId: number; days: number | null; headId: number; now: number },
): Promise<void> {
  const rows = await trx
    .updateTable('outside_reader')
    .set({ expires_at: now + (days ?? VALID_DAYS_MAX) * DAY_MS })
    .where('policy_id', '=', policyId)
    .returning('id')
    .execute()
  await holdMessage(
    trx,
    headId,
    'outside_reader',
    rows.map(({ id }) => id),
  )
}

/** The reader of a link whose letter has left and whose sender is not disabled; undefined for none. */
export const outsideReaderOf = (db: Db, tokenHash: string) =>
  db
    .selectFrom('outside_reader')
    .innerJoin('letter_policy', 'letter_policy.id', 'outside_reader.policy_id')
    .innerJoin('account', 'account.id', 'outside_reader.account_id')
    .selectAll('letter_policy')
    .select(['outside_reader.id as readerId', 'outside_reader.account_id as senderId', 'outside_reader.opened'])
    .select(['outside_reader.expires_at as expiresAt', 'outside_reader.ended_at as endedAt'])
    .select(['account.name as senderName', 'account.address as senderAddress'])
    .where('outside_reader.token_hash', '=', tokenHash)
    .where('outside_reader.expires_at', 'is not', null)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()

export type OutsideReader = NonNullable<Awaited<ReturnType<typeof outsideReaderOf>>>

/** Where a letter stands for its reader outside. */
export function outsideOpening(reader: OutsideReader, isOpen: boolean): Opening {
  const { reads, secret, opened } = reader
  // A link ends although the letter itself has no number of days.
  return {
    policy: { reads, secret, days: reader.days ?? VALID_DAYS_MAX, delivered_at: reader.delivered_at },
    opened,
    isOpen,
  }
}

/** Counts a reading. Answers why it cannot be opened, null where it is counted. */
export async function countOutsideReading(
  trx: Trx,
  reader: OutsideReader,
  now: number,
): Promise<ReturnType<typeof whyNotOpenedOutside>> {
  const { readerId, reads } = reader
  const why = whyNotOpenedOutside(outsideOpening(reader, false), now)
  if (why !== null) return why
  const counted = await trx
    .updateTable('outside_reader')
    .set((eb) => ({ opened: eb('opened', '+', 1), opened_at: now }))
    .where('id', '=', readerId)
    .where('ended_at', 'is', null)
    .$if(reads !== null, (query) => query.where('opened', '<', reads ?? 0))
    .returning('id')
    .executeTakeFirst()
  return counted ? null : 'read'
}

/** Ends the links of a sent letter, but for those of readers who have opened it where these are not taken back. */
export async function endOutsideLinks(
  trx: Trx,
  { accountId, mailId }: { readonly accountId: number; readonly mailId: number },
  { takesRead, now }: { readonly takesRead: boolean; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('outside_reader')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('policy_id', 'in', (eb) =>
      eb
        .selectFrom('letter_policy')
        .innerJoin('mail', 'mail.message_id', 'letter_policy.message_id')
        .select('letter_policy.id')
        .where('mail.id', '=', mailId),
    )
    .where('ended_at', 'is', null)
    .$if(!takesRead, (query) => query.where('opened', '=', 0))
    .execute()
}

/** The readers outside of a sent letter, by their address in small letters. */
export async function outsideReadersOf(
  db: Db,
  { accountId, mailId }: { readonly accountId: number; readonly mailId: number },
) {
  const rows = await db
    .selectFrom('outside_reader')
    .innerJoin('letter_policy', 'letter_policy.id', 'outside_reader.policy_id')
    .innerJoin('mail', 'mail.message_id', 'letter_policy.message_id')
    .select(['outside_reader.address', 'outside_reader.opened', 'outside_reader.opened_at', 'outside_reader.ended_at'])
    .select(['outside_reader.expires_at', 'letter_policy.reads', 'letter_policy.burn'])
    .where('mail.id', '=', mailId)
    .where('outside_reader.account_id', '=', accountId)
    .execute()
  return new Map(rows.map((row) => [row.address, row]))
}

/** Rows deleted in one statement, so that no other work waits for them. */
const FORGOTTEN_AT_ONCE = 1_000

/** Deletes the readers whose links have ended before a moment. What they kept is removed by the sweep. */
export async function forgetOutsideReaders(db: Db, before: number): Promise<void> {
  for (let deleted = FORGOTTEN_AT_ONCE; deleted >= FORGOTTEN_AT_ONCE; ) {
    const { numDeletedRows } = await db
      .deleteFrom('outside_reader')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outside_reader')
          .select('id')
          .where('expires_at', '<', before)
          .orderBy('expires_at')
          .limit(FORGOTTEN_AT_ONCE),
      )
      .executeTakeFirstOrThrow()
    deleted = Number(numDeletedRows)
  }
}
