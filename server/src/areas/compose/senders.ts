import type { MailAddress } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { prepared } from '../../store/database/prepared.ts'
import type { Schema } from '../../store/database/schema.ts'

/** The addresses an account may write from, its own first, each with the name that its mails carry. */
export async function sendersOf(db: Kysely<Schema>, accountId: number): Promise<[MailAddress, ...MailAddress[]]> {
  const [account] = await selectAccount(db, { accountId })
  if (!account) throw new Error(`account ${accountId} is gone`)
  const named = await selectNames(db, { accountId })
  const nameOf = (address: string) => named.find((one) => one.address === address)?.name ?? account.name
  const aliases = await selectAliases(db, { accountId })
  return [
    { ...account, name: nameOf(account.address) },
    ...aliases.map(({ address }) => ({ name: nameOf(address), address })),
  ]
}

const selectAccount = prepared((db, by: { accountId: number }) =>
  db.selectFrom('account').select(['name', 'address']).where('id', '=', by.accountId).compile(),
)

const selectNames = prepared((db, by: { accountId: number }) =>
  db.selectFrom('address_name').select(['address', 'name']).where('account_id', '=', by.accountId).compile(),
)

const selectAliases = prepared((db, by: { accountId: number }) =>
  db.selectFrom('alias').select('address').where('account_id', '=', by.accountId).orderBy('address').compile(),
)
