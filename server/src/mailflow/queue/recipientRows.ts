import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { domainOf } from './queueMail.ts'

type State = Schema['outgoing_recipient']['state']

/** What becomes of a recipient of a queued mail. */
export interface RecipientResult {
  readonly state: State
  readonly reason: string
  readonly status?: string
  /** Epoch milliseconds; 0 where nothing is tried any more. */
  readonly nextAt: number
}

/** Stores the result for one recipient. @param from only where the recipient is in this state */
export async function setRecipient(
  trx: Trx,
  outgoingId: string,
  address: string,
  { state, reason, status, nextAt }: RecipientResult,
  from?: State,
): Promise<void> {
  await trx
    .updateTable('outgoing_recipient')
    .set({ state, reason, ...(status === undefined ? {} : { status }), next_attempt_at: nextAt })
    .where('outgoing_id', '=', outgoingId)
    .where('address', '=', address)
    .$if(from !== undefined, (query) => query.where('state', '=', from ?? state))
    .execute()
}

/** Counts an attempt for recipients whose rows the transaction has locked, and keeps others from them until then. */
export const claimRecipients = (
  trx: Trx,
  outgoingId: string,
  addresses: readonly string[],
  until: number,
): Promise<{ address: string; attempts: number }[]> =>
  trx
    .updateTable('outgoing_recipient')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: until }))
    .where('outgoing_id', '=', outgoingId)
    .where('address', 'in', [...addresses])
    .returning(['address', 'attempts'])
    .execute()

/** Prolongs a claim on recipients whose attempt is not over. */
export async function renewRecipients(
  db: Kysely<Schema>,
  outgoingId: string,
  addresses: readonly string[],
  until: number,
): Promise<void> {
  await db
    .updateTable('outgoing_recipient')
    .set({ next_attempt_at: until })
    .where('outgoing_id', '=', outgoingId)
    .where('address', 'in', [...addresses])
    .where('state', '=', 'queued')
    .execute()
}

/** Notes that the sender has a report about recipients who failed. Answers for how many there was none before. */
export async function markReported(
  trx: Trx,
  outgoingId: string,
  addresses: readonly string[],
  now: number,
): Promise<number> {
  const marked = await trx
    .updateTable('outgoing_recipient')
    .set({ notified_at: now })
    .where('outgoing_id', '=', outgoingId)
    .where('state', '=', 'failed')
    .where('notified_at', 'is', null)
    .where('address', 'in', [...addresses])
    .returning('address')
    .execute()
  return marked.length
}

/** Removes the recipients of a letter whose mails are queued for each of them separately. Answers their addresses. */
export async function takeRecipients(trx: Trx, outgoingId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('outgoing_recipient')
    .where('outgoing_id', '=', outgoingId)
    .where('state', '=', 'held')
    .returning('address')
    .execute()
  return rows.map(({ address }) => address)
}

/** Gives the one recipient of a held mail another address, such as that of a group which was renamed. */
export async function readdress(trx: Trx, outgoingId: string, address: string): Promise<void> {
  await trx
    .updateTable('outgoing_recipient')
    .set({ address, domain: domainOf(address) })
    .where('outgoing_id', '=', outgoingId)
    .execute()
}
