import { instantOf, wallOf } from '@yanshu/contracts'

const two = (n: number): string => `${n}`.padStart(2, '0')

/** A moment as the fields of dates have it, `YYYY-MM-DD HH:mm:ss`, on the clock of a zone of the IANA list. */
export function wallOfMoment(at: number, zone: string): string {
  const date = new Date(wallOf(zone, at))
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** The moment that such a text names; null when it names none. */
export function momentOfWall(wall: string | undefined, zone: string): number | null {
  const at = Date.parse(`${(wall ?? '').replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : instantOf(zone, at)
}
