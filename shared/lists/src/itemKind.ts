import type { ItemDay } from './window/dayCounts.ts'

/** What names an item of a kind: no other item has it, and it stays. */
export type ItemId = string | number

/** By what a list is sorted. No two rows of a list have the same, so a page can go on after a row. */
export type SortKey = readonly (string | number)[]

/** What the row of an item has, whatever its kind. It is never changed in place: a change makes a new object. */
export interface ItemRow {
  readonly sortValues: SortKey
}

/** What a cache has to know of the rows of a kind. */
export interface ItemTraits<Row, Id extends ItemId> {
  readonly idOf: (row: Row) => Id
  /** Where an item lies, as the folder of a mail; left out where items do not move. */
  readonly placeOf?: (row: Row) => ItemId
  /**
   * A name for the entry of an item in its place that is never used again, not even for the same item; undefined while it
   * is not known. An answer that has an entry which the item has left is old, and changes nothing.
   */
  readonly entryOf?: (row: Row) => string | undefined
}

/** Which items stand in a list, and in which order. */
export interface ListRules<Row> {
  /**
   * Whether an item belongs to the list. `here` means that it stands in it now: an item may stay until the list is opened
   * again, so that nothing is pulled away under the reader.
   */
  belongs(row: Row | undefined, here: boolean): boolean
  /** Negative when `a` stands above `b`, and 0 only for the same place. */
  compare(a: Row, b: Row): number
  /** Items that no longer pass stay while the list is open, so it is longer than the server's. */
  readonly keepsWhatLeft?: boolean
  /** Rows may come to another place without a change of their own: those out of sight are not kept when it is asked again. */
  readonly slips?: boolean
}

/**
 * A kind of items that lists show: mails, files, records of approval. `Query` names which of them a list shows.
 *
 * @example
 * const notes: ItemKind<Note, string, { folder: number }> = {
 *   idOf: (note) => note.id,
 *   idOfKey: String,
 *   keyOf: ({ folder }) => String(folder),
 *   rulesOf: ({ folder }) => ({
 *     belongs: (note) => note?.folder === folder,
 *     compare: (a, b) => b.changedAt - a.changedAt || (a.id < b.id ? 1 : -1),
 *   }),
 * }
 */
export interface ItemKind<Row extends ItemRow, Id extends ItemId, Query> extends ItemTraits<Row, Id> {
  /** The id that `String` made this key of: `Number` or `String`. */
  readonly idOfKey: (key: string) => Id
  /** Equal for lists that show the same. */
  readonly keyOf: (query: Query) => string
  readonly rulesOf: (query: Query) => ListRules<Row>
  /** Below which heading a row stands; left out where lists have no headings by day. */
  readonly dayOf?: (row: Row) => ItemDay
}
