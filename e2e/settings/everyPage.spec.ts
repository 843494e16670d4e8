import { expect } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { LOOK_RULES, type Looking, violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { type SpokenLanguage, WORDS } from '../support/words.ts'
import { cutInDialog, DIALOGS, prepareDialogs } from './dialogs.ts'

/** A person whose settings, folders and rules no other spec looks at, or changes only to put them back. */
const USER = 'tang.rong'

/** The pages of this remote; `everyScreen.spec.ts` has the general settings and the folders. */
const PAGES = [
  'skinpeeling',
  'mailclassification',
  'autoreply',
  'forward',
  'signature',
  'templates',
  'account',
  'client',
  'selfChecking',
  'transfer',
  'archive',
] as const

type Look = Pick<GeneralSettings, 'language' | 'colorMode' | 'skin' | 'fontSize'>

/** The open page in another language, colours, letters and width. */
async function show({ page, api }: Person, look: Look, width: number): Promise<void> {
  await api.save(look)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', look.language === 'zh' ? 'zh-CN' : 'en')
  await expect(html).toHaveAttribute('data-mode', look.colorMode)
  await expect(html).toHaveAttribute('data-skin', look.skin)
  await expect(html).toHaveAttribute('data-font', `${look.fontSize}`)
  await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
}

/** What axe objects to on each page, and what of it stands beside the screen. */
async function eachPage({ page }: Person, language: SpokenLanguage, width: number): Promise<string[]> {
  const { settings } = WORDS[language]
  const main = page.locator('main')
  const found: string[] = []
  for (const one of PAGES) {
    await goTo(page, `/set/${one}`)
    await expect(main.getByRole('heading', { level: 1, name: settings.pages[one] })).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    found.push(...(await violations(page)).map((line) => `${one}: ${line}`))
    const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (cut > 0) found.push(`${one}: ${cut} pixels stand beside the screen`)
  }
  // On a phone the pages are a list, and each has the way back to it.
  await goTo(page, '/set')
  const list = main.getByRole('navigation', { name: settings.nav })
  if (width < 700) {
    await list.getByRole('link', { name: settings.pages.templates }).click()
    await expect(main.getByRole('heading', { level: 1, name: settings.pages.templates })).toBeVisible()
    await expect(list.getByRole('link')).toHaveCount(1)
    await list.getByRole('link', { name: settings.nav }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveCount(0)
    found.push(...(await violations(page)).map((line) => `list: ${line}`))
  }
  await expect(list.getByRole('link', { name: settings.pages.client })).toBeVisible()
  await goTo(page, '/set/success/phoneBound')
  await expect(main.getByText(settings.success.phoneBound, { exact: true })).toBeVisible()
  found.push(...(await violations(page)).map((line) => `success: ${line}`))
  return found
}

/** What axe objects to in each dialog, and what is cut in it. @param asked which rules; all when not given */
async function eachDialog({ page }: Person, language: SpokenLanguage, asked: Looking = {}): Promise<string[]> {
  const found: string[] = []
  for (const { name, page: where, open } of DIALOGS) {
    await goTo(page, `/set/${where}`)
    await open(page, WORDS[language].settings)
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toBeVisible()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    // Axe waits until the dialog has arrived in its place.
    const objections = await violations(page, { include: '[role=dialog], [role=alertdialog]', ...asked })
    found.push(...[...objections, ...(await cutInDialog(page))].map((what) => `${name}: ${what}`))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  return found
}

test('given each page and each dialog of the settings, on a desk and in large letters on a phone, light and dark, in both languages, then axe finds nothing, nothing is cut, and a dialog has the focus', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: '/set/skinpeeling' })
  const { api, seen } = person
  const takeAway = await prepareDialogs(api)
  try {
    await test.step('each page, Chinese, light, 1440 pixels', async () => {
      await show(person, { language: 'zh', colorMode: 'light', skin: 'skin_0', fontSize: 1 }, 1440)
      expect.soft(await eachPage(person, 'zh', 1440)).toEqual([])
    })
    await test.step('each dialog, Chinese, light, large letters on a phone', async () => {
      await show(person, { language: 'zh', colorMode: 'light', skin: 'skin_0', fontSize: 3 }, 390)
      expect.soft(await eachDialog(person, 'zh')).toEqual([])
    })
    await test.step('each page and each dialog, English, dark, large letters on a phone', async () => {
      await show(person, { language: 'en', colorMode: 'dark', skin: 'skin_3', fontSize: 3 }, 390)
      expect.soft(await eachPage(person, 'en', 390)).toEqual([])
      expect.soft(await eachDialog(person, 'en', { rules: LOOK_RULES })).toEqual([])
    })
  } finally {
    await api.save({ language: 'zh', colorMode: 'system', skin: 'skin_0', fontSize: 1 })
    await takeAway()
  }
  expect(seen.errors).toEqual([])
})
