import { TokenInvalidError } from '../../platform/http/errors.ts'
import { changeAccount } from '../../store/accounts/changeAccount.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'

/** What a person may say of themselves; what is left out stays. */
export interface Profile {
  readonly phone?: string | undefined
  readonly duties?: string | undefined
  readonly gender?: number | undefined
}

/** Changes it; colleagues find the person by it at once. */
export async function changeProfile(context: Context, accountId: number, profile: Profile): Promise<void> {
  const { phone, duties, gender } = profile
  await transact(context, async (trx) => {
    const account = await trx.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
    if (!account) throw new TokenInvalidError()
    await changeAccount(trx, account, {
      ...(phone === undefined ? {} : { phone }),
      ...(duties === undefined ? {} : { duties }),
    })
    if (gender !== undefined) await trx.updateTable('account').set({ gender }).where('id', '=', accountId).execute()
  })
  announceChanges(context, [accountId])
}
