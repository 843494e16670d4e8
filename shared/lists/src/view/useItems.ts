import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { ItemCache } from '../cache/itemCache.ts'
import type { Collection } from '../collection.ts'
import type { ItemId, ItemRow } from '../itemKind.ts'
import type { ListWindow } from '../window/listWindow.ts'
import type { WindowView } from '../window/windowView.ts'
import { afterFrame, callOffFrame } from './nextFrame.ts'

/**
 * An item as it is now; renders again only when this very item changes: at once, or with the next frame where
 * `isInSight` answers that its row is not seen.
 */
export function useItem<Row extends ItemRow, Id extends ItemId>(
  cache: ItemCache<Row, Id>,
  id: Id | null,
  isInSight?: (id: Id) => boolean,
): Row | undefined {
  return useSyncExternalStore(
    useCallback(
      (changed: () => void) => {
        if (id === null) return () => undefined
        const stop = cache.subscribe(id, () => {
          if (isInSight?.(id) === false) afterFrame(changed)
          else changed()
        })
        return () => {
          callOffFrame(changed)
          stop()
        }
      },
      [cache, id, isInSight],
    ),
    () => (id === null ? undefined : cache.row(id)),
  )
}

export interface UsedList<Row extends ItemRow, Id extends ItemId, Query> {
  readonly list: ListWindow<Row, Id, Query>
  readonly view: WindowView
}

/** A list and what it looks like now; renders again when rows come, go or are loaded, not when an item changes. */
export function useItemList<Row extends ItemRow, Id extends ItemId, Query>(
  { kind, lists }: Pick<Collection<Row, Id, Query>, 'kind' | 'lists'>,
  query: Query,
): UsedList<Row, Id, Query> {
  const key = kind.keyOf(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key shows whether the query is another one
  const list = useMemo(() => lists.get(query), [lists, key])
  // Before the effects of what draws the list, which say which rows are on screen: a list that was given up begins anew here.
  useLayoutEffect(() => lists.watch(list), [lists, list])
  const view = useSyncExternalStore(list.subscribe, list.view)
  return { list, view }
}
