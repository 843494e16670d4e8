import { expect, type Locator, type Page, test } from '@playwright/test'
import { LOOK_RULES, violations as violationsOn } from '../support/axe.ts'
import { stageGallery, violations } from './stage.ts'

let gallery: Awaited<ReturnType<typeof stageGallery>>
let address: string

test.beforeAll(async () => {
  gallery = await stageGallery()
  address = gallery.address
})
test.afterAll(() => gallery.close())

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(address + query)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel(/^(时间|Time)$/)).toBeVisible()
}

/** The open page in another theme. What is chosen by the controls of the gallery is its font size and its mode. */
async function setLook(page: Page, look: { mode: 'Light' | 'Dark'; skin: string; font: string }): Promise<void> {
  const choose = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })
  await choose('Mode', look.mode)
  await choose('Font size', look.font)
  await expect(page.locator('html')).toHaveAttribute('data-font', look.font)
  await expect(page.locator('html')).toHaveAttribute('data-mode', look.mode.toLowerCase())
  // A skin is an attribute of the page.
  await page.evaluate((skin) => Object.assign(document.documentElement.dataset, { skin }), look.skin)
}

/** Nothing is wider than a phone at any font size, whose last one stays. */
async function fitsOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const font of ['3', '2', '1']) {
    await setLook(page, { mode: 'Light', skin: 'skin_0', font })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide, font).toBe(0)
  }
}

/** Opens one section alone, which costs a tenth of the page. */
async function openSection(page: Page, title: string, more = ''): Promise<void> {
  await page.goto(`${address}?only=${encodeURIComponent(title)}${more}`)
  await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
}

test.describe('accessibility', () => {
  test('finds nothing to object to in Chinese: as it opens, in other looks, and in what opens above the page; nothing is wider than a phone', async ({
    page,
  }) => {
    await open(page)
    expect(await violations(page)).toEqual([])
    for (const look of [
      { mode: 'Light', skin: 'festival', font: '3' },
      { mode: 'Dark', skin: 'skin_7', font: '2' },
    ] as const) {
      await setLook(page, look)
      expect(await violationsOn(page, { rules: LOOK_RULES }), look.skin).toEqual([])
    }
    const desk = page.viewportSize()
    await test.step('nothing is wider than a phone at any font size', () => fitsOnPhone(page))
    if (desk) await page.setViewportSize(desk)
    await test.step('finds nothing to object to in what opens above the page', async () => {
      await page.getByRole('button', { name: '更多操作' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect(await violations(page, 'region')).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: '打开对话框' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: '布局' }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
      expect(await violations(page, 'region')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await page.getByRole('button', { name: '定时发送: 选择日期' }).click()
      await expect(page.getByRole('dialog', { name: '定时发送: 日历' })).toBeVisible()
      expect(await violations(page, 'region')).toEqual([])
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'error' }).click()
      await expect(page.getByText('错误代码 SMTP-550')).toBeVisible()
      expect(await violations(page, 'region')).toEqual([])
    })
  })

  test('finds nothing to object to in English: dark, and on a phone, where nothing is wider at any font size', async ({
    page,
  }) => {
    await open(page, '?lang=en&mode=dark&skin=skin_3')
    expect(await violations(page)).toEqual([])
    await fitsOnPhone(page)
    expect(await violations(page)).toEqual([])
  })

  // The structure is the same in all of them; what a skin can spoil is contrast. A skin is an attribute of the page.
  test('shows every state in every skin, and all of it can be read', async ({ page }) => {
    await page.goto(`${address}?every`)
    const skins = await page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.getAttribute('src')))
    expect(skins).toHaveLength(20)
    await page.goto(`${address}?states`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const address of skins) {
      const query = new URLSearchParams(address ?? '')
      const look = { skin: query.get('skin'), mode: query.get('mode') }
      await page.evaluate((given) => Object.assign(document.documentElement.dataset, given), look)
      expect(await violationsOn(page, { rules: ['color-contrast'] }), `${look.skin}, ${look.mode}`).toEqual([])
    }
  })
})

/** It is 400 px wide at least, and ends where its last words or buttons end. It grows a little while it comes. */
async function isAsTallAsItsWords(dialog: Locator): Promise<void> {
  await expect.poll(async () => (await dialog.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(400)
  const spare = () =>
    dialog.evaluate((element) => {
      const parts = [...element.children].map((part) => part.scrollHeight)
      const body = element.querySelector(':scope > div:nth-last-child(2)')
      const words = [...(body?.children ?? [])].map((part) => part.getBoundingClientRect().bottom)
      const below = (body?.getBoundingClientRect().bottom ?? 0) - Math.max(...words)
      return Math.round(Math.max(below, element.clientHeight - parts.reduce((sum, height) => sum + height, 0)))
    })
  await expect.poll(spare).toBeLessThanOrEqual(20)
}

test('by keyboard: a menu opens, is walked, opens its submenu, acts and gives focus back', async ({ page }) => {
  await openSection(page, 'Buttons', '&lang=en')
  const button = page.getByRole('button', { name: 'More actions' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Reply to all' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete forever' })).toBeFocused()
  await page.keyboard.type('mo')
  await expect(page.getByRole('menuitem', { name: 'Move to' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitem', { name: '项目资料' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Move to' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitem', { name: '项目资料' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 mails moved to Project papers')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
})

/** Opens a dialog beside a notice that stays. */
async function openBoth(page: Page) {
  const notice = page.locator('[data-place=start] [data-kind=error]')
  if ((await notice.count()) === 0) await page.getByRole('button', { name: 'error', exact: true }).click()
  await expect(notice).toBeVisible()
  // What is pressed behind the notice is no matter of these tests.
  await page.getByRole('button', { name: '打开对话框' }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await expect(dialog).toBeVisible()
  return { notice, dialog }
}

test('dialogs and notices: both have room, Tab stays inside, Escape closes the top thing, a dangerous question starts on the careful answer', async ({
  page,
}) => {
  await openSection(page, 'Layers')
  await test.step('a notice covers neither the buttons nor the cross of a dialog as high as the window', async () => {
    await page.setViewportSize({ width: 1280, height: 320 })
    const { notice, dialog } = await openBoth(page)
    for (const button of await dialog.getByRole('button').all()) await button.click({ trial: true })
    await expect(notice).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('on a phone a notice and a dialog as high as the window make room for each other', async () => {
    await page.setViewportSize({ width: 390, height: 400 })
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { font: '3' }))
    const { notice, dialog } = await openBoth(page)
    // It grows while it comes.
    await expect(async () => {
      const [above, below] = [await notice.boundingBox(), await dialog.boundingBox()]
      if (!above || !below) throw new Error('one of them has gone')
      expect(above.y + above.height).toBeLessThanOrEqual(below.y)
      expect(below.y + below.height).toBeLessThanOrEqual(400)
    }).toPass()
    const { y: lower } = (await dialog.boundingBox()) ?? { y: 0 }
    await notice.getByRole('button', { name: '关闭' }).click()
    await expect.poll(async () => (await dialog.boundingBox())?.y ?? lower).toBeLessThan(lower)
  })

  await test.step('on a desk again', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a dialog keeps Tab inside, Escape closes the top thing, and focus returns', async () => {
    const button = page.getByRole('button', { name: '打开对话框' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: '新建文件夹' })
    await expect(dialog.getByLabel('文件夹名称')).toBeFocused()
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await dialog.getByRole('combobox', { name: '布局' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await isAsTallAsItsWords(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  })
  await test.step('a dangerous question starts on the careful answer, and what was done can be undone', async () => {
    await page.getByRole('button', { name: '确认', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: '彻底删除 3 封邮件？' })
    await isAsTallAsItsWords(question)
    await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
    await question.getByRole('button', { name: '彻底删除' }).click()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(page.getByText('设置已保存')).toBeVisible()
  })
})

test('by keyboard: the tree is walked, folded and opened', async ({ page }) => {
  await openSection(page, 'Mailbox', '&lang=en')
  const tree = page.getByRole('tree', { name: 'Mail folders' })
  await tree.getByRole('treeitem', { name: 'Inbox' }).focus()
  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem', { name: '待办' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  const labels = tree.getByRole('treeitem', { name: 'Labels' })
  await expect(labels).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(labels).toHaveAttribute('aria-expanded', 'false')
  await expect(tree.getByRole('treeitem', { name: '待办' })).toHaveCount(0)
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('treeitem', { name: 'Drafts' })).toHaveAttribute('aria-selected', 'true')
})

test('a date is written, or walked to in the calendar, within its bounds; a time is said by a clock of 12 hours, in both languages', async ({
  page,
}) => {
  await openSection(page, 'Rich controls')
  await expect(page.getByRole('textbox', { name: '时间', exact: true })).toHaveValue('2026-11-21 下午2:30')
  const day = page.getByRole('textbox', { name: '日期', exact: true })
  await day.fill('11月30日')
  await day.press('Enter')
  await expect(day).toHaveValue('2026-11-30')
  await day.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: '日期: 日历' })
  const named = (name: string) => calendar.getByRole('button', { name })
  await expect(named('2026年11月30日 星期一')).toBeFocused()
  await page.keyboard.press('End')
  await expect(named('2026年12月6日 星期日')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(named('2027年1月6日 星期三')).toBeFocused()
  // After the last day that can be chosen.
  await page.keyboard.press('Enter')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Shift+PageUp')
  await page.keyboard.press('Shift+PageDown')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(day).toHaveValue('2026-12-06')
  await expect(day).toBeFocused()
  await day.fill('2027-01-06')
  await day.press('Enter')
  await expect(page.getByText('请选择 2026-11-05 至 2026-12-24 之间的日期')).toBeVisible()
  await day.fill('下周二')
  await day.blur()
  await expect(page.getByText('请写成 2026-11-02 这样的日期')).toBeVisible()
  await expect(day).toHaveValue('下周二')
  await test.step('in English', async () => {
    await openSection(page, 'Rich controls', '&lang=en')
    const time = page.getByRole('textbox', { name: 'Time', exact: true })
    await expect(time).toHaveValue('2026-11-21 2:30 PM')
    await page.getByRole('button', { name: 'Time: Choose a date' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Hour' }).click()
    await page.getByRole('option', { name: '11 PM' }).click()
    await expect(time).toHaveValue('2026-11-21 11:30 PM')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('recipients are found, picked, walked and removed, and composing text is left alone', async ({ page }) => {
  await openSection(page, 'Recipients')
  const box = page.getByRole('combobox', { name: '收件人' })
  const tokens = page.getByRole('list', { name: '收件人' }).getByRole('listitem')
  await box.focus()
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'zhang', selectionStart: 5, selectionEnd: 5 })
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(tokens).toHaveCount(2)
  await client.send('Input.insertText', { text: '张' })
  await expect(box).toHaveValue('张')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(tokens.filter({ hasText: '张薇' })).toHaveCount(1)
  await expect(box).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  await expect(tokens).toHaveCount(2)
  await expect(tokens.filter({ hasText: 'wang@' })).toHaveCount(0)
  await box.focus()
  await page.keyboard.type('a@yanshu.test；')
  await expect(tokens.filter({ hasText: 'a@yanshu.test' })).toHaveCount(1)
})

test('tabs and the list of 100,000: a drag, headings, its end, what is selected, and mails that arrive', async ({
  page,
}) => {
  await openSection(page, 'Mailbox')
  await test.step('tabs move with arrows and close with Delete', async () => {
    await page.getByRole('tab', { name: '收件箱' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: '写邮件' })).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('tab', { name: '写邮件' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: '设置' })).toBeFocused()
  })
  await test.step('drags by a mouse held for 700 ms and drops on a folder', async () => {
    const row = page.getByRole('grid', { name: '收件箱' }).locator('[aria-rowindex="2"]')
    const target = page.getByRole('treeitem', { name: '项目资料' })
    const from = await row.boundingBox()
    const to = await target.boundingBox()
    if (!from || !to) throw new Error('The row or the folder is not on the page')
    const dragging = page.locator('[data-dragging]')
    await page.mouse.move(from.x + 100, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 10)
    await page.mouse.up()
    await expect(dragging).toHaveCount(0)

    await page.mouse.move(from.x + 100, from.y + 20)
    await page.mouse.down()
    await expect(dragging).toHaveCount(1)
    await page.mouse.move(to.x + 40, to.y + 10)
    await expect(target).toHaveAttribute('data-drop', 'allow')
    await page.mouse.up()
    await expect(page.getByText('已将 3 封邮件移至 项目资料')).toBeVisible()
    await expect(row).not.toHaveAttribute('aria-current', 'true')
  })
  await test.step('keeps the heading of the rows that pass at the top, and never over the row of the cursor', async () => {
    const list = page.getByRole('grid', { name: '收件箱' })
    const top = (await list.boundingBox())?.y ?? Number.NaN
    const yOf = async (name: string) => (await list.getByText(name, { exact: true }).boundingBox())?.y
    await expect.poll(() => yOf('今天')).toBe(top)
    await list.evaluate((element) => {
      element.scrollTop = 8 * 72
    })
    await expect.poll(() => yOf('昨天')).toBe(top)
    await expect(list.locator('[aria-rowindex="5"]')).toHaveAccessibleDescription('昨天')
    await list.evaluate((element) => {
      element.scrollTop = 50_000 * 72
    })
    await expect.poll(() => yOf('更早')).toBe(top)
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowUp')
    await expect
      .poll(async () => (await list.locator('[data-active]').boundingBox())?.y ?? 0)
      .toBeGreaterThanOrEqual(top + 28)
  })
  await test.step('walks to its end and back in a constant number of rows', async () => {
    const list = page.getByRole('grid', { name: '收件箱' })
    await expect(list).toHaveAttribute('aria-rowcount', '100000')
    await list.focus()
    await page.keyboard.press('End')
    await expect(list.locator('[aria-rowindex="100000"]')).toBeInViewport()
    await page.keyboard.press('Home')
    await expect(list.locator('[aria-rowindex="1"]')).toBeInViewport()
    await list.evaluate((element) => {
      element.scrollTop = 50_000 * 72 + 2 * 28
    })
    await expect(list.locator('[aria-rowindex="50001"]')).toBeInViewport()
    expect(await list.getByRole('row').count()).toBeLessThanOrEqual(60)
  })
  await test.step('selects by keyboard and by modifier, and everything at once', async () => {
    const list = page.getByRole('grid', { name: '收件箱' })
    const chosen = page.getByTestId('chosen')
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(chosen).toHaveText('1')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(chosen).toHaveText('3')
    await list.locator('[aria-rowindex="5"]').click({ modifiers: ['Control'] })
    await expect(chosen).toHaveText('4')
    await list.focus()
    await page.keyboard.press('Control+a')
    await expect(chosen).toHaveText('100000')
    await page.keyboard.press('Escape')
    await expect(chosen).toHaveText('0')
  })
  await test.step('keeps its place when a mail arrives above, and shows it when at the top', async () => {
    const list = page.getByRole('grid', { name: '收件箱' })
    await list.evaluate((element) => {
      element.scrollTop = 200 * 72 + 2 * 28 + 20
    })
    const offset = () =>
      list.locator('[role=row]').evaluateAll((rows) => {
        const row = rows.find((each) => each.ariaRowIndex === '201' || each.ariaRowIndex === '202')
        return row ? `${row.textContent}` : ''
      })
    await expect(list.locator('[aria-rowindex="201"]')).toBeInViewport()
    await expect.poll(offset).not.toBe('')
    await page.getByRole('button', { name: '来一封新邮件' }).click()
    await expect(list).toHaveAttribute('aria-rowcount', '100001')
    const place = () => list.evaluate((element) => element.scrollTop)
    await expect.poll(place).toBe(201 * 72 + 2 * 28 + 20)
    await list.evaluate((element) => {
      element.scrollTop = 0
    })
    await page.getByRole('button', { name: '来一封新邮件' }).click()
    await expect(list).toHaveAttribute('aria-rowcount', '100002')
    await expect.poll(place).toBe(0)
  })
})

test('the list with half a million rows is walked, wheeled and dragged to its last row and back', async ({ page }) => {
  await openSection(page, 'Mailbox', '&rows=500000')
  const list = page.getByRole('grid', { name: '收件箱' })
  const row = (number: number) => list.locator(`[aria-rowindex="${number}"]`)
  await list.focus()
  await page.keyboard.press('End')
  await expect(row(500_000)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageDown')
  await expect(row(500_000)).toBeInViewport({ ratio: 1 })
  const drag = (part: number) =>
    list.evaluate((element, to) => {
      element.scrollTop = to * (element.scrollHeight - element.clientHeight)
    }, part)
  await drag(0.5)
  await expect(row(250_000)).toBeInViewport()
  const yOf = async (number: number) => (await row(number).boundingBox())?.y ?? Number.NaN
  const before = await yOf(250_000)
  await list.hover()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => yOf(250_000)).toBe(before + 100)
  await drag(0.0001)
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -400)
  await expect(row(1)).toBeInViewport({ ratio: 1 })
  await drag(1)
  await expect(row(500_000)).toBeInViewport({ ratio: 1 })
  expect(await list.getByRole('row').count()).toBeLessThanOrEqual(60)
})
