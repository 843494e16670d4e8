import type { Suggestion } from '@yanshu/contracts'
import { RANK, type Rank } from '../../store/names/rank.ts'
import type { Sounding } from '../../store/names/soundings.ts'

/** The texts by which people are found, prepared once, in lower case. */
export interface Findable {
  readonly name: string
  readonly soundings: readonly Sounding[]
  readonly address: string
  readonly duty: string
  readonly phone: string
}

/** The part of a person that a keyword of this rank has matched. */
export function matchedOf(rank: Rank): Suggestion['matched'] {
  if (rank >= RANK.nameInside) return 'name'
  if (rank === RANK.address) return 'address'
  if (rank === RANK.phone) return 'phone'
  if (rank === RANK.duty) return 'duty'
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
  if (name.includes(typed) || (soundsInside(typed, soundings) && !isInnerSyllable(typed, person)))
    return RANK.nameInside
  if (address.startsWith(typed) || localPartWords(address).some((word) => word.startsWith(typed))) return RANK.address
  if (typed.length >= PHONE_TAIL_MIN && /^\d+$/.test(typed) && person.phone.endsWith(typed)) return RANK.phone
  return person.duty.includes(typed) ? RANK.duty : RANK.none
}

const soundsInside = (typed: string, soundings: readonly Sounding[]): boolean =>
  soundings.some((_, at) => at > 0 && spells(typed, soundings.slice(at), 'start'))

/** From so many characters on a name is that of an office or a group, where one syllable inside it finds too many. */
const NO_PERSON_FROM = 4

/** Whether letters are one syllable inside a long Chinese name and no more: `li` of 系统管理员. */
export function isInnerSyllable(keyword: string, { soundings }: Findable): boolean {
  const typed = keyword.replaceAll(/\s+/g, '')
  const isLong = soundings.length >= NO_PERSON_FROM && soundings.every(({ text }) => /^\p{Script=Han}$/u.test(text))
  return isLong && soundings.slice(1).some(({ readings }) => readings.some((reading) => reading.startsWith(typed)))
}

/** Whether a name begins with what is typed in whole syllables or characters: `li` does 李, and does not 刘. */
export const beginsWhole = (keyword: string, { name, soundings }: Findable): boolean => {
  const typed = keyword.replaceAll(/\s+/g, '')
  return name.startsWith(typed) || soundings.some((_, at) => spells(typed, soundings.slice(0, at + 1), 'whole'))
}

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
