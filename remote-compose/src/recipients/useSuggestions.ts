import type { Suggestion } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useEffect, useRef, useState } from 'react'

const DELAY_MS = 150
const COUNT = 8

export interface Suggested {
  readonly list: readonly Suggestion[]
  /** Whether the list belongs to what stands in the field now. */
  readonly settled: boolean
}

const NONE: readonly Suggestion[] = []

/**
 * People for what is typed, asked for a moment after the last key. While an input method composes nothing is asked:
 * half a syllable is nobody's name.
 */
export function useSuggestions(typed: string, composing: boolean): Suggested {
  const [found, setFound] = useState<{ keyword: string; list: readonly Suggestion[] }>({ keyword: '', list: NONE })
  const control = useRef<AbortController>(null)
  const keyword = typed.trim()
  useEffect(() => {
    control.current?.abort()
    if (composing || keyword === '' || keyword.length > 100) return
    const mine = new AbortController()
    control.current = mine
    const timer = setTimeout(() => {
      http
        .get('contact/list/suggest', { keyword, pageSize: COUNT }, { signal: mine.signal, silent: true })
        .then(({ list }) => setFound({ keyword, list }))
        // Without suggestions one can still write addresses.
        .catch(() => mine.signal.aborted || setFound({ keyword, list: NONE }))
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
  }, [keyword, composing])
  if (keyword === '') return { list: NONE, settled: true }
  return { list: found.list, settled: found.keyword === keyword }
}
