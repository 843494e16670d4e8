import type { MailAddress } from '@yanshu/contracts'
import type { Trx } from '../database/transact.ts'

/** Remembers whom an account writes to: for suggestions, and to know first-time senders. */
export async function rememberCorrespondents(
  trx: Trx,
  accountId: number,
  people: readonly MailAddress[],
  now: number,
): Promise<void> {
  const unique = new Map(people.map((person) => [person.address.toLowerCase(), person.name]))
  for (const [address, name] of unique) {
    await trx
      .insertInto('correspondent')
      .values({ account_id: accountId, address, name, uses: 1, received: 0, last_used_at: now })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'address']).doUpdateSet((eb) => ({
          uses: eb('correspondent.uses', '+', 1),
          last_used_at: now,
          // A known name is kept when the address was typed without it this time.
          ...(name ? { name } : {}),
        })),
      )
      .execute()
  }
}
