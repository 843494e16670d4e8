import type { MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../store/database/schema.ts'

/** The addresses an account may write from, its own first, each with the name that its mails carry. */
export async function sendersOf(db: Kysely<Schema>, accountId: number): Promise<[MailAddress, ...MailAddress[]]> {
  const account = await db
    .selectFrom('account')
    .select(['name', 'address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const named = await db
    .selectFrom('address_name')
    .select(['address', 'name'])
    .where('account_id', '=', accountId)
    .execute()
  const nameOf = (address: string) => named.find((one) => one.address === address)?.name ?? account.name
  const aliases = await db
    .selectFrom('alias')
    .select('address')
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute()
  return [
    { ...account, name: nameOf(account.address) },
    ...aliases.map(({ address }) => ({ name: nameOf(address), address })),
  ]
}
