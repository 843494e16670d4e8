import { PasswordField } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

interface AskPasswordProps {
  title: string
  /** Why it is asked for. */
  lead?: string
  onGiven: (password: string) => Promise<void>
  onClose: () => void
  /** Why it did not work, where no error of the server names the reason. */
  problem?: string | null
  /** What is asked besides, above the password. */
  children?: ReactNode
}

/** Asks for the login password before what protects the account is changed. */
export function AskPassword({ title, lead, onGiven, onClose, problem = null, children }: AskPasswordProps) {
  const say = useWords()
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const submit = async () => {
    setEmpty(password === '')
    if (password !== '') await onGiven(password)
  }
  return (
    <FormDialog
      className={css.form}
      title={title}
      submit={say('account.second.go')}
      onSubmit={submit}
      onClose={onClose}
    >
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
      <PasswordField
        {...(children ? {} : { 'data-autofocus': true })}
        label={say('account.lock.login')}
        autoComplete="current-password"
        value={password}
        error={empty ? say('account.lock.required') : undefined}
        onChange={setPassword}
      />
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </FormDialog>
  )
}
