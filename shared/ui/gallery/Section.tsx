import type { ReactNode } from 'react'
import css from './Gallery.module.css'

/** The section that a page shows alone, `?only=Table`; all of them when none is named. */
const only = new URLSearchParams(window.location.search).get('only')

export function Section({ title, full, children }: { title: string; full?: boolean; children: ReactNode }) {
  if (only !== null && only !== title) return null
  return (
    <section className={`${css.section} ${full ? css.full : ''}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
