import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { SYSTEM_FOLDERS } from './roles.ts'

/** Gives new accounts their system folders. */
export async function addSystemFolders(trx: Trx, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await trx
    .insertInto('folder')
    .values(
      accountIds.flatMap((id) => SYSTEM_FOLDERS.map(({ role, name }, sort) => ({ account_id: id, role, name, sort }))),
    )
    .execute()
}

/** Adds a folder behind those that an account has. Answers its id. */
export async function addFolderBehind(db: Kysely<Schema>, accountId: number, name: string): Promise<number> {
  const { last } = await db
    .selectFrom('folder')
    .select((eb) => eb.fn.max('sort').as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('folder')
    .values({ account_id: accountId, role: 'custom', name, sort: (last ?? 0) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
