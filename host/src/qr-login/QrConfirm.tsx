import type { PostData } from '@yanshu/contracts'
import { ApiError, go, http, useSession, useT } from '@yanshu/shell-api'
import { Button, Skeleton } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from '../public-pages/pages.module.css'

type Asked = PostData<'oauth/qr/scan'>

/** On the phone: who asks to log in with the code that was scanned, and whether they may. */
export function QrConfirm({ code }: { code: string }) {
  const say = useT('shell')
  const state = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [answer, setAnswer] = useState<'allowed' | 'refused' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let current = true
    http.post('oauth/qr/scan', { qrId: code }, { silent: true }).then(
      (found) => current && setAsked(found),
      (error: unknown) => current && setProblem(error instanceof ApiError ? error.message : String(error)),
    )
    return () => {
      current = false
    }
  }, [code])

  const decide = async (allow: boolean) => {
    setBusy(true)
    try {
      await http.post('oauth/qr/confirm', { qrId: code, allow }, { silent: true })
      setAnswer(allow ? 'allowed' : 'refused')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  const title = say('qrLogin.title')
  const home = <Button onClick={() => go('/')}>{say('pages.home')}</Button>
  if (problem) {
    return (
      <section className={css.page} aria-label={title}>
        <h1 className={css.title}>{title}</h1>
        <p role="alert">{problem}</p>
        {home}
      </section>
    )
  }
  if (!asked) {
    return (
      <section className={css.page} aria-label={title}>
        <Skeleton lines={4} />
      </section>
    )
  }
  return (
    <section className={css.page} aria-label={title}>
      <h1 className={css.title}>{title}</h1>
      {answer ? (
        <>
          <p role="status">{say(answer === 'allowed' ? 'qrLogin.allowed' : 'qrLogin.refused')}</p>
          {home}
        </>
      ) : (
        <>
          <p>{say('qrLogin.text', { account: state.status === 'open' ? state.userMail : '' })}</p>
          <p>{say('qrLogin.number')}</p>
          <p className={css.number}>{asked.number}</p>
          <p className={css.device}>{say('qrLogin.device', { userAgent: asked.userAgent, ip: asked.ip })}</p>
          <p>{say('qrLogin.warning')}</p>
          <div className={css.actions}>
            <Button disabled={busy} onClick={() => void decide(false)}>
              {say('qrLogin.refuse')}
            </Button>
            <Button variant="primary" loading={busy} onClick={() => void decide(true)}>
              {say('qrLogin.allow')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
