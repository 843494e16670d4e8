import type contributes from '../contributes.ts'

/** The pages that the settings show themselves. */
export type OwnPage = (typeof contributes)['settings'][number]['page']

/** A page or a setting that can be searched for. Its names are the words of the pages; a test holds them together. */
export interface Findable {
  readonly page: OwnPage
  readonly zh: string
  readonly en: string
  /** The Chinese name in pinyin, a syllable a character. */
  readonly sound: string
  /**
   * What can be chosen there, other names of it in both languages, and pinyin of those. A test asks that
   * each has some.
   */
  readonly also: readonly string[]
}

/** An entry: its page, its name in both languages and in pinyin, and what else it is found by. */
export const findable = (
  page: OwnPage,
  zh: string,
  en: string,
  sound: string,
  ...also: readonly string[]
): Findable => ({
  page,
  zh,
  en,
  sound,
  also,
})
