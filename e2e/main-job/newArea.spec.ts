import { expect } from '@playwright/test'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'
import { remoteTryWith, withRemoteTry } from './remoteTry.ts'

test('given a made remote, then its area, its key and its view without a sidebar work with no change elsewhere', async ({
  someone,
  ownServer,
}) => {
  const candidate = await remoteTryWith(ownServer.client, ['trial', 'g y', 'alone'])
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  try {
    const { page, words, seen } = await someone({ user: 'admin', server: ownServer.url, path: '/inbox' })
    const folders = page.getByRole('tree', { name: words.shell.sidebar.label })
    const parts = page.getByRole('navigation', { name: 'parts' })
    await expect(folders).toBeVisible()

    // Its key, and its area in place of the folders.
    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await expect.poll(() => pathOf(page)).toBe('/try')
    await expect(parts).toBeVisible()
    await expect(folders).toBeHidden()
    await parts.getByRole('link', { name: 'part two' }).click()
    await expect.poll(() => pathOf(page)).toBe('/try?part=2')
    await expect(parts.getByRole('link')).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: words.shell.topBar.menu }).click()
    await expect(parts.getByRole('link', { name: '2', exact: true })).toBeVisible()
    await page.getByRole('button', { name: words.shell.topBar.menu }).click()
    await page.getByRole('link', { name: '试区' }).click()
    await expect.poll(() => pathOf(page)).toBe('/try')
    await page.keyboard.press('Shift+?')
    await expect(page.getByRole('dialog').getByText('试用', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    // The way back leads to the view from before.
    await page.getByRole('button', { name: words.shell.sidebar.leaveArea }).click()
    await expect.poll(() => pathOf(page)).toBe('/inbox')
    await expect(folders).toBeVisible()
    await expect(parts).toHaveCount(0)

    // A view without a sidebar, of which every query is a tab.
    for (const n of [1, 2]) {
      await goTo(page, `/alone?n=${n}`)
      await expect(page.getByRole('tab', { selected: true })).toContainText('独页')
    }
    await expect(page.getByRole('tab', { name: '独页' })).toHaveCount(2)
    await expect(folders).toBeHidden()
    expect(seen.violations).toEqual([])

    // Who has not the role sees the view beside the folders.
    const other = await someone({ user: 'li.na', server: ownServer.url, path: '/try' })
    await expect(other.page.getByRole('heading', { level: 1, name: '试用' })).toBeVisible()
    await expect(other.page.getByRole('tree', { name: words.shell.sidebar.label })).toBeVisible()
    await expect(other.page.getByRole('navigation', { name: 'parts' })).toHaveCount(0)
  } finally {
    unpublish(ownServer)
  }
})
