import { expect, type Page, test } from '@playwright/test'
import { deliver, goTo, openInbox, rowOf, toInbox, unique } from './mailing.ts'

/** By its key, once the box is there: it comes beside the list. */
async function goToBox(page: Page): Promise<void> {
  const box = page.getByRole('combobox', { name: '关键词' })
  await expect(box).toBeVisible()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
}

const chips = (page: Page) => page.getByRole('list', { name: '搜索条件' }).filter({ visible: true })

test('words are found, marked, named by their folder and looked for in the recycle bin; the box keeps what is written', async ({
  page,
}) => {
  await openInbox(page)

  await test.step('an empty keyword is warned of, and a word that is nowhere gets advice once all mail was looked at', async () => {
    await toInbox(page)
    let isAll = false
    await page.route('**/mail/email/search?*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      // As a server answers that has just started, with mail that its index does not have yet.
      await route.fulfill({
        response,
        json: isAll ? answer : { ...answer, data: { ...answer.data, incomplete: true } },
      })
    })
    await goToBox(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('请输入要搜索的关键词')).toBeVisible()
    await page.getByRole('combobox', { name: '关键词' }).fill('绝无此词甲乙丙')
    await page.keyboard.press('Enter')
    const note = page.getByRole('status').filter({ hasText: '部分邮件还在加入搜索' })
    await expect(note).toBeVisible()
    const nothing = page.getByText('没有找到与“绝无此词甲乙丙”相符的邮件')
    await expect(nothing).toHaveCount(0)
    isAll = true
    await expect(nothing).toBeVisible()
    await expect(note).toHaveCount(0)
  })

  await test.step('what is written while a search is on its way stays in the box', async () => {
    await toInbox(page)
    const written = Promise.withResolvers<void>()
    await page.route('**/mail/email/search?*', async (route) => {
      await written.promise
      await route.continue()
    })
    const box = page.getByRole('combobox', { name: '关键词' })
    await box.fill('初雪')
    await page.keyboard.press('Enter')
    await box.fill('新月')
    written.resolve()
    await expect(page.getByRole('heading', { level: 1, name: '“初雪”的搜索结果' })).toBeVisible()
    await expect(box).toHaveValue('新月')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '“新月”的搜索结果' })).toBeVisible()
    await expect(box).toHaveValue('新月')
  })

  await test.step('what was pointed at below the box is not pointed at when the same word is searched for again', async () => {
    const subject = unique('滕王阁')
    await deliver({ subject, text: '落霞与孤鹜齐飞' })
    await toInbox(page, subject)
    const box = page.getByRole('combobox', { name: '关键词' })
    await box.fill('孤鹜')
    await expect(page.getByRole('option').filter({ hasText: subject })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '“孤鹜”的搜索结果' })).toBeVisible()
    await goTo(page, '/inbox')
    await box.fill('孤鹜')
    await box.focus()
    await expect(page.getByRole('option').filter({ hasText: subject })).toBeVisible()
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '“孤鹜”的搜索结果' })).toBeVisible()
  })

  await test.step('the same word written over itself begins anew: what was pointed at is not opened', async () => {
    const subject = unique('岳麓山')
    await deliver({ subject, text: '停车坐爱枫林晚' })
    await toInbox(page, subject)
    const box = page.getByRole('combobox', { name: '关键词' })
    await box.fill('枫林')
    const hit = page.getByRole('option').filter({ hasText: subject })
    await expect(hit).toBeVisible()
    const options = await page.getByRole('option').allTextContents()
    for (const text of options) {
      await page.keyboard.press('ArrowDown')
      if (text.includes(subject)) break
    }
    await expect(hit).toHaveAttribute('aria-selected', 'true')
    await box.fill('枫林')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '“枫林”的搜索结果' })).toBeVisible()
  })

  await test.step('Chinese words are found in subject and text, and marked, also by suggestions that were not all at first', async () => {
    const subject = unique('鸿雁传书')
    await deliver({ subject, text: '云中谁寄锦书来，雁字回时，月满西楼。' })
    await toInbox(page, subject)
    // As a server answers that has more new mail than a search may put into its index.
    const first = { code: 200, message: '', data: { list: [], people: [], incomplete: true } }
    await page.route('**/mail/email/quick/list?*', (route) => route.fulfill({ json: first }), { times: 1 })
    await page.getByRole('combobox', { name: '关键词' }).fill('')
    await page.keyboard.type('锦书')
    await expect(page.getByRole('option').filter({ hasText: subject })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '“锦书”的搜索结果' })).toBeVisible()
    await expect(rowOf(page, subject).locator('mark').filter({ hasText: '锦书' })).toBeVisible()
  })

  await test.step('hits name their folder, and a new search begins with an empty box', async () => {
    const subject = unique('洛神赋')
    await deliver({ subject, text: '翩若惊鸿' })
    await toInbox(page, subject)
    const box = page.getByRole('combobox', { name: '关键词' })
    await box.fill('惊鸿')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, subject)).toContainText('收件箱')
    await goTo(page, '/search')
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    // One field for the word on the screen.
    await expect(page.getByLabel('关键词').filter({ visible: true })).toHaveCount(1)
    await expect(page.getByText('要找什么邮件？')).toBeVisible()
  })

  await test.step('a name that stands in no mail leads to the mails with the person of that name', async () => {
    const subject = unique('只有地址')
    await deliver({ subject, from: 'li.na@yanshu.test', text: '正文' })
    await toInbox(page, subject)
    await page.getByRole('combobox', { name: '关键词' }).fill('lina')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: '与 李娜 的往来邮件' }).click()
    await expect(rowOf(page, subject)).toBeVisible()
  })

  await test.step('what is not found is looked for in the recycle bin when that is asked', async () => {
    const word = unique('琵琶行').replaceAll(' ', '')
    await deliver({ subject: word, text: '正文' })
    await toInbox(page)
    await rowOf(page, word).click()
    await page.locator('article').getByRole('button', { name: '删除', exact: true }).click()
    await expect(rowOf(page, word)).toHaveCount(0)
    await page.getByRole('combobox', { name: '关键词' }).fill(word)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '在回收站中找' }).click()
    await expect(rowOf(page, word)).toBeVisible()
    await expect(chips(page).getByRole('listitem')).toHaveText([word, '文件夹：回收站'])
  })
})

test('conditions are chips, a panel, words in the box and counts', async ({ page }) => {
  const counted = unique('栈桥').replaceAll(' ', '')
  const attachments = [{ filename: '图纸.pdf', content: 'not read' }]
  await deliver({ from: '"周敏" <zhou.min@partner.example>', subject: `${counted} 一`, text: '甲', attachments })
  await deliver({ subject: `${counted} 二`, text: '乙' })
  await openInbox(page)

  await test.step('results are narrowed by what they are counted by, each value with its number', async () => {
    await goToBox(page)
    await page.keyboard.type(counted)
    await page.keyboard.press('Enter')
    await expect(rowOf(page, `${counted} 二`)).toBeVisible()
    await page.getByRole('button', { name: '缩小范围' }).click()
    const facets = page.getByRole('region', { name: '缩小范围' })
    await expect(
      facets.getByRole('list', { name: '文件夹' }).getByRole('button', { name: '收件箱 2 封邮件' }),
    ).toBeVisible()
    await expect(facets.getByRole('button', { name: '周敏 1 封邮件' })).toBeVisible()
    await expect(facets.getByRole('button', { name: '今天 2 封邮件' })).toBeVisible()
    await facets.getByRole('button', { name: 'PDF 1 封邮件' }).press('Enter')
    await expect(rowOf(page, `${counted} 二`)).toHaveCount(0)
    await expect(rowOf(page, `${counted} 一`)).toBeVisible()
    await expect(facets.getByRole('status')).toHaveText('共 1 封')
    await expect(facets).toBeFocused()
    await expect(facets.getByRole('list', { name: '附件类型' })).toHaveCount(0)
    const condition = page.getByRole('list', { name: '搜索条件' })
    await expect(condition).toContainText('附件类型：PDF')
    await condition.getByRole('listitem').filter({ hasText: 'PDF' }).getByRole('button').click()
    await expect(rowOf(page, `${counted} 二`)).toBeVisible()
  })

  await test.step('chips say what the list shows, and the panel begins with it; a chip that goes widens the list', async () => {
    const word = unique('岳阳楼').replaceAll(' ', '')
    await deliver({ subject: `${word} 有图`, text: '正文', attachments: [{ filename: '图.txt', content: '图' }] })
    await deliver({ subject: `${word} 无图`, text: '正文' })
    await toInbox(page)
    const box = page.getByRole('combobox', { name: '关键词' })
    await box.fill(word)
    await page.getByRole('button', { name: '高级搜索' }).first().click()
    const panel = page.getByRole('dialog', { name: '高级搜索' })
    await expect(panel.getByLabel('关键词')).toHaveValue(word)
    await panel.getByRole('combobox', { name: '文件夹' }).click()
    await page.getByRole('option', { name: '收件箱' }).click()
    await panel.getByRole('radio', { name: '有', exact: true }).check({ force: true })
    await panel.getByRole('button', { name: '搜索', exact: true }).click()
    await expect(rowOf(page, `${word} 有图`)).toBeVisible()
    await expect(rowOf(page, `${word} 无图`)).toHaveCount(0)
    await expect(chips(page).getByRole('listitem')).toHaveText([word, '文件夹：收件箱', '有附件'])

    await page.getByRole('button', { name: '高级搜索' }).first().click()
    await expect(panel.getByRole('combobox', { name: '文件夹' })).toHaveText('收件箱')
    await expect(panel.getByRole('radio', { name: '有', exact: true })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)

    await chips(page)
      .getByRole('button', { name: /有附件/ })
      .click()
    await expect(rowOf(page, `${word} 无图`)).toBeVisible()
    await expect(chips(page).getByRole('listitem')).toHaveText([word, '文件夹：收件箱'])
    await expect(page.getByRole('search').last().getByRole('button').first()).toBeFocused()
    await chips(page)
      .getByRole('button', { name: /收件箱/ })
      .click()
    await chips(page)
      .getByRole('button', { name: new RegExp(word) })
      .click()
    await expect(page.getByText('要找什么邮件？')).toBeVisible()
    await expect(box).toBeFocused()
  })

  await test.step('the end gives way to a later start by a second, with a warning, and the chips say so', async () => {
    await toInbox(page)
    await page.getByRole('button', { name: '高级搜索' }).click()
    const panel = page.getByRole('dialog', { name: '高级搜索' })
    await panel.getByRole('textbox', { name: '结束时间' }).fill('2026-11-01 09:00')
    await panel.getByRole('textbox', { name: '开始时间' }).fill('2026-11-01 09:30')
    await panel.getByRole('textbox', { name: '开始时间' }).press('Enter')
    await expect(page.getByText('开始时间必须早于结束时间，已自动调整另一个时间')).toBeVisible()
    await expect(panel.getByRole('textbox', { name: '结束时间' })).toHaveValue('2026-11-01 09:30:01')
    await panel.getByRole('button', { name: '搜索', exact: true }).click()
    await expect(page).toHaveURL(/start=1793496600000&end=1793496601000/)
    await expect(chips(page)).toContainText('到 2026-11-01 09:30:01 为止')
  })

  await test.step('conditions are written into the field, each becomes a chip, and people are meant by pinyin', async () => {
    const subject = unique('雁南飞')
    await deliver({
      subject,
      text: '条件',
      from: '"李娜" <li.na@yanshu.test>',
      attachments: [{ filename: 'a.txt', content: '一' }],
    })
    await deliver({ subject, text: '条件', from: '"别人" <somebody@far.example>' })
    await toInbox(page, subject)
    const box = page.getByRole('combobox', { name: '关键词' })
    const word = subject.split(' ')[1] ?? ''
    await box.fill(`from:lina 附件 今天 ${word}`)
    await page.keyboard.press('Enter')
    await expect(rowOf(page, subject)).toHaveCount(1)
    await expect(rowOf(page, subject)).toContainText('李娜')
    const chips = page.getByRole('list', { name: '搜索条件' }).filter({ visible: true })
    await expect(chips).toContainText('发件人：lina')
    await expect(chips).toContainText('有附件')
    await chips.getByRole('listitem').filter({ hasText: '发件人：lina' }).getByRole('button').click()
    await expect(chips).not.toContainText('lina')
    await chips.getByRole('listitem').filter({ hasText: '有附件' }).getByRole('button').click()
    await expect(rowOf(page, subject)).toHaveCount(2)

    // Days are named as days.
    await box.fill(`before:2025-11-23 ${word}`)
    await page.keyboard.press('Enter')
    await expect(chips).toContainText('到 2025年11月22日')

    // Of the operator alone folders are proposed, and nothing is searched.
    await box.fill('in:')
    const offered = page.getByRole('listbox', { name: '搜索建议' }).getByRole('option')
    await expect(offered.first()).toContainText('in:')
    await expect(offered.filter({ hasText: '搜索全部' })).toHaveCount(0)
    await box.press('Enter')
    await expect(offered.first()).toBeVisible()
    await expect(chips).toContainText('到 2025年11月22日')

    await box.fill(`in:绝无此夹 after:2026-05-01 before:2026-04-01`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('没有名为“绝无此夹”的文件夹')).toBeVisible()
    await box.fill('after:2026-05-01 before:2026-04-01')
    await page.keyboard.press('Enter')
    await expect(page.getByText('开始时间必须早于结束时间')).toBeVisible()
  })
})
