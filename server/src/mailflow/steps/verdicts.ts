import type { Kysely } from 'kysely'
import { holdForMany } from '../../store/blobs/blobOwners.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { holdMessage } from '../../store/mailbox/index.ts'
import { EFFECT } from '../../store/queue/holdQueue.ts'
import type { VerdictNote } from './deliveryStep.ts'
import { type Effect, type Note, noteOf } from './plannedRecipient.ts'

interface Whom {
  readonly accountId: number | null
  readonly address: string
  readonly mailId: number | null
}

export interface VerdictRow extends Whom, Note {}
export interface EffectRow extends Whom, Effect {}

const ROWS_AT_ONCE = 500

/** Stores what steps have noted of a mail. */
export async function writeVerdicts(trx: Trx, { now }: Pick<TransactionContext, 'now'>, rows: readonly VerdictRow[]) {
  const at = now()
  const values = rows.map(({ accountId, address, mailId, step, outcome, key, detail }) => ({
    account_id: accountId,
    address,
    mail_id: mailId,
    step,
    outcome,
    key,
    detail,
    at,
  }))
  for (let start = 0; start < values.length; start += ROWS_AT_ONCE) {
    await trx
      .insertInto('delivery_verdict')
      .values(values.slice(start, start + ROWS_AT_ONCE))
      .execute()
  }
}

/** Stores the result of an effect, such as whom it has answered; in the effect's own transaction. */
export const noteVerdict = (
  trx: Trx,
  context: Pick<TransactionContext, 'now'>,
  step: string,
  whom: Whom,
  { outcome, detail, key }: VerdictNote,
): Promise<void> => writeVerdicts(trx, context, [{ ...pickWhom(whom), ...noteOf(step, outcome, detail, key) }])

const pickWhom = ({ accountId, address, mailId }: Whom): Whom => ({ accountId, address, mailId })

/**
 * Stores the effects that are to run after the transaction has committed, each as a job. Each keeps the message, and what
 * content it names, until it is done.
 * @param messageId null where the message was not kept
 */
export async function writeEffects(
  trx: Trx,
  context: Pick<TransactionContext, 'runtime' | 'now' | 'store'>,
  rows: readonly EffectRow[],
  messageId: number | null,
) {
  const at = context.now()
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE)
    const written = await trx
      .insertInto('delivery_effect')
      .values(
        some.map(({ accountId, address, mailId, step, data }) => ({
          account_id: accountId,
          address,
          mail_id: mailId,
          step,
          data,
          created_at: at,
          retry_at: at,
        })),
      )
      .returning(['id', 'step', 'address'])
      .execute()
    await enqueue(
      trx,
      context,
      EFFECT,
      written.map(({ id }) => ({ key: `${id}` })),
    )
    // The rows come back in no certain order.
    const keeps = new Map(some.map((row) => [`${row.step} ${row.address}`, row.keeps]))
    const kept = written.map(({ id, step, address }) => ({ id, ...keeps.get(`${step} ${address}`) }))
    const ofMessage = kept.flatMap(({ id, message }) => (message ? [id] : []))
    if (messageId !== null) await holdMessage(trx, messageId, 'delivery_effect', ofMessage)
    const blobs = kept.flatMap(({ id, blobs: named = [] }) => named.map((blob) => ({ ...blob, ownerId: id })))
    await holdForMany(trx, { engine: context.store.engine, now: at }, 'delivery_effect', blobs)
  }
}

/** What a step has noted for an account, the newest first, for as long as it is kept. */
export interface Verdict {
  readonly mailId: number | null
  readonly step: string
  /** A word of the step's own, or refused, discarded, replaced, failed. */
  readonly outcome: string
  readonly key: string
  readonly detail: unknown
  readonly at: number
}

export interface VerdictQuery {
  readonly step?: string
  /** As in the note, such as the address that was answered. */
  readonly key?: string
  readonly mailId?: number
  /** Epoch milliseconds. */
  readonly since?: number
  readonly limit?: number
}

/** Finds what steps have noted of an account's mail: who was answered and since when, which rule moved it. */
export async function findVerdicts(
  db: Kysely<Schema>,
  accountId: number,
  { step, key, mailId, since = 0, limit = 100 }: VerdictQuery,
): Promise<Verdict[]> {
  let query = db
    .selectFrom('delivery_verdict')
    .select(['mail_id', 'step', 'outcome', 'key', 'detail', 'at'])
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
  if (step !== undefined) query = query.where('step', '=', step)
  if (key !== undefined) query = query.where('key', '=', key)
  if (mailId !== undefined) query = query.where('mail_id', '=', mailId)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ mail_id, detail, ...row }) => ({ ...row, mailId: mail_id, detail: JSON.parse(detail) }))
}

/** Which of these accounts have a note of one of these steps by a key, by one query for every 500 of them. */
export async function whoNoted(
  db: Kysely<Schema>,
  accountIds: readonly number[],
  { steps, key, since }: { readonly steps: readonly string[]; readonly key: string; readonly since: number },
): Promise<ReadonlySet<number>> {
  const noted = new Set<number>()
  for (let start = 0; start < accountIds.length; start += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('delivery_verdict')
      .select('account_id')
      .distinct()
      .where('account_id', 'in', accountIds.slice(start, start + ROWS_AT_ONCE))
      .where('step', 'in', steps)
      .where('key', '=', key)
      .where('at', '>=', since)
      .execute()
    for (const { account_id } of rows) if (account_id !== null) noted.add(account_id)
  }
  return noted
}
