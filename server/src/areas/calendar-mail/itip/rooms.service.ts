import type { Context } from '../../../store/context/context.ts'
import { transact } from '../../../store/database/transact.ts'

/** Makes a room of an account: from now on it answers invitations by itself. */
export const saveRoom = (
  context: Context,
  accountId: number,
  { capacity, place }: { readonly capacity: number; readonly place: string },
): Promise<unknown> =>
  transact(context, (trx) =>
    trx
      .insertInto('room')
      .values({ account_id: accountId, capacity, place })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ capacity, place }))
      .execute(),
  )
