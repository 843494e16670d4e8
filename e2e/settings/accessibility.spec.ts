import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Problems that axe finds in the settings, after colours and pictures have arrived. */
async function problems(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ).then(() => undefined),
  )
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

const LOOKS: readonly Pick<GeneralSettings, 'language' | 'colorMode' | 'fontSize'>[] = [
  { language: 'zh', colorMode: 'light', fontSize: 1 },
  { language: 'en', colorMode: 'dark', fontSize: 3 },
]

for (const look of LOOKS) {
  for (const width of [1440, 390]) {
    test(`given ${look.language}, ${look.colorMode}, ${width} pixels, then axe finds nothing and nothing is cut`, async ({
      someone,
    }) => {
      const { page, api } = await someone({ user: 'admin', language: look.language, path: '/set/normalset' })
      await api.save(look)
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('html')).toHaveAttribute('data-mode', look.colorMode)
      for (const path of ['/set/normalset', '/set/foldermanagement']) {
        await goTo(page, path)
        await expect(page.locator('main').getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
        expect(await problems(page)).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wide).toBeLessThanOrEqual(0)
      }
      await api.save({ language: 'zh', colorMode: 'system', fontSize: 1 })
    })
  }
}
