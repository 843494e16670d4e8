import { type RawBuilder, sql } from 'kysely'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { placeOf } from './place.ts'

/** How one kind of counting slows down: free tries, then a wait that doubles up to the longest. */
interface Rule {
  readonly scope: string
  readonly free: number
  readonly longestS: number
}

const FIRST_WAIT_S = 5
/** How long a try is remembered after the last one. */
const MEMORY_MS = 60 * 60 * 1_000

/**
 * Limits of login attempts. Repeated attempts at one account from one place (network address) soon wait for minutes.
 * Attempts at an account from many places are limited to one a minute, but not from a place where its owner is logged in.
 * There is no limit for a place alone: a whole office may share one address.
 */
const rulesFor = (account: string, place: string, isKnownPlace: boolean): readonly Rule[] => [
  { scope: `login:${account}|${place}`, free: 5, longestS: 15 * 60 },
  ...(isKnownPlace ? [] : [{ scope: `login:${account}`, free: 20, longestS: 60 }]),
]

const waitS = (tries: number, rule: Rule): number =>
  tries < rule.free ? 0 : Math.min(FIRST_WAIT_S * 2 ** (tries - rule.free), rule.longestS)

/** `waitS` of the stored count, in milliseconds, for the store to compute. */
function storedWaitMs(rule: Rule): RawBuilder<number> {
  const doublings = Math.ceil(Math.log2(rule.longestS / FIRST_WAIT_S))
  const counts = Array.from({ length: rule.free + doublings }, (_, tries) => tries)
  // Literals, because PostgreSQL would have to guess the type of parameters.
  const cases = counts.map((tries) => sql`when ${sql.lit(tries)} then ${sql.lit(waitS(tries, rule) * 1_000)}`)
  return sql<number>`case throttle.count ${sql.join(cases, sql` `)} else ${sql.lit(rule.longestS * 1_000)} end`
}

type Parts = Pick<Context, 'store' | 'now'>

/** A try that has been counted and whose end is not known yet. */
export interface CountedTry {
  /** The password was right: what was counted against the account from this place is forgotten, the rest given back. */
  right(): Promise<void>
  /** The password was not compared: the attempt is not counted after all. */
  undone(): Promise<void>
}

/**
 * Counts a try to log in, before its password is looked at, so that tries at the same moment are counted like tries one
 * after the other. Throws `TooManyRequestsError` while the account has to wait; such a try is not counted and does not
 * lengthen the wait.
 */
export async function countTry(context: Parts, account: string, ip: string): Promise<CountedTry> {
  const { db } = context.store
  const place = placeOf(ip)
  const rules = rulesFor(account, place, await isLoggedInAt(context, account, place))
  await transact(context, async (trx) => {
    for (const rule of rules) {
      const waitMs = await countFor(trx, rule, context.now())
      // Ends the transaction, so that what an earlier rule has counted is not.
      if (waitMs > 0) throw new TooManyRequestsError(Math.ceil(waitMs / 1_000))
    }
  })
  const giveBack = (scopes: readonly Rule[]) =>
    db
      .updateTable('throttle')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where(
        'scope',
        'in',
        scopes.map(({ scope }) => scope),
      )
      .where('count', '>', 0)
      .execute()
  return {
    right: async () => {
      const [own, ...others] = rules
      if (own) await db.deleteFrom('throttle').where('scope', '=', own.scope).execute()
      if (others.length > 0) await giveBack(others)
    },
    undone: async () => {
      await giveBack(rules)
    },
  }
}

/**
 * Counts a try at another secret of a person, such as the password of the screen lock: `free` tries, then waits that
 * double from five seconds to `longestS`. Throws `TooManyRequestsError` as `countTry` does.
 */
export async function countTryAt(context: Parts, rule: Rule): Promise<CountedTry> {
  const { db } = context.store
  const waitMs = await transact(context, (trx) => countFor(trx, rule, context.now()))
  if (waitMs > 0) throw new TooManyRequestsError(Math.ceil(waitMs / 1_000))
  return {
    right: async () => {
      await db.deleteFrom('throttle').where('scope', '=', rule.scope).execute()
    },
    undone: async () => {
      await db
        .updateTable('throttle')
        .set((eb) => ({ count: eb('count', '-', 1) }))
        .where('scope', '=', rule.scope)
        .where('count', '>', 0)
        .execute()
    },
  }
}

/** Counts one try in one statement, unless the rule makes it wait. Answers how long, in milliseconds; 0 when it counted. */
async function countFor(trx: Trx, rule: Rule, now: number): Promise<number> {
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
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted) return 0
  const row = await trx
    .selectFrom('throttle')
    .select(['count', 'expires_at'])
    .where('scope', '=', rule.scope)
    .executeTakeFirstOrThrow()
  return Math.max(1, row.expires_at - MEMORY_MS + waitS(row.count, rule) * 1_000 - now)
}

/** Whether somebody is logged in to the account from this place. Asked of unknown accounts too: it takes its time. */
async function isLoggedInAt({ store, now }: Parts, account: string, place: string): Promise<boolean> {
  const sessions = await store.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.ip')
    .distinct()
    .where('account.address', '=', account)
    .where('session.refresh_expires_at', '>', now())
    .execute()
  return sessions.some(({ ip }) => placeOf(ip) === place)
}

/** Forgets the tries that no longer count. */
export const forgetOldTries = ({ store, now }: Parts) =>
  store.db.deleteFrom('throttle').where('expires_at', '<=', now()).execute()
