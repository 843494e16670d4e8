import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'

const LOOKS = [
  { language: 'zh', colorMode: 'light', fontSize: 1 },
  { language: 'en', colorMode: 'dark', fontSize: 3 },
] as const

const PLACES = [
  '/addressbook/allcontacts?person=shan.xiaofeng%40yunfan.example',
  '/addressbook/organization?person=zhang.wei%40yanshu.test',
  '/addressbook/groupmanagement?group=1',
  '/addressbook/contactgroups',
  '/addressbook/contactgroup',
]

for (const look of LOOKS) {
  for (const width of [1440, 390]) {
    test(`given ${look.language}, ${look.colorMode}, ${width} pixels, then axe finds nothing and nothing is cut`, async ({
      someone,
    }) => {
      const { page, api, words } = await someone({ user: 'admin', language: look.language, path: PLACES[0] ?? '' })
      await api.save(look)
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('html')).toHaveAttribute('data-mode', look.colorMode)
      const cut = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      for (const path of PLACES) {
        await goTo(page, path)
        const heading = page.locator('main').getByRole('heading').filter({ visible: true }).first()
        await expect(heading).toBeVisible()
        expect(await violations(page, { include: 'main' }), path).toEqual([])
        expect(await cut(), path).toBeLessThanOrEqual(0)
      }
      await page.getByRole('button', { name: words.contacts.list.new, exact: true }).click()
      const form = page.getByRole('form', { name: words.contacts.form.new })
      await expect(form).toBeVisible()
      expect(await violations(page, { include: 'main' })).toEqual([])
      expect(await cut()).toBeLessThanOrEqual(0)
      await form.getByRole('button', { name: words.contacts.form.cancel }).click()
      await expect(form).toHaveCount(0)
      await expect(page.locator('main section:focus')).toHaveCount(1)
      await api.save({ language: 'zh', colorMode: 'light', fontSize: 1 })
    })
  }
}
