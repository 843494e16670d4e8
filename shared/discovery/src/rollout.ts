import type { Rollout } from './manifest.ts'
import { sha256 } from './sha256.ts'

/** How many parts a percentage is divided into. */
export const BUCKETS = 10_000

/**
 * The part of the users that a user falls into by their rollout key, from 0 to 9999. It does not change while a rollout
 * grows, so a user who is in at 10 % is in at 50 %.
 */
export function bucketOf(salt: string, remote: string, userKey: string): number {
  return Number.parseInt(sha256(`${salt}:${remote}:${userKey}`).slice(0, 8), 16) % BUCKETS
}

/** How a rule names a user without saying who it is: by the salt and the rollout key. */
export function userHash(salt: string, userKey: string): string {
  return `h:${sha256(`${salt}:${userKey}`).slice(0, 16)}`
}

/** Who is asking, as {@link rolloutUser} makes it. */
export interface RolloutUser {
  /** The rollout key: the account's mail address in lower case. Rules and percentages know a user by it alone. */
  readonly key: string
  /** Names of the department and of those above it, so that a rule for one reaches all people below. */
  readonly depts: readonly string[]
}

/**
 * A user, as rules and percentages use them.
 * @param address the account's mail address
 * @param department its path from the top, joined by ` / `, '' for none
 */
export const rolloutUser = (address: string, department: string): RolloutUser => ({
  key: address.toLowerCase(),
  depts: department.split(' / ').filter(Boolean),
})

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
