import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
/** The dictionary takes 8 MiB: a server reads it when the first name is read. */
const pinyin: typeof import('pinyin-pro').pinyin = ((...given: Parameters<typeof import('pinyin-pro').pinyin>) =>
  load('pinyin-pro').pinyin(...given)) as typeof import('pinyin-pro').pinyin

/**
 * The syllables of a name without tones, one for each Chinese character, other text as it stands; lower case. Surnames
 * are read as surnames: 单 shan, 曾 zeng, 解 xie, 仇 qiu. ü is written v, as it is typed.
 */
export const syllablesOf = (name: string): string[] =>
  pinyin(name.trim(), { toneType: 'none', type: 'array', surname: 'head', nonZh: 'consecutive', v: true })
    .flatMap((part) => part.toLowerCase().split(/\s+/))
    .filter((part) => part !== '')

/** The same for text that is no name of a person: 单 dan, 解 jie. */
export const textSyllables = (text: string): string[] =>
  pinyin(text.trim(), { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .flatMap((part) => part.toLowerCase().split(/\s+/))
    .filter((part) => part !== '')

/** Every way the first character of a name is read, as a surname or in other words: 单 dan, shan, chan. None for letters. */
export function surnameReadings(name: string): readonly string[] {
  const [first = ''] = name.trim()
  if (!/\p{Script=Han}/u.test(first)) return []
  return pinyin(first, { toneType: 'none', type: 'array', multiple: true, v: true })
}

/** What the store keeps of a name's sound: syllables with spaces between them, and their first letters. */
export function soundOf(name: string): { name_pinyin: string; name_initials: string } {
  const syllables = syllablesOf(name)
  return {
    name_pinyin: syllables.join(' '),
    name_initials: syllables.map((syllable) => [...syllable][0] ?? '').join(''),
  }
}

/**
 * Every way each character of a name is read, without tones; a word in letters is read as it stands. For rules that refuse
 * a name in any reading.
 */
export function allReadings(name: string): string[][] {
  const parts = name.trim().match(/\p{Script=Han}|[A-Za-z]+/gu) ?? []
  return parts.map((part) =>
    /\p{Script=Han}/u.test(part)
      ? [
          ...new Set([
            ...pinyin(part, { toneType: 'none', type: 'array', multiple: true, v: true }),
            ...surnameReading(part),
          ]),
        ]
      : [part.toLowerCase()],
  )
}

/** How a character is read at the head of a name, which dictionaries of words do not have: 仇 qiu, 单 shan. */
const surnameReading = (character: string): string[] =>
  pinyin(character, { toneType: 'none', type: 'array', surname: 'head', v: true })
