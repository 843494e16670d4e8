import { GooseMark, Icon } from '@yanshu/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './passwords.module.css'

interface PasswordPageProps {
  title: string
  documentTitle: string
  /** Which of several forms is shown. */
  step?: string
  /** What went wrong on the server's side. */
  refused: string | null
  children: ReactNode
}

/** Fields that a person fills in: not the choice before them, nor the account that password managers look for. */
const FIELDS = 'input:not([type=radio], [readonly])'

/** A page without the frame: the mark, a title, a form. Its first empty field has the focus, or else the title. */
export function PasswordPage({ title, documentTitle, step, refused, children }: PasswordPageProps) {
  const card = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step shows other fields
  useEffect(() => {
    const fields = [...(card.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])]
    const next = fields.find(({ value }) => value === '') ?? card.current?.querySelector<HTMLElement>('h1')
    next?.focus()
  }, [step])
  useEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  return (
    <main className={css.page}>
      <section ref={card} className={css.card} aria-label={title}>
        <GooseMark size={32} className={css.mark} />
        <h1 tabIndex={-1} className={css.title}>
          {title}
        </h1>
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
