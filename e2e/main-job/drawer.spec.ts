import { expect, type Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'
import { remoteTryWith, withRemoteTry } from './remoteTry.ts'

test.beforeAll(async ({ ownServer }) => {
  const candidate = await remoteTryWith(ownServer.client, ['topbar.tool', 'drawer'])
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
})
test.afterAll(({ ownServer }) => unpublish(ownServer))

const tool = (page: Page) => page.getByRole('button', { name: '助手', exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: '试用助手' })
const widthOf = async (page: Page) => (await panel(page).boundingBox())?.width ?? 0

test('given a filler, then its tool opens the panel, which follows what is open, says when it throws, keeps its width, and lies over a narrow window', async ({
  someone,
  ownServer,
}) => {
  const { page, api, seen } = await someone({ user: 'admin', server: ownServer.url, rests: true })
  const subject = page.getByRole('textbox', { name: '主题' })

  await test.step('its tool opens the panel beside the views, which follows what is open and closes with Escape', async () => {
    await expect(tool(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(panel(page)).toHaveCount(0)
    await tool(page).click()
    await expect(panel(page).getByRole('heading', { name: '试用助手' })).toBeFocused()
    await expect(tool(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByTestId('panel')).toHaveText('nothing')

    const [mail] = await api.inbox()
    await mailRows(page).first().click()
    await expect(page.getByTestId('panel')).toHaveText(`mail ${mail?.subject}`)
    expect(await violations(page, { include: 'aside' })).toEqual([])

    await goTo(page, '/write/new/0?c=drawer')
    await subject.fill('季度总结')
    await expect(page.getByTestId('panel')).toHaveText('letter 季度总结')
    // Escape belongs to where the focus is.
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: '关闭侧栏' }).focus()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)

    await tool(page).focus()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(tool(page)).toBeFocused()
    expect(seen.violations).toEqual([])
  })

  await test.step('a filler that throws: the panel says so and the page goes on', async () => {
    await subject.fill('before')
    await tool(page).click()
    await expect(page.getByTestId('panel')).toHaveText('letter before')
    await subject.fill('break')
    await expect(panel(page)).toContainText('“试用助手”')
    await expect(subject).toHaveValue('break')
    await panel(page).getByRole('button', { name: '关闭侧栏' }).click()
    await expect(panel(page)).toHaveCount(0)
  })

  await goTo(page, '/inbox')
  await test.step('another width by the keyboard stays for the next time, and the views give way', async () => {
    await tool(page).click()
    const line = panel(page).getByRole('separator')
    const before = Number(await line.getAttribute('aria-valuenow'))
    await expect.poll(() => widthOf(page)).toBe(before)
    await line.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(line).toHaveAttribute('aria-valuenow', `${before + 64}`)
    await expect.poll(() => widthOf(page)).toBe(before + 64)
    const edge = async () => ((main) => (main ? main.x + main.width : 1440))(await page.getByRole('main').boundingBox())
    await expect.poll(edge).toBeLessThanOrEqual(1440 - (before + 64) + 1)
    await page.reload()
    await expect(tool(page)).toBeVisible()
    // What was open and how wide is one for all windows of the browser, also for this page's next life.
    await expect(panel(page)).toBeVisible()
    await expect.poll(() => widthOf(page)).toBe(before + 64)
    await expect(page.getByTestId('panel')).toHaveText('nothing')
    await tool(page).click()
    await expect(panel(page)).toHaveCount(0)
  })

  await test.step('in a narrow window the panel lies over the views, and on a phone it is a sheet', async () => {
    await page.setViewportSize({ width: 900, height: 800 })
    await tool(page).click()
    const over = page.getByRole('dialog', { name: '试用助手' })
    await expect(over.getByTestId('panel')).toHaveText('nothing')
    await page.keyboard.press('Escape')
    await expect(over).toHaveCount(0)

    await page.setViewportSize({ width: 390, height: 844 })
    await tool(page).click()
    await expect(over.getByTestId('panel')).toHaveText('nothing')
    // The sheet rises to where it stays.
    const edges = async () => {
      const box = await over.boundingBox()
      return box && [box.x, box.width, Math.round(box.y + box.height)]
    }
    await expect.poll(edges).toEqual([0, 390, 844])
    expect((await over.boundingBox())?.y).toBeGreaterThan(100)
    await over.getByRole('button', { name: '关闭' }).click()
    await expect(over).toHaveCount(0)
  })
})
