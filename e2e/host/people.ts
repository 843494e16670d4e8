import { expect, type Page } from '@playwright/test'
import { enter, type Person } from '../support/people.ts'

export { goTo, pathOf } from '../support/people.ts'

/** A person of the demonstration organisation. */
export const LI_NA = { account: 'li.na', mail: 'li.na@yanshu.test', password: 'Wild-Goose-7' } as const

/** Opens the application as a user who has logged in, and waits for the folders. */
export async function open(page: Page, { account }: { account: string } = LI_NA) {
  // Specs of the login leave their language with the account.
  await enter(page, account, '/', { settings: { language: 'zh' } })
  await page.getByRole('tree').waitFor()
}

/** Logs in through the form and waits for the folders. */
export async function logIn(page: Page, { account, password }: { account: string; password: string } = LI_NA) {
  await page.goto('/')
  await page.locator('[name=username]').fill(account)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
  await page.getByRole('tree').waitFor()
}

/** Asks to sign out, by the menu of the top bar. */
export async function askToSignOut({ page, words }: Pick<Person, 'page' | 'words'>): Promise<void> {
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.topBar.signOut }).click()
}

/** The button of the login form. */
export const loginButton = ({ page, words }: Pick<Person, 'page' | 'words'>) =>
  page.getByRole('button', { name: words.login.submit, exact: true })

/** {@link askToSignOut}, and waits for the login page. */
export async function signOut(person: Pick<Person, 'page' | 'words'>): Promise<void> {
  await askToSignOut(person)
  await expect(loginButton(person)).toBeVisible()
}
