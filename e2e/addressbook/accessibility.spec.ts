import { expect } from '@playwright/test'
import { LOOK_RULES, violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'

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
] as const

test('given both languages, light and dark, on a desk and on a phone, then axe finds nothing and nothing is cut', async ({
  someone,
}) => {
  const { page, api } = await someone({ user: 'admin', path: PLACES[0] })
  for (const look of LOOKS) {
    await api.save(look)
    await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'zh' ? 'zh-CN' : 'en')
    await expect(page.locator('html')).toHaveAttribute('data-mode', look.colorMode)
    await expect(page.locator('html')).toHaveAttribute('data-font', `${look.fontSize}`)
    const { list: say, form: words } = WORDS[look.language].contacts
    // The elements are those of the first look at each width.
    const checked = { include: 'main', ...(look === LOOKS[0] ? {} : { rules: LOOK_RULES }) }
    const cut = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of PLACES) {
        await goTo(page, path)
        const heading = page.locator('main').getByRole('heading').filter({ visible: true }).first()
        await expect(heading).toBeVisible()
        expect(await violations(page, checked), `${path}, ${width} px`).toEqual([])
        expect(await cut(), `${path}, ${width} px`).toBeLessThanOrEqual(0)
      }
      await page.getByRole('button', { name: say.new, exact: true }).click()
      const form = page.getByRole('form', { name: words.new })
      await expect(form).toBeVisible()
      expect(await violations(page, checked), `form, ${width} px`).toEqual([])
      expect(await cut(), `form, ${width} px`).toBeLessThanOrEqual(0)
      await form.getByRole('button', { name: words.cancel }).click()
      await expect(form).toHaveCount(0)
      await expect(page.locator('main section:focus')).toHaveCount(1)
    }
  }
  await api.save({ language: 'zh', colorMode: 'light', fontSize: 1 })
})
