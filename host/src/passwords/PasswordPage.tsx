import { GooseMark, Icon } from '@yanshu/ui'
import { type ReactNode, useEffect } from 'react'
import css from './passwords.module.css'

interface PasswordPageProps {
  title: string
  documentTitle: string
  /** What went wrong on the server's side. */
  refused: string | null
  children: ReactNode
}

/** A page without the frame: the mark, a title, a form. */
export function PasswordPage({ title, documentTitle, refused, children }: PasswordPageProps) {
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  return (
    <main className={css.page}>
      <section className={css.card} aria-label={title}>
        <GooseMark size={32} className={css.mark} />
        <h1 className={css.title}>{title}</h1>
        {children}
        <div className={css.refused} role="alert">
          {refused && (
            <>
              <Icon name="error" size={16} />
              <span>{refused}</span>
            </>
          )}
        </div>
      </section>
    </main>
  )
}
