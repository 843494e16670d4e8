import { go, session, useT } from '@yanshu/shell-api'
import { Button, EmptyScene } from '@yanshu/ui'
import css from './pages.module.css'

interface MessagePageProps {
  title: string
  text: string
}

function MessagePage({ title, text }: MessagePageProps) {
  const say = useT('shell')
  const open = session.state().status === 'open'
  return (
    <section className={css.page} aria-label={title}>
      <EmptyScene name="nothing" />
      <h1 className={css.title}>{title}</h1>
      <p>{text}</p>
      <Button onClick={() => go(open ? '/' : '/loginBefore')}>{say(open ? 'pages.home' : 'pages.backToLogin')}</Button>
    </section>
  )
}

/** There is no such page (/404). */
export function LostPage() {
  const say = useT('shell')
  return <MessagePage title={say('pages.lostTitle')} text={say('pages.lostText')} />
}

/** The page exists, but what fills it is switched off. */
export function AbsentPage() {
  const say = useT('shell')
  return <MessagePage title={say('pages.absentTitle')} text={say('pages.absentText')} />
}
