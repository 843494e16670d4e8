import type { MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'

/** The addresses an account may write from, its own first. */
export async function sendersOf(db: Kysely<Schema>, accountId: number): Promise<[MailAddress, ...MailAddress[]]> {
  const account = await db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const aliases = await db
    .selectFrom('alias')
    .select('address')
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute()
  return [account, ...aliases.map(({ address }) => ({ name: account.name, address }))]
}
