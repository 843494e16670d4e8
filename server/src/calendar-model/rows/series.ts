import type { EventRepeat } from '@yanshu/contracts'

/** An event that repeats: one row of `event` without its exceptions. Moments are epoch milliseconds. */
export interface Series {
  readonly start: number
  readonly end: number
  /** Start and end are midnights of UTC then. */
  readonly allDay: boolean
  readonly zone: string
  readonly repeat: EventRepeat | null
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
}

/** Series that are expanded before other calls run: ten milliseconds where each has a rule that is costly. */
export const SERIES_AT_ONCE = 20

/** Starts of a series inside of a window, in order. */
export interface Expansion {
  readonly starts: readonly number[]
  /** False when there are more than are answered, or when finding them costs more than it may. */
  readonly complete: boolean
}

/** The last moment of a series without an end: the year 9999, far from the numbers that dates cannot hold. */
export const FAR_AWAY = 253_370_764_800_000

export const DAY_MS = 86_400_000

/** The zone by which a series keeps its clock; whole days are counted in UTC. */
export const zoneOf = ({ allDay, zone }: Pick<Series, 'allDay' | 'zone'>): string => (allDay ? 'UTC' : zone)
