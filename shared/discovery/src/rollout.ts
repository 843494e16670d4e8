import type { Rollout } from './manifest.ts'
import { sha256 } from './sha256.ts'

/** How many parts a percentage is divided into. */
export const BUCKETS = 10_000

/**
 * The part of the users that somebody falls into, from 0 to 9999. It depends on nothing that changes while a rollout
 * grows, so whoever is in at 10 % is in at 50 %.
 */
export function bucketOf(salt: string, remote: string, userKey: string): number {
  return Number.parseInt(sha256(`${salt}:${remote}:${userKey}`).slice(0, 8), 16) % BUCKETS
}

/** How a rule names a user without saying who it is. */
export function userHash(salt: string, userKey: string): string {
  return `h:${sha256(`${salt}:${userKey}`).slice(0, 16)}`
}

/** Who is asking. `key` is stable for a user, such as the account's address in lower case. */
export interface RolloutUser {
  readonly key: string
  readonly depts: readonly string[]
}

/** What the rules say: true or false where one fits, undefined where none does. */
export function ruleVerdict(rollout: Rollout | undefined, user: RolloutUser): boolean | undefined {
  if (!rollout) return undefined
  for (const { users, depts, use } of rollout.rules ?? []) {
    const userFits = !users || users.includes(userHash(rollout.salt, user.key))
    const deptFits = !depts || depts.some((dept) => user.depts.includes(dept))
    if ((users || depts) && userFits && deptFits) return use
  }
  return undefined
}
