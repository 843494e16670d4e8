import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../useWords.ts'
import css from './frame.module.css'
import { type PlaceName, Places } from './Places.tsx'

interface FrameProps {
  place: PlaceName
  /** Whether the links stand in the sidebar of the page. */
  inArea: boolean | undefined
  /** The list, and what stands above it. */
  list: ReactNode
  /** Beside the list, or in its place where there is no room for both. */
  pane: ReactNode
  /** Whether the pane shows a person. */
  open: boolean
  /** Whether a form stands in the pane. */
  editing?: boolean
  /** What the list is called. */
  label: string
}

/** The frame of every view of the address book: links at the side where the page has none, the list, and the chosen entry. */
export function Frame({ place, inArea = false, list, pane, open, editing = false, label }: FrameProps) {
  const say = useWords()
  const listed = useRef<HTMLElement>(null)
  const beside = useRef<HTMLElement>(null)
  // The focus is lost when a form closes: what replaces it gets the focus, on a phone the list.
  useEffect(() => {
    if (!editing) return
    return () => {
      for (const place of [beside.current, listed.current]) {
        if (document.activeElement === document.body) place?.focus({ preventScroll: true })
      }
    }
  }, [editing])
  return (
    <div className={css.frame} data-open={open || undefined} data-in-area={inArea || undefined}>
      {!inArea && <Places place={place} className={css.nav} />}
      <section ref={listed} tabIndex={-1} className={css.list} aria-label={say('list.region', { title: label })}>
        {list}
      </section>
      <section ref={beside} tabIndex={-1} className={css.pane} aria-label={say('card.region')}>
        {pane}
      </section>
    </div>
  )
}
