import { go, session, useT } from '@yanshu/shell-api'
import { Button, EmptyScene } from '@yanshu/ui'
import { useEffect } from 'react'
import css from './pages.module.css'

interface MessagePageProps {
  title: string
  text: string
}

function MessagePage({ title, text }: MessagePageProps) {
  const say = useT('shell')
  const open = session.state().status === 'open'
  useEffect(() => {
    const before = document.title
    const own = `${title} - ${say('product')}`
    document.title = own
    // In a tab the view may come later, under the same title of the tab.
    return () => {
      if (document.title === own) document.title = before
    }
  }, [title, say])
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

/** Public pages that a remote fills once it is there (§2), with what they are called until then. */
const FILLED_LATER = {
  bigFileUpload: 'pages.bigFileUpload',
  sharefile: 'pages.sharefile',
  smimePage: 'pages.smimePage',
  print: 'pages.print',
} as const

interface AbsentPageProps {
  /** Path with query. */
  path: string
}

/** A public page that no remote fills yet. */
export function AbsentPage({ path }: AbsentPageProps) {
  const say = useT('shell')
  const first = path.split(/[/?]/)[1] ?? ''
  const later = Object.entries(FILLED_LATER).find(([page]) => page === first)?.[1]
  if (!later) return <LostPage />
  return <MessagePage title={say(later)} text={say('pages.notThereYet')} />
}
