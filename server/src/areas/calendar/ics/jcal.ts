import { instantOf, isCalendarMoment } from '@yanshu/contracts'
import ICAL from 'ical.js'
import { zoneNamed } from './zoneNames.ts'

/** jCal (RFC 7265): name, parameters, type, values. */
export type Property = [string, Readonly<Record<string, string | string[]>>, string, ...unknown[]]
export type Component = [string, Property[], Component[]]

export interface Clocks {
  readonly zone: string
  readonly zones: ReadonlyMap<string, string>
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
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  if (parts[4] === undefined) return { ms: wall, allDay: true, zone: clocks.zone }
  if (parts[7] === 'Z') return { ms: wall, allDay: false, zone: 'UTC' }
  const tzid = parameter(property, 'tzid')
  const zone = (tzid && (clocks.zones.get(tzid) ?? zoneNamed(tzid))) || clocks.zone
  return { ms: instantOf(zone, wall), allDay: false, zone }
}

export function momentsOf(properties: readonly Property[], name: string, clocks: Clocks): number[] {
  return properties
    .filter((property) => property[0] === name)
    .flatMap((property) =>
      property.slice(3).flatMap((value) => {
        const first = Array.isArray(value) ? value[0] : value
        const moment = momentOf(first, property, clocks)
        return moment && isCalendarMoment(moment.ms) ? [moment.ms] : []
      }),
    )
    .slice(0, 2_000)
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
