import { Code, isMobilePhone } from '@yanshu/contracts'
import { ApiError, http, type LoginOutcome, session, useT } from '@yanshu/shell-api'
import { Button, TextField } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Challenge } from './Challenge.tsx'
import { CodeField } from './CodeField.tsx'
import { Problem } from './Problem.tsx'
import { useResend } from './useResend.ts'
import css from './ways.module.css'

interface PhoneFormProps {
  onOutcome: (outcome: LoginOutcome) => void
  onBack: () => void
}

/** Logs in by a code that is sent to the phone. */
export function PhoneForm({ onOutcome, onBack }: PhoneFormProps) {
  const say = useT('ways')
  const form = useRef<HTMLFormElement>(null)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<{ phone?: string; code?: string }>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [challenged, setChallenged] = useState(false)
  const [busy, setBusy] = useState<'sending' | 'entering' | null>(null)
  const [sent, setSent] = useState<{ smsId: string } | null>(null)
  const sentOnce = sent !== null
  const { seconds, wait } = useResend()

  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=phone]')?.focus(), [])

  const phoneProblem = () =>
    !phone.trim() ? say('phone.required') : isMobilePhone(phone) ? undefined : say('phone.malformed')

  const send = async (verifyToken?: string) => {
    const problem = phoneProblem()
    setProblems(problem ? { phone: problem } : {})
    setRefused(null)
    if (problem) return
    setBusy('sending')
    try {
      const { smsId, resendIn } = await http.post(
        'sms/code',
        { phone, ...(verifyToken ? { verifyToken } : {}) },
        { silent: true },
      )
      setSent({ smsId })
      wait(resendIn)
      form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === Code.challengeNeeded) setChallenged(true)
      else setRefused(error.message)
      if (error.code === Code.tooManyRequests) wait(error.retryAfter ?? 60)
    } finally {
      setBusy(null)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const problem = phoneProblem()
    const found = { ...(problem ? { phone: problem } : {}), ...(code.trim() ? {} : { code: say('code.required') }) }
    setProblems(found)
    setRefused(null)
    if (found.phone || found.code) return
    setBusy('entering')
    try {
      onOutcome(await session.loginBy(() => http.post('oauth/code', { phone, code, ...sent }, { silent: true })))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(error.message)
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
        <TextField
          large
          label={say('phone.label')}
          placeholder={say('phone.hint')}
          name="phone"
          inputMode="tel"
          autoComplete="tel-national"
          value={phone}
          onChange={setPhone}
          error={problems.phone}
        />
        <CodeField
          value={code}
          onChange={setCode}
          error={problems.code}
          hint={sentOnce ? say('code.sent') : undefined}
          seconds={seconds}
          sentOnce={sentOnce}
          sending={busy === 'sending'}
          onSend={() => void send()}
        />
        <Problem text={refused} />
        <Button type="submit" variant="primary" size="large" wide loading={busy === 'entering'}>
          {say(busy === 'entering' ? 'phone.submitting' : 'phone.submit')}
        </Button>
        <Button variant="text" onClick={onBack}>
          {say('phone.back')}
        </Button>
      </form>
      {challenged && (
        <Challenge
          onClose={() => setChallenged(false)}
          onPassed={(token) => {
            setChallenged(false)
            void send(token)
          }}
        />
      )}
    </>
  )
}
