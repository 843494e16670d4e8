import { expect, test } from '@playwright/test'
import { enter } from '../support/people.ts'
import { goTo, LI_NA, pathOf } from './people.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** The least a finger needs (px), see LOOK's measure for screens below 500 px. */
const TOUCH = 44

test('on a phone: one column, a bar below that leads to the folders, a bar at the top with four things; what is touched is 44 px', async ({
  page,
}) => {
  await enter(page, LI_NA.account, '/', { settings: { language: 'zh' }, rests: true })
  const below = page.getByRole('navigation', { name: '主导航' })
  await below.waitFor()

  await test.step('one column: the bar below leads to the folders, and choosing one shows it', async () => {
    await below.getByRole('button', { name: '文件夹' }).click()
    await page.getByRole('treeitem', { name: /^草稿箱/ }).click()
    await expect(page.getByRole('tree')).toBeHidden()
    await expect.poll(() => pathOf(page)).toBe('/draftbox')
    await expect(page.getByRole('button', { name: '写邮件' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('the bar at the top has four things, the assistant last to come, each as large as a finger, and behind the person all the rest', async () => {
    const bar = page.getByRole('banner')
    const things = bar.locator('a, button').filter({ visible: true })
    await expect(things).toHaveCount(4)
    for (const thing of await things.all()) {
      const box = await thing.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TOUCH)
    }
    const person = bar.getByRole('button', { name: /^账户/ })
    await person.click()
    for (const name of ['深色', '设置', '退出登录']) {
      // Open tabs stand in it as well, and one may be that of the settings.
      const item = page.getByRole('menu').getByText(name, { exact: true }).last()
      await item.scrollIntoViewIfNeeded()
      await expect(item).toBeVisible()
    }
    await page.getByRole('menuitem', { name: /^账户/ }).click()
    await expect(page.getByRole('dialog', { name: /^账户/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(person).toBeFocused()
  })

  await test.step('what is touched in the list is 44 px, and the button that writes covers nothing', async () => {
    await goTo(page, '/inbox')
    const row = page.getByRole('grid', { name: '收件箱' }).getByRole('row').first()
    await row.getByRole('checkbox').waitFor()
    for (const target of [row.locator('label'), row.getByRole('button', { name: '加星标' }).first()]) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TOUCH)
    }
    await row.locator('label').click({ position: { x: 4, y: 4 } })
    await expect(row.getByRole('checkbox')).toBeChecked()
    expect(pathOf(page)).toBe('/inbox')
    await row.locator('label').click()

    const write = await page.getByRole('button', { name: '写邮件' }).boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect(Math.min(write?.width ?? 0, write?.height ?? 0)).toBeGreaterThanOrEqual(TOUCH)
    expect(write?.y ?? 0).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))

    await goTo(page, '/set/normalset')
    const last = page.getByRole('switch').last()
    await last.scrollIntoViewIfNeeded()
    await last.click({ trial: true })
    expect((await last.locator('xpath=ancestor::label').boundingBox())?.height).toBeGreaterThanOrEqual(TOUCH)
  })
})
