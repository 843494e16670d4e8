import type { Language, RemoteCommand } from '@yanshu/contracts'
import { contributions, fetchPart, settings as switches } from '@yanshu/shell-api'
import { hasExports } from '../export/hasExports.ts'
import { FINDABLE_PAGES, FINDABLE_SETTINGS } from './findable.ts'

/** Every page and every setting for the palette: by its words in both languages, by pinyin, and by what can be chosen. */
export async function settingsCommands(language: Language): Promise<readonly RemoteCommand[]> {
  const [{ default: zh }, { default: en }] = await Promise.all([
    fetchPart(() => import(/* webpackChunkName: "words-zh" */ '../messages/zh.ts')),
    fetchPart(() => import(/* webpackChunkName: "words-en" */ '../messages/en.ts')),
  ])
  const own = language === 'zh' ? zh : en
  const settings = Object.entries(FINDABLE_SETTINGS).map(([id, setting]) => ({ id, ...setting }))
  const exports = hasExports(contributions.list(), switches.current())
  const pages = FINDABLE_PAGES.filter(({ page }) => page !== 'export' || exports)
  return [...pages.map((page) => ({ id: '', ...page })), ...settings].map((one) => ({
    id: `${one.page} ${one.id}`,
    label: one.label(own),
    group: one.id ? own.pages[one.page] : own.group,
    path: `/set/${one.page}${one.id ? `?at=${one.id}` : ''}`,
    words: [
      one.label(zh),
      one.label(en),
      one.sound,
      ...(one.also ? [...one.also(zh), ...one.also(en)] : []),
      ...(one.alsoSounds ?? []),
    ],
  }))
}
