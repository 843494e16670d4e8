import { resealed } from '../../platform/secrets/serverKey.ts'
import type { Context } from '../../store/context/context.ts'
import { sealedFor } from './secondFactor.service.ts'

/** Seals the secrets of apps of codes by the newest key of the system. Answers how many; one that is lost stays as it is. */
export async function resealFactors({
  store,
  config,
  log,
}: Pick<Context, 'store' | 'config' | 'log'>): Promise<number> {
  const rows = await store.db
    .selectFrom('second_factor')
    .select(['account_id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .execute()
  let count = 0
  for (const { account_id, totp_secret } of rows) {
    try {
      const next = await resealed(config, sealedFor(account_id), totp_secret ?? '')
      if (next === null) continue
      await store.db
        .updateTable('second_factor')
        .set({ totp_secret: next })
        .where('account_id', '=', account_id)
        .where('totp_secret', '=', totp_secret)
        .execute()
      count += 1
    } catch (error) {
      log.error({ err: error, accountId: account_id }, 'the secret of an app of codes could not be sealed anew')
    }
  }
  return count
}
