import { DAY_MS } from './units.ts'

/** `2026-11-22`. */
export const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The day of `2026-11-22`; null when it is none. */
export function dayOfIso(text: string | null | undefined): number | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) ? null : ms / DAY_MS
}

/** `14:30`. */
export const timeOf = (wall: number): string => new Date(wall).toISOString().slice(11, 16)

/** A wall clock as fields of a date and a time have it: `2026-11-22 14:30`, its seconds where they are asked for and not 0. */
export function textOfWall(wall: number, seconds = false): string {
  const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ')
  return seconds && !text.endsWith(':00') ? text : text.slice(0, 16)
}

/** The wall clock of such a text or of a day alone, in milliseconds; null for none. */
export function wallOfText(text: string | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/.test(text)) return null
  const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z`)
  return Number.isNaN(wall) ? null : wall
}
