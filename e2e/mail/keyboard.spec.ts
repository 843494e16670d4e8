import { expect, test } from '@playwright/test'
import { boxOf } from '../support/people.ts'
import { bodyOf, deliver, openInbox, rowOf, setGeneral, toInbox, unique } from './mailing.ts'

test.afterEach(({ request }) => setGeneral(request, { markReadDelay: 1 }))

test('keys act on what is seen', async ({ page }) => {
  await openInbox(page)

  await test.step('keys act on the mail at a cursor that is seen, and on none where there is no cursor', async () => {
    const subject = unique('光标')
    await deliver({ subject, text: '正文' })
    await toInbox(page, subject)
    await expect(rowOf(page, subject)).toBeVisible()
    const grid = page.getByRole('grid').filter({ visible: true })
    const cursor = grid.locator('[data-active]')
    const ring = () => cursor.evaluate((row) => getComputedStyle(row, '::after').borderTopWidth)
    const selected = grid.locator('[role=row][aria-selected=true]')
    await page.locator('#main').click({ position: { x: 5, y: 5 } })

    await page.keyboard.press('x')
    await page.keyboard.press('s')
    await page.keyboard.press('#')
    await expect(rowOf(page, subject)).toBeVisible()
    await expect(selected).toHaveCount(0)

    await page.keyboard.press('j')
    await expect.poll(ring).toBe('2px')
    await expect(cursor).toHaveAttribute('aria-rowindex', '1')
    // Down to where it has to be scrolled for.
    for (let step = 0; step < 14; step += 1) await page.keyboard.press('j')
    await expect(cursor).toHaveAttribute('aria-rowindex', '15')
    await expect(cursor).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('x')
    await expect(selected).toHaveCount(1)
    await expect(selected).toHaveAttribute('aria-rowindex', '15')
    await page.keyboard.press('x')

    // Scrolled away, it is not there to be acted on, and comes back where one looks.
    await grid.hover()
    await page.mouse.wheel(0, -5_000)
    await expect.poll(() => grid.evaluate((list) => list.scrollTop)).toBe(0)
    // The scrolling has reached the list once its mark of pointing is gone.
    await expect(grid).not.toHaveAttribute('data-pointing')
    await page.keyboard.press('x')
    await expect(selected).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(cursor).toHaveAttribute('aria-rowindex', '1')
    await expect.poll(ring).toBe('2px')
  })

  await test.step('mail is read, starred, answered and deleted without a pointer', async () => {
    const [first, second] = [unique('键盘一'), unique('键盘二')]
    await deliver({ subject: first, text: '第一封的正文' })
    await toInbox(page, first)
    await expect(rowOf(page, first)).toBeVisible()
    await deliver({ subject: second, text: '第二封的正文' })
    await expect(rowOf(page, second)).toBeVisible()

    await page.getByRole('grid').filter({ visible: true }).focus()
    await page.keyboard.press('Home')
    // Mail kept on top stands before them.
    while (!(await page.locator('[role=row][data-active]').textContent())?.includes(second))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(bodyOf(page)).toContainText('第二封的正文')
    await page.keyboard.press('s')
    await expect(rowOf(page, second).getByRole('button', { name: '取消星标' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(bodyOf(page)).toContainText('第一封的正文')
    await page.keyboard.press('Shift+U')
    await expect(rowOf(page, first)).toHaveAttribute('data-unread', '')
    await page.keyboard.press('k')
    await expect(bodyOf(page)).toContainText('第二封的正文')
    await page.keyboard.press('#')
    await expect(rowOf(page, second)).toHaveCount(0)
    await expect(bodyOf(page)).toContainText('第一封的正文')
    await page.keyboard.press('u')
    await expect(page.locator('article').filter({ visible: true })).toHaveCount(0)
  })

  await test.step('a quick reply is sent by Ctrl Enter and can be recalled', async () => {
    const subject = unique('快捷回复')
    await deliver({ subject, from: '"李娜" <li.na@yanshu.test>', text: '在吗？' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await page.getByRole('button', { name: /^回复 李娜…/ }).click()
    await page.getByRole('textbox', { name: '快捷回复' }).fill('在的，请讲。')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('回复已发送')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(page.getByText('邮件已撤回，保存为草稿')).toBeVisible()
  })

  await test.step('what a key hits is what is marked: after a move the next mail is open and ringed, and ticked mails are not guessed from', async () => {
    const name = unique('标记')
    const subjects = ['己', '戊', '丁', '丙', '乙', '甲'].map((part) => `${name} ${part}`)
    for (const subject of subjects) await deliver({ subject, text: `正文 ${subject}` })
    await toInbox(page)
    const row = (part: string) => rowOf(page, `${name} ${part}`)
    const isOpen = async (part: string) => {
      await expect(bodyOf(page)).toContainText(`正文 ${name} ${part}`)
      // Where a ring is seen, it is at the open mail.
      await expect(page.locator('[role=row][data-active]').filter({ hasText: name })).toContainText(`${name} ${part}`)
    }
    await expect(row('己')).toBeVisible()
    await row('甲').click()
    await page.keyboard.press('j')
    await isOpen('乙')

    // By key.
    await page.keyboard.press('v')
    await page.getByRole('combobox', { name: '查找或新建文件夹' }).fill('项目资料')
    await expect(page.getByRole('option', { selected: true })).toHaveText('项目资料')
    await page.keyboard.press('Enter')
    await expect(row('乙')).toHaveCount(0)
    await isOpen('丙')
    await page.keyboard.press('s')
    await expect(row('丙').getByRole('button', { name: '取消星标' })).toBeVisible()
    // By the mouse.
    const from = await boxOf(row('丙'))
    const to = await boxOf(page.getByRole('treeitem', { name: /^项目资料/ }))
    await page.mouse.move(from.x + 120, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 140, from.y + 16, { steps: 2 })
    await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 6 })
    await page.mouse.up()
    await expect(row('丙')).toHaveCount(0)
    await isOpen('丁')
    await page.keyboard.press('#')
    await expect(row('丁')).toHaveCount(0)
    await isOpen('戊')

    // Two are ticked beside the open one: what is for one mail hits none of them, and a notice names the reason.
    for (const part of ['甲', '己']) await row(part).getByRole('checkbox').check({ force: true })
    const path = page.url()
    await page.keyboard.press('f')
    await expect(page.getByText('已选择多封邮件')).toBeVisible()
    expect(page.url()).toBe(path)
    await page.keyboard.press('#')
    await expect(row('甲')).toHaveCount(0)
    await expect(row('己')).toHaveCount(0)
    await expect(row('戊')).toBeVisible()
    await expect(bodyOf(page)).toContainText(`正文 ${name} 戊`)
  })
})

test('passing a mail leaves it unread; staying on it reads it', async ({ page, request }) => {
  const [older, newer] = [unique('停留'), unique('经过')]
  await deliver({ subject: older, text: '甲的正文' })
  await deliver({ subject: newer, text: '乙的正文' })
  await setGeneral(request, { markReadDelay: 3 })
  await page.clock.install()
  await openInbox(page)
  await expect(rowOf(page, newer)).toBeVisible()
  // The page's time stands while the test looks, and passes in small steps until the text is there.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await rowOf(page, newer).click()
  await page.keyboard.press('j')
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(bodyOf(page)).toContainText('甲的正文', { timeout: 200 })
  }).toPass()
  await expect(rowOf(page, older)).toHaveAttribute('data-unread', '')
  await page.clock.runFor(3_000)
  await expect(rowOf(page, older)).not.toHaveAttribute('data-unread')
  await expect(rowOf(page, newer)).toHaveAttribute('data-unread', '')
})

test('with the setting “never”, opening a mail does not read it; with “at once”, it does', async ({
  page,
  request,
}) => {
  const subject = unique('从不已读')
  await deliver({ subject, text: '正文' })
  await setGeneral(request, { markReadDelay: -1 })
  await page.clock.install()
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('正文')
  await page.clock.runFor(60_000)
  await expect(rowOf(page, subject)).toHaveAttribute('data-unread', '')
  // The address follows when the page has nothing to do; the mail of a page that is loaded again stands in it.
  await expect(page).toHaveURL(/mail=/)
  await setGeneral(request, { markReadDelay: 0 })
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await page.reload()
  // What waits for an idle moment gets it; from the text on no time passes.
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(bodyOf(page)).toContainText('正文', { timeout: 200 })
  }).toPass()
  await expect(rowOf(page, subject)).not.toHaveAttribute('data-unread')
})
