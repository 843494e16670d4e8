import { expect } from '@playwright/test'
import { enter, fillLogin, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

test('given folders and a person that cannot be drawn, then sidebar and top bar say so, everything else works, and trying again repairs it', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'li.na' })
  const { page, words } = person
  let broken = true
  const noName = { labelId: 1, labelName: { no: 'name' }, color: 0, mail: 0, unread: 0, spaceSize: 0, state: 0 }
  await page.route(/userLogin|user\/info|folder\/list/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const user = answer.data?.user ?? answer.data
    // The answer of a login has the folders too.
    const folders = answer.data?.start?.folders ?? answer.data
    if (broken && user) user.userName = { no: 'name' }
    if (broken && folders) folders.labelList = [noName]
    await route.fulfill({ response, json: answer })
  })
  const failed = (area: 'topBar' | 'sidebar') =>
    page.getByRole('alert').filter({ hasText: filled(words.shell.failures.area, { area: words.shell.failures[area] }) })
  await page.goto('/#/noread')
  await fillLogin(person)
  await expect(failed('topBar')).toBeVisible()
  await expect(mailRows(page).first()).toBeVisible()
  await expect(failed('topBar').getByRole('button', { name: words.shell.topBar.signOut })).toBeVisible()
  await expect(failed('sidebar')).toBeVisible()
  await expect(page.getByRole('tab')).not.toHaveCount(0)

  broken = false
  const again = page.waitForResponse(/folder\/list/)
  const { folderId } = await person.api.post('mail/main/folder/save', { folderName: `区${Date.now() % 100_000}` })
  await again
  await failed('sidebar').getByRole('button', { name: words.shell.outlet.retry }).click()
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  await person.api.post('mail/main/folder/delete/password', { folderId })
})

test('given a page that fails at its root, then a page says what to do, and signing out leads to the login', async ({
  stranger,
}) => {
  const { page, words } = await stranger({ user: 'chen.jie' })
  // The frame follows other windows by this event; a browser that refuses it causes an error there like any other.
  await page.addInitScript(() => {
    const add = window.addEventListener
    window.addEventListener = function (this: Window, ...all: Parameters<typeof add>) {
      if (all[0] === 'storage') throw new Error('refused')
      return add.apply(this, all)
    } as typeof add
  })
  await enter(page, 'chen.jie', '/inbox')
  await expect(page.getByRole('heading', { name: words.login.pageFailed })).toBeVisible()
  await expect(page.getByText(words.login.pageFailedAdvice)).toBeVisible()
  await expect(page.getByRole('button', { name: words.login.refresh })).toBeVisible()
  await page.getByRole('button', { name: words.login.signOut }).click()
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})
