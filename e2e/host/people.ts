import type { Page } from '@playwright/test'

/** A person of the demonstration organisation. */
export const LI_NA = { account: 'li.na', mail: 'li.na@yanshu.test', password: 'Wild-Goose-7' } as const

/** Logs in through the form and waits for the folders. */
export async function logIn(page: Page, { account, password }: { account: string; password: string } = LI_NA) {
  await page.goto('/')
  await page.locator('[name=username]').fill(account)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
  await page.getByRole('tree').waitFor()
}

/** Opens a hash path inside the running page. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, path)

/** The hash path the page is at. */
export const pathOf = (page: Page): string => new URL(page.url()).hash.slice(1)
