import { expect, type Page } from '@playwright/test'
import type { GeneralSettings } from '@yanshu/contracts'
import { SKINS } from '../../shared/ui/src/tokens/skinNames.ts'
import { apiOf } from '../support/api.ts'
import { enter, goTo, type Person, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'

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
const zoneOf = (page: Page, { time }: (typeof WORDS)['zh' | 'en']['settings']) =>
  page.getByRole('combobox', { name: time.timeZone })

test.afterEach(async ({ baseURL }) => {
  await (await apiOf(baseURL ?? '', USER)).save({ ...BEFORE, language: 'zh' })
})

/** The list of time zones on a line on which its search comes late. */
async function openedBeforeItsSearch({ page, api, words }: Person, searchComes: () => Promise<void>): Promise<void> {
  const zone = zoneOf(page, words.settings)
  await zone.click()
  const newYork = page.getByRole('option', { name: /（GMT-5）/ })
  await expect(newYork).toBeVisible()
  await searchComes()
  // Two frames later it would have been drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await newYork.click()
  await expect(zone).toContainText('GMT-5')
  await expect.poll(async () => (await api.get('mail/main/generalConfig/get')).timeZone).toBe(-5)
}

/** A setting that the server refuses. */
async function refused({ page, words, seen }: Person): Promise<void> {
  const { look, saved: says } = words.settings
  const update = '**/api/mail/main/generalConfig/single/update'
  expect(seen.errors).toEqual([])
  await page.route(update, (route) =>
    route.fulfill({ status: 500, json: { code: 500_001, message: '服务器出错，请稍后重试', data: null } }),
  )
  await radio(page, look.fontSize, look.fontSize2).click()
  await expect(page.getByText('服务器出错，请稍后重试')).toBeVisible()
  await expect(page.getByText(says.failed)).toBeVisible()
  await expect(radio(page, look.fontSize, look.fontSize1)).toBeChecked()
  await expect(html(page)).toHaveAttribute('data-font', '1')
  await page.unroute(update)
  // The browser notes the answer; no other step may leave an error.
  expect(seen.errors.splice(0).filter((text) => !text.includes('generalConfig/single/update'))).toEqual([])
}

/** A browser that blocks notifications. */
async function blockedNotifications({ page, words }: Person): Promise<void> {
  const { notify } = words.settings
  // Headless Chromium denies every request of this kind.
  await page.getByRole('button', { name: notify.askButton }).or(page.getByText(notify.denied)).first().click()
  await expect(page.getByText(notify.denied)).toBeVisible()
  await page.getByRole('switch', { name: new RegExp(`^${notify.notify}`) }).uncheck()
  await expect(page.getByText(notify.denied)).toBeHidden()
}

/** Settings and pages by keys. */
async function byKeys({ page, words }: Person): Promise<void> {
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
}

/** Types into the palette and takes the first that is offered. */
async function lookFor(page: Page, typed: string, expected: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(typed)
  await expect(dialog.getByRole('option').first()).toContainText(expected)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

const pointed = (page: Page) => page.locator('[data-pointed]').filter({ visible: true })

/** Settings by the palette: words in Chinese, pinyin, initials or English. */
async function byPalette({ page, words }: Person): Promise<void> {
  const { look, list, time, folders, pages } = words.settings
  for (const [typed, setting] of [
    ['字号', look.fontSize],
    ['pifu', look.skin],
    ['myyjs', list.mailCount],
    ['dark', look.colorMode],
    ['time zone', time.timeZone],
    ['标签', folders.labels],
  ] as const) {
    await lookFor(page, typed, setting)
    await expect(pointed(page)).toHaveCount(1)
    await expect(pointed(page)).toContainText(setting)
    await expect(pointed(page)).toBeInViewport({ ratio: 1 })
    // The page of settings has scrolled, and not the frame around it.
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
    await expect(pointed(page).locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Tab')
  await expect(pointed(page)).toHaveCount(0)
  expect(pathOf(page)).toBe('/set/foldermanagement')
  await lookFor(page, 'cgsz', pages.normalset)
  await expect(page.getByRole('heading', { level: 1, name: pages.normalset })).toBeVisible()
  await expect(pointed(page)).toHaveCount(0)
}

/** The settings of before once more, as saved in another session. */
async function asBefore({ page, api, words }: Person): Promise<void> {
  const { look, notify, time } = words.settings
  await goTo(page, PATH)
  await api.save(BEFORE)
  await expect(radio(page, look.layout, look.layout3)).toBeChecked()
  await expect(radio(page, look.fontSize, look.fontSize1)).toBeChecked()
  await expect(html(page)).toHaveAttribute('data-font', '1')
  await expect(page.getByRole('switch', { name: new RegExp(`^${notify.notify}`) })).toBeChecked()
  await expect(page.getByRole('combobox', { name: time.timeZone })).not.toContainText('GMT-5')
}

/** Each setting, changed in the first window. */
async function eachSetting(person: Person, second: Page): Promise<void> {
  const { page, api, words } = person
  const { look, list, time, writing, notify } = words.settings
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

  // The notice goes again after some seconds.
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
  const zone = (of: Page) => zoneOf(of, words.settings)
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
}

/** What {@link eachSetting} has chosen, on a page in English that has been loaded again. */
async function allChosen(page: Page): Promise<void> {
  const { look, list, time, writing, notify } = WORDS.en.settings
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  await expect(radio(page, look.layout, look.layout2)).toBeChecked()
  await expect(html(page)).toHaveAttribute('data-font', '3')
  await expect(html(page)).toHaveAttribute('data-mode', 'dark')
  await expect(page.getByRole('combobox', { name: list.mailCount })).toContainText('50')
  await expect(zoneOf(page, WORDS.en.settings)).toContainText('GMT-5')
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
}

/** The page goes in the very step in which a skin is chosen, then the window a moment later. */
async function chosenLast({ page, api }: Person, second: Page): Promise<void> {
  const skin = (of: Page, id: string) =>
    radio(of, WORDS.en.settings.look.skin, SKINS.find((one) => one.id === id)?.en ?? '')
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
  await allChosen(page)
  await skin(second, 'skin_3').evaluate((choice: HTMLElement) => choice.click())
  await second.close()
  await expect.poll(kept).toBe('skin_3')
  await expect(html(page)).toHaveAttribute('data-skin', 'skin_3')
}

test('given the general settings, then each is applied, saved, in the second window and there after a reload; a late search, a refusal, blocked notifications, the keyboard alone and the palette', async ({
  stranger,
  baseURL,
}) => {
  await (await apiOf(baseURL ?? '', USER)).save(BEFORE)
  const person = await stranger({ user: USER })
  const { page, words } = person
  const search = Promise.withResolvers<void>()
  const came = page.waitForResponse(/\/later-parts\.[^/]*js/)
  await page.route(/\/later-parts\.[^/]*js/, async (route) => {
    await search.promise
    await route.continue()
  })
  await enter(page, USER, PATH)
  await test.step('given a slow line, then a list that was opened stays', () =>
    openedBeforeItsSearch(person, async () => {
      search.resolve()
      await (await came).finished()
    }))
  await test.step('given a server that refuses, then a setting is restored and the reason is shown', () =>
    refused(person))
  await test.step('given a browser that blocks notifications, then the page explains how to allow them', () =>
    blockedNotifications(person))
  await test.step('given the keyboard alone, then pages and settings are within reach', () => byKeys(person))
  await test.step('the palette finds a setting by words, pinyin, initials or English, leads to it and gives it the focus', () =>
    byPalette(person))

  await asBefore(person)
  const second = await person.context.newPage()
  await second.goto(`/#${PATH}`)
  await expect(second.getByRole('heading', { level: 1, name: words.settings.pages.normalset })).toBeVisible()
  // A window behind another one paints once a second.
  await page.bringToFront()
  await test.step('each setting is applied, saved and in the second window', () => eachSetting(person, second))
  await test.step('when the language changes, then both windows show it', async () => {
    await radio(page, '语言', 'English').check()
    for (const window of [page, second]) {
      await expect(window.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
      await expect(window.locator('html')).toHaveAttribute('lang', 'en')
      await expect(window.getByRole('treeitem', { name: /^Inbox/ })).toBeVisible()
    }
  })
  expect(person.seen.errors).toEqual([])
  await test.step('all of it is there after a reload, also what is chosen last', () => chosenLast(person, second))
  expect(person.seen.violations).toEqual([])
  expect(person.seen.errors).toEqual([])
})
