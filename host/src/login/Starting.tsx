import { useT } from '@yanshu/shell-api'
import { Button, GooseMark } from '@yanshu/ui'
import css from './login.module.css'

/** What stands on the page while the application is fetched: nothing for a moment, then the mark. */
export function Starting() {
  const say = useT('login')
  return (
    <main className={css.starting} aria-busy="true" aria-label={say('starting')}>
      <GooseMark size={40} className={css.startingMark} />
    </main>
  )
}

/** The application could not be fetched at all. */
export function StartFailed() {
  const say = useT('login')
  return (
    <main className={css.starting}>
      <GooseMark size={40} />
      <h1>{say('startFailed')}</h1>
      <p>{say('startFailedAdvice')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {say('refresh')}
      </Button>
    </main>
  )
}
