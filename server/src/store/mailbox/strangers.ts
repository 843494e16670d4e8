import type { Kysely } from 'kysely'
import { prepared, preparedForList } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'

/**
 * Which of these addresses (lower case in the answer) are strangers': outside the organisation's domains, never written
 * to, and heard from for the first time.
 */
export async function strangersAmong(
  db: Kysely<Schema>,
  accountId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const asked = new Set(addresses.filter((address) => address !== '').map((address) => address.toLowerCase()))
  if (asked.size === 0) return asked
  const domains = await selectDomains(db, {})
  const own = new Set(domains.map((domain) => domain.name))
  for (const address of asked) {
    if (own.has(address.slice(address.lastIndexOf('@') + 1))) asked.delete(address)
  }
  if (asked.size === 0) return asked
  const known = await selectKnown(db, [accountId, ...asked])
  for (const { address } of known) asked.delete(address)
  return asked
}

const selectDomains = prepared((db, _by: object) => db.selectFrom('domain').select('name').compile())

/** The account first, then the addresses. */
const selectKnown = preparedForList((db, [accountId, ...addresses]: readonly (number | string)[]) =>
  db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', accountId as number)
    .where('address', 'in', addresses as string[])
    .where((eb) => eb.or([eb('uses', '>', 0), eb('received', '>', 1)]))
    .compile(),
)
