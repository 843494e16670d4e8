import type { ItemId, ItemRow } from '../itemKind.ts'
import type { ListSurroundings } from './listSurroundings.ts'
import { ListWindow } from './listWindow.ts'
import { LOOKED_AT } from './page.ts'

/** Lists that no view shows any more and that are kept, so that going back is instant. */
const KEPT = 12

/** Every list of the session, once, all fed by the same cache of items. */
export class Lists<Row extends ItemRow, Id extends ItemId, Query> {
  readonly #windows = new Map<string, ListWindow<Row, Id, Query>>()
  readonly #watchers = new Map<string, number>()
  readonly #surroundings: ListSurroundings<Row, Id, Query>
  /** The room of the list that was drawn last: what {@link ListSurroundings.room} answers for one that has not been drawn. */
  #room = Number.POSITIVE_INFINITY

  constructor(surroundings: Omit<ListSurroundings<Row, Id, Query>, 'room'>) {
    this.#surroundings = { ...surroundings, room: () => this.#room }
    surroundings.cache.onChange((changes) => {
      for (const window of this.#windows.values()) window.apply(changes)
    })
    surroundings.cache.hold((id) => [...this.#windows.values()].some((window) => window.has(id)))
  }

  get(query: Query): ListWindow<Row, Id, Query> {
    const key = this.#surroundings.kind.keyOf(query)
    const found = this.#windows.get(key)
    if (found) {
      this.#windows.delete(key)
      this.#windows.set(key, found)
      return found
    }
    const window = new ListWindow(query, this.#surroundings)
    this.#windows.set(key, window)
    for (const [other, old] of this.#windows) {
      if (this.#windows.size <= KEPT) break
      if (other === key || this.#watchers.has(other)) continue
      old.close()
      this.#windows.delete(other)
    }
    return window
  }

  /** A list is drawn with so much room, see {@link ListSurroundings.room}. Those beside it keep what they have. */
  drawn(window: ListWindow<Row, Id, Query>, room: number): void {
    window.room = room
    this.#room = room
  }

  /**
   * Asks for the beginning of a list that is about to be shown and of which nothing is known. Resolves when it has come or
   * failed; answers nothing where nothing is on its way.
   */
  ask(query: Query): Promise<void> | undefined {
    const window = this.get(query)
    if (window.view().status === 'new') window.show(0, LOOKED_AT)
    if (window.view().status !== 'loading') return
    return new Promise((come) => {
      const stop = window.subscribe(() => {
        stop()
        come()
      })
    })
  }

  /** Keeps a list from being given up while a view shows it. Returns how to say that it no longer shows it. */
  watch(window: ListWindow<Row, Id, Query>): () => void {
    const key = this.#surroundings.kind.keyOf(window.query)
    if (!this.#windows.has(key)) {
      // Given up while its view was covered: it received no changes of its items.
      window.beginAnew()
      this.#windows.set(key, window)
    }
    this.#watchers.set(key, (this.#watchers.get(key) ?? 0) + 1)
    return () => {
      const left = (this.#watchers.get(key) ?? 1) - 1
      if (left > 0) this.#watchers.set(key, left)
      else {
        this.#watchers.delete(key)
        window.close()
      }
    }
  }

  /** Cancels all calls; no view shows these lists any more. */
  close(): void {
    for (const window of this.#windows.values()) window.close()
  }

  /** After something was missed: lists that are shown are asked again now, the others when they are shown. */
  revalidate(which: (query: Query) => boolean = () => true): void {
    for (const [key, window] of this.#windows) {
      if (!which(window.query)) continue
      if (this.#watchers.has(key)) window.revalidate()
      else window.markStale()
    }
  }

  /** The connection is back: what could not be loaded is asked for again. */
  retryFailed(): void {
    for (const [key, window] of this.#windows) {
      if (window.view().status !== 'failed') continue
      if (this.#watchers.has(key)) window.retry()
      else window.markStale()
    }
  }

  /** All actions have arrived: lists that were asked for meanwhile are asked again, where a view shows them. */
  settle(): void {
    for (const [key, window] of this.#windows) if (this.#watchers.has(key)) window.settle()
  }

  /** Shows lists as empty until the returned function is called. */
  hide(which: (query: Query) => boolean): () => void {
    const undo = [...this.#windows.values()].filter(({ query }) => which(query)).map((window) => window.hideAll())
    return () => {
      for (const one of undo) one()
    }
  }
}
