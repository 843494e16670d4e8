const HOUR = 3_600_000
const two = (n: number): string => `${n}`.padStart(2, '0')

/** A moment as the fields of dates have it, `YYYY-MM-DD HH:mm:ss`, in a zone of whole hours from GMT. */
export function wallOfMoment(at: number, timeZone: number): string {
  const date = new Date(at + timeZone * HOUR)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** The moment that such a text names; null when it names none. */
export function momentOfWall(wall: string | undefined, timeZone: number): number | null {
  const at = Date.parse(`${(wall ?? '').replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : at - timeZone * HOUR
}
