import { NOTHING, type Selection } from '@yanshu/ui'
import { type Dispatch, type SetStateAction, useCallback, useEffect } from 'react'
import type { ItemCache } from '../cache/itemCache.ts'
import type { ItemId, ItemRow } from '../itemKind.ts'

/** A selection and the list that it is of. */
export interface KeptSelection {
  /** {@link ItemKind.keyOf} of the list. */
  readonly of: string
  readonly selection: Selection
}

export const NO_SELECTION: KeptSelection = { of: '', selection: NOTHING }

export const isKeptSelection = (value: unknown): value is KeptSelection =>
  typeof value === 'object' && value !== null && 'of' in value && 'selection' in value

/** Whether anything is selected. */
export const isSelecting = (selection: Selection): boolean =>
  selection !== NOTHING && (selection.kind === 'all' || selection.keys.size > 0)

/**
 * The selection of a list; another list begins without one. Selected items stay known to the cache.
 * @param kept a state as `useState` or `useTabState` gives it, which begins with {@link NO_SELECTION}
 */
export function useListSelection<Row extends ItemRow, Id extends ItemId>(
  key: string,
  [kept, keep]: readonly [KeptSelection, (next: (now: KeptSelection) => KeptSelection) => void],
  cache: ItemCache<Row, Id>,
): [Selection, Dispatch<SetStateAction<Selection>>] {
  const selection = kept.of === key ? kept.selection : NOTHING
  const setSelection = useCallback(
    (next: SetStateAction<Selection>) =>
      keep(({ of, selection: now }) => {
        const before = of === key ? now : NOTHING
        return { of: key, selection: typeof next === 'function' ? next(before) : next }
      }),
    [key, keep],
  )
  useEffect(() => {
    if (selection.kind === 'some') return cache.hold((id) => selection.keys.has(String(id)))
  }, [selection, cache])
  return [selection, setSelection]
}
