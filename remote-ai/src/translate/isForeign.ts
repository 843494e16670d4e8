import type { Language } from '@yanshu/contracts'

/** Letters below which a text is too short to know its language. */
const LETTERS_MIN = 20

/**
 * Whether a text is not in the language of its reader, by its letters alone: for Chinese one with few Han characters, or with
 * those of Japanese or Korean; for English one whose letters are mostly of another script.
 */
export function isForeign(text: string, language: Language): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  const all = count(/\p{L}/gu)
  if (all < LETTERS_MIN) return false
  if (language === 'en') return count(/\p{Script=Latin}/gu) < all / 2
  return (
    count(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) > all / 10 ||
    count(/\p{Script=Han}/gu) < all / 10
  )
}
