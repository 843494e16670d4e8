import type { ReactNode } from 'react'
import css from './Gallery.module.css'

export function Section({ title, full, children }: { title: string; full?: boolean; children: ReactNode }) {
  return (
    <section className={`${css.section} ${full ? css.full : ''}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
