import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import calendarEn from '../remote-calendar/src/settings/en.ts'
import calendarZh from '../remote-calendar/src/settings/zh.ts'
import composeEn from '../remote-compose/src/messages/en.ts'
import composeZh from '../remote-compose/src/messages/zh.ts'
import mailEn from '../remote-mail/src/messages/en.ts'
import mailZh from '../remote-mail/src/messages/zh.ts'
import { FINDABLE_PAGES, FINDABLE_SETTINGS } from '../remote-settings/src/find/findable.ts'
import settingsEn from '../remote-settings/src/messages/en.ts'
import settingsZh from '../remote-settings/src/messages/zh.ts'
import { helpTopics, SETTINGS_PLACES, settingPathOf } from '../shared/help/src/index.ts'

const root = path.resolve(import.meta.dirname, '..')
const LANGUAGES = ['zh', 'en'] as const

interface DeclaredPage {
  readonly page: string
  readonly title: { readonly zh: string; readonly en: string }
}

/** The pages of the settings that all remotes declare. */
async function declaredPages(): Promise<DeclaredPage[]> {
  const files = globSync('remote-*/src/contributes.ts', { cwd: root })
  const declared = await Promise.all(
    files.map(async (file) => (await import(path.join(root, file))).default.settings ?? []),
  )
  return declared.flat()
}

/** Every text of a tree of messages. */
const textsOf = (tree: object): string[] =>
  Object.values(tree).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsOf(value) : [],
  )

const WORDS = {
  zh: new Set([settingsZh, calendarZh, composeZh, mailZh].flatMap(textsOf)),
  en: new Set([settingsEn, calendarEn, composeEn, mailEn].flatMap(textsOf)),
}
const HEAD = { zh: '设置 › ', en: 'Settings › ' }

/** What a text puts in quotation marks: names that it claims a page to have. */
const quotesOf = (text: string): string[] => [...text.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote)

test('every page and every setting of the settings has a topic, in both languages', async () => {
  const pages = (await declaredPages()).map(({ page }) => page)
  expect(pages.length).toBeGreaterThanOrEqual(FINDABLE_PAGES.length)
  const settings = Object.entries(FINDABLE_SETTINGS).map(([id, { page }]) => `${page}/${id}`)
  const placed = new Set(Object.values(SETTINGS_PLACES).flat())
  expect([...pages, ...settings].filter((place) => !placed.has(place))).toEqual([])
  // And none is about a page or a setting that is not there any more.
  expect([...placed].filter((place) => !pages.includes(place) && !settings.includes(place))).toEqual([])
  for (const language of LANGUAGES) {
    const ids = (await helpTopics(language)).map(({ id }) => id)
    expect(Object.keys(SETTINGS_PLACES).filter((id) => !ids.includes(id))).toEqual([])
  }
})

test.each(LANGUAGES)(
  'a topic of a setting in %s names its page and the setting by their own words',
  async (language) => {
    const pages = await declaredPages()
    const titles = new Map(pages.map(({ page, title }) => [page, title[language]]))
    for (const { id, text } of await helpTopics(language)) {
      for (const place of SETTINGS_PLACES[id] ?? []) {
        const [page = '', setting] = place.split('/')
        const quotes = quotesOf(text)
        expect(quotes, id).toContain(`${HEAD[language]}${titles.get(page)}`)
        const names = Object.entries(FINDABLE_SETTINGS).filter(([name]) => name === setting)
        for (const [, findable] of names) expect(quotes, `${id} about ${place}`).toContain(findable[language])
      }
    }
  },
)

test.each(LANGUAGES)(
  'what a topic of a setting in %s puts in quotation marks is a word of the settings',
  async (language) => {
    const titles = (await declaredPages()).map(({ title }) => `${HEAD[language]}${title[language]}`)
    const invented = (await helpTopics(language))
      .filter(({ id }) => settingPathOf(id) !== null)
      .flatMap(({ id, text }) => quotesOf(text).map((quote) => ({ id, quote })))
      .filter(({ quote }) => !titles.includes(quote) && !WORDS[language].has(quote))
    expect(invented).toEqual([])
  },
)

/** Names with a digit that are no figure: keys, kinds of files, and the two clocks. */
const NAMES = /F6|Shift\+\w|\b(?:12|24)(?= ?(?:小时|hours?|hour))|of 12 or of 24|2FA/g

test('no topic writes a figure of the product itself: all are read from the contract', () => {
  const files = globSync('shared/help/src/*{zh,en,Zh,En}.ts', { cwd: root })
  expect(files).toHaveLength(4)
  const written = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /\d/.test(line.replaceAll(/\$\{[^}]*\}/g, '').replaceAll(NAMES, ''))),
  )
  expect(written).toEqual([])
})
