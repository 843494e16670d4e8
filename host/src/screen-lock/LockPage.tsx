import { Code, IDLE_CHECK_INTERVAL_MS } from '@yanshu/contracts'
import { ApiError, http, knownUser, screenLock, useGeneral, useOnline, useSession, useT } from '@yanshu/shell-api'
import { Avatar, Button, clearNotices, dropQuestions, Icon, PasswordField, SKINS } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LoginScene } from '../login/LoginScene.tsx'
import { faviconSvg, showFavicon } from '../notices/favicon.ts'
import { forgetFrame } from '../offline/keptFrame.ts'
import { askAndSignOutLocked } from '../unsaved/mayLeave.tsx'
import css from './lockPage.module.css'

/**
 * Looks whether the server still keeps the session locked. Where the lock was turned off, the page loads anew (§4); where
 * the session was never locked, because there was no network, it is locked now.
 */
async function lookAgain(): Promise<void> {
  try {
    if (screenLock.isUnsaid()) {
      await http.get('mail/main/lockScreen/open', {}, { silent: true })
      screenLock.said()
      return
    }
    const { locked, usable } = await http.get('mail/main/lockScreen/state', {}, { silent: true })
    if (locked) return
    screenLock.release()
    if (!usable) location.reload()
  } catch (error) {
    // Without a network the state is not known, so it stays covered.
    if (!(error instanceof ApiError) || error.code !== Code.forbidden) return
    // The lock was turned off before the server was informed.
    screenLock.release()
    location.reload()
  }
}

/** Covers the application until the password of the screen lock is given (§4). Shows nothing of what lies behind. */
export function LockPage() {
  const say = useT('shell')
  const session = useSession()
  const { skin } = useGeneral()
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const seconds = Math.max(0, Math.ceil((waitUntil - now) / 1_000))

  useEffect(() => {
    document.title = `${say('lock.title')} - ${say('product')}`
  }, [say])
  useEffect(() => {
    showFavicon(faviconSvg(0, SKINS.find((one) => one.id === skin)?.swatch ?? '#2456d6'))
  }, [skin])

  useEffect(() => {
    clearNotices()
    dropQuestions()
    // What is kept for a start without a network must not be shown by one now; it is kept again after the lock.
    void forgetFrame()
    form.current?.querySelector<HTMLInputElement>('input')?.focus()
    const look = () => void lookAgain()
    look()
    const timer = setInterval(look, IDLE_CHECK_INTERVAL_MS)
    const unfollow = screenLock.onRelieved(look)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      unfollow()
      window.removeEventListener('online', look)
    }
  }, [])

  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [seconds])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || seconds > 0) return
    const given = String(new FormData(form.current ?? undefined).get('lockPassword') ?? '') || password
    if (!given) {
      setRefused(say('lock.required'))
      return
    }
    setRefused(null)
    setBusy(true)
    try {
      await http.post('mail/main/lockScreen/relieve', { password: given }, { silent: true })
      screenLock.release()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const wait = error.code === Code.tooManyRequests ? error.retryAfter : null
      setNow(Date.now())
      setWaitUntil(wait ? Date.now() + wait * 1_000 : 0)
      setRefused(wait ? null : error.message)
      setPassword('')
      form.current?.querySelector<HTMLInputElement>('input')?.focus()
    } finally {
      setBusy(false)
    }
  }

  const userMail = session.status === 'open' ? session.userMail : ''
  const user = session.status === 'open' ? session.user : null
  // A page that was loaded while it is locked has the name from before.
  const name = (user ?? knownUser())?.userName || userMail
  const message = seconds > 0 ? say('lock.wait', { seconds }) : refused
  return (
    <main className={css.page}>
      <LoginScene />
      <div className={css.card}>
        <Avatar name={name} address={userMail} size={44} />
        <p className={css.name}>{name}</p>
        <h1 className={css.title}>
          <Icon name="lock" size={20} />
          {say('lock.title')}
        </h1>
        <p className={css.text}>{say(online ? 'lock.text' : 'lock.offline')}</p>
        <form ref={form} className={css.form} onSubmit={submit} noValidate>
          <PasswordField
            large
            label={say('lock.password')}
            name="lockPassword"
            autoComplete="off"
            enterKeyHint="go"
            value={password}
            onChange={setPassword}
          />
          <div className={css.refused} role="alert">
            {message && (
              <>
                <Icon name="error" size={16} />
                <span>{message}</span>
              </>
            )}
          </div>
          <Button type="submit" variant="primary" size="large" wide loading={busy} disabled={seconds > 0}>
            {say('lock.unlock')}
          </Button>
        </form>
        <p className={css.forgotten}>{say('lock.forgotten')}</p>
        <Button variant="text" icon="logout" onClick={() => void askAndSignOutLocked()}>
          {say('topBar.signOut')}
        </Button>
      </div>
    </main>
  )
}
