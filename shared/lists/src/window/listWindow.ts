import type { ItemCache, RowChange } from '../cache/itemCache.ts'
import type { ItemId, ItemKind, ItemRow, ListRules } from '../itemKind.ts'
import { DayCounts, type DaySection, type ReadersDay } from './dayCounts.ts'
import { listLength } from './listLength.ts'
import type { ListSurroundings } from './listSurroundings.ts'
import { missingPages } from './missingPages.ts'
import { movesOnTheirWay } from './movesOnTheirWay.ts'
import { OrderedRows } from './orderedRows.ts'
import { type FetchPage, type ItemPage, PAGE_ROWS, type PageStart } from './page.ts'
import { type Flight, PageFlights } from './pageFlights.ts'
import type { WindowView } from './windowView.ts'

/** Rows kept on each side of those that are on screen; what is further away is asked for again when it is wanted. */
export const KEPT_ROWS = 2_000

/** Rows known on each side of those that are on screen before more are asked for. */
const AHEAD_ROWS = PAGE_ROWS / 2

/** Rows asked for again on each side of those that are on screen, so that they are found where they have slipped to. */
const SLIP_ROWS = 5

const NO_SECTIONS: readonly DaySection[] = []

/** How soon an answer that is not all is asked for again: the server has examined more items meanwhile. */
const INCOMPLETE_MS = 1_500

/** Rows kept on each side of those that were on the screen in a list that no view shows. */
const COVERED_ROWS = 200

/**
 * One list of up to hundreds of thousands of items, of which only rows that were on screen are loaded. Pages are asked for by
 * sort values when the row above is known (it costs the same anywhere and cannot slip), else by row number.
 */
export class ListWindow<Row extends ItemRow, Id extends ItemId, Query> {
  readonly query: Query
  readonly #kind: ItemKind<Row, Id, Query>
  readonly #rules: ListRules<Row>
  readonly #cache: ItemCache<Row, Id>
  readonly #fetch: FetchPage<Row, Query>
  readonly #busy: () => boolean
  readonly #today: () => ReadersDay
  readonly #firstRoom: () => number
  readonly #rows: OrderedRows<Row, Id>
  readonly #flights = new PageFlights()
  readonly #listeners = new Set<() => void>()
  #view: WindowView = { status: 'new', total: 0, error: null, version: 0, sections: NO_SECTIONS, incomplete: false }
  #shown = { from: 0, to: PAGE_ROWS }
  #emptied = 0
  #stale = false
  /** Asks again for what was not all; undefined where nothing is to be asked for again. */
  #again: ReturnType<typeof setTimeout> | undefined

  #days: DayCounts | null = null
  /** For whom and when the headings were asked for. */
  #daysOf: ReadersDay | null = null
  /** For how much room rows were asked for where it was least. */
  #askedRoom = Number.POSITIVE_INFINITY

  /** {@link ListSurroundings.room} as it is where this list is drawn; undefined before that. */
  room: number | undefined

  constructor(query: Query, { kind, cache, fetchPage, busy, today, room }: ListSurroundings<Row, Id, Query>) {
    this.query = query
    this.#kind = kind
    this.#rules = kind.rulesOf(query)
    this.#cache = cache
    this.#fetch = fetchPage
    this.#busy = busy
    this.#today = today
    this.#firstRoom = room
    this.#rows = new OrderedRows(this.#rules, cache)
  }

  view = (): WindowView => this.#view

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The item in a row; undefined while it is not loaded. */
  idAt(index: number): Id | undefined {
    return this.#emptied > 0 ? undefined : this.#rows.at(index)
  }

  indexOf(id: Id): number {
    return this.#rows.indexOf(id)
  }

  has(id: Id): boolean {
    return this.#rows.has(id)
  }

  /** Ids of the loaded rows, in order. */
  loaded(): readonly Id[] {
    return this.#rows.ids()
  }

  /** Notes which rows are on screen, and loads what is missing of them. */
  show(from: number, to: number): void {
    this.#shown = { from: Math.max(0, from), to }
    if (this.#days && this.#view.status === 'ready' && this.#isAnotherDay()) this.#stale = true
    if (this.#askedRoom < (this.room ?? this.#firstRoom())) {
      // Rows have more room than before: what is out of sight is asked for when it comes into sight.
      this.#keepAround(0)
      this.#askedRoom = Number.POSITIVE_INFINITY
      this.#stale = true
    }
    if (this.#stale && this.#view.status !== 'new') this.revalidate()
    else this.#load(AHEAD_ROWS)
  }

  /** Loads the rows below the top while the top is on the screen: they are read next. For when the user is idle. */
  lookAhead(): void {
    if (this.#view.status === 'ready' && this.#shown.from === 0) this.#load(PAGE_ROWS)
  }

  /** Asks again for the rows that are on screen, keeping them there meanwhile. */
  revalidate(): void {
    if (this.#view.status === 'new') {
      this.#load()
      return
    }
    this.#stale = false
    this.#flights.callOff()
    this.#stopAgain()
    if (this.#rules.slips) this.#keepAround(0)
    const shown = Math.max(0, Math.min(this.#shown.from, this.#view.total))
    // After a jump nothing but the rows on screen, as where nothing is out of date.
    const around = this.#rows.at(shown) === undefined ? 0 : SLIP_ROWS
    const from = Math.max(0, shown - around)
    const least = around === 0 ? 1 : PAGE_ROWS
    this.#ask(from, Math.min(Math.max(least, this.#shown.to + around - from), PAGE_ROWS * 3), true)
  }

  /** All actions have arrived: what was asked for meanwhile is asked again. */
  settle(): void {
    if (this.#stale) this.revalidate()
  }

  /** Out of date; asked again when it is next shown. */
  markStale(): void {
    this.#stale = true
  }

  retry(): void {
    this.#stale = false
    if (this.#view.status === 'failed') this.#set({ status: this.#rows.size > 0 ? 'ready' : 'new', error: null })
    if (this.#view.incomplete) this.revalidate()
    else this.#load()
  }

  /** Shows nothing until the returned function is called, while all of it is being deleted. */
  hideAll(): () => void {
    this.#emptied += 1
    this.#touch()
    return () => {
      this.#emptied -= 1
      this.#touch()
    }
  }

  /** Follows what became of items: those that leave go at once, those that arrive are put where they belong. */
  apply(changes: readonly RowChange<Row, Id>[]): void {
    if (this.#view.status === 'new') return
    let total = this.#view.total
    let moved = false
    let sure = true
    const arriving: Row[] = []
    for (const change of changes) {
      const { id, before, after, arrival } = change
      const here = this.#rows.has(id)
      const stays = this.#rules.belongs(after, here)
      if (here && !stays) {
        total -= 1
        this.#takeOut(id)
        this.#count(before, -1)
      } else if (here && before && after && this.#rules.compare(before, after) !== 0) {
        this.#takeOut(id)
        this.#count(before, -1)
        this.#count(after, 1)
        arriving.push(after)
      } else if (!here) {
        const was = this.#rules.belongs(before, false)
        if (!was && stays && after && (arrival || before)) {
          total += 1
          this.#count(after, 1)
          arriving.push(after)
        } else if (was && !stays && before) {
          const { index, exact } = this.#rows.rowNumberOf(id, before, this.#view.total)
          // Among loaded rows it would have been here: a page had already been without it.
          if (exact) continue
          total -= 1
          this.#count(before, -1)
          sure = false
          this.#shift(index, -1)
        } else if (was && before && after && this.#rules.compare(before, after) !== 0) {
          // A row that is not loaded goes to another place, for instance to the top.
          const { index, exact } = this.#rows.rowNumberOf(id, before, this.#view.total)
          if (exact) continue
          this.#count(before, -1)
          this.#count(after, 1)
          sure = false
          this.#shift(index, -1)
          arriving.push(after)
        } else continue
      } else continue
      moved = true
    }
    if (!moved) return
    // Only now: while rows stand where they no longer belong, a place among them cannot be found.
    for (const row of arriving) sure = this.#putIn(row) && sure
    this.#set({ total: Math.max(0, total), version: this.#view.version + 1 })
    if (sure) this.#load()
    else if (this.#busy()) this.#stale = true
    else this.revalidate()
  }

  #isAnotherDay(): boolean {
    const { timeZone, day } = this.#today()
    return timeZone !== this.#daysOf?.timeZone || day !== this.#daysOf.day
  }

  #count(row: Row | undefined, by: 1 | -1): void {
    const day = row && this.#kind.dayOf?.(row)
    if (day) this.#days?.add(day, by)
  }

  #takeOut(id: Id): void {
    const index = this.#rows.remove(id)
    if (index >= 0) this.#flights.shift(index, -1)
  }

  /** Inserts a row where it belongs; false when that lies among rows that are not loaded. */
  #putIn(row: Row): boolean {
    const id = this.#kind.idOf(row)
    const { index, exact } = this.#rows.rowNumberOf(id, row, this.#view.total)
    if (exact) {
      this.#rows.insert(index, id)
      this.#flights.shift(index, 1)
    } else this.#shift(index, 1)
    return exact
  }

  /** Something that is not loaded came (1) or went (-1) just above `index`. */
  #shift(index: number, by: 1 | -1): void {
    this.#rows.shift(index, by)
    this.#flights.shift(by < 0 ? index - 1 : index, by)
  }

  /** Loads what is missing of the rows on screen, and when nothing is, of as many as `ahead` on each side. */
  #load(ahead = 0): void {
    if (this.#emptied > 0 || this.#view.status === 'failed') return
    if (this.#view.status === 'new') {
      this.#set({ status: 'loading' })
      this.#ask(Math.max(0, this.#shown.from), PAGE_ROWS, false)
      return
    }
    if (this.#view.status === 'loading') return
    const covers = (from: number, to: number) => this.#flights.covers(from, to)
    for (const { from, to } of missingPages(this.#rows, this.#shown, this.#view.total, ahead, covers)) {
      this.#ask(from, to - from, false)
    }
  }

  #ask(start: number, size: number, again: boolean): void {
    const after = again ? undefined : this.#rows.sortKeyAbove(start)
    const byDay = this.#kind.dayOf !== undefined && (again || this.#view.status === 'loading')
    const flight = this.#flights.begin({ start, size, byDay, disturbed: this.#busy() })
    const asOf = this.#cache.now()
    if (flight.byDay) this.#daysOf = this.#today()
    const room = this.room ?? this.#firstRoom()
    this.#askedRoom = Math.min(this.#askedRoom, room)
    const page: PageStart = {
      pageSize: size,
      ...(flight.byDay && this.#daysOf ? { timeZone: this.#daysOf.timeZone } : {}),
      ...(after ? { sortValues: after } : start > 0 ? { offset: start } : {}),
      ...(room < Number.POSITIVE_INFINITY ? { room } : {}),
    }
    this.#fetch(this.query, page, flight.abort.signal).then(
      (list) => this.#flights.land(flight) && this.#take(list, flight, asOf, again),
      (error: unknown) => {
        if (!this.#flights.land(flight)) return
        if (flight.byDay) this.#daysOf = null
        this.#set({ status: 'failed', error })
      },
    )
  }

  #take(page: ItemPage<Row>, flight: Flight, asOf: number, again: boolean): void {
    this.#cache.receive(page.list, { asOf })
    const shown: Id[] = []
    const strayed: Row[] = []
    for (const item of page.list) {
      const id = this.#kind.idOf(item)
      const row = this.#cache.row(id)
      if (!row || !this.#rules.belongs(row, true)) continue
      this.#rows.keepSortKey(id, item.sortValues)
      // A row that an action has meanwhile put elsewhere in the order stands where the action put it.
      if (this.#rules.compare(item, row) === 0) shown.push(id)
      else strayed.push(row)
    }
    const { start } = flight
    const end = start + shown.length
    if (again) this.#forgetUnlessSame(start, shown, page.total)
    this.#rows.put(start, shown)
    for (const row of strayed) if (!this.#rows.has(this.#kind.idOf(row))) this.#putIn(row)
    this.#rows.dropContradictions(start, end)
    const moves = this.#busy() ? movesOnTheirWay(this.#rules, this.#cache) : []
    const total = listLength(page, { end, before: this.#view.total, busy: this.#busy(), moves })
    if (page.headings) {
      this.#days = new DayCounts(page.headings, this.#daysOf?.timeZone ?? 0)
      for (const { row, by } of moves) this.#count(row, by)
    }
    this.#rows.cut(total)
    if (this.#rows.size > 3 * KEPT_ROWS) this.#keepAround(KEPT_ROWS)
    const unsure = flight.disturbed || this.#busy()
    // Counted before something came or went that this page has: the headings are asked for again.
    const outdated = !page.headings && this.#days !== null && this.#days.total !== total && !this.#rules.keepsWhatLeft
    if (unsure || outdated) this.#stale = true
    const incomplete = page.incomplete === true
    // That there is nothing is certain only when the server has examined all items.
    const status = incomplete && total === 0 ? 'loading' : 'ready'
    this.#stopAgain()
    if (incomplete) this.#again = setTimeout(() => this.revalidate(), INCOMPLETE_MS)
    this.#set({ status, error: null, total, version: this.#view.version + 1, incomplete })
    // A page that ends the list where the list is longer: above it stand rows that have slipped. Asking on below
    // the last of them would go on for ever.
    const slippedAbove = !again && !unsure && !page.more && page.total > end
    if (slippedAbove) this.#rows.clear()
    if (slippedAbove || (unsure && !this.#busy())) this.revalidate()
    else this.#load()
  }

  /** Answers whether it was going to be asked again. */
  #stopAgain(): boolean {
    const was = this.#again !== undefined
    clearTimeout(this.#again)
    this.#again = undefined
    return was
  }

  /** When a page has something else than what stood there, or counts other rows, what stands around it may have slipped. */
  #forgetUnlessSame(start: number, ids: readonly Id[], total: number): void {
    if (total >= 0 && total !== this.#view.total) this.#rows.clear()
    else this.#rows.clearUnlessSame(start, ids)
  }

  /** Drops rows far from those on screen. */
  #keepAround(kept: number): void {
    this.#rows.keepOnly(this.#shown.from - kept, this.#shown.to + kept)
  }

  #touch(): void {
    this.#set({ version: this.#view.version + 1 })
  }

  #set(change: Partial<WindowView>): void {
    this.#view = { ...this.#view, ...change, sections: this.#days?.sections() ?? NO_SECTIONS }
    for (const listener of [...this.#listeners]) listener()
  }

  /** Rows in the list as people see it. */
  get length(): number {
    return this.#emptied > 0 ? 0 : this.#view.total
  }

  /** No view shows it any more: cancels its calls, and keeps what coming back needs. */
  close(): void {
    if (this.#flights.callOff()) this.#daysOf = null
    if (this.#stopAgain()) this.#stale = true
    this.#keepAround(COVERED_ROWS)
    if (this.#view.status === 'loading') this.#view = { ...this.#view, status: 'new' }
  }

  /** Has no rows, as when it was made. */
  beginAnew(): void {
    this.close()
    this.#rows.clear()
    this.#days = null
    this.#daysOf = null
    this.#stale = false
    this.#set({ status: 'new', total: 0, error: null, version: this.#view.version + 1, incomplete: false })
  }
}
