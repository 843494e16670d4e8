import type { ItemId, ItemRow, ItemTraits } from '../itemKind.ts'
import { RecentNotes } from './recentNotes.ts'

/** What an action does to a row until the server answers; null removes the item. Applying it twice changes nothing more. */
export type RowPatch<Row> = (row: Row) => Row | null

/** A row as people saw it before and see it now; undefined when there is no such item. */
export interface RowChange<Row, Id> {
  readonly id: Id
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** The item is new among those of the account, or moved: it is not merely a row that was not loaded yet. */
  readonly arrival: boolean
}

/** One action under way, applied on top of the server's last rows. */
export interface Overlay<Row> {
  /**
   * The server has agreed: what it did to the items that were known when it was asked becomes what is known. The
   * overlay stays until `drop`. `final` means that the items named are deleted for good, so that no late answer brings them
   * back.
   */
  commit(patch?: RowPatch<Row>, final?: boolean): void
  /** Removes the overlay. Without a commit before, the rows are again as the server sent them last. */
  drop(): void
}

/** Items that the cache keeps, of which each needs about 1 kB; more only where more are held. */
export const KEPT_ITEMS = 5_000
/** How many more there must be before items are dropped, so that not every page looks through all of them. */
const SLACK = 200

interface Layer<Row> {
  readonly touches: (row: Row) => boolean
  readonly patch: RowPatch<Row>
}

/**
 * Every item of a kind that some list or reading pane has, once. A row is the server's last row with the actions under way
 * applied in their order, so pages, pushes and failures may arrive late and in any order.
 */
export class ItemCache<Row extends ItemRow, Id extends ItemId> {
  readonly #traits: ItemTraits<Row, Id>
  readonly #kept: number
  /** In the order in which they were last used or learnt. */
  #base = new Map<Id, Row>()
  /** When an item was removed, by the cache's clock. */
  #gone = new RecentNotes<Id, number>()
  /** When the base of an item was last learnt from something newer than any page that had been asked for before. */
  #learnt = new RecentNotes<Id, number>()
  /** Entries that an item has left ({@link ItemTraits.entryOf}). */
  #left = new RecentNotes<Id, Set<string>>()
  /** Items that have left their place while an action on its way shows them elsewhere. */
  #departed = new Set<Id>()
  /** Deleted for good: nothing brings these back. */
  #ended = new RecentNotes<Id, true>()
  #layers: Layer<Row>[] = []
  #views = new Map<Id, Row>()
  #clock = 0
  #rowListeners = new Map<Id, Set<() => void>>()
  #listeners = new Set<(changes: readonly RowChange<Row, Id>[]) => void>()
  #holders = new Set<(id: Id) => boolean>()

  constructor(traits: ItemTraits<Row, Id>, kept: number = KEPT_ITEMS) {
    this.#traits = traits
    this.#kept = kept
  }

  /** The time to pass to {@link receive} with the rows of an answer: read it when the question is asked. */
  now = (): number => this.#clock

  /** The item as people see it, the same object until it changes. */
  row(id: Id): Row | undefined {
    return this.#views.get(id)
  }

  /** The item as the server last described it, without the actions on their way. */
  known(id: Id): Row | undefined {
    return this.#base.get(id)
  }

  /** All items as the server last described them. */
  baseRows(): Iterable<readonly [Id, Row]> {
    return this.#base
  }

  /** How many notes are kept against late answers. */
  get noteCount(): number {
    return this.#gone.size + this.#learnt.size + this.#left.size + this.#ended.size
  }

  rows(): Iterable<Row> {
    return this.#views.values()
  }

  /**
   * Learns rows from the server. With `asOf` (the answer to a question) a row that is known from something newer is
   * left alone; without it (a push) the rows are news. `arrival` means that the items came into their places.
   */
  receive(rows: readonly Row[], { asOf, arrival = false }: { asOf?: number; arrival?: boolean } = {}): void {
    const { idOf, entryOf } = this.#traits
    const news: Row[] = []
    for (const row of rows) {
      const id = idOf(row)
      const learnt = Math.max(this.#learnt.get(id) ?? -1, this.#gone.get(id) ?? -1)
      if (asOf !== undefined && learnt >= asOf) continue
      const entry = entryOf?.(row)
      if (this.#ended.has(id) || (entry !== undefined && this.#left.get(id)?.has(entry))) continue
      news.push(row)
    }
    if (asOf === undefined) this.#clock += 1
    for (const row of rows) this.#touch(idOf(row))
    for (const row of news) {
      const id = idOf(row)
      this.#gone.delete(id)
      this.#departed.delete(id)
      if (asOf === undefined) this.#learnt.set(id, this.#clock - 1)
    }
    this.#change(news.map(idOf), arrival, () => {
      for (const row of news) this.#base.set(idOf(row), row)
    })
    this.#evict(new Set(rows.map(idOf)))
    this.#trimNotes()
  }

  /**
   * Keeps items known that are selected or stand in a list. Those that are shown or have an action under way are kept
   * anyway. Returns how to release them.
   */
  hold(holds: (id: Id) => boolean): () => void {
    this.#holders.add(holds)
    return () => this.#holders.delete(holds)
  }

  /**
   * Learns that items are no longer in a place (and, as far as is known, in no other). An item that an action under way
   * has moved stays where that put it: the answer decides whether it went there.
   */
  remove(ids: readonly Id[], from: ItemId | null): void {
    this.#clock += 1
    const left = ids.filter((id) => from === null || this.#placeOf(this.#base.get(id)) === from)
    for (const id of left) {
      this.#gone.set(id, this.#clock - 1)
      if (this.#isShownElsewhere(id)) this.#departed.add(id)
    }
    const nowhere = left.filter((id) => !this.#departed.has(id))
    this.#change(nowhere, false, () => {
      // The known number may be newer than this message: moved out and back, the second answer comes first.
      for (const id of nowhere) this.#forget(id)
    })
    this.#trimNotes()
  }

  /**
   * Lays an action over the items named, or over all that `touches` names, also those that are learnt later.
   * `newestWins`: what a push brings of an item meanwhile is newer than the answer, or another push follows that is.
   */
  lay(
    items: readonly Id[] | ((row: Row) => boolean),
    patch: RowPatch<Row>,
    { newestWins = false }: { newestWins?: boolean } = {},
  ): Overlay<Row> {
    const { idOf } = this.#traits
    const named = typeof items === 'function' ? null : new Set(items)
    const layer: Layer<Row> = {
      touches: named ? (row) => named.has(idOf(row)) : typeof items === 'function' ? items : () => false,
      patch,
    }
    const touched = () =>
      [...(named ?? this.#base.keys())].filter((id) => {
        const row = this.#base.get(id)
        return row !== undefined && layer.touches(row)
      })
    const there = new Set(touched())
    const begun = this.#clock
    // The server's action on the whole place may not include an item that came in meanwhile or was in a push: another
    // push reports it.
    const notLearntSince = (id: Id) => (this.#learnt.get(id) ?? -1) < begun
    const covered = (id: Id) => (named ? !newestWins || notLearntSince(id) : there.has(id) && notLearntSince(id))
    this.#change([...there], true, () => {
      this.#layers.push(layer)
    })
    return {
      commit: (committed = patch, final = false) => {
        if (final) for (const id of named ?? []) this.#ended.set(id, true)
        this.#clock += 1
        const ids = touched().filter(covered)
        this.#change(ids, true, () => {
          for (const id of ids) {
            const row = this.#base.get(id)
            const next = row && committed(row)
            if (this.#placeOf(next) !== this.#placeOf(row) || !next) {
              this.#leave(id, row)
              this.#departed.delete(id)
            }
            if (next) {
              this.#base.set(id, next)
              this.#learnt.set(id, this.#clock - 1)
            } else {
              this.#forget(id)
              this.#gone.set(id, this.#clock - 1)
            }
          }
        })
      },
      drop: () => {
        // A committed move no longer matches by its old place, so a layer by rule goes through everything.
        const ids = named ? [...named] : [...this.#base.keys()]
        this.#change(ids, true, () => {
          this.#layers = this.#layers.filter((other) => other !== layer)
          for (const id of ids) if (this.#departed.has(id) && !this.#isShownElsewhere(id)) this.#forget(id)
        })
        this.#trimNotes()
      },
    }
  }

  /** Called whenever the row of this item changes. Returns how to stop. */
  subscribe(id: Id, listener: () => void): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set()
    listeners.add(listener)
    this.#rowListeners.set(id, listeners)
    this.#touch(id)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#rowListeners.delete(id)
    }
  }

  /** Called with every batch of changes, before the listeners of single rows. */
  onChange(listener: (changes: readonly RowChange<Row, Id>[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #touch(id: Id): void {
    const row = this.#base.get(id)
    if (!row) return
    this.#base.delete(id)
    this.#base.set(id, row)
  }

  /**
   * Drops the items that were not used for longest. The notes about them stay, against late answers.
   * @param latest what was received just now, and comes last: the list that has asked for it does not hold it yet
   */
  #evict(latest: ReadonlySet<Id>): void {
    let over = this.#base.size - this.#kept
    if (over < SLACK) return
    for (const [id, row] of this.#base) {
      if (over <= 0 || latest.has(id)) return
      if (this.#isHeld(id, row)) continue
      this.#base.delete(id)
      this.#views.delete(id)
      over -= 1
    }
  }

  #isHeld(id: Id, row: Row): boolean {
    if (this.#rowListeners.has(id) || this.#layers.some((layer) => layer.touches(row))) return true
    for (const holds of this.#holders) if (holds(id)) return true
    return false
  }

  #leave(id: Id, row: Row | undefined): void {
    const entry = row && this.#traits.entryOf?.(row)
    if (entry === undefined) return
    this.#left.set(id, (this.#left.get(id) ?? new Set()).add(entry))
  }

  #placeOf(row: Row | null | undefined): ItemId | undefined {
    return row ? this.#traits.placeOf?.(row) : undefined
  }

  /** Drops old notes. An action on its way may still compare with them, so they stay until it is over. */
  #trimNotes(): void {
    if (this.#layers.length > 0) return
    for (const notes of [this.#gone, this.#learnt, this.#left, this.#ended]) notes.trim()
  }

  #forget(id: Id): void {
    this.#base.delete(id)
    this.#learnt.delete(id)
    this.#departed.delete(id)
  }

  #isShownElsewhere(id: Id): boolean {
    const shown = this.#view(id)
    return shown !== undefined && this.#placeOf(shown) !== this.#placeOf(this.#base.get(id))
  }

  #view(id: Id): Row | undefined {
    const base = this.#base.get(id)
    let row: Row | null | undefined = base
    for (const layer of this.#layers) {
      if (!row || !base) return undefined
      if (layer.touches(base)) row = layer.patch(row)
    }
    return row ?? undefined
  }

  #change(ids: readonly Id[], arrival: boolean, apply: () => void): void {
    apply()
    const changes: RowChange<Row, Id>[] = []
    for (const id of new Set(ids)) {
      const before = this.#views.get(id)
      const after = this.#view(id)
      if (before === after || (before && after && sameRow(before, after))) continue
      if (after) this.#views.set(id, after)
      else this.#views.delete(id)
      // A row that is only learnt now, while an action on its way has put it elsewhere, comes into that place.
      const displaced = after !== undefined && this.#placeOf(after) !== this.#placeOf(this.#base.get(id))
      changes.push({ id, before, after, arrival: arrival || displaced })
    }
    if (changes.length === 0) return
    for (const listener of [...this.#listeners]) listener(changes)
    for (const { id } of changes) for (const listener of [...(this.#rowListeners.get(id) ?? [])]) listener()
  }
}

/** Whether two rows are equal, so that nothing has to be drawn again. */
export function sameRow<Row extends object>(a: Row, b: Row): boolean {
  return a === b || (Object.keys({ ...a, ...b }) as (keyof Row)[]).every((key) => sameValue(a[key], b[key]))
}

// What an action changes is mostly a number or a switch, and the lists of people are the same ones.
const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
