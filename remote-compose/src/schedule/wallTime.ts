import { instantOf, offsetAt, wallOf } from '@yanshu/contracts'

const HOUR_MS = 3_600_000

/** What a clock shows in a zone of the IANA list, as fields of date and time have it: `2026-10-08 09:00`. */
export const wallText = (ms: number, zone: string): string =>
  new Date(wallOf(zone, ms)).toISOString().slice(0, 16).replace('T', ' ')

/** The moment of such a text; null for one that is none. */
export function momentOf(wall: string, zone: string): number | null {
  const ms = Date.parse(`${wall.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : instantOf(zone, ms)
}

/** Minutes after midnight as a clock shows them: `22:30`. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':')

/** How the clock of a zone is called at a moment: `GMT+8`, `GMT+5:30`. */
export function zoneName(zone: string, ms: number): string {
  const offset = offsetAt(zone, ms)
  const minutes = (Math.abs(offset) % HOUR_MS) / 60_000
  return `GMT${offset < 0 ? '-' : '+'}${Math.floor(Math.abs(offset) / HOUR_MS)}${minutes === 0 ? '' : `:${minutes}`}`
}
