import { type BesidePhone, Code, isMailAddress, isMobilePhone, type PasswordOwner } from '@yanshu/contracts'
import { ApiError, go, http, platform, rememberedAccount, useT } from '@yanshu/shell-api'
import { Button, notify, Segmented, TextField } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import { Challenge } from '../login/loginWays.tsx'
import { useResend } from '../login-ways/useResend.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { newPasswordProblems } from './newPasswordProblems.ts'
import { PasswordPage } from './PasswordPage.tsx'
import css from './passwords.module.css'

type Way = 'phone' | 'email'
type Step =
  | { readonly name: 'who' }
  | { readonly name: 'code'; readonly recoverId: string }
  | {
      readonly name: 'password'
      readonly editToken: string
      readonly owner: PasswordOwner
      /** What has to be shown beside the phone; nothing when it is empty. */
      readonly second: readonly BesidePhone[]
    }

const NO_PROBLEM = { password: null, again: null } as const

/** Replaces a forgotten password (§2): who it is, the code that was sent, the new password. */
export function ResetPassword() {
  const say = useT('passwords')
  const { sms } = platform()
  const [step, setStep] = useState<Step>({ name: 'who' })
  const [way, setWay] = useState<Way>(sms ? 'phone' : 'email')
  const [account, setAccount] = useState(rememberedAccount)
  const [to, setTo] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [wrong, setWrong] = useState<{ account?: string; to?: string; code?: string }>({})
  const [problems, setProblems] = useState<ReturnType<typeof newPasswordProblems>>(NO_PROBLEM)
  const [method, setMethod] = useState<BesidePhone>('totp')
  const [shown, setShown] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [challenged, setChallenged] = useState(false)
  const [busy, setBusy] = useState(false)
  const { seconds, wait } = useResend()

  /** Runs a call; a refusal of the server is shown on the page. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefused(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === Code.challengeNeeded) setChallenged(true)
      else setRefused(error.message)
      if (error.code === Code.tooManyRequests) wait(error.retryAfter ?? 60)
      // The code is gone: another one, or another way, begins at the first step.
      if (error.code === Code.codeOver || error.code === Code.phoneAlone) setStep({ name: 'who' })
    } finally {
      setBusy(false)
    }
  }

  const send = (verifyToken?: string) =>
    attempt(async () => {
      const body = { account, way, to, ...(verifyToken ? { verifyToken } : {}) }
      const { recoverId, resendIn } = await http.post('password/recover', body, { silent: true })
      wait(resendIn)
      setCode('')
      setStep({ name: 'code', recoverId })
    })

  const submitWho = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const good = way === 'phone' ? isMobilePhone(to) : isMailAddress(to.trim())
    const toProblem = good ? undefined : say(`reset.${way}${to.trim() ? 'Malformed' : 'Required'}`)
    const accountProblem = account.trim() ? undefined : say('reset.accountRequired')
    setWrong({ ...(accountProblem ? { account: accountProblem } : {}), ...(toProblem ? { to: toProblem } : {}) })
    if (!accountProblem && !toProblem) void send()
  }

  const submitCode = (event: FormEvent, recoverId: string) => {
    event.preventDefault()
    setWrong(code.trim() ? {} : { code: say('reset.codeRequired') })
    if (busy || !code.trim()) return
    void attempt(async () => {
      const { editToken, rules, second } = await http.post('sms/verify', { recoverId, code }, { silent: true })
      setMethod(second[0] ?? 'totp')
      setShown('')
      setStep({ name: 'password', editToken, owner: rules, second })
    })
  }

  const submitPassword = (event: FormEvent, { editToken, owner, second }: Step & { name: 'password' }) => {
    event.preventDefault()
    const found = newPasswordProblems(password, again, owner)
    const missing = second.length > 0 && !shown.trim()
    setProblems(found)
    setWrong(missing ? { code: say('reset.codeRequired') } : {})
    if (busy || missing || found.password || found.again) return
    void attempt(async () => {
      const beside = second.length > 0 ? { second: { method, code: shown.trim() } } : {}
      await http.post('password/edit', { editToken, password, ...beside }, { silent: true })
      notify.success(say('reset.done'))
      go('/loginBefore', { replace: true })
    })
  }

  const title = say(step.name === 'password' ? 'reset.newTitle' : 'reset.title')
  const back = (
    <Button variant="text" onClick={() => go('/loginBefore')}>
      {say('reset.back')}
    </Button>
  )
  return (
    <>
      <PasswordPage title={title} documentTitle={title} step={step.name} refused={refused}>
        <p className={css.step}>
          {say('reset.steps', { step: step.name === 'who' ? 1 : step.name === 'code' ? 2 : 3 })}
        </p>
        {step.name === 'who' && (
          <form className={css.form} onSubmit={submitWho} noValidate>
            {sms && (
              <Segmented
                label={say('reset.way')}
                hideLabel
                value={way}
                options={[
                  { value: 'phone', label: say('reset.byPhone') },
                  { value: 'email', label: say('reset.byEmail') },
                ]}
                onChange={(next) => {
                  setWay(next)
                  setTo('')
                  setWrong({})
                }}
              />
            )}
            <TextField
              large
              label={say('reset.account')}
              placeholder={say('reset.accountHint')}
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              value={account}
              onChange={setAccount}
              error={wrong.account}
            />
            <TextField
              large
              label={say(`reset.${way}`)}
              placeholder={say(`reset.${way}Hint`)}
              name="to"
              inputMode={way === 'phone' ? 'tel' : 'email'}
              autoComplete={way === 'phone' ? 'tel-national' : 'email'}
              value={to}
              onChange={setTo}
              error={wrong.to}
            />
            <Button type="submit" variant="primary" size="large" wide loading={busy} disabled={seconds > 0}>
              {seconds > 0 ? say('reset.again', { seconds }) : say(busy ? 'reset.sending' : 'reset.next')}
            </Button>
            {back}
          </form>
        )}
        {step.name === 'code' && (
          <form className={css.form} onSubmit={(event) => submitCode(event, step.recoverId)} noValidate>
            <p className={css.lead}>{say('reset.sent')}</p>
            <TextField
              large
              label={say('reset.code')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={setCode}
              error={wrong.code}
            />
            <Button type="submit" variant="primary" size="large" wide loading={busy}>
              {say('reset.next')}
            </Button>
            <Button disabled={seconds > 0} onClick={() => void send()}>
              {seconds > 0 ? say('reset.again', { seconds }) : say('reset.resend')}
            </Button>
            <Button variant="text" onClick={() => setStep({ name: 'who' })}>
              {say('reset.previous')}
            </Button>
          </form>
        )}
        {step.name === 'password' && (
          <form className={css.form} onSubmit={(event) => submitPassword(event, step)} noValidate>
            <input
              className={css.hidden}
              type="text"
              autoComplete="username"
              value={step.owner.account}
              readOnly
              tabIndex={-1}
              aria-hidden="true"
            />
            {step.second.length > 0 && (
              <>
                <p className={css.lead}>{say('reset.beside')}</p>
                {step.second.length > 1 && (
                  <Segmented
                    label={say('reset.besideWay')}
                    hideLabel
                    value={method}
                    options={step.second.map((value) => ({ value, label: say(`reset.${value}`) }))}
                    onChange={(value) => {
                      setMethod(value)
                      setShown('')
                    }}
                  />
                )}
                <TextField
                  large
                  label={say(`reset.${method}Label`)}
                  name="second-code"
                  inputMode={method === 'totp' ? 'numeric' : 'text'}
                  autoComplete="one-time-code"
                  autoCapitalize="off"
                  spellCheck={false}
                  value={shown}
                  onChange={setShown}
                  error={wrong.code}
                />
              </>
            )}
            <NewPasswordFields
              owner={step.owner}
              password={password}
              again={again}
              onPassword={setPassword}
              onAgain={setAgain}
              problems={problems}
            />
            <Button type="submit" variant="primary" size="large" wide loading={busy}>
              {say(busy ? 'first.saving' : 'first.submit')}
            </Button>
            {back}
          </form>
        )}
        {step.name === 'who' && <p className={css.help}>{say('reset.help')}</p>}
      </PasswordPage>
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
