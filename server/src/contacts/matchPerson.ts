/** One character of a name, or a word of it in letters, and how it is pronounced. */
interface Sounding {
  readonly text: string
  readonly syllable: string
}

/** What people are found by, made ready once. All text is lower case. */
export interface Findable {
  readonly name: string
  readonly soundings: readonly Sounding[]
  readonly address: string
  readonly department: string
  readonly phone: string
}

/** From best to worst: how a keyword can point at a person. */
const SCORE = { nameStart: 6, nameInside: 5, sound: 4, address: 3, phone: 2, department: 1 } as const

/** Shortest end of a phone number that is taken for one. */
const PHONE_TAIL_MIN = 3

/** How well a keyword (folded by `foldKeyword`) points at a person; 0 when it does not. */
export function scoreOf(keyword: string, person: Findable): number {
  if (keyword === '') return 0
  const plain = keyword.replaceAll(/\s+/g, '')
  const name = person.name.replaceAll(/\s+/g, '')
  if (name.startsWith(plain)) return SCORE.nameStart
  if (name.includes(plain)) return SCORE.nameInside
  if (person.soundings.some((_, start) => spells(plain, person.soundings.slice(start)))) return SCORE.sound
  if (person.address.startsWith(plain) || localPartWords(person.address).some((word) => word.startsWith(plain))) {
    return SCORE.address
  }
  if (plain.length >= PHONE_TAIL_MIN && /^\d+$/.test(plain) && person.phone.endsWith(plain)) return SCORE.phone
  if (person.department.includes(plain)) return SCORE.department
  return 0
}

/** One form for what looks alike, as names are kept. ü is typed v, and by some u. */
export const foldKeyword = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replaceAll('ü', 'v')

const localPartWords = (address: string): string[] => address.split('@', 1)[0]?.split(/[._-]/) ?? []

/**
 * Whether the typed text spells the beginning of a name, character after character, each by itself, by its syllable, by
 * the syllable's beginning, or by its initial: 张wei, zhangw, zw, zhwei. Letters and characters mix.
 */
function spells(typed: string, soundings: readonly Sounding[]): boolean {
  if (typed === '') return true
  const [first, ...rest] = soundings
  if (!first) return false
  if (typed.startsWith(first.text) && spells(typed.slice(first.text.length), rest)) return true
  const { syllable } = first
  for (let length = commonStart(typed, syllable); length > 0; length--) {
    if (spells(typed.slice(length), rest)) return true
  }
  return false
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** Puts syllables beside the characters they belong to. */
export function soundingsOf(name: string, syllables: readonly string[]): Sounding[] {
  const characters = [...name.toLowerCase().matchAll(/\p{Script=Han}|[^\p{Script=Han}\s]+/gu)].map((match) => match[0])
  return characters.map((text, index) => ({ text, syllable: syllables[index] ?? text }))
}
