import { useEffect, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useSay } from '../messages/language.ts'
import css from './Pager.module.css'

export interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** Name of what is paged, for screen readers. */
  label: string
}

/** Page x of y, with a field to jump. */
export function Pager({ page, pages, onPage, label }: PagerProps) {
  const say = useSay()
  const [text, setText] = useState(String(page))
  useEffect(() => setText(String(page)), [page])
  const jump = () => {
    const wanted = Number.parseInt(text, 10)
    const next = Math.min(pages, Math.max(1, Number.isNaN(wanted) ? page : wanted))
    setText(String(next))
    if (next !== page) onPage(next)
  }
  return (
    <nav aria-label={label} className={css.pager}>
      <IconButton
        icon="chevron-left"
        size="small"
        label={say('previousPage')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <input
        className={css.page}
        aria-label={say('page')}
        inputMode="numeric"
        value={text}
        size={Math.max(2, String(pages).length)}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={jump}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) jump()
        }}
      />
      <span className={css.pages}>{say('pages', { count: pages })}</span>
      <IconButton
        icon="chevron-right"
        size="small"
        label={say('nextPage')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
