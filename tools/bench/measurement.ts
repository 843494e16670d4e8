import { type Summary, summarise } from './stats.ts'

export type Unit = 'ms' | 'KiB' | 'MiB' | 'per second' | 'percent' | 'count'

/** One row of the tables. */
export interface Measurement {
  /** Stable; joins runs, peers and budgets. */
  readonly id: string
  readonly group: string
  readonly title: string
  readonly unit: Unit
  /**
   * p50 and p99 where something was repeated hundreds of times, median and range where it was a few; with p95 and the
   * longest where waiting in queues is looked for.
   */
  readonly style: 'percentiles' | 'tail' | 'range'
  readonly summary: Summary
}

/** Title of a row for the part of the row above that a person waits for. */
export const FELT = '  of it from click or key to the frame that shows it, in the page'

/** A condition without which the figures would be wrong. */
export interface Check {
  readonly what: string
  readonly expected: number
  readonly found: number
}

/** Collects what one mailbox size comes to. */
export class Results {
  readonly measurements: Measurement[] = []
  readonly checks: Check[] = []
  /** Scenarios that could not be run, and why. */
  readonly missing: { readonly what: string; readonly why: string }[] = []
  readonly #values = new Map<string, { row: Omit<Measurement, 'summary'>; values: number[] }>()

  /** Adds values to a row; may be called once per run. */
  add(row: Omit<Measurement, 'summary'>, values: readonly number[]): void {
    const known = this.#values.get(row.id)
    if (known) known.values.push(...values)
    else this.#values.set(row.id, { row, values: [...values] })
  }

  check(what: string, expected: number, found: number): void {
    if (this.checks.some((one) => one.what === what && one.found === found)) return
    this.checks.push({ what, expected, found })
  }

  /** Turns what was collected into rows, in the order they came. */
  finish(): void {
    for (const { row, values } of this.#values.values()) {
      this.measurements.push({ ...row, summary: summarise(values) })
    }
    this.#values.clear()
  }
}
