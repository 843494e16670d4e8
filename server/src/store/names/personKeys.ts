import { surnameReadings, syllablesOf } from './pinyin.ts'
import { RANK, type Rank } from './rank.ts'
import { foldKeyword, type Sounding, soundingsOf } from './soundings.ts'

/** A text by which a person is found when it begins with what is typed. */
export interface PersonKey {
  readonly rank: Rank
  readonly key: string
}

export interface DirectoryEntry {
  readonly name: string
  readonly address: string
  readonly phone: string
  readonly duties: string
}

/** Characters of a key; a person types no more than that. */
const KEY_MAX = 48
/** Characters or words of a name from which it may be found, and of which each may be abbreviated by itself. */
const STARTS_MAX = 8
const FREE_MAX = 3

/** A syllable as it may be typed: whole, by its first letter, and by zh, ch, sh. */
const abbreviations = (reading: string): readonly string[] => {
  const [digraph] = /^[zcs]h/.exec(reading) ?? []
  return [reading, reading.slice(0, 1), ...(digraph ? [digraph] : [])]
}

/**
 * Every way to write the name from one of its characters on, so that whatever is typed of it is the beginning of one:
 * zhangdawei, zhangdwei, zdawei, zdwei, zhdwei. Of a long name the first ones are abbreviated freely, the others as the
 * last of those.
 */
function spellings(soundings: readonly Sounding[]): string[] {
  let written: { readonly text: string; readonly short: boolean }[] = [{ text: '', short: false }]
  for (const [at, { readings }] of soundings.entries()) {
    const last = at === soundings.length - 1
    const next = new Map<string, boolean>()
    for (const { text, short } of written) {
      for (const reading of readings) {
        const forms = last
          ? [reading]
          : at < FREE_MAX
            ? abbreviations(reading)
            : [short ? reading.slice(0, 1) : reading]
        for (const form of forms) {
          const longer = text + form
          if (longer.length <= KEY_MAX) next.set(longer, form.length < reading.length)
        }
      }
    }
    if (next.size === 0) break
    written = [...next].map(([text, short]) => ({ text, short }))
  }
  return written.map(({ text }) => text).filter((text) => text !== '')
}

/** The keys of a name. None without a name. */
export function nameKeys(name: string): PersonKey[] {
  const folded = foldKeyword(name)
  const soundings = soundingsOf(folded, syllablesOf(folded), surnameReadings(folded))
  const keys = new Map<string, Rank>()
  const add = (key: string, rank: Rank) => {
    if (key !== '' && (keys.get(key) ?? 0) < rank) keys.set(key, rank)
  }
  for (let at = 0; at < Math.min(soundings.length, STARTS_MAX); at++) {
    const rank = at === 0 ? RANK.nameStart : RANK.nameInside
    const rest = soundings.slice(at)
    for (const spelling of spellings(rest)) add(spelling, rank)
    add([...rest.map(({ text }) => text).join('')].slice(0, KEY_MAX).join(''), rank)
  }
  return [...keys].map(([key, rank]) => ({ key, rank }))
}

/** The keys of an address: from its beginning, and from each word of the part before the @. */
export function addressKeys(address: string, rank: Rank = RANK.address): PersonKey[] {
  const folded = address.toLowerCase()
  const local = folded.split('@', 1)[0] ?? ''
  const starts = [0, ...[...local.matchAll(/[._-]/g)].map(({ index }) => index + 1)]
  const keys = new Set(starts.slice(0, STARTS_MAX).map((start) => folded.slice(start, start + KEY_MAX)))
  return [...keys].filter((key) => key !== '').map((key) => ({ key, rank }))
}

/** The keys of a phone number: its digits from the end. */
export const phoneKeys = (phone: string): PersonKey[] => {
  const digits = phone.replaceAll(/\D/g, '')
  return digits.length < 3 ? [] : [{ key: [...digits].reverse().join('').slice(0, KEY_MAX), rank: RANK.phone }]
}

/** All keys of a person of the directory. A person without a name is called by the address. */
export function directoryKeys({ name, address, phone }: DirectoryEntry): PersonKey[] {
  const named = nameKeys(name)
  return [...named, ...addressKeys(address, named.length === 0 ? RANK.nameStart : RANK.address), ...phoneKeys(phone)]
}

const wordKeys = (text: string): string[] => [...new Set(nameKeys(text).map(({ key }) => key))]

/** The keys of a department or a duty: as written and by its sound, from each character on. */
export const departmentKeys = (name: string): string[] => wordKeys(name)
export const dutyKeys = (duty: string): string[] => wordKeys(duty)
