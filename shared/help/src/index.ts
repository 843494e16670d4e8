/** One question that people have, answered in a few sentences. */
export interface HelpTopic {
  /** The same in both languages: `undo-send`. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** Further words by which it is found. */
  readonly keywords: readonly string[]
}

export { SETTINGS_PLACES, settingPathOf } from './settingsPlaces.ts'

export type HelpLanguage = 'zh' | 'en'

/** The topics of a language, in the order in which they are shown. Each language is a module of its own. */
export async function helpTopics(language: HelpLanguage): Promise<readonly HelpTopic[]> {
  return language === 'en' ? (await import('./en.ts')).default : (await import('./zh.ts')).default
}
