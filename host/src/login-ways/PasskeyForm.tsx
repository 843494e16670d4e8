import { type LoginOutcome, session, useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { askPasskey, refusalOf, stopAsking } from './askPasskey.ts'
import { Problem } from './Problem.tsx'
import css from './ways.module.css'

interface PasskeyFormProps {
  onOutcome: (outcome: LoginOutcome) => void
  onBack: () => void
}

/** Logs in with a passkey: the browser asks for it at once, and again when that is wished. */
export function PasskeyForm({ onOutcome, onBack }: PasskeyFormProps) {
  const say = useT('ways')
  const [attempt, setAttempt] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(true)
  const again = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again; the callback is that of this render
  useEffect(() => {
    let gone = false
    setProblem(null)
    setBusy(true)
    session
      .loginBy(() => askPasskey())
      .then(
        (outcome) => {
          if (!gone) onOutcome(outcome)
        },
        (error: unknown) => {
          if (gone) return
          setProblem(refusalOf(error) ?? say('passkey.notShown'))
          setBusy(false)
          again.current?.focus()
        },
      )
    return () => {
      gone = true
      stopAsking()
    }
  }, [attempt])

  return (
    <div className={css.form}>
      <h2 className={css.formTitle}>{say('passkey.title')}</h2>
      <p>{say('passkey.how')}</p>
      <Problem text={problem} />
      <Button
        ref={again}
        variant="primary"
        size="large"
        wide
        loading={busy}
        onClick={() => setAttempt((now) => now + 1)}
      >
        {say(busy ? 'passkey.waiting' : 'passkey.again')}
      </Button>
      <Button variant="text" onClick={onBack}>
        {say('phone.back')}
      </Button>
    </div>
  )
}
