import { expect, test } from '@playwright/test'
import { bodyOf, deliver, openInbox, rowOf, setGeneral, unique } from './mailing.ts'

test('in a mail words are found, its encoding is chosen, and a link opens the copy of who has it', async ({
  page,
  request,
}) => {
  const subject = unique('查找')
  const messageId = `<${unique('link').replace(/\W/g, '-')}@example.org>`
  await deliver({ subject, text: '报价单在附件，报价有效期一周。', messageId })
  await setGeneral(request, { colorMode: 'system' })
  await page.emulateMedia({ colorScheme: 'dark' })
  // The browser of the tests has no voices.
  await page.addInitScript(() => {
    const read: string[][] = []
    const voices = { cancel: () => undefined }
    Reflect.set(voices, 'speak', ({ lang, text }: SpeechSynthesisUtterance) => void read.push([lang, text]))
    Object.assign(window, { read })
    Object.defineProperty(window, 'speechSynthesis', { value: voices })
  })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('报价单')
  const mail = page.locator('article').filter({ visible: true })
  const more = mail.getByRole('toolbar').getByRole('button', { name: '更多' })

  await more.click()
  await page.getByRole('menuitem', { name: '在邮件中查找' }).click()
  await page.keyboard.type('报价')
  const find = mail.getByRole('search', { name: '在邮件中查找' })
  await expect(find.getByRole('status')).toHaveText('1 / 2')
  await page.keyboard.press('Enter')
  await expect(find.getByRole('status')).toHaveText('2 / 2')
  await page.keyboard.press('Escape')
  await expect(find).toHaveCount(0)

  await more.click()
  await page.getByRole('menuitem', { name: '朗读' }).click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'read')))
    .toEqual([['zh-CN', '报价单在附件，报价有效期一周。']])
  await mail.getByRole('button', { name: '停止朗读' }).click()
  await expect(mail.getByText('正在朗读')).toHaveCount(0)

  await more.click()
  await page.getByRole('menuitem', { name: '文字编码' }).press('ArrowRight')
  await page.getByRole('menuitemradio', { name: '繁体中文（Big5）' }).click()
  await expect(bodyOf(page)).not.toContainText('报价单')
  await more.click()
  await page.getByRole('menuitem', { name: '文字编码' }).press('ArrowRight')
  await page.getByRole('menuitemradio', { name: '自动' }).click()
  await expect(bodyOf(page)).toContainText('报价单')

  const ground = () =>
    page
      .locator('article iframe')
      .filter({ visible: true })
      .evaluate((frame) => frame.style.background)
  expect(await ground()).toBe('')
  await more.click()
  await page.getByRole('menuitemcheckbox', { name: '用白底显示' }).click()
  await expect.poll(ground).toContain('255, 255, 255')

  await page.goto(`/#/message/${encodeURIComponent(messageId)}`)
  await expect(page.getByRole('heading', { name: subject, level: 1 }).filter({ visible: true })).toBeVisible()
  await page.goto(`/#/message/${encodeURIComponent('<unknown@example.org>')}`)
  await expect(page.getByText('您的邮箱里没有这封邮件')).toBeVisible()
})
