import type { MailListItem } from '@yanshu/contracts'
import { RecentNotes } from './recentNotes.ts'

/** A mail as the lists know it. Never changed in place: a change makes a new object. */
export type MailRow = Readonly<MailListItem>

/** What an action does to a row until the server answers; null takes the mail away. Applying it twice changes nothing more. */
export type RowPatch = (row: MailRow) => MailRow | null

/** A row as people saw it before and see it now; undefined when there is no such mail. */
export interface RowChange {
  readonly id: number
  readonly before: MailRow | undefined
  readonly after: MailRow | undefined
  /** The mail came into being in this mailbox, or moved: it is not merely a row nobody had loaded yet. */
  readonly arrival: boolean
}

/** One action under way, applied on top of the server's last rows. */
export interface Overlay {
  /**
   * The server has agreed: what it did to the mails that were known when it was asked becomes what is known. The
   * overlay stays until `drop`. `final` says that the mails named are deleted for good, so that no late answer brings them
   * back.
   */
  commit(patch?: RowPatch, final?: boolean): void
  /** Removes the overlay. Without a commit before, the rows are again as the server sent them last. */
  drop(): void
}

/** Mails that the cache keeps, of which each takes about 1 kB; more only where more are held. */
export const KEPT_MAILS = 5_000
/** How many more there must be before mails are dropped, so that not every page looks through all of them. */
const SLACK = 200

interface Layer {
  readonly touches: (row: MailRow) => boolean
  readonly patch: RowPatch
}

/**
 * Every mail that some list or the reading pane knows, once. A row is the server's last row with the actions under way
 * applied in their order, so pages, pushes and failures may arrive late and in any order.
 */
export class MailCache {
  readonly #kept: number
  /** In the order in which they were last looked at or learnt. */
  #base = new Map<number, MailRow>()
  /** When a mail was removed, by the cache's clock. */
  #gone = new RecentNotes<number>()
  /** When the base of a mail was last learnt from something newer than any page that had been asked for before. */
  #learnt = new RecentNotes<number>()
  /** Places a mail has left, as folder:uid. A uid is never given twice, so an answer with such a place is old (RFC 9051 §2.3.1.1). */
  #left = new RecentNotes<Set<string>>()
  /** Mails that have left their folder while an action on its way shows them elsewhere. */
  #departed = new Set<number>()
  /** Deleted for good: nothing brings these back. */
  #ended = new RecentNotes<true>()
  #layers: Layer[] = []
  #views = new Map<number, MailRow>()
  #clock = 0
  #rowListeners = new Map<number, Set<() => void>>()
  #listeners = new Set<(changes: readonly RowChange[]) => void>()
  #holders = new Set<(id: number) => boolean>()

  constructor(kept: number = KEPT_MAILS) {
    this.#kept = kept
  }

  /** The time to pass to {@link receive} with what an answer says: take it when the question is asked. */
  now = (): number => this.#clock

  /** The mail as people see it, the same object until it changes. */
  row(id: number): MailRow | undefined {
    return this.#views.get(id)
  }

  /** The mail as the server last described it, without the actions on their way. */
  known(id: number): MailRow | undefined {
    return this.#base.get(id)
  }

  /** All mails as the server last described them. */
  baseRows(): Iterable<MailRow> {
    return this.#base.values()
  }

  /** How many notes are kept against late answers. */
  get noteCount(): number {
    return this.#gone.size + this.#learnt.size + this.#left.size + this.#ended.size
  }

  rows(): Iterable<MailRow> {
    return this.#views.values()
  }

  /**
   * Learns rows from the server. With `asOf` (the answer to a question) a row that is known from something newer is
   * left alone; without it (a push) the rows are news. `arrival` says that the mails came into their folder.
   */
  receive(rows: readonly MailRow[], { asOf, arrival = false }: { asOf?: number; arrival?: boolean } = {}): void {
    const news: MailRow[] = []
    for (const row of rows) {
      const learnt = Math.max(this.#learnt.get(row.mailId) ?? -1, this.#gone.get(row.mailId) ?? -1)
      if (asOf !== undefined && learnt >= asOf) continue
      if (this.#ended.has(row.mailId) || this.#left.get(row.mailId)?.has(placeOf(row))) continue
      news.push(row)
    }
    if (asOf === undefined) this.#clock += 1
    for (const { mailId } of rows) this.#touch(mailId)
    for (const row of news) {
      this.#gone.delete(row.mailId)
      this.#departed.delete(row.mailId)
      if (asOf === undefined) this.#learnt.set(row.mailId, this.#clock - 1)
    }
    this.#change(
      news.map((row) => row.mailId),
      arrival,
      () => {
        for (const row of news) this.#base.set(row.mailId, row)
      },
    )
    this.#evict()
    this.#trimNotes()
  }

  /**
   * Keeps mails known that are selected or stand in a list. Those that are shown or have an action under way are kept
   * anyway. Returns how to release them.
   */
  hold(holds: (id: number) => boolean): () => void {
    this.#holders.add(holds)
    return () => this.#holders.delete(holds)
  }

  /**
   * Learns that mails are no longer in a folder (and, as far as is known, in no other). A mail that an action under way
   * has moved stays where that put it: the answer says whether it went there.
   */
  remove(ids: readonly number[], from: number | null): void {
    this.#clock += 1
    const left = ids.filter((id) => from === null || this.#base.get(id)?.mailboxId === from)
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
   * Lays an action over the mails named, or over all that `touches` says, also those that are learnt later.
   * `newestWins`: what a push says of a mail meanwhile is newer than the answer, or another push follows that is.
   */
  lay(
    mails: readonly number[] | ((row: MailRow) => boolean),
    patch: RowPatch,
    { newestWins = false }: { newestWins?: boolean } = {},
  ): Overlay {
    const named = typeof mails === 'function' ? null : new Set(mails)
    const layer: Layer = {
      touches: named ? (row) => named.has(row.mailId) : typeof mails === 'function' ? mails : () => false,
      patch,
    }
    const touched = () =>
      [...(named ?? this.#base.keys())].filter((id) => {
        const row = this.#base.get(id)
        return row !== undefined && layer.touches(row)
      })
    const there = new Set(touched())
    const begun = this.#clock
    // The server's action on the whole folder may not include a mail that came in meanwhile or was in a push: another
    // push says so.
    const notLearntSince = (id: number) => (this.#learnt.get(id) ?? -1) < begun
    const covered = (id: number) => (named ? !newestWins || notLearntSince(id) : there.has(id) && notLearntSince(id))
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
            if (next?.mailboxId !== row?.mailboxId) {
              this.#leave(row)
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
        // A committed move no longer matches by its old folder, so a layer by rule looks at everything.
        const ids = named ? [...named] : [...this.#base.keys()]
        this.#change(ids, true, () => {
          this.#layers = this.#layers.filter((other) => other !== layer)
          for (const id of ids) if (this.#departed.has(id) && !this.#isShownElsewhere(id)) this.#forget(id)
        })
        this.#trimNotes()
      },
    }
  }

  /** Called whenever the row of this mail changes. Returns how to stop. */
  subscribe(id: number, listener: () => void): () => void {
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
  onChange(listener: (changes: readonly RowChange[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #touch(id: number): void {
    const row = this.#base.get(id)
    if (!row) return
    this.#base.delete(id)
    this.#base.set(id, row)
  }

  /** Drops the mails that were not looked at for longest. The notes about them stay, against late answers. */
  #evict(): void {
    let over = this.#base.size - this.#kept
    if (over < SLACK) return
    for (const [id, row] of this.#base) {
      if (over <= 0) return
      if (this.#isHeld(id, row)) continue
      this.#base.delete(id)
      this.#views.delete(id)
      over -= 1
    }
  }

  #isHeld(id: number, row: MailRow): boolean {
    if (this.#rowListeners.has(id) || this.#layers.some((layer) => layer.touches(row))) return true
    for (const holds of this.#holders) if (holds(id)) return true
    return false
  }

  #leave(row: MailRow | undefined): void {
    if (!row || row.mailUid === 0) return
    const places = this.#left.get(row.mailId) ?? new Set()
    places.add(placeOf(row))
    this.#left.set(row.mailId, places)
  }

  /** Drops old notes. An action on its way may still compare with them, so they stay until it is over. */
  #trimNotes(): void {
    if (this.#layers.length > 0) return
    for (const notes of [this.#gone, this.#learnt, this.#left, this.#ended]) notes.trim()
  }

  #forget(id: number): void {
    this.#base.delete(id)
    this.#learnt.delete(id)
    this.#departed.delete(id)
  }

  #isShownElsewhere(id: number): boolean {
    const shown = this.#view(id)
    return shown !== undefined && shown.mailboxId !== this.#base.get(id)?.mailboxId
  }

  #view(id: number): MailRow | undefined {
    const base = this.#base.get(id)
    let row: MailRow | null | undefined = base
    for (const layer of this.#layers) {
      if (!row || !base) return undefined
      if (layer.touches(base)) row = layer.patch(row)
    }
    return row ?? undefined
  }

  #change(ids: readonly number[], arrival: boolean, apply: () => void): void {
    apply()
    const changes: RowChange[] = []
    for (const id of new Set(ids)) {
      const before = this.#views.get(id)
      const after = this.#view(id)
      if (before === after || (before && after && sameRow(before, after))) continue
      if (after) this.#views.set(id, after)
      else this.#views.delete(id)
      // A row that is only learnt now, while an action on its way has put it elsewhere, comes into that place.
      const displaced = after !== undefined && after.mailboxId !== this.#base.get(id)?.mailboxId
      changes.push({ id, before, after, arrival: arrival || displaced })
    }
    if (changes.length === 0) return
    for (const listener of [...this.#listeners]) listener(changes)
    for (const { id } of changes) for (const listener of [...(this.#rowListeners.get(id) ?? [])]) listener()
  }
}

const placeOf = (row: MailRow): string => `${row.mailboxId}:${row.mailUid}`

/** Whether two rows are equal, so that nothing has to be drawn again. */
export function sameRow(a: MailRow, b: MailRow): boolean {
  return a === b || (Object.keys({ ...a, ...b }) as (keyof MailRow)[]).every((key) => sameValue(a[key], b[key]))
}

// What an action changes is mostly a number or a switch, and the lists of people are the same ones.
const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
