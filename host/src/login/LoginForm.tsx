import { Code, type SecondStep } from '@yanshu/contracts'
import {
  ApiError,
  platform,
  rememberAccounts,
  rememberedAccount,
  remembersAccounts,
  session,
  useT,
} from '@yanshu/shell-api'
import { Button, Checkbox, Icon, PasswordField, TextField } from '@yanshu/ui'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import css from './login.module.css'
import { formProblems, type LoginProblems, secondsToWait } from './loginProblems.ts'
import { Challenge, SecondStepForm } from './loginWays.tsx'

const NO_PROBLEM: LoginProblems = { account: null, password: null }

interface LoginFormProps {
  /** Account that has to be kept: the one whose session expired on this page. */
  fixedAccount?: string
  /** Called when the session is open. */
  onDone: () => void
}

/** Account and password by the rules of §5. What the server answers about them is shown beside the fields. */
export function LoginForm({ fixedAccount, onDone }: LoginFormProps) {
  const say = useT('login')
  const form = useRef<HTMLFormElement>(null)
  const [account, setAccount] = useState(() => fixedAccount ?? rememberedAccount())
  const [remember, setRemember] = useState(remembersAccounts)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState(NO_PROBLEM)
  const [refused, setRefused] = useState<string | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [challenged, setChallenged] = useState(false)
  const [step, setStep] = useState<SecondStep | null>(null)
  const [domain, setDomain] = useState(() => platform().domains[0] ?? '')
  const { domains } = platform()
  const offersDomains = domains.length > 1 && fixedAccount === undefined
  const seconds = Math.max(0, Math.ceil((waitUntil - now) / 1_000))

  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [seconds])

  // The field that is to be filled in next, once.
  useEffect(() => {
    const name = form.current?.querySelector<HTMLInputElement>('[name=username]')?.value ? 'password' : 'username'
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }, [])

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  const focusFirst = (found: LoginProblems) => {
    const name = found.account ? 'username' : found.password ? 'password' : null
    if (name) form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  const submit = async (event?: FormEvent, verifyToken?: string) => {
    event?.preventDefault()
    if (busy || seconds > 0) return
    // Password managers may fill in fields without an event that React sees.
    const data = form.current ? new FormData(form.current) : null
    const givenAccount = fixedAccount ?? (String(data?.get('username') ?? '') || account)
    const givenPassword = String(data?.get('password') ?? '') || password
    const found = formProblems(givenAccount, givenPassword, say)
    setProblems(found)
    setRefused(null)
    focusFirst(found)
    if (found.account || found.password) return
    setBusy(true)
    if (fixedAccount === undefined) rememberAccounts(remember)
    try {
      const outcome = await session.login(fullAccount(givenAccount), givenPassword, verifyToken)
      if (outcome.secondVerified) setStep(outcome)
      else onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === Code.challengeNeeded) {
        setChallenged(true)
        return
      }
      const wait = secondsToWait(error)
      setNow(Date.now())
      setWaitUntil(wait ? Date.now() + wait * 1_000 : 0)
      setRefused(wait ? null : error.message)
      const field = form.current?.querySelector<HTMLInputElement>('[name=password]')
      field?.focus()
      field?.select()
    } finally {
      setBusy(false)
    }
  }

  /** The account with the chosen domain, where it was typed without one and there are several. */
  const fullAccount = (typed: string) => {
    const name = typed.trim()
    return offersDomains && !name.includes('@') ? `${name}@${domain}` : name
  }

  if (step) return <SecondStepForm step={step} account={account} onDone={onDone} onBack={() => setStep(null)} />
  const message = seconds > 0 ? say('throttled', { seconds }) : refused
  return (
    <>
      <form ref={form} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          large
          label={say('account')}
          placeholder={say('accountHint')}
          name="username"
          autoComplete="username"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          value={account}
          onChange={setAccount}
          error={problems.account ?? undefined}
          disabled={fixedAccount !== undefined}
          after={
            offersDomains &&
            !account.includes('@') && (
              <select
                className={css.domain}
                aria-label={say('domain')}
                value={domain}
                onChange={(event) => setDomain(event.target.value)}
              >
                {domains.map((one) => (
                  <option key={one} value={one}>
                    @{one}
                  </option>
                ))}
              </select>
            )
          }
        />
        <PasswordField
          large
          label={say('password')}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          value={password}
          onChange={setPassword}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          error={problems.password ?? undefined}
          hint={capsLock ? <span className={css.caps}>{say('capsLock')}</span> : undefined}
        />
        {fixedAccount === undefined && <Checkbox label={say('remember')} checked={remember} onChange={setRemember} />}
        <div className={css.refused} role="alert">
          {message && (
            <>
              <Icon name="error" size={16} />
              <span>{message}</span>
            </>
          )}
        </div>
        <Button type="submit" variant="primary" size="large" wide loading={busy} disabled={seconds > 0}>
          {say(busy ? 'submitting' : 'submit')}
        </Button>
      </form>
      {challenged && (
        <Challenge
          onClose={() => setChallenged(false)}
          onPassed={(token) => {
            setChallenged(false)
            void submit(undefined, token)
          }}
        />
      )}
    </>
  )
}
