import { ApiError, http, type LoginOutcome, session, useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { Problem } from './Problem.tsx'
import css from './ways.module.css'

interface SsoFormProps {
  onOutcome: (outcome: LoginOutcome) => void
  onBack: () => void
}

/** Back from the organisation's single sign-on: asks what became of it, once. */
export function SsoForm({ onOutcome, onBack }: SsoFormProps) {
  const say = useT('ways')
  const [problem, setProblem] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked once; the callback is that of this render
  useEffect(() => {
    let gone = false
    session
      .loginBy(() => http.get('oauth/sso', {}, { silent: true }))
      .then(
        (outcome) => {
          if (!gone) onOutcome(outcome)
        },
        (error: unknown) => {
          if (!gone) setProblem(error instanceof ApiError ? error.message : say('sso.failed'))
        },
      )
    return () => {
      gone = true
    }
  }, [])

  return (
    <div className={css.form} aria-busy={problem === null}>
      <h2 className={css.formTitle}>{say('sso.title')}</h2>
      {problem === null && <p role="status">{say('sso.waiting')}</p>}
      <Problem text={problem} />
      <Button variant="text" onClick={onBack}>
        {say('sso.back')}
      </Button>
    </div>
  )
}
