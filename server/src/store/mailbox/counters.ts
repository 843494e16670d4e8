import type { Counters } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { prepared, preparedForMany } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'

export interface FolderChange {
  readonly folderId: number
  readonly total: number
  readonly unread: number
  readonly size: number
}

/** Adds changes of single mails to the counters of their folders, one statement a folder. */
export async function addToFolders(trx: Trx, changes: readonly FolderChange[]): Promise<void> {
  const sums = new Map<number, { total: number; unread: number; size: number }>()
  for (const change of changes) {
    const sum = sums.get(change.folderId) ?? { total: 0, unread: 0, size: 0 }
    sum.total += change.total
    sum.unread += change.unread
    sum.size += change.size
    sums.set(change.folderId, sum)
  }
  for (const [folderId, sum] of sums) await addToFolder(trx, { folderId, ...sum })
}

const addToFolder = prepared((db, by: FolderChange) =>
  db
    .updateTable('folder')
    .set((eb) => ({
      total: eb('total', '+', by.total),
      unread: eb('unread', '+', by.unread),
      size: eb('size', '+', by.size),
    }))
    .where('id', '=', by.folderId)
    .compile(),
)

/**
 * Adds (1) the listed mails among these to the counters of the labels they carry, or takes them off (-1), as they stand
 * now: call it before a change that ends what is counted and after one that begins it.
 */
export async function countLabels(trx: Trx, mailIds: readonly number[], sign: 1 | -1): Promise<void> {
  for (const sum of await selectSums(trx, mailIds, {})) {
    await trx
      .updateTable('label')
      .set((eb) => ({
        total: eb('total', '+', sign * sum.total),
        unread: eb('unread', '+', sign * sum.unread),
        // PostgreSQL sums big integers into a decimal, which arrives as text.
        size: eb('size', '+', sign * Number(sum.size)),
      }))
      .where('id', '=', sum.label_id)
      .execute()
  }
}

const selectSums = preparedForMany('bigint', (db, isListed) =>
  db
    .selectFrom('mail_label')
    .innerJoin('mail', 'mail.id', 'mail_label.mail_id')
    .select((eb) => [
      'mail_label.label_id',
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>(sql<number>`1 - ${sql.ref('mail.seen')}`).as('unread'),
      eb.fn.sum<number>('mail.size').as('size'),
    ])
    .where(isListed('mail_label.mail_id'))
    .where('mail_label.listed', '=', 1)
    .groupBy('mail_label.label_id')
    .compile(),
)

/** The counters of every folder and label of an account; those of folders that are closed to the reader are 0. */
export async function countersOf(
  db: Kysely<Schema>,
  accountId: number,
  closed: ReadonlySet<number>,
): Promise<Counters> {
  const counted = await selectFolders(db, { accountId })
  const folders = counted.map((one) => (closed.has(one.folderId) ? { ...one, mail: 0, unread: 0 } : one))
  const labels = await selectLabels(db, { accountId })
  return { folders, labels }
}

const selectFolders = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('folder')
    .select(['id as folderId', 'total as mail', 'unread'])
    .where('account_id', '=', by.accountId)
    .orderBy('sort')
    .orderBy('id')
    .compile(),
)

const selectLabels = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('label')
    .select(['id as labelId', 'total as mail', 'unread'])
    .where('account_id', '=', by.accountId)
    .orderBy('sort')
    .orderBy('id')
    .compile(),
)
