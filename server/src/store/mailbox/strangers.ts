import type { Kysely } from 'kysely'
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
  const domains = await db.selectFrom('domain').select('name').execute()
  const own = new Set(domains.map((domain) => domain.name))
  for (const address of asked) {
    if (own.has(address.slice(address.lastIndexOf('@') + 1))) asked.delete(address)
  }
  if (asked.size === 0) return asked
  const known = await db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', 'in', [...asked])
    .where((eb) => eb.or([eb('uses', '>', 0), eb('received', '>', 1)]))
    .execute()
  for (const { address } of known) asked.delete(address)
  return asked
}
