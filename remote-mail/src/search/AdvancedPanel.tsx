import { fetchPart, lazyPart } from '@yanshu/shell-api'
import { useEffect, useState } from 'react'
import { drawnLater } from './drawnLater.tsx'
import { loadPanel } from './laterParts.ts'
import type { OperatorHint } from './operatorHints.ts'

/** `AdvancedSearch`, which comes with its date fields in one. */
export const AdvancedPanel = drawnLater(loadPanel)

/** The lines below the search box. */
export const Suggestions = lazyPart(() => fetchPart(() => import('./Suggestions.tsx')))

const NO_HINTS: readonly OperatorHint[] = []

/** Operators that the end of a text begins, once `operatorHints.ts` is loaded. */
export function useHints(text: string, wanted: boolean): readonly OperatorHint[] {
  const [hintsOf, setHintsOf] = useState<(of: string) => readonly OperatorHint[]>()
  useEffect(() => {
    if (!wanted) return
    fetchPart(() => import('./operatorHints.ts')).then(
      (part) => setHintsOf(() => part.operatorHints),
      () => undefined,
    )
  }, [wanted])
  return (wanted && hintsOf?.(text)) || NO_HINTS
}
