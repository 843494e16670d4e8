import { expect, type Page } from '@playwright/test'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { remoteTryWith, withRemoteTry } from './remoteTry.ts'

test.beforeAll(async ({ ownServer }) => {
  const candidate = await remoteTryWith(ownServer.client, ['failing', 'slow', 'quick'])
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
})
test.afterAll(({ ownServer }) => unpublish(ownServer))

const option = (page: Page, name: string) => page.getByRole('dialog').getByRole('option', { name })
const asked = (page: Page) => page.evaluate(() => Reflect.get(window, 'askedOfTry') ?? [])

test('given sources that search themselves, then half-typed pinyin asks none, a question before is called off, and a slow or failing one delays no other', async ({
  someone,
  ownServer,
}) => {
  const { page, context } = await someone({ user: 'admin', server: ownServer.url })
  const palette = page.getByRole('dialog')
  const field = palette.getByRole('combobox')
  await page.keyboard.press('Control+k')

  await test.step('with half-typed pinyin nothing is looked for and no source is asked until it is done', async () => {
    await expect(palette.getByRole('option', { name: '试用' })).toBeVisible()
    const offered = await palette.getByRole('option').allInnerTexts()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'li hui', selectionStart: 6, selectionEnd: 6 })
    await expect(field).toHaveValue('li hui')
    // Remotes may still add what they offer; nothing that was offered is left out, as it would be of what was found.
    expect(await palette.getByRole('option').allInnerTexts()).toEqual(expect.arrayContaining(offered))
    await devtools.send('Input.insertText', { text: '例会' })
    await expect(option(page, 'quick 例会')).toBeVisible()
    expect(await asked(page)).toEqual(['例会'])
  })

  await test.step('with another letter the question before it is called off, and its late answer is not shown', async () => {
    await field.fill('周')
    await expect(option(page, 'quick 周')).toBeVisible()
    const late = await page.evaluateHandle(() => Reflect.get(window, 'answerOfTry'))
    await field.fill('周报')
    await expect(option(page, 'quick 周报')).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'calledOffByTry'))).toBe('周')
    await late.evaluate((answer) => answer())
    await page.evaluate(() => Reflect.get(window, 'answerOfTry')())
    await expect(option(page, 'slow 周报')).toBeVisible()
    await expect(palette.getByRole('option', { name: /周$/ })).toHaveCount(0)
  })

  await test.step('beside a slow source and one that fails the others answer at once, and the slow one when it has something', async () => {
    await field.fill('周会')
    await expect(option(page, 'quick 周会')).toBeVisible()
    await expect(option(page, 'slow 周会')).toHaveCount(0)
    await page.evaluate(() => Reflect.get(window, 'answerOfTry')())
    await expect(option(page, 'slow 周会')).toBeVisible()
    // What came later stands behind what was there: a line that is seen is the line that is chosen.
    expect(await palette.getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('quick 周会'),
      expect.stringContaining('slow 周会'),
    ])
    await option(page, 'slow 周会').click()
    await expect.poll(() => pathOf(page)).toBe(`/try?${new URLSearchParams({ typed: '周会' })}`)
  })
})
