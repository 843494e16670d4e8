import { useT } from '@yanshu/shell-api'
import { Button, GooseMark } from '@yanshu/ui'
import type { ReactNode } from 'react'
import css from './login.module.css'

/** Shown while the application is fetched: nothing for a moment, then the mark. */
export function Starting() {
  const say = useT('login')
  return (
    <main className={css.starting} aria-busy="true" aria-label={say('starting')}>
      <GooseMark size={40} className={css.startingMark} />
    </main>
  )
}

interface FailedProps {
  title: string
  advice: string
  action?: ReactNode
}

function Failed({ title, advice, action }: FailedProps) {
  const say = useT('login')
  return (
    <main className={css.starting}>
      <GooseMark size={40} />
      <h1>{title}</h1>
      <p>{advice}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {say('refresh')}
      </Button>
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
