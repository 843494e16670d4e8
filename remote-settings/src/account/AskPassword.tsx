import { Button, Dialog, PasswordField } from '@yanshu/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

interface FormDialogProps {
  title: string
  submit: string
  /** What was entered is refused by an error, which the HTTP client shows. */
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form: Enter sends it. */
export function FormDialog({ title, submit, onSubmit, onClose, children }: FormDialogProps) {
  const say = useWords()
  const form = useId()
  const [busy, setBusy] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    onSubmit()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('account.second.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={send}>
        {children}
      </form>
    </Dialog>
  )
}

interface AskPasswordProps {
  title: string
  onGiven: (password: string) => Promise<void>
  onClose: () => void
  /** Why it did not work, where no error of the server says so. */
  problem?: string | null
  /** What is asked besides, above the password. */
  children?: ReactNode
}

/** Asks for the login password before what protects the account is changed. */
export function AskPassword({ title, onGiven, onClose, problem = null, children }: AskPasswordProps) {
  const say = useWords()
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const submit = async () => {
    setEmpty(password === '')
    if (password !== '') await onGiven(password)
  }
  return (
    <FormDialog title={title} submit={say('account.second.go')} onSubmit={submit} onClose={onClose}>
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
