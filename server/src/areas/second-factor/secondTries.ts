import type { Context } from '../../store/context/context.ts'
import { countTries } from '../../store/throttle/throttle.ts'

/**
 * Counts a try at the second step of an account, over all logins and recoveries that were begun: with the first step at hand
 * they can be begun again and again. `forget` is for a right one. Throws `TooManyRequestsError`.
 */
export async function countSecondTries(
  context: Pick<Context, 'store' | 'now'>,
  accountId: number,
): Promise<{ forget(): Promise<void> }> {
  const scope = `second:${accountId}`
  const tries = await countTries(context, [{ scope, free: 10, longestS: 15 * 60 }])
  return { forget: () => tries.forget([scope]) }
}
