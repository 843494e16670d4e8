import { useT } from '@yanshu/shell-api'
import { Button, GooseMark } from '@yanshu/ui'
import { type ReactNode, useEffect, useState } from 'react'
import css from './login.module.css'

/** When the page shows why nothing comes, in milliseconds. */
const LATE_MS = 8_000

/** Shown while the code of a page is fetched: nothing for a moment, then the mark, later why, and what to do. */
export function Starting() {
  const say = useT('login')
  const [late, setLate] = useState(false)
  useEffect(() => {
    // It is asked for again meanwhile.
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css.starting} role="status" aria-label={say('starting')}>
      <GooseMark size={40} className={css.startingMark} />
      {late && (
        <>
          <p>{say('startFailedAdvice')}</p>
          <Refresh />
        </>
      )}
    </div>
  )
}

function Refresh() {
  const say = useT('login')
  return (
    <Button variant="primary" onClick={() => location.reload()}>
      {say('refresh')}
    </Button>
  )
}

interface FailedProps {
  title: string
  advice: string
  action?: ReactNode
}

function Failed({ title, advice, action }: FailedProps) {
  return (
    <main className={css.starting}>
      <GooseMark size={40} />
      <h1>{title}</h1>
      <p>{advice}</p>
      <Refresh />
      {action}
    </main>
  )
}

/** The application could not be fetched at all. */
export function StartFailed() {
  const say = useT('login')
  return <Failed title={say('startFailed')} advice={say('startFailedAdvice')} />
}

/** The page failed while it was shown. */
export function PageFailed({ onSignOut }: { onSignOut: (() => void) | undefined }) {
  const say = useT('login')
  return (
    <Failed
      title={say('pageFailed')}
      advice={say('pageFailedAdvice')}
      action={onSignOut && <Button onClick={onSignOut}>{say('signOut')}</Button>}
    />
  )
}
