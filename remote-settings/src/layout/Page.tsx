import { ErrorCard, Skeleton } from '@yanshu/ui'
import css from '@yanshu/ui/settingsPage.module.css'
import { type ReactNode, useId } from 'react'
import type { SettingId } from '../find/findable.ts'
import { Setting } from '../find/Setting.tsx'
import { useWords } from '../useWords.ts'

interface PageProps {
  /** Its part of the address, which is also the name of its title. */
  page: string
  /** Stands beside the title. */
  beside?: ReactNode
  children: ReactNode
}

/** A page of the settings under its title. */
export function Page({ page, beside, children }: PageProps) {
  const say = useWords()
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{say(`pages.${page}`)}</h1>
        {beside}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  /** The setting that the section is, where it can be searched for. */
  id?: SettingId
  title: string
  lead?: ReactNode
  children?: ReactNode
}

/** A section with its heading and a line on what it is for. */
export function Section({ id, title, lead, children }: SectionProps) {
  const heading = useId()
  const section = (
    <section aria-labelledby={heading} className={css.section}>
      <div>
        <h2 id={heading}>{title}</h2>
        {lead && <p className={css.hint}>{lead}</p>}
      </div>
      {children}
    </section>
  )
  return id ? <Setting id={id}>{section}</Setting> : section
}

interface AnsweredProps<T> {
  /** From `useAnswer`. */
  of: { readonly data: T | undefined; readonly failed: boolean; readonly retry: () => void }
  /** Lines that are drawn while nothing has come. */
  lines?: number
  children: (data: T) => ReactNode
}

/** What depends on an answer of the server: waits for it, and shows when it did not come. */
export function Answered<T>({ of: { data, failed, retry }, lines = 4, children }: AnsweredProps<T>) {
  const say = useWords()
  if (data !== undefined) return children(data)
  if (!failed) return <Skeleton lines={lines} />
  return <ErrorCard what={say('loadFailed')} advice={say('loadAdvice')} onRetry={retry} />
}
