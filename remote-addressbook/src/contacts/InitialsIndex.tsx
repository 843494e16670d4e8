import type { ListHeading } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import css from './contacts.module.css'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']

/** The initials at the edge of the list: a press leads to the first of each. The keyboard has Home, End and the search. */
export function InitialsIndex({ headings, onGo }: { headings: readonly ListHeading[]; onGo: (start: number) => void }) {
  const say = useWords()
  const starts = new Map(headings.map(({ key, start }) => [key, start]))
  return (
    <nav aria-label={say('list.initials')} className={css.initials}>
      {LETTERS.map((letter) => {
        const start = starts.get(letter)
        return (
          <button
            key={letter}
            type="button"
            tabIndex={-1}
            disabled={start === undefined}
            aria-label={say('list.initial', { letter })}
            onClick={() => start !== undefined && onGo(start)}
          >
            {letter}
          </button>
        )
      })}
    </nav>
  )
}
