const HOUR_MS = 3_600_000

/** A moment as `<input type="datetime-local">` wants it, in the user's time zone (whole hours from GMT). */
export function toLocalInput(ms: number | null, timeZone: number): string {
  return ms === null ? '' : new Date(ms + timeZone * HOUR_MS).toISOString().slice(0, 19)
}

/** The moment that such a field says; null while it is empty or half typed. */
export function fromLocalInput(text: string, timeZone: number): number | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return null
  const ms = Date.parse(`${text}Z`)
  return Number.isNaN(ms) ? null : ms - timeZone * HOUR_MS
}
