import { Code } from '@yanshu/contracts'
import { ApiError, http } from '@yanshu/shell-api'
import { PasswordField } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import css from '../keys.module.css'
import type { AskingRun } from '../open/keyring.ts'
import { useWords } from '../useWords.ts'
import { FormDialog } from './FormDialog.tsx'
import { besideField, InputMissing } from './InputMissing.ts'

interface Question {
  readonly given: () => void
  readonly closed: () => void
}

/** Asks for the login password where the server requires a recent one, and makes the call again. */
export function useRecentPassword(): { readonly run: AskingRun; readonly question: ReactNode } {
  const [open, setOpen] = useState<Question | null>(null)
  const run: AskingRun = async (call) => {
    try {
      return await call({ handles: Code.recentPassword })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== Code.recentPassword) throw error
      await new Promise<void>((given, refused) => setOpen({ given, closed: () => refused(error) })).finally(() =>
        setOpen(null),
      )
      return call({})
    }
  }
  return { run, question: open && <LoginPassword {...open} /> }
}

function LoginPassword({ given, closed }: Question) {
  const say = useWords()
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const submit = async () => {
    setEmpty(password === '')
    if (password === '') throw new InputMissing()
    await http.post('user/password/confirm', { password }, { silent: true })
    given()
  }
  return (
    <FormDialog title={say('login.title')} submit={say('go')} onSubmit={submit} onClose={closed} explain={besideField}>
      <p className={css.lead}>{say('login.lead')}</p>
      <PasswordField
        data-autofocus
        label={say('login.password')}
        autoComplete="current-password"
        maxLength={200}
        value={password}
        error={empty ? say('login.required') : undefined}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
