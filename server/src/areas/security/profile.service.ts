import { TokenInvalidError } from '../../platform/http/errors.ts'
import { setGender } from '../../store/accounts/accountEntries.ts'
import { changeAccount } from '../../store/accounts/changeAccount.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'

/**
 * What a person may say of themselves; what is left out stays. The phone is not among it: codes that open the account go
 * there, so an operator sets it.
 */
export interface Profile {
  readonly duties?: string | undefined
  readonly gender?: number | undefined
}

/** Changes it; colleagues find the person by it at once. */
export async function changeProfile(context: Context, accountId: number, profile: Profile): Promise<void> {
  const { duties, gender } = profile
  await transact(context, async (trx) => {
    const account = await trx.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
    if (!account) throw new TokenInvalidError()
    if (duties !== undefined) await changeAccount(trx, account, { duties })
    if (gender !== undefined) await setGender(trx, accountId, gender)
  })
  announceChanges(context, [accountId])
}
