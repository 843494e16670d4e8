import { expect, test } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { cutLetters } from '../support/cutLetters.ts'
import { enter } from '../support/people.ts'
import { closeLetter, fields, fresh, go, newMail, open, SAVED, ZHANG } from './desk.ts'

test('the sheet of a letter: suggestions, plain text, words found and exchanged, its place, and that of notices', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, ZHANG)

  await test.step('a suggestion says who it is, where, and why they are offered', async () => {
    const { to } = await newMail(page)
    await to.pressSequentially('研发中心')
    const offered = page.getByRole('option')
    await expect(offered.first()).toContainText('职务匹配')
    const colleague = offered.filter({ hasText: '部门匹配' }).first()
    await expect(colleague).toContainText('研发中心')
    await expect(colleague).toContainText('@yanshu.test')
    const width = async () => (await page.getByRole('listbox', { name: '收件人' }).boundingBox())?.width ?? 0
    await expect.poll(async () => Math.round(await width())).toBeGreaterThan(400)
    expect(Math.round(await width())).toBeLessThanOrEqual(420)
    await to.fill('')
    await closeLetter(page)
  })

  await test.step('a letter becomes plain text and rich text again without a tag in its words', async () => {
    const { text } = await newMail(page)
    await text.click()
    await page.keyboard.type('第一行 a<b & c')
    await page.keyboard.press('Enter')
    await page.keyboard.type('第二行')
    await page.getByRole('button', { name: '更多' }).filter({ visible: true }).last().click()
    await page.getByRole('menuitem', { name: '改为纯文本' }).click()
    await page.getByRole('button', { name: '改为纯文本' }).click()
    await expect(text).toHaveValue('第一行 a<b & c\n第二行')
    await page.getByRole('button', { name: '改为富文本' }).click()
    await expect(text.locator('p')).toHaveText(['第一行 a<b & c', '第二行'])
    await closeLetter(page)
  })

  await test.step('given a long letter, then words in it are found and exchanged, it is counted, and its source is edited', async () => {
    const { text } = await newMail(page)
    await text.click()
    await page.keyboard.type('合同一，合同二')
    await page.keyboard.press('Enter')
    await page.keyboard.type('第三份合同 ok')
    await text.press('Control+Shift+h')
    const bar = page.getByRole('search', { name: '查找和替换' })
    await expect(bar.getByRole('textbox', { name: '查找' })).toBeFocused()
    await page.keyboard.type('合同')
    await expect(bar.getByRole('status')).toHaveText('第 0 处，共 3 处')
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('status')).toHaveText(/第 \d 处，共 3 处/)
    await bar.getByRole('textbox', { name: '替换为' }).fill('协议')
    await bar.getByRole('button', { name: '全部替换' }).click()
    await expect(text.locator('p')).toHaveText(['协议一，协议二', '第三份协议 ok'])
    await expect(bar.getByRole('status')).toHaveText('没有找到')
    expect(await violations(page, { include: 'search' })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await text.press('Control+z')
    await expect(text.locator('p')).toHaveText(['合同一，合同二', '第三份合同 ok'])

    const more = page.getByRole('button', { name: '更多' }).filter({ visible: true }).last()
    await more.click()
    await page.getByRole('menuitem', { name: '字数' }).click()
    await expect(page.getByText('全文 12 字，15 个字符')).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: '编辑源代码' }).click()
    const source = page.getByRole('dialog', { name: '编辑源代码' })
    await source.getByRole('textbox').fill('<p>新的<b>正文</b></p><script>alert(1)</script>')
    await source.getByRole('button', { name: '应用' }).click()
    await expect(text.locator('p')).toHaveText(['新的正文'])
    await expect(text.locator('strong')).toHaveText('正文')
    await text.press('Control+z')
    await expect(text.locator('p')).toHaveText(['合同一，合同二', '第三份合同 ok'])
    await closeLetter(page)
  })

  // The rest is about one letter, and the next one.
  const first = await newMail(page)
  await test.step('a letter is written on a sheet of at most 960 px in the middle, with what can be done at its foot', async () => {
    const main = await page.locator('main').boundingBox()
    const paper = await first.text.boundingBox()
    if (!main || !paper) throw new Error('unreachable')
    expect(paper.width).toBeLessThanOrEqual(960)
    expect(paper.width).toBeGreaterThan(900)
    const [left, right] = [paper.x - main.x, main.x + main.width - (paper.x + paper.width)]
    expect(Math.abs(left - right)).toBeLessThanOrEqual(2)

    await first.subject.fill(fresh('信纸'))
    await expect(page.getByText(SAVED)).toBeVisible()
    const foot = page.getByRole('toolbar', { name: '邮件操作' })
    await expect(foot.getByText(SAVED)).toBeVisible()
    const [button, tools] = [await first.send.boundingBox(), await foot.boundingBox()]
    expect(button?.y ?? 0).toBeGreaterThan(paper.y)
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(main.y + main.height)
  })

  await test.step('a notice is shown in the middle, above the foot of the next letter', async () => {
    // To a person whose mails no spec counts: it arrives when this test is over.
    await first.to.fill('gao.peng@yanshu.test')
    await first.to.press('Enter')
    await first.send.click()
    const notice = page.locator('[data-place=start]')
    await expect(notice).toContainText('撤销')
    // As long as it is held by the pointer it stays.
    await notice.getByRole('button', { name: '撤销' }).hover()
    await page.keyboard.press('c')
    const { send } = fields(page)
    await expect(send).toBeVisible()
    await expect
      .poll(async () => {
        const [card, button, main] = [
          await notice.boundingBox(),
          await send.boundingBox(),
          await page.locator('main').boundingBox(),
        ]
        if (!card || !button || !main) return 'nothing there'
        if (card.y + card.height > button.y) return 'over the foot'
        const off = card.x + card.width / 2 - (main.x + main.width / 2)
        return Math.abs(off) <= 2 ? 'in the middle, above' : `${off} px beside the middle`
      })
      .toBe('in the middle, above')
    await send.click({ trial: true })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the tools of the text stand in one line of groups, and each is at hand', async ({ page }) => {
    await enter(page, 'zhang.wei', '/')
    await page.locator('main').waitFor()
    await go(page, '/write/new/0?c=phone')
    const { text } = fields(page)
    await text.fill('手机上写')
    const bar = page.getByRole('toolbar', { name: '格式工具' })
    const fits = () => bar.evaluate((element) => element.scrollWidth <= element.clientWidth)
    await expect.poll(fits).toBe(true)
    await expect(bar.getByRole('button', { name: '加粗' })).toHaveCount(0)
    expect(await cutLetters(page.getByRole('toolbar', { name: '邮件内容' }))).toBe(0)

    await text.press('Control+a')
    await bar.getByRole('button', { name: '文字格式' }).click()
    const bold = bar.getByRole('group', { name: '文字格式' }).getByRole('button', { name: '加粗' })
    const size = async () => ((box) => Math.min(box?.width ?? 0, box?.height ?? 0))(await bold.boundingBox())
    await expect.poll(size).toBeGreaterThanOrEqual(44)
    await bold.click()
    await expect(text.locator('strong')).toHaveText('手机上写')
    await expect.poll(fits).toBe(true)

    await bar.getByRole('button', { name: '段落格式' }).click()
    await expect(bold).toHaveCount(0)
    await bar.getByRole('button', { name: '项目符号' }).click()
    await expect(text.locator('ul > li')).toHaveText('手机上写')

    // The keyboard asks for a link while its group is closed.
    await text.press('Control+k')
    await expect(page.getByRole('dialog', { name: '链接' })).toBeVisible()
  })
})
