import { expect } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Somebody whose settings are changed by specs that put them back. */
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
const LOOKS: readonly { readonly look: Look; readonly width: number }[] = [
  { look: { language: 'zh', colorMode: 'light', skin: 'skin_0', fontSize: 1 }, width: 1440 },
  { look: { language: 'en', colorMode: 'dark', skin: 'skin_3', fontSize: 3 }, width: 390 },
]

for (const { look, width } of LOOKS) {
  test(`given each page of the settings, ${look.language}, ${look.colorMode}, ${width} pixels, then axe finds nothing and nothing is cut`, async ({
    someone,
  }) => {
    const { page, api, words, seen } = await someone({ user: USER, language: look.language, path: '/set/skinpeeling' })
    const main = page.locator('main')
    const found: string[] = []
    try {
      await api.save(look)
      await expect(page.locator('html')).toHaveAttribute('data-mode', look.colorMode)
      await page.setViewportSize({ width, height: 900 })
      for (const one of PAGES) {
        await goTo(page, `/set/${one}`)
        await expect(main.getByRole('heading', { level: 1, name: words.settings.pages[one] })).toBeVisible()
        await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
        found.push(...(await violations(page)).map((line) => `${one}: ${line}`))
        const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (cut > 0) found.push(`${one}: ${cut} pixels stand beside the screen`)
      }
      // On a phone the pages are a list, and each has the way back to it.
      await goTo(page, '/set')
      const list = main.getByRole('navigation', { name: words.settings.nav })
      if (width < 700) {
        await list.getByRole('link', { name: words.settings.pages.templates }).click()
        await expect(main.getByRole('heading', { level: 1, name: words.settings.pages.templates })).toBeVisible()
        await expect(list.getByRole('link')).toHaveCount(1)
        await list.getByRole('link', { name: words.settings.nav }).click()
        await expect(main.getByRole('heading', { level: 1 })).toHaveCount(0)
        found.push(...(await violations(page)).map((line) => `list: ${line}`))
      }
      await expect(list.getByRole('link', { name: words.settings.pages.client })).toBeVisible()
      await goTo(page, '/set/success/phoneBound')
      await expect(main.getByText(words.settings.success.phoneBound, { exact: true })).toBeVisible()
      found.push(...(await violations(page)).map((line) => `success: ${line}`))
    } finally {
      await api.save({ language: 'zh', colorMode: 'system', skin: 'skin_0', fontSize: 1 })
    }
    expect(found).toEqual([])
    expect(seen.errors).toEqual([])
  })
}
