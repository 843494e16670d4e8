import { PASSWORD_LONGER_THAN } from '../limits.ts'

export type AccountProblem = 'required'
export type PasswordProblem = 'required' | 'too-short' | 'chinese'

export const accountProblem = (account: string): AccountProblem | null => (account.trim() ? null : 'required')

/** Required, longer than six, no Chinese characters (§5, Login). */
export function passwordProblem(password: string): PasswordProblem | null {
  if (!password) return 'required'
  if (/\p{Script=Han}/u.test(password)) return 'chinese'
  return password.length > PASSWORD_LONGER_THAN ? null : 'too-short'
}
