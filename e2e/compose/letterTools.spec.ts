import { expect } from '@playwright/test'
import toolsZh from '../../remote-compose/src/messages/zh.ts'
import { en as receiptsEn } from '../../remote-compose/src/receipts/words.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { mailRow } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'
import { fields, fresh, go } from './desk.ts'

const USER = 'wang.fang'

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', USER)
  const { list } = await api.get('mail/main/sign')
  for (const { signId } of list) await api.post('mail/main/sign/delete', { signId })
  const { list: templates } = await api.post('mail/template/letterTemplateList', {})
  for (const { templateId } of templates) await api.post('mail/template/delLetterTemplate', { templateId })
  await api.save({ signPosition: 'above', wordSize: 14 })
})

test('given signatures and templates, then a letter exchanges them where they stand, keeps what was typed, and undoes by key; also below an answer, and in plain text', async ({
  someone,
}) => {
  const person = await someone({ user: USER })
  const { page, api, words } = person
  const { tools } = words.compose
  const sign = (name: string, html: string, use: object = {}) => api.post('mail/main/sign/save', { name, html, ...use })
  await sign('工作', '<p>王芳</p><p>市场部</p>', { forNew: true, forReply: true })
  await sign('简短', '<p>芳</p>')
  await api.post('mail/template/saveOrUpdateLetterTemplate', {
    name: '周报',
    folder: '例行',
    subject: '{{姓名}}的周报',
    html: '<p>{{收件人}}，本周工作如下：</p>',
  })
  await go(page, '/write/new/0?c=tools0000001')
  const { text, subject, to } = fields(page)
  await expect(text).toContainText('市场部')
  await text.pressSequentially('您好，')
  await expect(page.getByRole('button', { name: filled(tools.signed, { name: '工作' }) })).toBeVisible()

  // By keyboard alone, with what a screen reader reads.
  await page.getByRole('button', { name: filled(tools.signed, { name: '工作' }) }).press('Enter')
  const menu = page.getByRole('menu', { name: tools.signature })
  await expect(menu.getByRole('menuitemradio', { name: '工作', exact: true })).toHaveAttribute('aria-checked', 'true')
  expect(await violations(page, { without: ['region'] })).toEqual([])
  await menu.getByRole('menuitemradio', { name: '简短', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(text).toContainText('您好，')
  await expect(text).not.toContainText('市场部')
  await expect(page.getByRole('button', { name: filled(tools.signed, { name: '简短' }) })).toBeVisible()
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text).toContainText('您好，')
  await expect(text).toContainText('市场部')
  await expect(page.getByRole('button', { name: filled(tools.signed, { name: '工作' }) })).toBeVisible()
  const choose = async (name: string) => {
    await page.getByRole('toolbar', { name: tools.label }).getByRole('button').nth(1).click()
    await menu.getByRole('menuitemradio', { name, exact: true }).click()
  }
  await choose(toolsZh.signatures.none)
  await expect(page.getByRole('button', { name: tools.noSignature })).toBeVisible()
  await expect(text).not.toContainText('王芳')
  await choose('名片')
  await expect(text).toContainText('wang.fang@')

  // A template comes with its fields; whom it goes to is filled in once that is chosen. The letter becomes one in its turn.
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.getByRole('button', { name: tools.template }).click()
  await page.getByRole('menuitem', { name: '例行' }).click()
  await page.getByRole('menuitem', { name: '周报' }).click()
  await expect(text).toContainText('{{收件人}}，本周工作如下')
  await to.fill('li.na@yanshu.test')
  await to.press('Enter')
  await subject.click()
  await expect(text).toContainText('，本周工作如下')
  await expect(text).not.toContainText('{{')
  await expect(subject).toHaveValue('王芳的周报')
  await page.getByRole('button', { name: tools.template }).click()
  await page.getByRole('menuitem', { name: toolsZh.templates.save }).click()
  const dialog = page.getByRole('dialog', { name: toolsZh.templates.saveTitle })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: toolsZh.templates.keep }).click()
  await expect(dialog).toBeHidden()
  const { list } = await api.post('mail/template/letterTemplateList', {})
  const kept = list.find(({ name }) => name === '王芳的周报')
  const saved = await api.post('mail/template/letterTemplateInfo', { templateId: kept?.templateId ?? 0 })
  expect(saved.html).toContain('本周工作如下')
  expect(saved.html).not.toContain('wang.fang@')

  // A paper lies under the text, is undone by key, stands in the draft, and leaves the text when it goes.
  const pick = async (from: string, name: string) => {
    await page.getByRole('button', { name: from, exact: true }).click()
    await page.getByRole('dialog', { name: toolsZh.papers.label }).getByRole('button', { name, exact: true }).click()
  }
  const sheet = 'rgb(251, 254, 253)'
  await pick(tools.paper, '青瓷')
  await expect(text).toHaveCSS('background-color', sheet)
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(text).not.toHaveCSS('background-color', sheet)
  await pick(tools.paper, '青瓷')

  // The draft knows both after a reload. What the page begins letters with is read anew then too.
  await api.save({ signPosition: 'below', wordSize: 18 })
  await page.getByRole('button', { name: words.compose.actions.save }).click()
  await expect(page.getByText(words.compose.draft.savedNow)).toBeVisible()
  await page.reload()
  await expect(text).toContainText('wang.fang@')
  await expect(page.getByRole('button', { name: filled(tools.signed, { name: '名片' }) })).toBeVisible()
  await expect(text).toHaveCSS('background-color', sheet)
  await expect(text).toContainText('本周工作如下')
  await pick(filled(tools.papered, { name: '青瓷' }), toolsZh.papers.none)
  await expect(text).not.toHaveCSS('background-color', sheet)
  await expect(text).toContainText('您好，')
  await choose('工作')
  await expect(text).toContainText('市场部')
  await expect(text).not.toContainText('wang.fang@')
  await expect(text).toContainText('您好，')

  // Answers with the signature below, and a letter of plain text.
  const [mail] = await api.inbox()
  await go(page, `/write/reply/${mail?.mailId}`)
  await expect(text).toBeVisible()
  await expect(text).toHaveCSS('font-size', '18px')
  const quote = page.frameLocator(`iframe[title="${words.compose.quote.title}"]`)
  await expect(quote.locator('body')).toContainText('市场部')
  await choose('简短')
  await expect(quote.locator('body')).not.toContainText('市场部')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(quote.locator('body')).toContainText('市场部')
  await expect(page.getByRole('button', { name: filled(tools.signed, { name: '工作' }) })).toBeVisible()

  await go(page, '/write/new/0?c=tools0000002')
  await expect(text).toContainText('市场部')
  await text.pressSequentially('第一行')
  await page.getByRole('button', { name: '更多' }).filter({ visible: true }).last().click()
  await page.getByRole('menuitem', { name: '改为纯文本' }).click()
  await page.getByRole('button', { name: words.compose.plain.yes }).click()
  const field = page.locator('textarea[data-letter-text]')
  await expect(field).toHaveValue(/第一行[\s\S]*\n市场部$/)
  await choose('简短')
  await expect(field).toHaveValue(/第一行[\s\S]*\n芳$/)
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue(/\n市场部$/)
  expect(person.seen.violations).toEqual([])
  expect(person.seen.errors).toEqual([])
})

test('given a mail that asks for a receipt, then its reader decides, and its sender sees who has read it', async ({
  someone,
}) => {
  const writer = await someone({ user: USER })
  const subject = fresh('回执')
  await writer.api.save({ undoSeconds: 5 })
  await writer.api.post('mail/email/send', {
    kind: 'new',
    sourceMailId: null,
    mailId: null,
    requestId: subject,
    to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
    cc: [],
    bcc: [],
    subject,
    html: '<p>请确认</p>',
    fileIds: [],
    requestReceipt: true,
  })
  const reader = await someone({ user: 'li.na', language: 'en' })
  const { receipts } = receiptsEn
  await mailRow(reader.page, subject).click()
  await expect(reader.page.getByText(receipts.asked)).toBeVisible()
  expect(await violations(reader.page)).toEqual([])
  await reader.page.getByRole('button', { name: receipts.send }).click()
  await expect(reader.page.getByText(receipts.sent)).toBeVisible()
  const folders = await writer.api.get('mail/main/folder/list')
  const sent = folders.folderList.find(({ role }) => role === 'sent')
  const { list } = await writer.api.get('mail/email/mailbox/list', { mailboxId: sent?.folderId ?? 0 })
  const mailId = list.find((one) => one.subject === subject)?.mailId ?? 0
  await expect.poll(async () => (await writer.api.post('mail/email/receipt/get', { mailId })).readers.length).toBe(1)
  await go(writer.page, `/reply/${sent?.folderId}/${mailId}`)
  await expect(writer.page.getByText(/^已读：李娜（/)).toBeVisible()
  await writer.api.save({ undoSeconds: 10 })
  expect(reader.seen.errors).toEqual([])
})
