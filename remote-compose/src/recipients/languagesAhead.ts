import { fetchPart } from '@yanshu/shell-api'

/** A letter to more people than this has no one language. */
export const LANGUAGE_PEOPLE_MAX = 3

export const loadLanguage = () => fetchPart(() => import('../odd-recipients/letterLanguage.ts'))

/** Reads in which language the recipients write while the letter is written, so that sending does not wait for it. */
export function readLanguagesAhead(addresses: readonly string[]): void {
  if (addresses.length > LANGUAGE_PEOPLE_MAX) return
  loadLanguage()
    .then(({ readScripts }) => readScripts(addresses))
    .catch(() => undefined)
}
