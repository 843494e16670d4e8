import type { Language, RemoteCommand } from '@yanshu/contracts'
import { contributions, settings as switches } from '@yanshu/shell-api'
import { hasExports } from '../export/hasExports.ts'
import { FINDABLE_PAGES, FINDABLE_SETTINGS, type Findable } from './findable.ts'

const GROUP = { zh: '设置', en: 'Settings' } as const

/**
 * Every page and every setting for the palette: by its name in both languages, by pinyin, and by what can be chosen. The
 * names stand here once more, so that neither language's words are loaded for it.
 */
export function settingsCommands(language: Language): readonly RemoteCommand[] {
  const exports = hasExports(contributions.list(), switches.current())
  const pages = FINDABLE_PAGES.filter(({ page }) => page !== 'export' || exports)
  const nameOf = (id: string) => FINDABLE_PAGES.find(({ page }) => page === id)?.[language] ?? ''
  const command = (id: string, one: Findable): RemoteCommand => ({
    id: `${one.page} ${id}`,
    label: one[language],
    group: id ? nameOf(one.page) : GROUP[language],
    path: `/set/${one.page}${id ? `?at=${id}` : ''}`,
    words: [one.zh, one.en, one.sound, ...one.also],
  })
  return [
    ...pages.map((page) => command('', page)),
    ...Object.entries(FINDABLE_SETTINGS).map(([id, setting]) => command(id, setting)),
  ]
}
