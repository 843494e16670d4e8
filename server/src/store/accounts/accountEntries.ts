import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Trx } from '../database/transact.ts'
import { leaveAddresses } from './addresses.ts'

/** Whether a password must be changed: 0 no, 1 before anything else, 2 soon. */
export type PasswordChange = 0 | 1 | 2

/**
 * Sets the password of an account by its hash; sessions and codes are the caller's to end. Answers false where `before` is
 * no longer the hash, because another call was faster.
 */
export async function setPassword(
  trx: Trx,
  accountId: number,
  hash: string,
  { before, isChosen }: { readonly before?: string | undefined; readonly isChosen: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    // What its owner has chosen need not be changed again.
    .set({ password_hash: hash, ...(isChosen ? { change_password: 0, password_prompt_after: 0 } : {}) })
    .where('id', '=', accountId)
    .$if(before !== undefined, (query) => query.where('password_hash', '=', before ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Sets whether the password must be changed at the next login; who was not to be reminded for a time is from now on. */
export const askForNewPassword = (db: Kysely<Schema>, accountId: number, when: PasswordChange) =>
  db
    .updateTable('account')
    .set({ change_password: when, password_prompt_after: 0 })
    .where('id', '=', accountId)
    .execute()

/** Until then who should change the password is not reminded. */
export const remindOfPasswordAfter = (db: Kysely<Schema>, accountId: number, moment: number) =>
  db.updateTable('account').set({ password_prompt_after: moment }).where('id', '=', accountId).execute()

/** Sets the address by which a forgotten password is replaced; '' for none. */
export const setRecoveryEmail = (db: Kysely<Schema>, accountId: number, email: string) =>
  db.updateTable('account').set({ recovery_email: email }).where('id', '=', accountId).execute()

export const setGender = (db: Kysely<Schema>, accountId: number, gender: number) =>
  db.updateTable('account').set({ gender }).where('id', '=', accountId).execute()

/** Gives an account a further address. Answers false where the address is taken. */
export async function insertAlias(trx: Trx, accountId: number, address: string): Promise<boolean> {
  const made = await trx
    .insertInto('alias')
    .values({ address, account_id: accountId })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .executeTakeFirst()
  return made !== undefined
}

/** Removes a further address of an account. Answers false where the account has none like it. */
export async function deleteAlias(trx: Trx, accountId: number, address: string, now: number): Promise<boolean> {
  const gone = await trx
    .deleteFrom('alias')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .returning('address')
    .executeTakeFirst()
  if (gone) await leaveAddresses(trx, [address], { accountId, now })
  return gone !== undefined
}

/** Lets transactions that count something of an account happen one after the other, from here to their end. */
export const lockAccount = (trx: Trx, accountId: number) =>
  trx
    .updateTable('account')
    .set((eb) => ({ change_seq: eb.ref('change_seq') }))
    .where('id', '=', accountId)
    .execute()
