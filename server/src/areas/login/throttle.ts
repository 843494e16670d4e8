import { ChallengeNeededError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { within } from '../../store/database/transact.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries, type ThrottleRule } from '../../store/throttle/throttle.ts'
import { takePass } from '../challenges/index.ts'

/**
 * Limits of login attempts. Repeated attempts at one account from one place (network address) soon wait for minutes.
 * Attempts at an account from many places are limited to one a minute, but not from a place where its owner is logged in.
 * There is no limit for a place alone: a whole office may share one address.
 */
const rulesFor = (account: string, place: string, isKnownPlace: boolean): readonly ThrottleRule[] => [
  { scope: `login:${account}|${place}`, free: 5, longestS: 15 * 60 },
  ...(isKnownPlace ? [] : [{ scope: `login:${account}`, free: 20, longestS: 60 }]),
]

/** An account under attack from many places asks for a challenge after so many times the failures of one place. */
const EVERYWHERE = 3

type Parts = Pick<Context, 'store' | 'now' | 'config'>

/** A try that has been counted and whose end is not known yet. */
export interface CountedTry {
  /** The password was right: what was counted against the account from this place is forgotten, the rest given back. */
  right(): Promise<void>
  /** The password was not compared: the attempt is not counted after all. */
  undone(): Promise<void>
}

/** Who tries: a person at a login page, who can solve a challenge, or a program, which cannot. */
export type Trier = { readonly kind: 'person'; readonly verifyToken: string | undefined } | { readonly kind: 'program' }

/**
 * Counts a try to log in, before its password is compared. Throws `TooManyRequestsError` while the account has to wait,
 * and `ChallengeNeededError` when a person has to solve a challenge first (`YANSHU_LOGIN_CHALLENGE`); such a try is not
 * counted and does not lengthen the wait.
 */
export async function countTry(
  context: Parts,
  account: string,
  ip: string,
  trier: Trier = { kind: 'program' },
): Promise<CountedTry> {
  const place = placeOf(ip)
  const rules = rulesFor(account, place, await isLoggedInAt(context, account, place))
  const { loginChallenge } = context.config
  const counted = await countTries(context, rules, async ([here = 0, everywhere = 0], trx) => {
    if (trier.kind === 'program' || loginChallenge === null) return
    const before = Math.max(here - 1, Math.floor((everywhere - 1) / EVERYWHERE))
    if (before < loginChallenge) return
    if (!(await takePass(within(trx, context), trier.verifyToken))) throw new ChallengeNeededError()
  })
  const [own, ...others] = rules.map(({ scope }) => scope)
  return {
    right: async () => {
      if (own) await counted.forget([own])
      await counted.giveBack(others)
    },
    undone: () => counted.giveBack(),
  }
}

/** Whether the account has a login from this place. Asked of unknown accounts too: it takes its time. */
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
