import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { enter, goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const USER = 'li.na'

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', USER)
  await api.post('mail/mailClassify/deleteAll', {})
  await api.post('mail/mailClassify/senders/delete', { patterns: ['a@out.example'] })
  await api.save({ skin: 'skin_0', colorMode: 'light', mailCount: 15, timeZone: 8, notify: true })
})

/** The self-check with a fault, and skins. The page is opened here. */
async function checkAndSkins(person: Person): Promise<void> {
  // Saved in another window after the page has read the settings and before its socket stands.
  const connecting = Promise.withResolvers<void>()
  const { page, words, api } = person
  const { check, skins, look, pages } = words.settings
  await api.save({ skin: 'skin_0', colorMode: 'light', notify: false })
  await page.routeWebSocket(/mail\/message/, async (socket) => {
    await connecting.promise
    socket.connectToServer()
  })
  await enter(page, USER, '/set/selfChecking')
  await expect(page.getByRole('heading', { level: 1, name: pages.selfChecking })).toBeVisible()
  await api.save({ timeZone: 3 })
  connecting.resolve()
  await expect(page.getByText(check.own.zone)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: check.repair.zone }).click()
  await expect(page.getByText(check.own.zone)).toHaveCount(0)
  await expect.poll(async () => (await api.get('mail/main/generalConfig/get')).timeZone).toBe(8)

  const skin = (name: string) =>
    page.getByRole('radiogroup', { name: look.skin }).getByRole('radio', { name, exact: true })
  const html = page.locator('html')
  await page.getByRole('link', { name: pages.skinpeeling, exact: true }).first().click()
  await skin('竹绿').check()
  await expect(html).toHaveAttribute('data-skin', 'skin_2')
  await expect(page.getByText(skins.trying)).toBeVisible()
  expect(await violations(page)).toEqual([])
  // Leaving without keeping it brings the former one back.
  await page.getByRole('link', { name: pages.normalset, exact: true }).first().click()
  await expect(html).toHaveAttribute('data-skin', 'skin_0')
  await page.getByRole('link', { name: pages.skinpeeling, exact: true }).first().click()
  await skin('朱砂').check()
  await page.getByRole('button', { name: skins.keep }).click()
  await expect.poll(async () => (await api.get('mail/main/generalConfig/get')).skin).toBe('skin_3')
  await expect(html).toHaveAttribute('data-skin', 'skin_3')
}

/** A file of settings is looked at, used and undone. */
async function fileOfSettings(person: Person): Promise<void> {
  const { page, words, api } = person
  const { transfer, saved } = words.settings
  await goTo(page, '/set/transfer')
  await api.save({ mailCount: 15 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: transfer.download }).click(),
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  file.parts.general.mailCount = 50
  file.parts.senders = [{ pattern: 'a@out.example', kind: 'blocked' }]
  file.parts.rules = 'broken'
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('{ no json')
  await expect(page.getByRole('alert')).toContainText(filled(transfer.unreadable, { name: 'mine.json' }))
  await choose(JSON.stringify(file))
  const preview = page.getByRole('region', { name: filled(transfer.preview, { name: 'mine.json' }) })
  await expect(preview.getByText(filled(transfer.added, { count: 1 }))).toBeVisible()
  await expect(preview.getByText(transfer.broken)).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect((await api.get('mail/main/generalConfig/get')).mailCount).toBe(15)
  await preview.getByRole('button', { name: transfer.apply }).click()
  await expect.poll(async () => (await api.get('mail/main/generalConfig/get')).mailCount).toBe(50)
  await page.getByRole('button', { name: saved.undo, exact: true }).click()
  await expect.poll(async () => (await api.get('mail/main/generalConfig/get')).mailCount).toBe(15)
  await expect.poll(async () => (await api.get('mail/mailClassify/senders')).list).toEqual([])
}

/** The pages of the account. An address of a mail on paper. */
async function accountAndPaper(person: Person): Promise<void> {
  const { page, words, api } = person
  const { changes } = words.settings.account
  await goTo(page, '/set/account')
  await expect(page.getByRole('heading', { name: changes.title })).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The account has pages of its own; an address that points at a setting leads to the one that it is on.
  const pages = page.getByRole('navigation', { name: words.settings.pages.account })
  for (const one of ['password', 'lock', 'aliases', 'logins', 'mails'] as const) {
    const { title } = words.settings.account[one]
    await pages.getByRole('button', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: changes.title })).toHaveCount(0)
    expect(await violations(page, { include: 'main' })).toEqual([])
  }
  await goTo(page, '/set/account?at=passkeys')
  await expect(page.getByRole('heading', { name: words.settings.account.passkeys.title })).toBeVisible()
  const [mail] = (await api.get('mail/email/mailbox/list', {})).list
  await page.goto(`/#/set/print/${mail?.mailId}/${mail?.mailboxId}`)
  await expect(page).toHaveURL(new RegExp(`#/print/${mail?.mailboxId}/${mail?.mailId}$`))
  await expect(page.frameLocator('article iframe').getByRole('heading', { level: 1 })).toHaveText(mail?.subject ?? '')
  expect(await violations(page)).toEqual([])
}

test('given a fault, then the self-check repairs it; a skin is seen before it is kept; a file of settings is shown first; the account has its pages, a mail on paper its own', async ({
  stranger,
}) => {
  const person = await stranger({ user: USER })
  await test.step('the self-check names and repairs a fault; a skin is seen before it is kept', () =>
    checkAndSkins(person))
  await test.step('what a file of settings changes is shown first, used and undone; a broken file changes nothing', () =>
    fileOfSettings(person))
  await test.step('what changed is on the page of the account; the address of a mail on paper shows it alone', () =>
    accountAndPaper(person))
  expect(person.seen.errors).toEqual([])
})
