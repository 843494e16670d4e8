import type { Language } from '../remote.ts'

/**
 * The language of a page without a login, by what a browser prefers: the first of its languages that the product has, else
 * English. Chinese (§9) where it names none.
 * @param tags BCP 47, the preferred one first
 */
export function preferredLanguage(tags: readonly string[]): Language {
  const bases = tags.map((tag) => tag.trim().split('-', 1)[0]?.toLowerCase() ?? '').filter((base) => base !== '')
  const first = bases.find((base) => base === 'zh' || base === 'en')
  return first === 'en' || (first === undefined && bases.length > 0) ? 'en' : 'zh'
}

/** The cookie in which a browser keeps the language that was chosen on such a page, by its name in `deviceNote`. */
export const PUBLIC_LANGUAGE_NOTE = 'publicLanguage'
/** For so many seconds; browsers keep none for longer. */
export const PUBLIC_LANGUAGE_SECONDS = 400 * 24 * 60 * 60
