import type { GeneralSettings } from '@yanshu/contracts'
import type { Page } from 'playwright-core'

/** Widths that are pictured: a phone, a notebook, a large monitor. The height goes with them. */
const SIZES = { phone: [390, 844], notebook: [1440, 900], monitor: [1920, 1080] } as const

export interface Screen {
  /** The picture's name, which describes what is on it. */
  readonly name: string
  readonly size: keyof typeof SIZES
  readonly settings: Partial<GeneralSettings>
  /** Null stays before the login. */
  readonly path: string | null
  /** What a person does until the screen looks as it is meant. */
  readonly steps?: (page: Page) => Promise<void>
}

export const sizeOf = ({ size }: Screen): { width: number; height: number } => {
  const [width, height] = SIZES[size]
  return { width, height }
}

const ZH_LIGHT = { language: 'zh', colorMode: 'light' } as const
const ZH_DARK = { language: 'zh', colorMode: 'dark' } as const
const EN_LIGHT = { language: 'en', colorMode: 'light' } as const
const EN_DARK = { language: 'en', colorMode: 'dark' } as const

const mails = (page: Page) => page.locator('#main [data-mail]').filter({ visible: true })
const bodyShown = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('iframe')].some(
      (frame) => frame.clientHeight > 0 && (frame.contentDocument?.body?.textContent ?? '').length > 10,
    ),
  )
const openMail = async (page: Page) => {
  await mails(page).nth(1).click()
  await bodyShown(page)
}
const selectAll = async (page: Page) => {
  await mails(page).nth(2).click()
  await bodyShown(page)
  await page.keyboard.press('Control+a')
}
const inEnglish = (page: Page) => page.getByText('English', { exact: true }).click()
const advancedSearch = async (page: Page) => {
  await page.getByRole('search').getByRole('button').last().click()
  await page.getByRole('dialog').waitFor()
}
const folders = async (page: Page) => {
  await page.getByRole('navigation').getByRole('button').nth(1).click()
  await page.getByRole('tree').first().waitFor()
}
/** Two views side by side, by the key for it. */
const halves = async (page: Page) => {
  await mails(page).first().waitFor()
  await page.evaluate(() => {
    location.hash = '/write/new/0?c=beside'
  })
  await page.locator('[contenteditable=true]').first().waitFor()
  await page.keyboard.press('Control+\\')
  await page.getByRole('separator').last().waitFor()
}
const onPaper = async (page: Page) => {
  await openMail(page)
  // As a browser does before it prints.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
}
/** A top bar that cannot be drawn: the name of the person is none. */
const withoutTopBar = async (page: Page) => {
  await page.route(/user\/info/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.data.userName = { no: 'name' }
    await route.fulfill({ response, json: answer })
  })
  await page.reload()
  await page.getByRole('alert').first().waitFor()
}
/** A bin with nothing in it; what the demonstration put there is deleted first. */
const emptied = async (page: Page) => {
  await mails(page).first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await mails(page).first().waitFor({ state: 'detached' })
}
const person = async (page: Page) => {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menu').waitFor()
}

/** The screens that are reviewed before a release. Each is a picture of the demonstration organisation. */
export const SCREENS: readonly Screen[] = [
  { name: 'login-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: null },
  { name: 'login-en-dark-1920', size: 'monitor', settings: EN_DARK, path: null, steps: inEnglish },
  { name: 'login-zh-light-390', size: 'phone', settings: ZH_LIGHT, path: null },
  { name: 'home-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: '/dashboard' },
  { name: 'home-en-dark-1920', size: 'monitor', settings: EN_DARK, path: '/dashboard' },
  { name: 'home-zh-dark-390', size: 'phone', settings: ZH_DARK, path: '/dashboard' },
  { name: 'inbox-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: '/inbox' },
  { name: 'inbox-en-dark-1440', size: 'notebook', settings: EN_DARK, path: '/inbox' },
  { name: 'inbox-en-light-390', size: 'phone', settings: EN_LIGHT, path: '/inbox' },
  { name: 'inbox-two-columns-zh-light-1920', size: 'monitor', settings: { ...ZH_LIGHT, layout: 2 }, path: '/inbox' },
  {
    name: 'inbox-festival-zh-light-1440',
    size: 'notebook',
    settings: { ...ZH_LIGHT, skin: 'festival' },
    path: '/inbox',
  },
  { name: 'selected-zh-dark-1440', size: 'notebook', settings: ZH_DARK, path: '/inbox', steps: selectAll },
  { name: 'mail-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: '/inbox', steps: openMail },
  { name: 'mail-en-dark-1920', size: 'monitor', settings: EN_DARK, path: '/inbox', steps: openMail },
  { name: 'mail-zh-dark-390', size: 'phone', settings: ZH_DARK, path: '/inbox', steps: openMail },
  { name: 'write-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: '/write/new/0' },
  { name: 'write-en-dark-1920', size: 'monitor', settings: EN_DARK, path: '/write/new/0' },
  { name: 'write-en-light-390', size: 'phone', settings: EN_LIGHT, path: '/write/new/0' },
  { name: 'search-en-light-1440', size: 'notebook', settings: EN_LIGHT, path: '/search?keyword=合同&type=3' },
  { name: 'advanced-search-en-dark-1440', size: 'notebook', settings: EN_DARK, path: '/inbox', steps: advancedSearch },
  { name: 'folders-zh-light-390', size: 'phone', settings: ZH_LIGHT, path: '/inbox', steps: folders },
  { name: 'person-en-dark-390', size: 'phone', settings: EN_DARK, path: '/inbox', steps: person },
  {
    name: 'settings-large-zh-light-1440',
    size: 'notebook',
    settings: { ...ZH_LIGHT, fontSize: 3 },
    path: '/set/normalset',
  },
  { name: 'folder-management-en-light-1440', size: 'notebook', settings: EN_LIGHT, path: '/set/foldermanagement' },
  {
    name: 'nothing-found-zh-light-1440',
    size: 'notebook',
    settings: ZH_LIGHT,
    path: '/search?keyword=绝无此词&type=3',
  },
  { name: 'recycle-bin-empty-zh-dark-1440', size: 'notebook', settings: ZH_DARK, path: '/recyclebin', steps: emptied },
  { name: 'no-such-page-en-light-390', size: 'phone', settings: EN_LIGHT, path: '/nowhere' },
  { name: 'top-bar-failed-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: '/inbox', steps: withoutTopBar },
  { name: 'mail-on-paper-zh-dark-1440', size: 'notebook', settings: ZH_DARK, path: '/inbox', steps: onPaper },
  { name: 'calendar-zh-light-390', size: 'phone', settings: ZH_LIGHT, path: '/calendar' },
  { name: 'halves-zh-light-1440', size: 'notebook', settings: ZH_LIGHT, path: '/inbox', steps: halves },
  { name: 'halves-en-dark-1920', size: 'monitor', settings: EN_DARK, path: '/inbox', steps: halves },
]
