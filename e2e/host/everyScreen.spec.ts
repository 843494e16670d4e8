import { expect } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { bodyOf, deliver, rowOf, unique } from '../mail/mailing.ts'
import { violations } from '../support/axe.ts'
import { goTo, mailRows, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'

/** A person whose settings no other spec changes. */
const USER = 'tang.rong'

type Look = Pick<GeneralSettings, 'language' | 'colorMode' | 'skin' | 'layout' | 'fontSize'>
const LOOKS: readonly Look[] = [
  { language: 'zh', colorMode: 'light', skin: 'skin_0', layout: 3, fontSize: 1 },
  { language: 'en', colorMode: 'dark', skin: 'skin_3', layout: 2, fontSize: 3 },
]

interface Screen {
  readonly name: string
  readonly path: string
  /** What a person does until the screen stands; ends with something that is seen. */
  readonly stands: (person: Person, subject: string) => Promise<void>
  /**
   * What has opened over a screen that stands in the list for itself, as a CSS selector: colours, which are most of the
   * work, are asked of it alone, and everything else of the whole page.
   */
  readonly over?: string
}

const CONTRAST = ['color-contrast']

const heading = ({ page }: Person) =>
  expect(page.locator('main').getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
const replyOf = ({ page, words }: Person) =>
  page.locator('article').getByRole('button', { name: words.mail.action.reply, exact: true }).first()
const openMail = async (person: Person, subject: string) => {
  const { page } = person
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('正文 text')
  await expect(page.locator('article').getByRole('heading').filter({ visible: true })).toBeVisible()
  await expect(replyOf(person)).toBeVisible()
}
const rows = ({ page }: Person) => expect(mailRows(page).locator('[data-mail]').first()).toBeVisible()
const written = ({ page }: Person) =>
  expect(page.locator('#main [contenteditable=true], #main textarea').filter({ visible: true }).first()).toBeVisible()

const SEARCH = '/search?type=4&keyword=%E5%90%88%E5%90%8C&unread=0'

const ON_A_PHONE: readonly Screen[] = [
  { name: 'home', path: '/dashboard', stands: heading },
  { name: 'inbox', path: '/inbox', stands: rows },
  {
    name: 'search',
    path: SEARCH,
    stands: ({ page }) => expect(page.locator('#main').getByRole('search')).toBeVisible(),
  },
  {
    name: 'panel of the search',
    path: SEARCH,
    over: '[role=dialog]',
    stands: async ({ page, words }) => {
      await page.locator('#main').getByRole('button', { name: words.mail.search.advanced }).click()
      await expect(page.getByRole('dialog', { name: words.mail.search.advanced })).toBeVisible()
    },
  },
  { name: 'letter', path: '/write/new/0', stands: written },
  { name: 'settings', path: '/set/normalset', stands: heading },
  { name: 'folders', path: '/set/foldermanagement', stands: heading },
]

const ON_A_DESK: readonly Screen[] = [
  { name: 'home', path: '/dashboard', stands: heading },
  { name: 'inbox', path: '/inbox', stands: rows },
  {
    name: 'mail whose images are held back, with the tooltip of a tool',
    path: '/inbox',
    stands: async (person, subject) => {
      await openMail(person, subject)
      await replyOf(person).hover()
      await expect(person.page.getByRole('tooltip', { includeHidden: true })).toBeVisible()
    },
  },
  {
    name: 'search',
    path: SEARCH,
    stands: ({ page }) => expect(page.locator('#main').getByRole('search')).toBeVisible(),
  },
  {
    name: 'panel of the search with its calendar',
    path: SEARCH,
    over: '[role=dialog]',
    stands: async ({ page, words, language }) => {
      await page.getByRole('banner').getByRole('button', { name: words.mail.search.advanced }).click()
      const panel = page.getByRole('dialog', { name: words.mail.search.advanced })
      await panel
        .getByRole('button', { name: language === 'zh' ? /选择日期/ : /Choose a date/ })
        .first()
        .click()
      await expect(page.getByRole('grid').filter({ visible: true }).last()).toBeVisible()
    },
  },
  { name: 'letter', path: '/write/new/0', stands: written },
  { name: 'settings', path: '/set/normalset', stands: heading },
  { name: 'folders', path: '/set/foldermanagement', stands: heading },
  {
    name: 'dialog of a folder',
    path: '/set/foldermanagement',
    over: '[role=dialog]',
    stands: async ({ page, words }) => {
      await page.getByRole('main').getByRole('button', { name: words.settings.folders.addFolder, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: words.settings.names.newFolder })
      await expect(dialog).toBeVisible()
      // It grows a little while it comes.
      const size = async () => await dialog.boundingBox()
      await expect.poll(async () => Math.round((await size())?.width ?? 0)).toBeGreaterThanOrEqual(400)
      // As tall as its words: the 300 px of §9 are kept where there is content for them.
      expect((await size())?.height).toBeLessThan(300)
    },
  },
  { name: 'no such page', path: '/nowhere', stands: heading },
  { name: 'link page', path: '/linkPage?url=https%3A%2F%2Fexample.org%2Fa', stands: heading },
]

const nameOf = ({ language, colorMode, skin }: Look) => `${language}, ${colorMode}, ${skin}`

test(`given ${LOOKS.map(nameOf).join(', then ')}, on a desk and on a phone, then axe finds nothing on any screen and nothing is cut`, async ({
  someone,
}) => {
  const person = await someone({ user: USER, language: 'zh', path: '/dashboard' })
  const { page, api } = person
  const found: string[] = []
  let before = '/dashboard'
  const look = async (reader: Person, subject: string, { name, path, stands, over }: Screen) => {
    if (before !== path) {
      // Views that stay mounted behind the one in front are what axe would read most.
      await page.keyboard.press('Alt+w')
      await goTo(page, '/dashboard')
    }
    before = path
    await goTo(page, path)
    await stands(reader, subject)
    const problems = over
      ? [
          ...(await violations(page, { include: over, rules: CONTRAST })),
          ...(await violations(page, { without: CONTRAST })),
        ]
      : await violations(page)
    const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (cut > 0) problems.push(`${cut} pixels stand beside the screen`)
    const { width } = page.viewportSize() ?? {}
    found.push(...problems.map((line) => `${name}, ${reader.language}, ${width} px: ${line}`))
    // What opened above the page closes; without anything open the key does nothing.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  try {
    for (const chosen of LOOKS) {
      const { language, colorMode } = chosen
      await api.save(chosen)
      await expect(page.locator('html')).toHaveAttribute('data-mode', colorMode)
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en')
      const reader = { ...person, language, words: WORDS[language] }
      for (const { width, screens } of [
        { width: 1440, screens: ON_A_DESK },
        { width: 390, screens: ON_A_PHONE },
      ]) {
        const subject = unique('Barrier')
        await deliver({
          to: `${USER}@yanshu.test`,
          subject,
          html: '<p>正文 text</p><img src="https://example.net/a.png" width="50" height="50">',
        })
        await page.setViewportSize({ width, height: 900 })
        for (const screen of screens) await look(reader, subject, screen)
      }
    }
  } finally {
    await api.save({ language: 'zh', colorMode: 'system', skin: 'skin_0', layout: 3, fontSize: 1 })
  }
  expect(found).toEqual([])
})
