import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../hooks/useLatest.ts'
import type { Person } from './person.ts'

/** A person suggested for what is typed. */
export interface SuggestedPerson extends Person {
  readonly duties?: string
  /** In a word or two, why they are offered, where name and address do not show it. */
  readonly why?: string
}

/** Finds people for what is typed. Rejects when they cannot be had. */
export interface SuggestPeople {
  (keyword: string, signal: AbortSignal): Promise<readonly SuggestedPerson[]>
  /** Those of them whom the page has already. They are shown until the others are found. */
  readonly known?: (keyword: string) => readonly SuggestedPerson[]
}

const DELAY_MS = 150
const KEYWORD_MAX = 100

export interface Suggested {
  readonly list: readonly SuggestedPerson[]
  /** Whether the list belongs to what stands in the field now. */
  readonly settled: boolean
}

const NONE: readonly SuggestedPerson[] = []

/**
 * People for what is typed, asked for a moment after the last key. While an input method composes nothing is asked:
 * half a syllable is no name.
 */
export function useSuggestedPeople(typed: string, composing: boolean, suggest: SuggestPeople): Suggested {
  const [found, setFound] = useState<{ keyword: string; list: readonly SuggestedPerson[] }>({ keyword: '', list: NONE })
  const control = useRef<AbortController>(null)
  const latest = useLatest(suggest)
  const keyword = typed.trim()
  useEffect(() => {
    control.current?.abort()
    if (composing || keyword === '' || keyword.length > KEYWORD_MAX) return
    const mine = new AbortController()
    control.current = mine
    const timer = setTimeout(() => {
      latest
        .current(keyword, mine.signal)
        .then((list) => mine.signal.aborted || setFound({ keyword, list }))
        // Without suggestions one can still write addresses.
        .catch(() => mine.signal.aborted || setFound({ keyword, list: NONE }))
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
  }, [keyword, composing, latest])
  if (keyword === '') return { list: NONE, settled: true }
  const settled = found.keyword === keyword
  // While the user goes on typing, the shown list stays.
  const goesOn = found.keyword !== '' && keyword.startsWith(found.keyword)
  const known = settled || goesOn || composing ? NONE : (suggest.known?.(keyword) ?? NONE)
  // What Enter chooses is what is seen, so it need not wait for the others.
  return known.length > 0 ? { list: known, settled: true } : { list: found.list, settled }
}
