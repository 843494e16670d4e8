/** One character of a name, or a word of it in letters, and every way it is pronounced. */
export interface Sounding {
  readonly text: string
  readonly readings: readonly string[]
}

/** What people are found by, made ready once. All text is lower case. */
export interface Findable {
  readonly name: string
  readonly soundings: readonly Sounding[]
  readonly address: string
  readonly department: string
  readonly phone: string
}

/**
 * How a keyword can point at a person, from best to worst: it is the whole name or address; the name begins with it,
 * as written or as it sounds; it stands further inside the name; the address, the end of the phone number, or the
 * department has it. Who is known better comes first only among people of one rank.
 */
export const RANK = { exact: 6, nameStart: 5, nameInside: 4, address: 3, phone: 2, department: 1, none: 0 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

/** What of a person a keyword of this rank points at. */
export function matchedOf(rank: Rank): '' | 'name' | 'address' | 'phone' | 'department' {
  if (rank >= RANK.nameInside) return 'name'
  if (rank === RANK.address) return 'address'
  if (rank === RANK.phone) return 'phone'
  return rank === RANK.department ? 'department' : ''
}

/** Shortest end of a phone number that is taken for one. */
const PHONE_TAIL_MIN = 3

/** How well a keyword (folded by `foldKeyword`) points at a person. */
export function rankOf(keyword: string, person: Findable): Rank {
  const typed = keyword.replaceAll(/\s+/g, '')
  if (typed === '') return RANK.none
  const name = person.name.replaceAll(/\s+/g, '')
  const { soundings, address } = person
  if (typed === name || typed === address || spells(typed, soundings, 'whole')) return RANK.exact
  // Who has no name is called by the address.
  if ((name || address).startsWith(typed) || spells(typed, soundings, 'start')) return RANK.nameStart
  if (name.includes(typed) || soundings.some((_, at) => at > 0 && spells(typed, soundings.slice(at), 'start')))
    return RANK.nameInside
  if (address.startsWith(typed) || localPartWords(address).some((word) => word.startsWith(typed))) return RANK.address
  if (typed.length >= PHONE_TAIL_MIN && /^\d+$/.test(typed) && person.phone.endsWith(typed)) return RANK.phone
  return person.department.includes(typed) ? RANK.department : RANK.none
}

/** One form for what looks alike, as names are kept. ü is typed v, and by some u. */
export const foldKeyword = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll('ü', 'v')

const localPartWords = (address: string): string[] => address.split('@', 1)[0]?.split(/[._-]/) ?? []

/**
 * Whether the typed text spells the beginning of a name, character after character, each by itself, by a syllable, by
 * the syllable's beginning, or by its initial: 张wei, zhangw, zw, zhwei. Letters and characters mix. `whole` asks for
 * the whole name with nothing abbreviated. The work grows with the product of both lengths, whatever is typed.
 */
function spells(typed: string, soundings: readonly Sounding[], how: 'start' | 'whole'): boolean {
  /** How much of the typed text the characters so far may have used up. */
  let used = new Set([0])
  for (const { text, readings } of soundings) {
    const next = new Set<number>()
    for (const from of used) {
      if (typed.startsWith(text, from)) next.add(from + text.length)
      for (const reading of readings) {
        const common = commonStart(typed, from, reading)
        if (how === 'start') for (let length = 1; length <= common; length++) next.add(from + length)
        else if (common === reading.length) next.add(from + common)
      }
    }
    if (next.size === 0) return false
    if (how === 'start' && next.has(typed.length)) return true
    used = next
  }
  return how === 'whole' && used.has(typed.length)
}

function commonStart(typed: string, from: number, reading: string): number {
  let length = 0
  while (length < reading.length && typed[from + length] === reading[length]) length++
  return length
}

/** ü is v in pinyin; without it on the keyboard people write u, and yu in passports: lv, lu, lyu. */
const withPlainU = (reading: string): readonly string[] =>
  /^[ln]v/.test(reading) ? [reading, reading.replace('v', 'u'), reading.replace('v', 'yu')] : [reading]

/**
 * Puts syllables beside the characters they belong to. The first character may be read in further ways as well
 * (`surnameReadings`): 单 is shan as a surname, and many who see it type dan.
 */
export function soundingsOf(
  name: string,
  syllables: readonly string[],
  surnameReadings: readonly string[] = [],
): Sounding[] {
  const characters = [...name.toLowerCase().matchAll(/\p{Script=Han}|[^\p{Script=Han}\s]+/gu)].map((match) => match[0])
  return characters.map((text, index) => {
    const readings = [syllables[index] ?? text, ...(index === 0 ? surnameReadings : [])]
    return { text, readings: [...new Set(readings.flatMap(withPlainU))] }
  })
}
