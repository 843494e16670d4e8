import type { GetData } from '@yanshu/contracts'
import { ApiError, go, http, session, useSession, useT } from '@yanshu/shell-api'
import { Button, notify, PasswordField, Skeleton } from '@yanshu/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { askAndSignOutLocked } from '../unsaved/mayLeave.tsx'
import { CodesKept } from './CodesKept.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { newPasswordProblems } from './newPasswordProblems.ts'
import { PasswordPage } from './PasswordPage.tsx'
import css from './passwords.module.css'

const NO_PROBLEM = { password: null, again: null } as const

/** Changes the password of who is logged in: forced after a first login (§2), or because they want to. */
export function FirstReset() {
  const say = useT('passwords')
  const state = useSession()
  const open = state.status === 'open'
  const forced = open && state.user?.isChangePassword === 1
  const [owner, setOwner] = useState<GetData<'user/password/rules'> | null>(null)
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [oldProblem, setOldProblem] = useState<string | undefined>()
  const [problems, setProblems] = useState<ReturnType<typeof newPasswordProblems>>(NO_PROBLEM)
  const [refused, setRefused] = useState<string | null>(null)
  const [kept, setKept] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  /** How often the rules were asked for again. */
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    if (!open) return
    let current = true
    setRefused(null)
    http.get('user/password/rules', {}, { silent: true }).then(
      (rules) => current && setOwner(rules),
      (error: unknown) => current && error instanceof ApiError && setRefused(error.message),
    )
    return () => {
      current = false
    }
  }, [open, attempt])

  const title = say('first.title')
  if (!open) {
    return (
      <PasswordPage title={title} documentTitle={title} refused={null}>
        <p className={css.lead}>{say('first.signIn')}</p>
        <Button variant="primary" wide onClick={() => go('/loginBefore')}>
          {say('first.toLogin')}
        </Button>
      </PasswordPage>
    )
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !owner) return
    const found = newPasswordProblems(password, again, owner)
    setProblems(found)
    setOldProblem(old ? undefined : say('problem.required'))
    setRefused(null)
    if (!old || found.password || found.again) return
    setBusy(true)
    try {
      await http.post(
        'user/update/password',
        { oldPassword: old, newPassword: password, keepCodes: [...kept] },
        { silent: true },
      )
      session.passwordSettled()
      notify.success(say('first.done'))
      go('/', { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PasswordPage title={title} documentTitle={title} refused={refused}>
      <p className={css.lead}>{say(forced ? 'first.must' : 'first.may')}</p>
      <form className={css.form} onSubmit={submit} noValidate>
        {/* Password managers store the new password with the account that they find here. */}
        <input
          className={css.hidden}
          type="text"
          autoComplete="username"
          value={state.userMail}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <p className={css.account}>{say('first.account', { account: state.userMail })}</p>
        <PasswordField
          large
          label={say('first.old')}
          name="old-password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          error={oldProblem}
        />
        {owner ? (
          <NewPasswordFields
            owner={owner}
            password={password}
            again={again}
            onPassword={setPassword}
            onAgain={setAgain}
            problems={problems}
          />
        ) : refused ? (
          <Button onClick={() => setAttempt(attempt + 1)}>{say('first.retry')}</Button>
        ) : (
          <Skeleton lines={6} />
        )}
        {owner && owner.codes.length > 0 && <CodesKept codes={owner.codes} kept={kept} onKept={setKept} />}
        <Button type="submit" variant="primary" size="large" wide loading={busy} disabled={!owner}>
          {say(busy ? 'first.saving' : 'first.submit')}
        </Button>
        {forced ? (
          // The server saves nothing until the password is changed, as behind a lock.
          <Button variant="text" onClick={() => void askAndSignOutLocked()}>
            {say('first.signOut')}
          </Button>
        ) : (
          <Button variant="text" onClick={() => go('/')}>
            {say('first.later')}
          </Button>
        )}
      </form>
    </PasswordPage>
  )
}
