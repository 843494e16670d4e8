import { cx } from '@yanshu/ui'
import { type ReactNode, useEffect } from 'react'
import css from './publicPage.module.css'

interface PublicPageProps {
  /** Its heading, and the title of the window while it is shown. */
  title: string
  /** Beside the heading. */
  tools?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** The frame of a page that is opened without a login, on which something is handed over by a link or a file with a code. */
export function PublicPage({ title, tools, className, children }: PublicPageProps) {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])
  const heading = <h1>{title}</h1>
  return (
    <section className={cx(css.page, className)} aria-label={title}>
      {tools ? (
        <header className={css.top}>
          {heading}
          {tools}
        </header>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}
