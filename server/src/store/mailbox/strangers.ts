import { type Kysely, sql } from 'kysely'
import { preparedForMany } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'

/**
 * Which of these addresses (lower case in the answer) are strangers': outside the organisation's domains, never written
 * to, and with one received mail at most.
 */
export async function strangersAmong(
  db: Kysely<Schema>,
  accountId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const asked = new Set(addresses.filter((address) => address !== '').map((address) => address.toLowerCase()))
  if (asked.size === 0) return asked
  const known = await selectKnown(db, [...asked], { accountId })
  const own = new Set(known.filter(({ is_domain }) => is_domain === 1).map(({ name }) => name))
  for (const { name, is_domain } of known) if (is_domain === 0) asked.delete(name)
  for (const address of asked) {
    if (own.has(address.slice(address.lastIndexOf('@') + 1))) asked.delete(address)
  }
  return asked
}

/**
 * The domains of the organisation and the addresses that are known, in one statement: on PostgreSQL the way there and back
 * takes longer than looking up a few addresses of the organisation.
 */
const selectKnown = preparedForMany('text', (db, isListed, by: { accountId: number }) =>
  db
    .selectFrom('domain')
    .select(['name', sql.lit(1).as('is_domain')])
    .unionAll(
      db
        .selectFrom('correspondent')
        .select(['address as name', sql.lit(0).as('is_domain')])
        .where('account_id', '=', by.accountId)
        .where(isListed('address'))
        .where((eb) => eb.or([eb('uses', '>', 0), eb('received', '>', 1)])),
    )
    .compile(),
)
