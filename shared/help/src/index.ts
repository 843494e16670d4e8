import type { HelpTopic } from './helpTopic.ts'

export type { HelpTopic } from './helpTopic.ts'
export { SETTINGS_PLACES, settingPathOf } from './settingsPlaces.ts'

export type HelpLanguage = 'zh' | 'en'

/** The topics of a language, in the order in which they are shown. Each language is a module of its own. */
export async function helpTopics(language: HelpLanguage): Promise<readonly HelpTopic[]> {
  return language === 'en' ? (await import('./en.ts')).default : (await import('./zh.ts')).default
}
