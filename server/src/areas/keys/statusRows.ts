import type { CertificateDoubt } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import type { LinkStatus } from './askAuthority.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** An authority that has no answer is not asked again for so long. */
const DOUBT_MS = 10 * MINUTE_MS
/** An answer is used for at least so long: one that ends in a moment would be asked for by each person. */
const LEAST_MS = 10 * MINUTE_MS
const REMOVED_AT_ONCE = 20

/** An answer that is still used; null where the authority is to be asked. */
export async function keptStatus(
  { store, now }: Pick<Context, 'store' | 'now'>,
  fingerprint: string,
): Promise<LinkStatus | null> {
  const row = await store.db
    .selectFrom('certificate_status')
    .select(['status', 'revoked_at', 'reason', 'until'])
    .where('fingerprint', '=', fingerprint)
    .where('until', '>', now())
    .executeTakeFirst()
  if (!row) return null
  const { status, revoked_at: revokedAt, reason, until } = row
  return status === 'unknown' ? { status, reason: reason as CertificateDoubt } : { status, revokedAt, until }
}

/** Keeps an answer for as long as it may be used, a day at most, and removes some of those that are over. */
export async function keepStatus(context: Context, fingerprint: string, answer: LinkStatus): Promise<void> {
  const now = context.now()
  const isDoubt = answer.status === 'unknown'
  const until = isDoubt ? now + DOUBT_MS : Math.max(now + LEAST_MS, Math.min(answer.until, now + DAY_MS))
  const row = {
    ...{ status: answer.status, revoked_at: isDoubt ? null : answer.revokedAt, reason: isDoubt ? answer.reason : '' },
    until,
  }
  await transact(context, async (trx) => {
    await trx
      .insertInto('certificate_status')
      .values({ fingerprint, ...row })
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(row))
      .execute()
    const over = await trx
      .selectFrom('certificate_status')
      .select('fingerprint')
      .where('until', '<', now - DAY_MS)
      .orderBy('until')
      .limit(REMOVED_AT_ONCE)
      .execute()
    if (over.length === 0) return
    const fingerprints = over.map((row) => row.fingerprint)
    await trx.deleteFrom('certificate_status').where('fingerprint', 'in', fingerprints).execute()
  })
}
