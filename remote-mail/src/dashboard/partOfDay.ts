const HOUR_MS = 3_600_000

/** The part of the day for a user: `now` in epoch milliseconds, their zone in hours, as all times on the page. */
export function partOfDay(now: number, timeZone: number): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date(now + timeZone * HOUR_MS).getUTCHours()
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
