import type { Context } from '../context/context.ts'
import { transact } from '../database/transact.ts'

/**
 * Makes every claimed job due at once. For a store that only this process works on: the server that claimed them has ended.
 */
export async function takeOverAll({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  await transact({ store, now }, (trx) =>
    trx.updateTable('job').set({ run_at: now(), claim: null }).where('claim', 'is not', null).execute(),
  )
}
