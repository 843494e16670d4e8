import { ActionEngine, type CountersOf } from './actions/actionEngine.ts'
import { Leaving } from './actions/leaving.ts'
import { ItemCache } from './cache/itemCache.ts'
import type { ItemId, ItemKind, ItemRow, SortKey } from './itemKind.ts'
import type { ReadersDay } from './window/dayCounts.ts'
import { Lists } from './window/lists.ts'
import type { FetchPage } from './window/page.ts'

/** What a client has of the items of a kind: one per login, made with `perLogin` of shell-api. */
export interface Collection<Row extends ItemRow, Id extends ItemId, Query, Delta = never> {
  readonly kind: ItemKind<Row, Id, Query>
  readonly cache: ItemCache<Row, Id>
  readonly lists: Lists<Row, Id, Query>
  readonly engine: ActionEngine<Row, Id, Delta>
  readonly leaving: Leaving<Id>
  readonly fetchPage: FetchPage<Row, Query>
}

export interface CollectionOptions<Row extends ItemRow, Query, Delta> {
  readonly fetchPage: FetchPage<Row, Query>
  /** Which day it is for the reader, by which lists have their headings. */
  readonly today: () => ReadersDay
  readonly counters?: CountersOf<Row, Delta>
}

/** How long the push that follows an answer may take before it counts as missed. */
const ECHO_GRACE_MS = 2_500

/** Assembles what shows and changes the items of a kind. */
export function createCollection<Row extends ItemRow, Id extends ItemId, Query, Delta = never>(
  kind: ItemKind<Row, Id, Query>,
  options: CollectionOptions<Row, Query, Delta>,
): Collection<Row, Id, Query, Delta> {
  const { fetchPage, today, counters } = options
  const cache = new ItemCache(kind)
  const lists: Lists<Row, Id, Query> = new Lists({ kind, cache, fetchPage, busy: () => engine.busy, today })
  const engine: ActionEngine<Row, Id, Delta> = new ActionEngine({
    kind,
    cache,
    lists,
    counters,
    echoGraceMs: ECHO_GRACE_MS,
  })
  return { kind, cache, lists, engine, leaving: new Leaving(), fetchPage }
}

/** The ids of a whole list in its order, `most` of them, without those whose key is in `except`. */
export async function collectIds<Row extends ItemRow, Id extends ItemId, Query>(
  collection: Pick<Collection<Row, Id, Query>, 'kind' | 'cache' | 'fetchPage'>,
  query: Query,
  { except, most, pageSize }: { except: ReadonlySet<string>; most: number; pageSize: number },
): Promise<Id[]> {
  const { kind, cache, fetchPage } = collection
  const ids: Id[] = []
  const found = new Set<Id>()
  const letGo = cache.hold((id) => found.has(id))
  let sortValues: SortKey | undefined
  const { signal } = new AbortController()
  try {
    while (ids.length < most) {
      const asOf = cache.now()
      const page = await fetchPage(query, { pageSize, ...(sortValues ? { sortValues } : {}) }, signal)
      cache.receive(page.list, { asOf })
      for (const row of page.list) {
        const id = kind.idOf(row)
        if (except.has(String(id))) continue
        ids.push(id)
        found.add(id)
      }
      sortValues = page.list.at(-1)?.sortValues
      if (!page.more || !sortValues) break
    }
  } finally {
    // They are used at once, and then the action or the selection holds them.
    setTimeout(letGo, 0)
  }
  return ids.slice(0, most)
}
