import type { PasswordOwner } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { PasswordField } from '@yanshu/ui'
import type { NewPasswordProblem } from './newPasswordProblems.ts'
import { PasswordRules } from './PasswordRules.tsx'

interface NewPasswordFieldsProps {
  owner: PasswordOwner
  password: string
  again: string
  onPassword: (value: string) => void
  onAgain: (value: string) => void
  problems: { readonly password: NewPasswordProblem | null; readonly again: NewPasswordProblem | null }
}

/** A new password, its repetition, and the rules that mark themselves while it is typed. */
export function NewPasswordFields({ owner, password, again, onPassword, onAgain, problems }: NewPasswordFieldsProps) {
  const say = useT('passwords')
  const words = (problem: NewPasswordProblem | null) => (problem ? say(`problem.${problem}`) : undefined)
  return (
    <>
      <PasswordField
        large
        label={say('first.new')}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={onPassword}
        error={words(problems.password)}
      />
      <PasswordRules password={password} owner={owner} />
      <PasswordField
        large
        label={say('first.again')}
        name="new-password-again"
        autoComplete="new-password"
        value={again}
        onChange={onAgain}
        error={words(problems.again)}
      />
    </>
  )
}
