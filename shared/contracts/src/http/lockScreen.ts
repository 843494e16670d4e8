import { z } from 'zod'
import { Code } from '../codes.ts'
import { LOCK_MINUTES_MAX, LOCK_PASSWORD_MAX } from '../limits.ts'
import { lockPasswordProblem } from '../rules/screenLock.ts'
import { enteredPassword, get, ok, post } from './define.ts'

/** Lock settings of a person (§3). In a mailbox that they switched to, the settings of their own account hold. */
export const lockSettings = z.object({
  /** Whether the person has turned the lock on. It works only while the switch `islockscreen` is on too: see `offered`. */
  flag: z.boolean(),
  /** Whether the screen locks by itself after `locktime`. */
  autoFlag: z.boolean(),
  /** Minutes without an act, 0 for never; below ten counts as ten. */
  locktime: z.number().int().min(0).max(LOCK_MINUTES_MAX),
  /** Whether a password of the lock is stored. */
  haspass: z.boolean(),
  /** Whether the organisation offers the lock (`islockscreen`). */
  offered: z.boolean(),
  /** Whether the organisation has locked `autoFlag` and `locktime` (`yanshu switch set locktime 10 --lock`). */
  timeLocked: z.boolean(),
})
export type LockSettings = z.infer<typeof lockSettings>

/** A new PIN or password of the lock; `lockPasswordProblem` shows what is wrong with one. */
const newPassword = z
  .string()
  .max(LOCK_PASSWORD_MAX * 2)
  .refine((text) => lockPasswordProblem(text) === null)

/**
 * While a session is locked the server answers 400 with 401014 to each of its calls but `relieve`, `state` and
 * `oauth/logout` (§4). `oauth/token` goes on: it opens nothing, and without it the session could not be unlocked after a quarter of an
 * hour.
 */
export const lockScreenCalls = [
  get('mail/main/lockScreen/isOpen', {
    title:
      'The lock settings. A locked session gets 401014; when the lock was turned off elsewhere, the settings again',
    data: lockSettings,
  }),
  get('mail/main/lockScreen/state', {
    title: 'Whether the screen of this session is locked, and can be: what a locked page asks without being refused',
    whileLocked: true,
    data: z.object({ locked: z.boolean(), usable: z.boolean() }),
  }),
  get('mail/main/lockScreen/isAutoLock', {
    title: 'Whether the screen is to lock by itself, asked before it does',
    data: z.object({ autoFlag: z.boolean(), locktime: z.number().int() }),
  }),
  get('mail/main/lockScreen/open', {
    switchedBy: { name: 'islockscreen', when: 'sometimes' },
    title: 'Lock the screen: this session, in all its windows. Refused (403001) without a password or turned off',
    data: ok,
    errors: [Code.forbidden],
  }),
  post('mail/main/lockScreen/set', {
    noted: { by: 'flag', kinds: { true: 'lockOn', false: 'lockOff' } },
    switchedBy: { name: 'islockscreen', when: 'sometimes' },
    title: 'Turn the lock on or off, set its times, and its password for the first time. What is left out stays',
    body: z.object({
      /** Turning the lock off, or its time, needs no password: this call is only answered while the screen is unlocked. */
      flag: z.boolean().optional(),
      autoFlag: z.boolean().optional(),
      locktime: z.number().int().min(0).max(LOCK_MINUTES_MAX).optional(),
      /** Only while there is none; a later one is set by `reset`. Turning the lock on without one is refused (400001). */
      password: newPassword.optional(),
    }),
    data: lockSettings,
    errors: [Code.forbidden],
  }),
  post('mail/main/lockScreen/reset', {
    noted: { kind: 'lockPassword' },
    title: 'Set another password of the lock, proven by the old one, or by the login password where that is forgotten',
    body: z
      .object({
        password: newPassword,
        oldPassword: enteredPassword.optional(),
        loginPassword: enteredPassword.optional(),
      })
      .refine((body) => (body.oldPassword === undefined) !== (body.loginPassword === undefined)),
    data: lockSettings,
    errors: [Code.lockPasswordWrong, Code.tooManyRequests, Code.busy],
  }),
  post('mail/main/lockScreen/relieve', {
    title: 'Unlock the screen. Five tries are free, then the waits double up to 15 minutes',
    whileLocked: true,
    body: z.object({ password: enteredPassword }),
    data: ok,
    errors: [Code.lockPasswordWrong, Code.tooManyRequests, Code.busy],
  }),
] as const
