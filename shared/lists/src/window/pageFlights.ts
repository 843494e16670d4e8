/** A page of a list on its way. */
export interface Flight {
  /** First row of the page; follows when rows above come and go while the page is on its way. */
  start: number
  readonly size: number
  readonly abort: AbortController
  /** Asks for the headings as well. */
  readonly byDay: boolean
  /** Rows came or went meanwhile, so the page may be of the time before. */
  disturbed: boolean
}

/** Pages on their way at the same time; an older one that is no longer on the screen is cancelled. */
const FLIGHTS = 3

/** The pages of one list that are on their way. */
export class PageFlights {
  readonly #flights = new Set<Flight>()

  begin(page: Omit<Flight, 'abort'>): Flight {
    const flight: Flight = { ...page, abort: new AbortController() }
    this.#flights.add(flight)
    for (const old of [...this.#flights].slice(0, -FLIGHTS)) {
      old.abort.abort()
      this.#flights.delete(old)
    }
    return flight
  }

  /** A page has come or failed. False when it had been called off: then it is ignored. */
  land(flight: Flight): boolean {
    return this.#flights.delete(flight)
  }

  /** Whether a page on its way brings all rows of [from, to). */
  covers(from: number, to: number): boolean {
    return [...this.#flights].some((flight) => flight.start <= from && flight.start + flight.size >= to)
  }

  /** A row came (by > 0) or went (by < 0) at `index`. */
  shift(index: number, by: number): void {
    for (const flight of this.#flights) {
      flight.disturbed = true
      if (by > 0 ? flight.start >= index : flight.start > index) flight.start = Math.max(0, flight.start + by)
    }
  }

  /** Calls everything off. Answers whether headings were on their way. */
  callOff(): boolean {
    const byDay = [...this.#flights].some((flight) => flight.byDay)
    for (const flight of this.#flights) flight.abort.abort()
    this.#flights.clear()
    return byDay
  }
}
