import { FIRST_OF_SYLLABLE, OTHER_READINGS, SYLLABLES } from './syllableTable.ts'

let pinyinOrder: Intl.Collator | null = null

/**
 * The usual reading of a Chinese character, '' for others. Browsers know how Chinese is sorted by pinyin; the place of a
 * character in that order gives its syllable, without a dictionary of megabytes.
 */
function syllableOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return ''
  pinyinOrder ??= new Intl.Collator('zh-u-co-pinyin')
  let low = 0
  let high = SYLLABLES.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (pinyinOrder.compare(character, FIRST_OF_SYLLABLE[middle] ?? '') >= 0) low = middle
    else high = middle - 1
  }
  return SYLLABLES[low] ?? ''
}

/** What a character may be typed as: itself, and its readings. */
const formsOf = (character: string): readonly string[] =>
  [character, syllableOf(character), OTHER_READINGS.get(character) ?? ''].filter((form) => form !== '')

/** From best to worst: the whole name, its beginning, a part of it, none. */
export const NAME_RANK = { exact: 3, start: 2, inside: 1, none: 0 } as const
export type NameRank = (typeof NAME_RANK)[keyof typeof NAME_RANK]

/**
 * How well typed letters or characters point at a name, as written or by pinyin: 项目资料 is found by 项目, xiangmu, xmzl,
 * xiangmuzl, and less well by ziliao. Case and spaces do not count; nothing typed fits every name.
 */
export function nameRank(typed: string, name: string): NameRank {
  const wanted = typed.toLowerCase().replaceAll(/\s+/g, '')
  const plain = name.toLowerCase().replaceAll(/\s+/g, '')
  if (plain === wanted) return NAME_RANK.exact
  const forms = [...plain].map(formsOf)
  if (plain.startsWith(wanted) || spells(wanted, forms, 0)) return NAME_RANK.start
  if (plain.includes(wanted) || forms.some((_, from) => from > 0 && spells(wanted, forms, from)))
    return NAME_RANK.inside
  return NAME_RANK.none
}

/** Whether the typed text spells a name from a character on, each by one of its forms or the beginning of one. */
function spells(typed: string, forms: readonly (readonly string[])[], from: number): boolean {
  let used = new Set([0])
  for (let at = from; at < forms.length; at++) {
    const next = new Set<number>()
    for (const place of used) {
      for (const form of forms[at] ?? []) {
        for (let length = 1; length <= form.length && form[length - 1] === typed[place + length - 1]; length++)
          next.add(place + length)
      }
    }
    if (next.has(typed.length)) return true
    if (next.size === 0) return false
    used = next
  }
  return false
}
