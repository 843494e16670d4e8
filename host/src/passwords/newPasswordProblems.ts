import { brokenPasswordRules, type PasswordOwner } from '@yanshu/contracts'

export type NewPasswordProblem = 'required' | 'differ' | 'rules'

/** What is wrong with a new password and its repetition before they are sent (§5, Password reset). */
export function newPasswordProblems(
  password: string,
  again: string,
  owner: PasswordOwner,
): { readonly password: NewPasswordProblem | null; readonly again: NewPasswordProblem | null } {
  const first = password === '' ? 'required' : brokenPasswordRules(password, owner).length > 0 ? 'rules' : null
  return { password: first, again: again === '' ? 'required' : again === password ? null : 'differ' }
}
