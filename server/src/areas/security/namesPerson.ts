import { allReadings } from '../../store/names/pinyin.ts'

/** Readings of a name that are compared; a name of four characters with several readings each has fewer. */
const READINGS_MAX = 500

/**
 * Whether the part before the @ names a person: parted at dots, hyphens and digits, one piece is their surname, their given
 * name, both in either order, their first letters, or what stands in their own address. So `wei`, `zhangwei` and
 * `david.zhang` are for 张伟, and `caiwu` and `it-support` are not.
 */
export function namesPerson(
  local: string,
  { name, address }: { readonly name: string; readonly address: string },
): boolean {
  const own = piecesOf(address.slice(0, address.lastIndexOf('@')))
  const names = new Set([...soundsOf(name), ...own.filter((piece) => piece.length > 1)])
  const pieces = piecesOf(local)
  return [...pieces, pieces.join('')].some((piece) => names.has(piece))
}

const piecesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((piece) => piece !== '')

function soundsOf(name: string): string[] {
  const parts = allReadings(name)
  return everyWay(parts).flatMap((syllables) => {
    const initials = syllables.map((syllable) => syllable[0] ?? '')
    // A surname of two characters, as 欧阳, is one piece as well.
    const cuts = [1, 2].filter((at) => at < syllables.length)
    const pieces = cuts.flatMap((at) => {
      const [surname, given] = [syllables.slice(0, at).join(''), syllables.slice(at).join('')]
      const [first, last] = [initials.slice(0, at).join(''), initials.slice(at).join('')]
      const halves = [first + given, given + first, surname + last, last + surname]
      return [surname, given, surname + given, given + surname, first + last, last + first, ...halves]
    })
    return cuts.length === 0 ? syllables : pieces.filter((piece) => piece.length > 1)
  })
}

/** Every way to read a name, one reading of each part. */
function everyWay(parts: readonly (readonly string[])[]): string[][] {
  let ways: string[][] = [[]]
  for (const readings of parts) {
    ways = ways.flatMap((way) => readings.map((reading) => [...way, reading])).slice(0, READINGS_MAX)
  }
  return ways
}
