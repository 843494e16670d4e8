import { expect } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'

/** Somebody whose settings no other spec changes. */
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
  'success/phoneBound',
] as const

type Look = Pick<GeneralSettings, 'language' | 'colorMode' | 'skin' | 'fontSize'> & { readonly width: number }
const LOOKS: readonly Look[] = [
  { language: 'zh', colorMode: 'light', skin: 'skin_0', fontSize: 1, width: 1440 },
  { language: 'en', colorMode: 'dark', skin: 'skin_3', fontSize: 3, width: 390 },
]

for (const { width, ...look } of LOOKS) {
  test(`given each page of the settings at ${width} px, ${look.language}, ${look.colorMode}, then axe objects to nothing and nothing is cut`, async ({
    someone,
  }) => {
    const { page, api, seen } = await someone({ user: USER, language: look.language, path: '/set/skinpeeling' })
    await api.save(look)
    await page.setViewportSize({ width, height: 900 })
    const found: unknown[] = []
    for (const one of PAGES) {
      await page.goto(`/#/set/${one}`)
      await page.reload()
      await expect(page.locator('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      for (const problem of await violations(page)) found.push([one, problem])
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (wider > 0) found.push([one, `${wider} px wider than the window`])
    }
    expect(found).toEqual([])
    expect(seen.errors).toEqual([])
    await api.save({ language: 'zh', colorMode: 'light', skin: 'skin_0', fontSize: 1 })
  })
}
