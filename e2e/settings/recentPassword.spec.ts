import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled, WORDS } from '../support/words.ts'

const PASSWORD = 'Wild-Goose-7'
/** A person whose password no other spec needs. */
const USER = 'ma.chao'

/** Looks at what stands on the page in Chinese and light, then in English and dark, as the account has it now. */
async function inBothLooks({ page, api }: Person, look: (words: (typeof WORDS)['zh' | 'en']) => Promise<void>) {
  for (const [language, lang, colorMode] of [
    ['en', 'en', 'dark'],
    ['zh', 'zh-CN', 'light'],
  ] as const) {
    await api.save({ language, colorMode })
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.locator('html')).toHaveAttribute('data-mode', colorMode)
    await look(WORDS[language])
    expect(await violations(page), language).toEqual([])
  }
}

test('given a login of long ago, in both languages, then the password is asked for in place; a changed one ends the codes without a tick', async ({
  someone,
  ownServer,
}, testInfo) => {
  const person = await someone({ user: USER, server: ownServer.url, path: '/set/client' })
  const { page, words, seen } = person
  const { account } = words.settings
  const { first, codes } = words.passwords
  await page.setViewportSize({ width: 390, height: 844 })
  const asked = page.getByRole('dialog', { name: account.recent.title })
  const make = async (name: string) => {
    await page.getByRole('button', { name: account.clients.make, exact: true }).click()
    const form = page.getByRole('dialog', { name: account.clients.make })
    await form.getByRole('textbox', { name: account.clients.name }).fill(name)
    await form.getByRole('button', { name: account.clients.make, exact: true }).click()
  }
  const close = () => page.getByRole('button', { name: account.clients.close, exact: true }).last().click()
  ownServer.change('update session set proved_at = 1')
  await make('Foxmail')
  await expect(asked.getByLabel(account.lock.login, { exact: true })).toBeFocused()
  await inBothLooks(person, async ({ settings }) => {
    const dialog = page.getByRole('dialog', { name: settings.account.recent.title })
    await expect(dialog.getByLabel(settings.account.lock.login, { exact: true })).toBeFocused()
  })
  await page.screenshot({ path: testInfo.outputPath('asked.png') })
  // Closed, nothing is made, and what was entered stays.
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  const form = page.getByRole('dialog', { name: account.clients.make })
  await form.getByRole('button', { name: account.clients.make, exact: true }).click()
  await asked.getByLabel(account.lock.login, { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(account.clients.shown)).toBeVisible()
  await close()
  // Within ten minutes it is not asked for again.
  await make('DAVx5')
  await expect(page.getByText(account.clients.shown)).toBeVisible()
  await close()

  await goTo(page, `/firstResetPsd/${USER}@yanshu.test`)
  const tick = (name: string, keep: string = codes.keep) => page.getByRole('checkbox', { name: filled(keep, { name }) })
  await expect(tick('DAVx5')).not.toBeChecked()
  await expect(tick('Foxmail')).not.toBeChecked()
  await tick('DAVx5').check()
  await inBothLooks(person, async ({ passwords }) => {
    await expect(tick('DAVx5', passwords.codes.keep)).toBeChecked()
    await expect(tick('Foxmail', passwords.codes.keep)).not.toBeChecked()
  })
  await page.screenshot({ path: testInfo.outputPath('codes.png'), fullPage: true })
  await page.locator('[name=old-password]').fill(PASSWORD)
  await page.locator('[name=new-password]').fill('Grey-Heron-58')
  await page.locator('[name=new-password-again]').fill('Grey-Heron-58')
  await page.getByRole('button', { name: first.submit }).click()
  // The page leaves by itself when the password is changed.
  await expect(page.locator('[name=new-password]')).toHaveCount(0)
  await goTo(page, '/set/client')
  await expect(page.getByRole('button', { name: filled(account.clients.revoke, { name: 'DAVx5' }) })).toBeVisible()
  await expect(page.getByRole('button', { name: filled(account.clients.revoke, { name: 'Foxmail' }) })).toHaveCount(0)
  // The browser notes the two calls that were refused for want of a recent password.
  expect(seen.errors.filter((text) => !text.includes('user/client/generatePassword'))).toEqual([])
})
