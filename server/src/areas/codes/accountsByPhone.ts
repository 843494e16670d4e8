import { phoneDigits } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'

/** An account as the ways in need it. */
export interface PhoneOwner {
  readonly id: number
  readonly address: string
  readonly phone: string
  readonly password_hash: string
}

/**
 * The one account that has a phone number, however it was written; null when none or more than one has it. Public
 * mailboxes and disabled accounts do not count.
 */
export async function accountByPhone({ store }: Pick<Context, 'store'>, phone: string): Promise<PhoneOwner | null> {
  const digits = phoneDigits(phone)
  if (digits === '') return null
  const written = [digits, `86${digits}`, `+86${digits}`]
  const found = await store.db
    .selectFrom('account')
    .select(['id', 'address', 'phone', 'password_hash'])
    // As the index of the migration spells it.
    .where(sql<string>`replace(replace(phone, '-', ''), ' ', '')`, 'in', written)
    .where('disabled', '=', 0)
    .where('account_type', '=', 1)
    .limit(2)
    .execute()
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The end of a number, by which its owner knows it; '' for none. */
export const phoneEnd = (phone: string): string => phoneDigits(phone).slice(-4)
