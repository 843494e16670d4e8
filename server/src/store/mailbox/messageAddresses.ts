import { prepared } from '../database/prepared.ts'
import type { AddressKind } from '../database/schema.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import type { Trx } from '../database/transact.ts'

/** The columns of a message in which addresses stand. */
export interface AddressColumns {
  readonly from_address: string
  /** JSON as in the table `message`. */
  readonly sender: string | null
  readonly to_list: string
  readonly cc_list: string
  readonly reply_to: string
}

interface Row {
  readonly kind: AddressKind
  /** Lower case. */
  readonly address: string
}

/** Statements for more rows are built each time. */
const PREPARED_ROWS_MAX = 8
const ROWS_AT_ONCE = 100

/** Writes the addresses of a message that is new. */
export async function writeAddresses(trx: Trx, messageId: number, columns: AddressColumns): Promise<void> {
  const rows = addressesOf(columns)
  if (rows.length === 0) return
  if (rows.length <= PREPARED_ROWS_MAX) {
    const values: Record<string, string | number> = { messageId }
    rows.forEach(({ kind, address }, at) => {
      values[`kind${at}`] = kind
      values[`address${at}`] = address
    })
    await insertRows(rows.length)(trx, values)
    return
  }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('message_address')
      .values(rows.slice(at, at + ROWS_AT_ONCE).map((row) => ({ message_id: messageId, ...row })))
      .execute()
  }
}

/** The same for a message whose content has changed. */
export async function replaceAddresses(trx: Trx, messageId: number, columns: AddressColumns): Promise<void> {
  await trx.deleteFrom('message_address').where('message_id', '=', messageId).execute()
  await writeAddresses(trx, messageId, columns)
}

function addressesOf(columns: AddressColumns): Row[] {
  const lists: [AddressKind, readonly string[]][] = [
    ['from', [columns.from_address]],
    ['sender', columns.sender === null ? [] : readAddresses(`[${columns.sender}]`).map(({ address }) => address)],
    ['to', readAddresses(columns.to_list).map(({ address }) => address)],
    ['cc', readAddresses(columns.cc_list).map(({ address }) => address)],
    ['reply_to', readAddresses(columns.reply_to).map(({ address }) => address)],
  ]
  return lists.flatMap(([kind, addresses]) =>
    [...new Set(addresses.map((address) => address.toLowerCase()))]
      .filter((address) => address !== '')
      .map((address) => ({ kind, address })),
  )
}

type Insert = (trx: Trx, values: Record<string, string | number>) => Promise<unknown>
const inserts = new Map<number, Insert>()

function insertRows(count: number): Insert {
  const known = inserts.get(count)
  if (known) return known
  const made: Insert = prepared((db, by: Record<string, string | number>) =>
    db
      .insertInto('message_address')
      .values(
        Array.from({ length: count }, (_, at) => ({
          // Stand-ins here, values of these types when it runs.
          message_id: by.messageId as number,
          kind: by[`kind${at}`] as AddressKind,
          address: by[`address${at}`] as string,
        })),
      )
      .compile(),
  )
  inserts.set(count, made)
  return made
}
