import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import { numberIn } from './ids.ts'
import { prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

type Trx = Transaction<Schema>

/**
 * What happened to mails of an account, or to the account itself: new: delivered; added: came into a folder otherwise;
 * removed: left a folder; updated: flags, labels or the delivery to its recipients; folders: the tree of folders and
 * labels; settings: settings and switches.
 */
export type ChangeKind = 'new' | 'added' | 'removed' | 'updated' | 'folders' | 'settings'

export interface NotedChange {
  readonly kind: ChangeKind
  /** The folder that is concerned, null when it is several or none. */
  readonly folderId: number | null
  readonly mailIds: readonly number[]
}

interface Gathering {
  readonly kind: ChangeKind
  readonly folderId: number | null
  readonly mailIds: number[]
}

/** What each open transaction has changed, by account. */
const open = new WeakMap<Trx, Map<number, Gathering[]>>()

/** From here on the transaction may note changes; called by `transact` alone. */
export function gatherChanges(trx: Trx): void {
  open.set(trx, new Map())
}

/**
 * Notes a change of an account's mailbox. When the work of the transaction is done, its notes are written as rows of
 * the change log, each with the next number of the account's sequence: they are committed together with the change, or
 * not at all. Throws outside of `transact`.
 */
export function noteChange(trx: Trx, accountId: number, change: NotedChange): void {
  const accounts = open.get(trx)
  if (!accounts) throw new Error('a mailbox is changed by a transaction that transact has not begun')
  const noted = accounts.get(accountId)
  const same = noted?.find(({ kind, folderId }) => kind === change.kind && folderId === change.folderId)
  if (same) for (const id of change.mailIds) same.mailIds.push(id)
  else {
    const begun = { ...change, mailIds: [...change.mailIds] }
    if (noted) noted.push(begun)
    else accounts.set(accountId, [begun])
  }
}

/** Accounts whose changes are written before other calls run. */
const ACCOUNTS_PER_TURN = 50

/** Writes what the transaction has noted: one update for each account and one row for each note. */
export async function writeChanges(trx: Trx, now: () => number): Promise<void> {
  const accounts = open.get(trx)
  open.delete(trx)
  if (!accounts || accounts.size === 0) return
  const at = now()
  // The same order in all transactions, as for the lock of the mailboxes.
  const inOrder = [...accounts].sort(([a], [b]) => a - b)
  for (const [place, [accountId, noted]] of inOrder.entries()) {
    if (place > 0 && place % ACCOUNTS_PER_TURN === 0) await nextTurn()
    const [raised] = await raise(trx, { accountId, by: noted.length })
    // This transaction has deleted the account.
    if (!raised) continue
    let seq = raised.change_seq - noted.length
    for (const { kind, folderId, mailIds } of noted) {
      seq += 1
      await insert(trx, { accountId, seq, at, kind, folderId, mailIds: JSON.stringify(mailIds) })
    }
  }
}

const raise = prepared((db, by: { accountId: number; by: number }) =>
  db
    .updateTable('account')
    .set((eb) => ({ change_seq: eb('change_seq', '+', by.by) }))
    .where('id', '=', by.accountId)
    .returning('change_seq')
    .compile(),
)

interface Row {
  readonly accountId: number
  readonly seq: number
  readonly at: number
  readonly kind: ChangeKind
  readonly folderId: number | null
  readonly mailIds: string
}

const insert = prepared((db, by: Row) =>
  db
    .insertInto('change_log')
    .values({
      account_id: by.accountId,
      seq: by.seq,
      at: by.at,
      kind: by.kind,
      folder_id: by.folderId,
      mail_ids: by.mailIds,
    })
    .compile(),
)

/** Writes one change for each of many accounts (null for all), when it names no mails. Runs at once, not at the end. */
export async function noteForMany(
  trx: Trx,
  { store, now }: { readonly store: { readonly engine: Engine }; readonly now: () => number },
  accountIds: readonly number[] | null,
  kind: 'folders' | 'settings',
): Promise<void> {
  const which = accountIds === null ? sql<boolean>`true` : numberIn(store.engine, 'id', accountIds)
  await sql`update account set change_seq = change_seq + 1 where ${which}`.execute(trx)
  await sql`insert into change_log (account_id, seq, at, kind, folder_id, mail_ids)
    select id, change_seq, cast(${now()} as bigint), ${kind}, null, '[]' from account where ${which}`.execute(trx)
}
