import { instantOf, wallOf } from '@yanshu/contracts'
import { textOfWall, wallOfText } from '@yanshu/contracts/days'

/** A moment as the fields of dates have it, with its seconds where it has any, on the clock of a zone of the IANA list. */
export const wallOfMoment = (at: number, zone: string): string => textOfWall(wallOf(zone, at), true)

/** The moment that such a text names; null when it names none. */
export function momentOfWall(text: string | undefined, zone: string): number | null {
  const wall = wallOfText(text)
  return wall === null ? null : instantOf(zone, wall)
}
