import { Code, type SecondMethod, type SecondStep } from '@yanshu/contracts'
import { ApiError, http, session, useT } from '@yanshu/shell-api'
import { Button, PasswordField, Segmented, TextField } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { askPasskey, refusalOf, stopAsking } from './askPasskey.ts'
import { CodeField } from './CodeField.tsx'
import { Problem } from './Problem.tsx'
import { useResend } from './useResend.ts'
import css from './ways.module.css'

const METHOD_WORDS = {
  totp: 'second.byTotp',
  sms: 'second.bySms',
  recovery: 'second.byRecovery',
  passkey: 'second.byPasskey',
  password: 'second.byPassword',
} as const

interface SecondStepFormProps {
  step: SecondStep
  /** What the login page suggests next time; the address when left out. */
  account?: string | undefined
  onDone: () => void
  /** The login begins again. */
  onBack: () => void
}

/** The second step of a login: a code of an app, one that is sent, or a recovery code. */
export function SecondStepForm({ step, account, onDone, onBack }: SecondStepFormProps) {
  const say = useT('ways')
  const form = useRef<HTMLFormElement>(null)
  const [method, setMethod] = useState<SecondMethod>(step.methods[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState<'sending' | 'entering' | null>(null)
  const [sentOnce, setSentOnce] = useState(false)
  const { seconds, wait } = useResend()

  useEffect(() => stopAsking, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each method has a field of its own
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus(), [method])

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    setRefused(error.message)
    const field = form.current?.querySelector<HTMLInputElement>('[name=code]')
    field?.focus()
    field?.select()
  }

  const send = async () => {
    setBusy('sending')
    setRefused(null)
    try {
      const { resendIn } = await http.post('oauth2/code', { verifyId: step.verifyId }, { silent: true })
      setSentOnce(true)
      wait(resendIn)
    } catch (error) {
      if (error instanceof ApiError && error.code === Code.tooManyRequests) wait(error.retryAfter ?? 60)
      refuse(error)
    } finally {
      setBusy(null)
    }
  }

  const showPasskey = async () => {
    setBusy('entering')
    setRefused(null)
    try {
      await session.loginBy(() => askPasskey(step.verifyId), account)
      onDone()
    } catch (error) {
      setRefused(refusalOf(error) ?? say('passkey.notShown'))
    } finally {
      setBusy(null)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (method === 'passkey') {
      await showPasskey()
      return
    }
    setProblem(code.trim() ? undefined : say(method === 'password' ? 'second.passwordRequired' : 'code.required'))
    setRefused(null)
    if (!code.trim()) return
    setBusy('entering')
    try {
      const body = { verifyId: step.verifyId, method, code: method === 'password' ? code : code.trim() }
      await session.loginBy(() => http.post('oauth2/verify', body, { silent: true }), account)
      onDone()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(null)
    }
  }

  const choose = (next: SecondMethod) => {
    setMethod(next)
    setCode('')
    setProblem(undefined)
    setRefused(null)
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={say('second.title')}>
      <h2 className={css.formTitle}>{say('second.title')}</h2>
      {step.methods.length > 1 && (
        <Segmented
          label={say('second.method')}
          hideLabel
          value={method}
          options={step.methods.map((value) => ({ value, label: say(METHOD_WORDS[value]) }))}
          onChange={choose}
        />
      )}
      <p>{say(`second.${method}`, { end: step.phoneEnd })}</p>
      {method === 'passkey' ? null : method === 'sms' ? (
        <CodeField
          value={code}
          onChange={setCode}
          error={problem}
          hint={sentOnce ? say('second.smsSent') : undefined}
          seconds={seconds}
          sentOnce={sentOnce}
          sending={busy === 'sending'}
          onSend={() => void send()}
        />
      ) : method === 'password' ? (
        <PasswordField
          large
          label={say('second.byPassword')}
          name="code"
          autoComplete="current-password"
          value={code}
          onChange={setCode}
          error={problem}
        />
      ) : (
        <TextField
          large
          label={say(method === 'recovery' ? 'second.recoveryLabel' : 'code.label')}
          name="code"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          spellCheck={false}
          value={code}
          onChange={setCode}
          error={problem}
        />
      )}
      <Problem text={refused} />
      <Button type="submit" variant="primary" size="large" wide loading={busy === 'entering'}>
        {say(busy === 'entering' ? 'second.submitting' : 'second.submit')}
      </Button>
      <Button variant="text" onClick={onBack}>
        {say('second.back')}
      </Button>
    </form>
  )
}
