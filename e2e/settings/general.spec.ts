import { expect, type Page } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { SKINS } from '../../shared/ui/src/tokens/skinNames.ts'
import type { Person } from '../support/people.ts'
import { test } from '../support/test.ts'

const USER = 'chen.jie'
const PATH = '/set/normalset'

const BEFORE: Partial<GeneralSettings> = {
  layout: 3,
  fontSize: 1,
  skin: 'skin_0',
  colorMode: 'light',
  mailCount: 15,
  markReadDelay: 1,
  timeZone: 8,
  timeFormat: 24,
  showMailSize: true,
  showMailList: true,
  showMailPageNumber: true,
  saveContact: true,
  notify: true,
}

const radio = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name, exact: true })
const saved = ({ page, words }: Person) =>
  expect(page.getByText(words.settings.saved.saved, { exact: true })).toBeVisible()
const html = (page: Page) => page.locator('html')

test.beforeEach(async ({ stranger }) => {
  const { api, context } = await stranger({ user: USER })
  await api.save(BEFORE)
  await context.close()
})

test.afterEach(async ({ stranger }) => {
  const { api, context } = await stranger({ user: USER })
  await api.save({ ...BEFORE, language: 'zh' })
  await context.close()
})

test('given somebody, when each setting is changed, then it is applied, saved, in the second window and there after a reload', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: PATH })
  const { page, api, words } = person
  const { look, list, time, writing, notify } = words.settings
  const second = await person.context.newPage()
  await second.goto(`/#${PATH}`)
  await expect(second.getByRole('heading', { level: 1, name: words.settings.pages.normalset })).toBeVisible()
  // A window behind another one paints once a second.
  await page.bringToFront()

  /** Changes on the first window; both windows show it, and the server has it. */
  const changed = async <K extends keyof GeneralSettings>(
    key: K,
    value: GeneralSettings[K],
    change: () => Promise<void>,
    shown: (page: Page) => Promise<void>,
  ) => {
    await change()
    await shown(page)
    await expect.poll(async () => (await api.get('mail/main/generalConfig/get'))[key]).toBe(value)
    await shown(second)
  }
  const toggled = (key: keyof GeneralSettings, name: string) => {
    const box = (of: Page) => of.getByRole('switch', { name: new RegExp(`^${name}`) })
    return changed(
      key,
      false,
      () => box(page).uncheck(),
      (of) => expect(box(of)).not.toBeChecked(),
    )
  }
  const chosen = <K extends keyof GeneralSettings>(
    key: K,
    value: GeneralSettings[K],
    group: string,
    name: string | RegExp,
  ) =>
    changed(
      key,
      value,
      () => radio(page, group, name).check(),
      (of) => expect(radio(of, group, name)).toBeChecked(),
    )

  // What is said goes again after some seconds.
  await Promise.all([saved(person), chosen('layout', 2, look.layout, look.layout2)])
  await chosen('fontSize', 3, look.fontSize, look.fontSize3)
  await expect(html(second)).toHaveAttribute('data-font', '3')
  for (const skin of SKINS) {
    await radio(page, look.skin, skin.zh).check()
    await expect(html(page)).toHaveAttribute('data-skin', skin.id)
  }
  await expect(html(second)).toHaveAttribute('data-skin', SKINS.at(-1)?.id ?? '')
  await chosen('colorMode', 'dark', look.colorMode, look.dark)
  await expect(html(second)).toHaveAttribute('data-mode', 'dark')

  const size = (of: Page) => of.getByRole('combobox', { name: list.mailCount })
  await changed(
    'mailCount',
    50,
    async () => {
      await size(page).click()
      await page.getByRole('option', { name: list.perPage.replace('{{n}}', '50') }).click()
    },
    (of) => expect(size(of)).toContainText('50'),
  )
  const zone = (of: Page) => of.getByRole('combobox', { name: time.timeZone })
  const arrow = zone(page).locator('svg').last()
  await expect(arrow).toHaveCSS('width', '12px')
  expect(await arrow.evaluate((icon) => getComputedStyle(icon).stroke)).not.toBe('none')
  await changed(
    'timeZone',
    -5,
    async () => {
      await zone(page).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.keyboard.type('niuyue')
      await page.getByRole('option', { name: /（GMT-5）/ }).click()
    },
    (of) => expect(zone(of)).toContainText('GMT-5'),
  )
  await changed(
    'zone',
    'America/New_York',
    async () => {
      await zone(page).click()
      await expect(page.getByRole('option').first()).toBeVisible()
      // In a window behind another one the list is still closing, and the field keeps what was typed.
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('niuyue')
      await page.getByRole('option', { name: /当地时间/ }).click()
    },
    (of) => expect(zone(of)).toContainText('波士顿'),
  )
  await chosen('timeFormat', 12, time.timeFormat, /12/)
  await expect(zone(second)).toContainText(/[上下]午/)
  await chosen('markReadDelay', 3, list.markReadDelay, /3/)
  await toggled('showMailList', list.showMailList)
  await toggled('showMailSize', list.showMailSize)
  await toggled('showMailPageNumber', list.showMailPageNumber)
  await toggled('saveContact', writing.saveContact)
  await toggled('notify', notify.notify)

  await page.reload()
  await expect(radio(page, look.layout, look.layout2)).toBeChecked()
  await expect(html(page)).toHaveAttribute('data-font', '3')
  await expect(html(page)).toHaveAttribute('data-skin', SKINS.at(-1)?.id ?? '')
  await expect(html(page)).toHaveAttribute('data-mode', 'dark')
  await expect(size(page)).toContainText('50')
  await expect(zone(page)).toContainText('GMT-5')
  await expect(radio(page, time.timeFormat, /12/)).toBeChecked()
  for (const name of [
    list.showMailList,
    list.showMailSize,
    list.showMailPageNumber,
    writing.saveContact,
    notify.notify,
  ]) {
    await expect(page.getByRole('switch', { name: new RegExp(`^${name}`) })).not.toBeChecked()
  }
  expect(person.seen.violations).toEqual([])
  expect(person.seen.errors).toEqual([])
})

test('given two windows, when the language changes, then both speak it, and so does the next login page', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: PATH })
  const { page, context } = person
  const second = await context.newPage()
  await second.goto(`/#${PATH}`)
  await expect(second.getByRole('heading', { level: 1, name: '常规设置' })).toBeVisible()
  await radio(page, '语言', 'English').check()
  for (const window of [page, second]) {
    await expect(window.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
    await expect(window.locator('html')).toHaveAttribute('lang', 'en')
    await expect(window.getByRole('treeitem', { name: /^Inbox/ })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
})

test('given a slow line, then a list that was opened stays, and what is chosen last survives a reload at once', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: '/inbox' })
  const { page, api, words } = person
  const { look, time } = words.settings
  const search = Promise.withResolvers<void>()
  const came = page.waitForResponse(/\/later-parts\.[^/]*js/)
  await page.route(/\/later-parts\.[^/]*js/, async (route) => {
    await search.promise
    await route.continue()
  })
  await page.goto(`/#${PATH}`)
  const zone = page.getByRole('combobox', { name: time.timeZone })
  await zone.click()
  const newYork = page.getByRole('option', { name: /（GMT-5）/ })
  await expect(newYork).toBeVisible()
  search.resolve()
  await (await came).finished()
  // Two frames later it would have been drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await newYork.click()
  await expect(zone).toContainText('GMT-5')
  await expect.poll(async () => (await api.get('mail/main/generalConfig/get')).timeZone).toBe(-5)

  // The page goes in the very step in which it is chosen, then the window a moment later.
  const skin = (of: Page, id: string) => radio(of, look.skin, SKINS.find((one) => one.id === id)?.zh ?? '')
  const kept = () => api.get('mail/main/generalConfig/get').then((general) => general.skin)
  const anew = page.waitForEvent('load')
  await skin(page, 'skin_5').evaluate((choice: HTMLElement) => {
    choice.click()
    location.reload()
  })
  await anew
  await expect(html(page)).toHaveAttribute('data-skin', 'skin_5')
  await expect.poll(kept).toBe('skin_5')
  await expect(html(page)).toHaveAttribute('data-skin', 'skin_5')
  const second = await person.context.newPage()
  await second.goto(`/#${PATH}`)
  await skin(second, 'skin_3').evaluate((choice: HTMLElement) => choice.click())
  await second.close()
  await expect.poll(kept).toBe('skin_3')
  await expect(html(page)).toHaveAttribute('data-skin', 'skin_3')
})

test('given a server that refuses, when a setting is changed, then it is restored and the reason is shown', async ({
  someone,
}) => {
  const { page, words } = await someone({ user: USER, path: PATH })
  const { look, saved: says } = words.settings
  await page.route('**/api/mail/main/generalConfig/single/update', (route) =>
    route.fulfill({ status: 500, json: { code: 500_001, message: '服务器出错，请稍后重试', data: null } }),
  )
  await radio(page, look.fontSize, look.fontSize2).click()
  await expect(page.getByText('服务器出错，请稍后重试')).toBeVisible()
  await expect(page.getByText(says.failed)).toBeVisible()
  await expect(radio(page, look.fontSize, look.fontSize1)).toBeChecked()
  await expect(html(page)).toHaveAttribute('data-font', '1')
})

test('given a browser that blocks notifications, then the page explains how to allow them', async ({ someone }) => {
  const { page, words } = await someone({ user: USER, path: PATH })
  const { notify } = words.settings
  // Headless Chromium denies every request of this kind.
  await page.getByRole('button', { name: notify.askButton }).or(page.getByText(notify.denied)).first().click()
  await expect(page.getByText(notify.denied)).toBeVisible()
  await page.getByRole('switch', { name: new RegExp(`^${notify.notify}`) }).uncheck()
  await expect(page.getByText(notify.denied)).toBeHidden()
})

test('given the keyboard alone, then pages and settings are within reach', async ({ someone }) => {
  const { page, words } = await someone({ user: USER, path: PATH })
  const { look, pages, nav } = words.settings
  await radio(page, look.fontSize, look.fontSize1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(html(page)).toHaveAttribute('data-font', '2')
  await radio(page, look.layout, look.layout3).focus()
  await page.keyboard.press('ArrowRight')
  await expect(radio(page, look.layout, look.layout2)).toBeChecked()
  const link = page.getByRole('navigation', { name: nav }).getByRole('link', { name: pages.foldermanagement })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: pages.foldermanagement })).toBeVisible()
  await expect(link).toBeFocused()
  await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(1)
})
