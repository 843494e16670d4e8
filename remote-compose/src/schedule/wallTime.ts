const HOUR_MS = 3_600_000

/** What a clock shows in a zone of whole hours from GMT, as fields of date and time have it: `2026-10-08 09:00`. */
export const wallText = (ms: number, timeZone: number): string =>
  new Date(ms + timeZone * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')

/** The moment of such a text; null for one that is none. */
export function momentOf(wall: string, timeZone: number): number | null {
  const ms = Date.parse(`${wall.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? null : ms - timeZone * HOUR_MS
}

/** Minutes after midnight as a clock shows them: `22:30`. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0')).join(':')

/** How a zone is called: `GMT+8`. */
export const zoneName = (timeZone: number): string => `GMT${timeZone < 0 ? '-' : '+'}${Math.abs(timeZone)}`
