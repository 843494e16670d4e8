import type { Context } from '../context.ts'
import { TooManyRequestsError } from '../http/errors.ts'

/** How one kind of counting slows down: free tries, then a wait that doubles up to the longest. */
interface Rule {
  readonly scope: string
  readonly free: number
  readonly longestS: number
}

const FIRST_WAIT_S = 5
/** How long a wrong try is remembered after the last one. */
const MEMORY_MS = 60 * 60 * 1_000

/**
 * Who guesses at one account from one place soon waits for minutes. Guessing at an account from many places slows it to
 * a minute at most, for its owner has to get in; and one place that tries many accounts waits as well.
 */
export const rulesFor = (account: string, ip: string): readonly Rule[] => [
  { scope: `login:${account}|${ip}`, free: 5, longestS: 15 * 60 },
  { scope: `login:${account}`, free: 20, longestS: 60 },
  { scope: `login-ip:${ip}`, free: 50, longestS: 15 * 60 },
]

/** Addresses of one IPv6 site are one place. */
export function placeOf(ip: string): string {
  const plain = ip.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  return plain.split(':').slice(0, 4).join(':')
}

const waitAfter = (wrong: number, rule: Rule): number =>
  wrong < rule.free ? 0 : Math.min(FIRST_WAIT_S * 2 ** (wrong - rule.free), rule.longestS)

type Parts = Pick<Context, 'store' | 'now'>

/** Throws `TooManyRequestsError` while one of the rules makes the caller wait. A refused try does not lengthen it. */
export async function checkThrottle({ store, now }: Parts, rules: readonly Rule[]): Promise<void> {
  const rows = await store.db
    .selectFrom('throttle')
    .selectAll()
    .where(
      'scope',
      'in',
      rules.map((rule) => rule.scope),
    )
    .execute()
  let waitMs = 0
  for (const row of rows) {
    const rule = rules.find((one) => one.scope === row.scope)
    if (!rule || row.expires_at <= now()) continue
    const lastWrong = row.expires_at - MEMORY_MS
    waitMs = Math.max(waitMs, lastWrong + waitAfter(row.count, rule) * 1_000 - now())
  }
  if (waitMs > 0) throw new TooManyRequestsError(Math.ceil(waitMs / 1_000))
}

export async function countWrong({ store, now }: Parts, rules: readonly Rule[]): Promise<void> {
  const expires_at = now() + MEMORY_MS
  for (const { scope } of rules) {
    await store.db
      .insertInto('throttle')
      .values({ scope, count: 1, expires_at })
      .onConflict((conflict) =>
        conflict.column('scope').doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('throttle.expires_at', '<=', now())
            .then(1)
            .else(eb('throttle.count', '+', 1))
            .end(),
          expires_at,
        })),
      )
      .execute()
  }
}

/** A right password clears what was counted against this account from this place; the others run out by time. */
export async function forgetWrong({ store, now }: Parts, rules: readonly Rule[]): Promise<void> {
  const [own] = rules
  if (own) await store.db.deleteFrom('throttle').where('scope', '=', own.scope).execute()
  await store.db.deleteFrom('throttle').where('expires_at', '<=', now()).execute()
}
