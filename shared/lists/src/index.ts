export {
  type Action,
  ActionEngine,
  type BeforeAfter,
  type CountersOf,
  type Echo,
  type EchoKind,
  type EngineWorld,
  type Started,
} from './actions/actionEngine.ts'
export { type FollowLeaving, Leaving } from './actions/leaving.ts'
export { type Hit, type Marked, targetsOf } from './actions/targetsOf.ts'
export { ItemCache, KEPT_ITEMS, type Overlay, type RowChange, type RowPatch, sameRow } from './cache/itemCache.ts'
export { KEPT_NOTES, NOTES_STAY_MS } from './cache/recentNotes.ts'
export { type Collection, type CollectionOptions, collectIds, createCollection } from './collection.ts'
export type { ItemId, ItemKind, ItemTraits, ListRules, SortKey } from './itemKind.ts'
export { type DaySection, type ItemDay, nextDay, type ReadersDay, readersDay } from './window/dayCounts.ts'
export type { ListSurroundings } from './window/listSurroundings.ts'
export { Lists } from './window/lists.ts'
export { KEPT_ROWS, ListWindow } from './window/listWindow.ts'
export { type FetchPage, type ItemPage, LOOKED_AT, PAGE_ROWS, type PageStart } from './window/page.ts'
export type { WindowStatus, WindowView } from './window/windowView.ts'
