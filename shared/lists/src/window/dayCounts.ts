import type { DayHeading } from '@yanshu/contracts'

/** What decides below which heading an item stands. */
export interface ItemDay {
  /** ms since 1970. */
  readonly date: number
  /** Kept on top of its list. */
  readonly sticky?: boolean
}

/** A heading that has rows below it. */
export interface DaySection {
  readonly kind: DayHeading['kind']
  /** Where its days begin, in ms since 1970; 0 for items kept on top. */
  readonly from: number
  /** The first row below it. */
  readonly start: number
}

/** The day it is for the reader. */
export interface ReadersDay {
  /** Whole hours from GMT. */
  readonly timeZone: number
  /** Days since 1970 in that zone. */
  readonly day: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The day of a moment (now when not given) in a zone of whole hours from GMT. */
export const readersDay = (timeZone: number, moment = Date.now()): ReadersDay => ({
  timeZone,
  day: Math.floor((moment + timeZone * HOUR) / DAY),
})

/** When the next day of the reader begins, in ms since 1970. */
export const nextDay = ({ timeZone, day }: ReadersDay): number => (day + 1) * DAY - timeZone * HOUR

function monthOf(moment: number, timeZone: number): number {
  const local = new Date(moment + timeZone * HOUR)
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth()) - timeZone * HOUR
}

/**
 * How many rows of a list stand below each heading: as the server counted them, and following what comes and goes since.
 * So every row has its place in a list of which only parts are loaded.
 */
export class DayCounts {
  readonly #headings: { kind: DayHeading['kind']; from: number; count: number }[]
  readonly #timeZone: number
  #sections: readonly DaySection[] | null = null

  constructor(headings: readonly DayHeading[], timeZone: number) {
    this.#headings = headings.map((heading) => ({ ...heading }))
    this.#timeZone = timeZone
  }

  /** Rows below all headings. */
  get total(): number {
    return this.#headings.reduce((sum, { count }) => sum + count, 0)
  }

  /** Counts a row that came (1) or went (-1). */
  add(day: ItemDay, by: 1 | -1): void {
    const heading = this.#headingOf(day)
    heading.count = Math.max(0, heading.count + by)
    this.#sections = null
  }

  /** The headings that have rows, in order; the same array until a row comes or goes. */
  sections(): readonly DaySection[] {
    if (this.#sections) return this.#sections
    let start = 0
    const sections: DaySection[] = []
    for (const { kind, from, count } of this.#headings) {
      if (count > 0) sections.push({ kind, from, start })
      start += count
    }
    this.#sections = sections
    return sections
  }

  #headingOf({ sticky, date }: ItemDay) {
    const [top] = this.#headings
    if (sticky && top?.kind === 'sticky') return top
    const month = monthOf(date, this.#timeZone)
    const at = this.#headings.findIndex(({ kind, from }) => kind !== 'sticky' && date >= from)
    const found = this.#headings[at]
    if (found && (found.kind !== 'month' || found.from === month)) return found
    const made = { kind: 'month' as const, from: month, count: 0 }
    this.#headings.splice(at < 0 ? this.#headings.length : at, 0, made)
    return made
  }
}
