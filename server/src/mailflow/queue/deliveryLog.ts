import type { Kysely } from 'kysely'
import type { DeliveryLogTable, Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'

export type LoggedDelivery = Omit<DeliveryLogTable, 'id'>

const ROWS_AT_ONCE = 100

/** Stores the result of an attempt, in the transaction that acts on it. */
export async function logDeliveries(trx: Trx, rows: readonly LoggedDelivery[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('delivery_log')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
}

/** The newest attempts, of one recipient or of one mail by its Message-ID or the queue's own id where they are named. */
export async function readDeliveryLog(
  db: Kysely<Schema>,
  { recipient, mail, limit }: { readonly recipient?: string; readonly mail?: string; readonly limit: number },
) {
  let query = db.selectFrom('delivery_log').selectAll().orderBy('id', 'desc').limit(limit)
  if (recipient !== undefined) query = query.where('recipient', '=', recipient.trim().toLowerCase())
  if (mail !== undefined) {
    query = query.where((eb) => eb.or([eb('rfc_message_id', '=', mail), eb('outgoing_id', '=', mail)]))
  }
  return query.execute()
}
