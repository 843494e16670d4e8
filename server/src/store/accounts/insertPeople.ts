import type { Insertable } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { addSystemFolders } from '../mailbox/addFolders.ts'
import { directoryKeys } from '../names/personKeys.ts'
import { insertPersonKeys } from './directoryIndex.ts'

/**
 * Inserts many accounts at once, with their folders and their keys in the directory. Addresses that are taken are passed
 * over. Needs the dictionary of pinyin, so it is imported when it is used.
 */
export async function insertPeople(trx: Trx, people: readonly Insertable<Schema['account']>[]): Promise<void> {
  if (people.length === 0) return
  const rows = await trx
    .insertInto('account')
    .values([...people])
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning(['id', 'name', 'address', 'phone', 'duties'])
    .execute()
  await insertPersonKeys(
    trx,
    rows.flatMap((row) =>
      directoryKeys(row).map(({ rank, key }) => ({ owner_id: 0, rank, key, kind: 'account', ref_id: row.id })),
    ),
  )
  await addSystemFolders(
    trx,
    rows.map(({ id }) => id),
  )
}
