import { instantOf, isCalendarMoment, wallOf } from '@yanshu/contracts'
import ICAL from 'ical.js'
import type { OwnZone } from './ownZones.ts'
import { zoneNamed } from './zoneNames.ts'

/** jCal (RFC 7265): name, parameters, type, values. */
export type Property = [string, Readonly<Record<string, string | string[]>>, string, ...unknown[]]
export type Component = [string, Property[], Component[]]

export interface Clocks {
  /** The zone of times that name none, or one that is not known. */
  readonly zone: string
  /** Zones that the file defines, by their names. */
  readonly zones: ReadonlyMap<string, OwnZone>
  /** Is called with the name of a zone that is not known. */
  readonly unknown: (tzid: string) => void
}

export const find = (properties: readonly Property[], name: string): Property | undefined =>
  properties.find((property) => property[0] === name)
export const textOf = (property: Property | undefined): string =>
  typeof property?.[3] === 'string' ? property[3].trim() : ''
export const cut = (text: string, length: number): string => [...text].slice(0, length).join('')
export const parameter = (property: Property, name: string): string => {
  const value = property[1][name]
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
}

export interface Moment {
  readonly ms: number
  readonly allDay: boolean
  readonly zone: string
}

export function momentOf(value: unknown, property: Property, clocks: Clocks): Moment | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z?))?$/.exec(String(value))
  if (!parts) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (!isDate(year, month, day) || hour > 24 || minute > 59 || second > 60) return null
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  if (parts[4] === undefined) return { ms: wall, allDay: true, zone: clocks.zone }
  if (parts[7] === 'Z') return { ms: wall, allDay: false, zone: 'UTC' }
  const tzid = parameter(property, 'tzid')
  const own = clocks.zones.get(tzid)
  if (own) {
    const { zone, offsetAtWall } = own
    return { ms: offsetAtWall ? wall - offsetAtWall(wall) : instantOf(zone, wall), allDay: false, zone }
  }
  const named = tzid === '' ? clocks.zone : zoneNamed(tzid)
  if (named === null) clocks.unknown(tzid)
  const zone = named ?? clocks.zone
  return { ms: instantOf(zone, wall), allDay: false, zone }
}

/** Whether a month has such a day: the thirteenth month of a year is not the first of the next. */
const isDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * A moment as its series has them: the day of a series with a clock is the time of that day, the time of a series of whole
 * days is its day. Programs write exceptions both ways.
 */
export function alike(moment: Moment, start: Moment, clocks: Clocks): Moment {
  if (moment.allDay === start.allDay) return moment
  if (!start.allDay) {
    const wall = wallOf(start.zone, start.ms)
    const ms = instantOf(start.zone, moment.ms + (wall - dayOf(wall)))
    return { ms, allDay: false, zone: start.zone }
  }
  const zone = moment.zone === 'UTC' ? clocks.zone : moment.zone
  return { ms: dayOf(wallOf(zone, moment.ms)), allDay: true, zone: start.zone }
}

const DAY_MS = 86_400_000
const dayOf = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS

/**
 * The end of what lasts so long (RFC 5545 §3.3.6): days and weeks are days of the clock, also where it changes, hours are
 * exact. null for a text that is no duration.
 */
export function endAfter(start: Moment, duration: string): number | null {
  const length = durationOf(duration)
  if (!length) return null
  const { days, seconds } = length
  const whole = start.allDay
    ? start.ms + days * DAY_MS
    : instantOf(start.zone, wallOf(start.zone, start.ms) + days * DAY_MS)
  return whole + seconds * 1_000
}

/** A duration as days and seconds; null for a text that is none. */
export function durationOf(text: string): { readonly days: number; readonly seconds: number } | null {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text)
    const sign = isNegative ? -1 : 1
    return { days: sign * (weeks * 7 + days), seconds: sign * (hours * 3_600 + minutes * 60 + seconds) }
  } catch {
    return null
  }
}

/** The same in seconds. */
export function secondsOf(text: string): number | null {
  const length = durationOf(text)
  return length && length.days * 86_400 + length.seconds
}

/** The moments of a property such as EXDATE, as their series has them. */
export function momentsOf(
  properties: readonly Property[],
  name: string,
  start: Moment | null,
  clocks: Clocks,
): number[] {
  const moments = properties
    .filter((property) => property[0] === name)
    .flatMap((property) =>
      property.slice(3).flatMap((value) => {
        const moment = momentOf(Array.isArray(value) ? value[0] : value, property, clocks)
        const { ms } = (moment && start && alike(moment, start, clocks)) ?? moment ?? { ms: Number.NaN }
        return isCalendarMoment(ms) ? [ms] : []
      }),
    )
  return [...new Set(moments)].slice(0, 2_000)
}

/** The moment at which one time of a series would be by its rule; null where none is given. */
export function recurrenceIn(properties: readonly Property[], start: Moment | null, clocks: Clocks): number | null {
  const property = find(properties, 'recurrence-id')
  const moment = property && momentOf(property[3], property, clocks)
  if (!moment) return null
  return start ? alike(moment, start, clocks).ms : moment.ms
}

const SEQUENCE_MAX = 2 ** 31 - 1

/** SEQUENCE (RFC 5545 §3.8.7.4), as far as the store can hold it. */
export const sequenceIn = (properties: readonly Property[]): number =>
  Math.max(0, Math.min(SEQUENCE_MAX, Math.trunc(Number(find(properties, 'sequence')?.[3] ?? 0)) || 0))

/**
 * Throws for a moment at which no calendar can have anything, such as the end of a DURATION of a hundred million days:
 * one such event would close the views to all others.
 */
export function requireMoments(...moments: readonly (number | null)[]): void {
  if (!moments.every((moment) => moment === null || isCalendarMoment(moment))) {
    throw new Error('a moment that no calendar holds')
  }
}

export const ruleText = (rule: unknown): string =>
  typeof rule === 'string' ? rule : ICAL.Recur.fromData(rule as Parameters<typeof ICAL.Recur.fromData>[0]).toString()
