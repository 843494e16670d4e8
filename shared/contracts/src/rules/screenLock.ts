import { DEFAULT_LOCK_TIMEOUT_MS, LOCK_PASSWORD_MAX, LOCK_PASSWORD_MIN, MIN_IDLE_BEFORE_LOCK_MS } from '../limits.ts'

const MINUTE_MS = 60_000

/** What the idle rules read of the lock settings. `locktime` in minutes, null when it was never chosen. */
export interface LockTimes {
  readonly autoFlag: boolean
  readonly locktime: number | null
}

/** The configured time-out in milliseconds (§4, Screen lock): 0 without automatic lock, ten minutes until one was chosen. */
export function lockTimeoutMs({ autoFlag, locktime }: LockTimes): number {
  if (!autoFlag) return 0
  return locktime === null ? DEFAULT_LOCK_TIMEOUT_MS : locktime * MINUTE_MS
}

/** Without an act for how long the screen locks: the larger of ten minutes and the time-out; null for never (§4). */
export const idleLimitMs = (timeoutMs: number): number | null =>
  timeoutMs === 0 ? null : Math.max(MIN_IDLE_BEFORE_LOCK_MS, timeoutMs)

/** Paths that never begin a lock by themselves (§4): what happens there must not be broken off. They follow one. */
const EXEMPT = [
  'login',
  'loginBefore',
  'resetPassword',
  'firstResetPsd',
  'smimePage',
  'bigFileUpload',
  'sharefile',
  'write',
]

/** Whether an idle page at this hash path may lock the screen. */
export function mayBeginLock(path: string): boolean {
  const first = path.split(/[/?]/)[1] ?? ''
  return !EXEMPT.includes(first)
}

export type LockPasswordProblem = 'required' | 'length' | 'chinese'

/** A PIN or password of the lock: 4 to 20 characters, no Chinese ones (they need an input method, which shows them). */
export function lockPasswordProblem(password: string): LockPasswordProblem | null {
  if (!password) return 'required'
  if (/\p{Script=Han}/u.test(password)) return 'chinese'
  const { length } = [...password]
  return length < LOCK_PASSWORD_MIN || length > LOCK_PASSWORD_MAX ? 'length' : null
}

/** Where the lock is turned on and gets its password: tab four of account and security (§4). */
export const LOCK_SETTINGS_PATH = '/set/account?tab=four'
