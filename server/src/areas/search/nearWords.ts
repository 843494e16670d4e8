import { NEAR_WORDS_MAX } from '@yanshu/contracts'
import { allReadings } from '../../store/names/pinyin.ts'

/** Characters of a word that is proposed. */
const SHORTEST = 2
const LONGEST = 8
/** Letters of pinyin that are looked for. */
const LETTERS_MAX = 48
/** Words of a keyword that are looked at; the others stay as they are. */
const WORDS_MAX = 4

const HAN = /^\p{Script=Han}+$/u
const HAN_RUNS = /\p{Script=Han}+/gu

/** What a search for other words is made of. */
export interface NearTask {
  readonly keyword: string
  /** Texts of the mailbox and names of people, the newest first. Only words that stand in them are proposed. */
  readonly texts: readonly string[]
}

/** One word in place of another: every syllable sounds the same, or some are often taken for each other. */
interface Candidate {
  readonly word: string
  readonly exact: boolean
  count: number
}

/** Syllables that many people write alike: zh and z, ing and in. */
const alike = (sound: string): string =>
  sound
    .replaceAll(/(?<=[zcs])h/g, '')
    .replaceAll(/(?<=[aei]n)g/g, '')
    .replaceAll('ü', 'v')
    .replaceAll(/(?<=[ln])ue/g, 've')

/**
 * Keywords that sound like one, the best first: in each word that no text has, the characters are other ones of the same
 * sound, or its letters are taken as pinyin. None where every word stands in the texts.
 */
export function nearKeywords({ keyword, texts }: NearTask): string[] {
  const words = keyword.normalize('NFKC').toLowerCase().trim().split(/\s+/u)
  const folded = texts.map((text) => text.normalize('NFKC').toLowerCase())
  const readings = readingsOfCharacters()
  const others = words.map((word, at) =>
    at >= WORDS_MAX || folded.some((text) => text.includes(word)) ? [] : nearWords(word, folded, readings),
  )
  const joined = (choose: (at: number) => string | undefined) => words.map((word, at) => choose(at) ?? word).join(' ')
  const best = joined((at) => others[at]?.[0])
  const second = words.flatMap((_, changed) =>
    (others[changed] ?? []).slice(1).map((word) => joined((at) => (at === changed ? word : others[at]?.[0]))),
  )
  return [...new Set([best, ...second])].filter((one) => one !== words.join(' ')).slice(0, NEAR_WORDS_MAX)
}

type Readings = (character: string) => readonly string[]

/** The readings of characters, each looked up once. */
function readingsOfCharacters(): Readings {
  const known = new Map<string, readonly string[]>()
  return (character) => {
    const found = known.get(character) ?? allReadings(character)[0] ?? []
    known.set(character, found)
    return found
  }
}

function nearWords(word: string, texts: readonly string[], readings: Readings): string[] {
  const endsAt = HAN.test(word) ? byCharacters(word, readings) : byLetters(word, readings)
  if (!endsAt) return []
  const found = new Map<string, Candidate>()
  for (const text of texts) {
    for (const [run] of text.matchAll(HAN_RUNS)) {
      const characters = [...run]
      characters.forEach((_, from) => {
        const end = endsAt(characters, from)
        if (!end) return
        const near = characters.slice(from, end.at).join('')
        const known = found.get(near)
        if (known) known.count += 1
        else found.set(near, { word: near, exact: end.exact, count: 1 })
      })
    }
  }
  return [...found.values()]
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.count - a.count)
    .slice(0, NEAR_WORDS_MAX)
    .map((one) => one.word)
}

/** Where a word that begins at a place ends, if it sounds like the one that is looked for. */
type EndsAt = (characters: readonly string[], from: number) => { readonly at: number; readonly exact: boolean } | null

/** Of a word in characters: as many of them, each with a reading in common; of similar readings one has to be the same. */
function byCharacters(word: string, readings: Readings): EndsAt | null {
  const wanted = [...word]
  if (wanted.length < SHORTEST || wanted.length > LONGEST) return null
  const sounds = wanted.map((character) => new Set(readings(character)))
  const similar = sounds.map((some) => new Set([...some].map(alike)))
  return (characters, from) => {
    if (from + wanted.length > characters.length) return null
    let exact = true
    let same = false
    for (const [at, character] of wanted.entries()) {
      const other = characters[from + at] ?? ''
      if (other === character) {
        same = true
        continue
      }
      const own = readings(other)
      if (own.some((sound) => sounds[at]?.has(sound))) continue
      exact = false
      if (!own.some((sound) => similar[at]?.has(alike(sound)))) return null
    }
    return exact || same ? { at: from + wanted.length, exact } : null
  }
}

/** Of letters: characters whose readings, one after the other, are these letters or similar ones. */
function byLetters(word: string, readings: Readings): EndsAt | null {
  const typed = word.replaceAll(/['’]/g, '').replaceAll('ü', 'v')
  if (!/^[a-z]+$/.test(typed) || typed.length > LETTERS_MAX) return null
  const endOf = (letters: string, form: (sound: string) => string): EndsAt => {
    const next = (characters: readonly string[], at: number, left: string, length: number): number | null => {
      if (left === '') return length >= SHORTEST ? at : null
      const character = characters[at]
      if (character === undefined || length === LONGEST) return null
      for (const reading of readings(character)) {
        const sound = form(reading)
        const end = left.startsWith(sound) ? next(characters, at + 1, left.slice(sound.length), length + 1) : null
        if (end !== null) return end
      }
      return null
    }
    return (characters, from) => {
      const at = next(characters, from, letters, 0)
      return at === null ? null : { at, exact: form === same }
    }
  }
  const exactly = endOf(typed, same)
  const similarly = endOf(alike(typed), alike)
  return (characters, from) => exactly(characters, from) ?? similarly(characters, from)
}

const same = (sound: string): string => sound
