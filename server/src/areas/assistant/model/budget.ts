import { sql } from 'kysely'
import type { Context } from '../../../store/context/context.ts'
import { transact } from '../../../store/database/transact.ts'
import type { ModelSettings } from './modelSettings.ts'

type Parts = Pick<Context, 'store' | 'now'>

const MINUTE_MS = 60_000
/** How long a user can see what of theirs has left. */
const RECORD_KEPT_MS = 90 * 24 * 60 * MINUTE_MS

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/**
 * Counts a request to the model, and writes down what leaves, before it does. False when the person's budget of the
 * minute or the month is used up; then nothing was counted and nothing may be sent.
 */
export async function claimSending(
  parts: Parts,
  settings: ModelSettings,
  sending: { readonly accountId: number; readonly type: number; readonly text: string },
): Promise<boolean> {
  const at = parts.now()
  const { accountId, type, text } = sending
  return transact(parts, async (trx) => {
    const row = { account_id: accountId, month: monthOf(at), requests: 1, characters: text.length }
    // Counted first: the row is locked, so that requests of the same moment are counted one after the other.
    const counted = await trx
      .insertInto('assistant_usage')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'month']).doUpdateSet({
          requests: sql`assistant_usage.requests + 1`,
          characters: sql`assistant_usage.characters + ${text.length}`,
        }),
      )
      .returning('characters')
      .executeTakeFirstOrThrow()
    const { recent } = await trx
      .selectFrom('assistant_sent')
      .select((eb) => eb.fn.countAll<number>().as('recent'))
      .where('account_id', '=', accountId)
      .where('at', '>', at - MINUTE_MS)
      .executeTakeFirstOrThrow()
    if (Number(counted.characters) > settings.monthly || recent >= settings.perMinute) throw new OverBudget()
    await trx
      .deleteFrom('assistant_sent')
      .where('at', '<', at - RECORD_KEPT_MS)
      .execute()
    const host = new URL(settings.url).host
    await trx.insertInto('assistant_sent').values({ account_id: accountId, at, type, host, text }).execute()
    return true
  }).catch((error: unknown) => {
    if (error instanceof OverBudget) return false
    throw error
  })
}

/** Takes back what was counted in a transaction. */
class OverBudget extends Error {}

/** What was sent to the model for an account, newest first. */
export const sentOf = ({ store }: Pick<Context, 'store'>, accountId: number, limit: number) =>
  store.db
    .selectFrom('assistant_sent')
    .select(['at', 'type', 'host', 'text'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()

/** Requests and characters by person in a month, as counts alone: their texts are private. */
export const usageOf = ({ store }: Pick<Context, 'store'>, month: string) =>
  store.db
    .selectFrom('assistant_usage')
    .innerJoin('account', 'account.id', 'assistant_usage.account_id')
    .select(['account.address', 'assistant_usage.requests', 'assistant_usage.characters'])
    .where('assistant_usage.month', '=', month)
    .orderBy('assistant_usage.characters', 'desc')
    .execute()
