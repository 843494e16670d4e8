import { expect, test } from '@playwright/test'
import { deliver, goTo, openInbox, rowOf, toInbox, unique } from './mailing.ts'

test('folders and labels are chosen by typing', async ({ page }) => {
  await openInbox(page)

  await test.step('pickers stand beside the mail that one sees, though another tab holds it too', async () => {
    const subject = unique('两处的邮件')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await goTo(page, '/noread')
    await expect(rowOf(page, subject)).toBeVisible()
    await goTo(page, '/inbox')
    const row = rowOf(page, subject)
    await row.click()
    for (const [key, name] of [
      ['v', '移动到'],
      ['l', '标签'],
    ] as const) {
      await page.keyboard.press(key)
      const picker = page.getByRole('dialog', { name })
      await expect(picker).toBeVisible()
      const [at, from] = [await picker.boundingBox(), await row.boundingBox()]
      expect(at?.x ?? 0, key).toBeGreaterThanOrEqual((from?.x ?? 0) - 40)
      expect(Math.abs((at?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0)), key).toBeLessThan(40)
      await page.keyboard.press('Escape')
      await expect(picker).toHaveCount(0)
    }
  })

  await test.step('a folder is found by pinyin; Enter never makes one, its own key and the arrows do', async () => {
    const subject = unique('按拼音移动')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await page.keyboard.press('v')
    const box = page.getByRole('combobox', { name: '查找或新建文件夹' })
    await box.pressSequentially('xmzl')
    await expect(page.getByRole('option', { selected: true })).toHaveText('项目资料')
    await box.fill('baoxiao')
    await page.keyboard.press('Enter')
    await expect(page.getByText('报销与合同').first()).toBeVisible()
    await expect(rowOf(page, subject)).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await rowOf(page, subject).click()

    const name = `夹${Date.now() % 1_000_000}`
    await page.keyboard.press('v')
    await box.fill(name)
    await expect(page.getByRole('option', { name: `新建文件夹“${name}”` })).toBeVisible()
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '移动到' })).toContainText(/新建 ?Ctrl ?Enter/)
    await expect(rowOf(page, subject)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog', { name: '移动到' })).toHaveCount(0)
    await expect(page.getByRole('treeitem', { name: new RegExp(`^${name}`) })).toBeVisible()
    await expect(rowOf(page, subject)).toHaveCount(0)
  })

  await test.step('a label is found by typing, added and removed; a new one is made by its own key', async () => {
    const subject = unique('贴标签')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    const name = `签${Date.now() % 1_000_000}`
    await page.keyboard.press('l')
    const box = page.getByRole('combobox', { name: '查找或新建标签' })
    await box.fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '标签' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(rowOf(page, subject)).toContainText(name)

    await page.keyboard.press('l')
    await box.fill(name.slice(1))
    const found = page.getByRole('dialog', { name: '标签' }).getByRole('option', { name })
    await expect(found).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, subject)).not.toContainText(name)
  })

  await test.step('the picker begins with the folders of the last moves, and a key moves there again', async () => {
    const subjects = ['甲', '乙', '丙'].map((one) => unique(`再移动${one}`))
    for (const subject of subjects) await deliver({ subject, text: '你好' })
    await toInbox(page)
    const row = (at: number) => rowOf(page, subjects[at] ?? '')
    await row(0).click()
    await page.keyboard.press('v')
    await page.getByRole('combobox', { name: '查找或新建文件夹' }).fill('xmzl')
    await page.keyboard.press('Enter')
    await expect(row(0)).toHaveCount(0)

    await row(1).click()
    await page.keyboard.press('Shift+V')
    await expect(row(1)).toHaveCount(0)
    await expect(page.getByText('已将 1 封邮件移至 项目资料')).toBeVisible()

    // Without what the page remembers, the browser does.
    await page.reload()
    await row(2).click()
    await page.keyboard.press('v')
    const last = page.getByRole('group', { name: '最近用过' })
    await expect(last.getByRole('option', { selected: true })).toHaveText('项目资料')
    await page.keyboard.press('Enter')
    await expect(row(2)).toHaveCount(0)
  })

  await test.step('times of the advanced search are written or chosen in the calendar of the product', async () => {
    await toInbox(page)
    await page.keyboard.press('/')
    await page.getByRole('button', { name: '高级搜索' }).click()
    const dialog = page.getByRole('dialog', { name: '高级搜索' })
    const from = dialog.getByRole('textbox', { name: '开始时间' })
    await from.fill('2026年11月1日 上午9:30')
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue('2026-11-01 09:30')
    await from.press('ArrowDown')
    const calendar = page.getByRole('dialog', { name: '开始时间: 日历' })
    await expect(calendar.getByRole('button', { name: '2026年11月1日 星期日' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue('2026-11-08 09:30')
    // The whole of it can be seen and pressed, down to its foot.
    await calendar.getByRole('button', { name: '现在' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(from).toBeFocused()
    await expect(dialog).toBeVisible()
    await expect(page.locator('input[type=date], input[type=datetime-local], input[type=time]')).toHaveCount(0)
    await dialog.getByRole('button', { name: '搜索', exact: true }).click()
    await expect(page).toHaveURL(/start=1794101400000/)
  })
})
