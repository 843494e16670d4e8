import { type RawBuilder, sql } from 'kysely'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'

/** How one kind of counting slows down: free tries, then a wait that doubles up to the longest. */
export interface ThrottleRule {
  readonly scope: string
  readonly free: number
  /** Seconds of the first wait; five when left out. */
  readonly firstS?: number
  readonly longestS: number
}

const FIRST_WAIT_S = 5
/** How long a try is remembered after the last one. */
const MEMORY_MS = 60 * 60 * 1_000
/**
 * How far the clocks of servers may be apart. A try from further in the future was counted before the clock was put back,
 * and its time cannot be known: no try waits until that time comes again.
 */
export const CLOCKS_APART_MS = 10 * 60 * 1_000

type Parts = Pick<Context, 'store' | 'now'>

const firstWaitOf = ({ firstS = FIRST_WAIT_S }: ThrottleRule) => firstS

const waitS = (tries: number, rule: ThrottleRule): number =>
  tries < rule.free ? 0 : Math.min(firstWaitOf(rule) * 2 ** (tries - rule.free), rule.longestS)

/** `waitS` of the stored count, in milliseconds, for the store to compute. */
function storedWaitMs(rule: ThrottleRule): RawBuilder<number> {
  const doublings = Math.ceil(Math.log2(rule.longestS / firstWaitOf(rule)))
  const counts = Array.from({ length: rule.free + doublings }, (_, tries) => tries)
  // Literals, because PostgreSQL would have to guess the type of parameters.
  const cases = counts.map((tries) => sql`when ${sql.lit(tries)} then ${sql.lit(waitS(tries, rule) * 1_000)}`)
  return sql<number>`case throttle.count ${sql.join(cases, sql` `)} else ${sql.lit(rule.longestS * 1_000)} end`
}

/** Tries that have been counted and whose end is not known yet. */
export interface CountedTries {
  /** How many tries each rule has counted so far, this one included. */
  readonly counts: readonly number[]
  /** What was counted by these scopes is forgotten. */
  forget(scopes: readonly string[]): Promise<void>
  /** The try does not count after all. */
  giveBack(scopes?: readonly string[]): Promise<void>
}

/**
 * Counts a try by every rule before it is judged, so that tries at the same moment are counted like tries one after the
 * other. Throws `TooManyRequestsError` while one of them has to wait; such a try is not counted and does not lengthen the
 * wait. `check` sees the counts in the same transaction; what it throws takes the counting back.
 */
export async function countTries(
  context: Parts,
  rules: readonly ThrottleRule[],
  check: (counts: readonly number[], trx: Trx) => Promise<void> = async () => {},
): Promise<CountedTries> {
  const { db } = context.store
  const counts = await transact(context, async (trx) => {
    const counted: number[] = []
    for (const rule of rules) {
      const answer = await countFor(trx, rule, context.now())
      // Ends the transaction, so that what an earlier rule has counted is not.
      if (answer.waitMs > 0) throw new TooManyRequestsError(Math.ceil(answer.waitMs / 1_000))
      counted.push(answer.count)
    }
    await check(counted, trx)
    return counted
  })
  const all = rules.map(({ scope }) => scope)
  return {
    counts,
    forget: async (scopes) => {
      if (scopes.length > 0) await db.deleteFrom('throttle').where('scope', 'in', scopes).execute()
    },
    giveBack: async (scopes = all) => {
      if (scopes.length === 0) return
      await db
        .updateTable('throttle')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('scope', 'in', scopes)
        .where('count', '>', 0)
        .execute()
    },
  }
}

/** Counts one try in one statement, unless the rule makes it wait: then `waitMs` is how long. */
async function countFor(trx: Trx, rule: ThrottleRule, now: number): Promise<{ waitMs: number; count: number }> {
  const wait = storedWaitMs(rule)
  const counted = await trx
    .insertInto('throttle')
    .values({ scope: rule.scope, count: 1, expires_at: now + MEMORY_MS })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('throttle.expires_at', '<=', now)
            .then(1)
            .else(eb('throttle.count', '+', 1))
            .end(),
          expires_at: now + MEMORY_MS,
        }))
        .where((eb) =>
          eb.or([
            eb('throttle.expires_at', '<=', now),
            // Not left to the times: a try of the same moment may have read a later clock.
            eb('throttle.count', '<', rule.free),
            eb(sql<number>`throttle.expires_at + ${wait}`, '<=', now + MEMORY_MS),
            eb('throttle.expires_at', '>', now + MEMORY_MS + CLOCKS_APART_MS),
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted) return { waitMs: 0, count: counted.count }
  const row = await trx
    .selectFrom('throttle')
    .select(['count', 'expires_at'])
    .where('scope', '=', rule.scope)
    .executeTakeFirstOrThrow()
  return { waitMs: Math.max(1, row.expires_at - MEMORY_MS + waitS(row.count, rule) * 1_000 - now), count: row.count }
}

/** Forgets the tries that no longer count. */
export const forgetOldTries = ({ store, now }: Parts) =>
  store.db.deleteFrom('throttle').where('expires_at', '<=', now()).execute()
