import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { BODY_SHOWN_MAX } from '@yanshu/contracts'
import { violations } from '../support/axe.ts'
import {
  bodyOf,
  deliver,
  goTo,
  openInbox,
  rowOf,
  setGeneral,
  toInbox,
  unique,
  unreadAtFirst,
  unreadOf,
} from './mailing.ts'

const LINE = '雁过长空，影沉寒水；雁无遗踪之意，水无留影之心。\n'

test('a mail is opened, comes slowly, stands behind another view, is printed by key, and is shown in parts', async ({
  page,
}) => {
  await openInbox(page)

  await test.step('a mail arrives on top, opens at once, and is read', async () => {
    await toInbox(page)
    const before = await unreadAtFirst(page)
    const subject = unique('季度总结')
    await deliver({ subject, html: '<p>各位好，<b>附件</b>是总结。</p><script>document.title = "x"</script>' })
    await expect(rowOf(page, subject)).toBeVisible()
    await expect.poll(() => unreadOf(page)).toBe(before + 1)
    await rowOf(page, subject).click()
    await expect(page.locator('article').getByRole('heading', { name: subject })).toBeVisible()
    await expect(bodyOf(page)).toContainText('各位好，附件是总结。')
    await expect.poll(() => unreadOf(page)).toBe(before)
  })

  await test.step('for a mail that loads slowly, what is known is shown in its place until it comes', async () => {
    const subject = unique('慢慢来')
    await toInbox(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/mail/email/detail', async (route) => {
      await answer.promise
      await route.continue()
    })
    // From here on no text of a mail comes, also not of one that is fetched ahead.
    await deliver({ subject, text: '终于到了' })
    await rowOf(page, subject).click()
    const mail = page.locator('article').filter({ visible: true })
    await expect(mail.getByRole('heading', { name: subject })).toBeVisible()
    await expect(mail.locator('[aria-busy=true]')).toBeVisible()
    await expect(bodyOf(page)).toHaveCount(0)
    answer.resolve()
    await expect(bodyOf(page)).toContainText('终于到了')
    await expect(mail.locator('[aria-busy=true]')).toHaveCount(0)
  })

  await test.step('a mail behind another view stands there untouched when one comes back', async () => {
    const subject = unique('且慢')
    await deliver({ subject, html: '<p>第一段</p><p id="place">第二段</p>' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('第二段')
    await bodyOf(page).evaluate((block) => block.setAttribute('data-untouched', ''))
    // The address follows when the page has nothing to do: by then the frame is as high as its mail.
    await expect(page).toHaveURL(/mail=/)
    const place = () => page.locator('article iframe').filter({ visible: true }).boundingBox()
    const before = await place()
    await goTo(page, '/outbox')
    await expect(page.getByRole('heading', { level: 1, name: '已发送' })).toBeVisible()
    await page.goBack()
    await expect(bodyOf(page)).toContainText('第二段')
    await expect(bodyOf(page)).toHaveAttribute('data-untouched', '')
    await expect.poll(place).toEqual(before)
  })

  await test.step('the keys of the browser’s print print the mail that is open, not the page', async () => {
    const subject = unique('要打印的')
    await deliver({ subject, text: '在纸上' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('在纸上')
    // Taken where the browser would take it: one without windows prints nothing, and the sheet is gone at once.
    const printed = Promise.withResolvers<readonly (string | undefined)[]>()
    await page.exposeFunction('onPaper', printed.resolve)
    await page.evaluate(() => {
      const takePaper = ({ target }: Event) => {
        if (!(target instanceof HTMLIFrameElement) || target.ariaHidden !== 'true' || !target.contentWindow) return
        const sheet = target.contentWindow
        const textOf = (selector: string) => sheet.document.querySelector(selector)?.textContent
        sheet.print = () => Reflect.get(window, 'onPaper')([target.title, textOf('h1'), textOf('.yanshu-mail')])
      }
      document.addEventListener('load', takePaper, true)
    })
    await page.keyboard.press('Control+p')
    expect(await printed.promise).toEqual([subject, subject, expect.stringContaining('在纸上')])
  })

  await test.step('a very long mail is shown in parts, and its end can be read', async () => {
    const subject = unique('一万八千行')
    // Each press shows twice as much as before; the whole needs two.
    const lines = Array.from({ length: 18_000 }, (_, at) => `第${at + 1}行<br>`).join('')
    await deliver({ subject, html: `<div>${lines}</div>` })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('第1行')
    const hasEnd = () => bodyOf(page).evaluate((body) => body.textContent?.includes('第18000行') ?? false)
    expect(await hasEnd()).toBe(false)
    const more = page.locator('article').filter({ visible: true }).getByRole('button', { name: '继续显示正文' })
    await more.click()
    await expect(bodyOf(page)).toContainText('第8000行')
    expect(await hasEnd()).toBe(false)
    // One part after the other, for as long as the button offers more.
    await expect(async () => {
      if (await more.isVisible()) await more.click()
      expect(await hasEnd()).toBe(true)
    }).toPass()
    await expect(more).toHaveCount(0)
  })

  await test.step('a mail that is too long to be shown whole says so, and is saved whole; one that is shown whole does not', async () => {
    const subject = unique('很长的邮件')
    const lines = Math.ceil((BODY_SHOWN_MAX * 1.5) / Buffer.byteLength(LINE))
    await deliver({ subject, text: `第一行在此\n${LINE.repeat(lines)}最后一行在此` })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('第一行在此')
    await expect(bodyOf(page)).not.toContainText('最后一行在此')
    const notice = page.getByRole('status').filter({ hasText: '邮件内容过长，只显示一部分' })
    await expect(notice).toBeVisible()

    const saved = page.waitForEvent('download')
    await notice.getByRole('button', { name: '下载完整邮件' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe(`${subject}.eml`)
    const [, ...parts] = (await readFile(await download.path(), 'latin1')).split('\r\n\r\n')
    const text = Buffer.from(parts.join(''), 'base64').toString()
    expect(text.split('\n').length).toBe(lines + 2)
    expect(text).toContain('最后一行在此')

    const short = unique('不长的邮件')
    await deliver({ subject: short, text: '全文在此' })
    await rowOf(page, short).click()
    await expect(bodyOf(page)).toContainText('全文在此')
    await expect(page.getByText('邮件内容过长，只显示一部分').filter({ visible: true })).toHaveCount(0)
  })

  await test.step('a mail that was deleted is reported as deleted', async () => {
    await toInbox(page)
    await page.goto('/#/reply/1/999999999')
    await expect(page.getByRole('alert').filter({ hasText: '邮件不存在' })).toBeVisible()
  })
})

test('mails of several kinds are read one after the other in one window', async ({ page }) => {
  await openInbox(page)

  await test.step('plain text keeps its lines and its links, and folds what is quoted', async () => {
    const subject = unique('纯文本')
    await deliver({ subject, text: '第一行\n第二行 https://example.org/a\n\n> 之前的话\n> 又一行' })
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('第一行')
    await expect(bodyOf(page).getByRole('link', { name: 'https://example.org/a' })).toBeVisible()
  })

  await test.step('a link that shows one host and leads to another is pointed out', async () => {
    const subject = unique('请核对')
    await deliver({ subject, html: '<a href="https://evil.example.net/login">https://bank.example.com</a>' })
    await rowOf(page, subject).click()
    await expect(page.getByRole('alert').filter({ hasText: 'evil.example.net' })).toBeVisible()
  })

  await test.step('a mail of nested style rules is read without losing the tab', async () => {
    const subject = unique('嵌套样式')
    await deliver({ subject, html: `<style>${'a{'.repeat(30_000)}</style><p>正文还在</p>` })
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('正文还在')
  })

  await test.step('the head says the day and the minute, and the second to whoever points at it', async () => {
    const subject = unique('日期')
    await deliver({ subject, text: '正文' })
    await rowOf(page, subject).click()
    const time = page.locator('article').filter({ visible: true }).locator('time')
    await expect(time).toHaveText(/^(昨天 )?\d\d:\d\d$/)
    await expect(time).toHaveAttribute('title', /^\d{4}年.* \d\d:\d\d:\d\d$/)
    const small = await page
      .locator('article')
      .filter({ visible: true })
      .locator('[class*=head] button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
    expect(small.length).toBeGreaterThan(1)
    expect(Math.min(...small)).toBeGreaterThanOrEqual(24)
  })

  await test.step('the other mails of a conversation are named below the head, and lead to them', async () => {
    const id = unique('thread').replaceAll(' ', '-')
    const [question, answer] = [unique('询价'), unique('报价')]
    await deliver({ subject: question, text: '请报价', messageId: `<q-${id}@example.org>` })
    await deliver({
      subject: answer,
      text: '随信报价',
      messageId: `<a-${id}@example.org>`,
      inReplyTo: `<q-${id}@example.org>`,
    })
    const alone = unique('独信')
    await deliver({ subject: alone, text: '独自一封' })
    await rowOf(page, alone).click()
    await expect(bodyOf(page)).toContainText('独自一封')
    await expect(page.getByRole('region', { name: '会话' })).toHaveCount(0)

    await rowOf(page, question).click()
    const line = page.getByRole('button', { name: '同一会话还有 1 封' })
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await line.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    const other = page.getByRole('region', { name: '会话' }).getByRole('link')
    await expect(other).toHaveCount(1)
    await expect(other).toContainText('测试 来信')
    await expect(other).toContainText('收件箱')
    await other.click()
    await expect(page.getByRole('heading', { name: answer }).filter({ visible: true })).toBeVisible()
    await expect(bodyOf(page)).toContainText('随信报价')
  })

  await test.step('a page printed from the menu of the browser is light, and has the mail without what stands around it', async () => {
    const subject = unique('整页打印')
    await deliver({ subject, text: '在纸上' })
    await setGeneral(page.request, { colorMode: 'system' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('在纸上')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
    await expect(page.getByRole('heading', { name: subject })).toBeVisible()
    await expect(bodyOf(page)).toContainText('在纸上')
    const buttons = page.getByRole('button').filter({ visible: true })
    await expect(buttons.and(page.locator(':not([aria-haspopup=menu])'))).toHaveCount(0)
    for (const chrome of ['[role=search]', 'nav', '[role=tablist]', '[role=grid]', '[role=toolbar]']) {
      await expect(page.locator(chrome).filter({ visible: true })).toHaveCount(0)
    }
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('grid').filter({ visible: true })).toBeVisible()
    await page.emulateMedia({ colorScheme: null })
  })

  await test.step('the head of a mail can be read and pressed in every skin, light and dark', async () => {
    const subject = unique('皮肤')
    await deliver({ subject, text: '正文' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('正文')
    // Of a skin and a mode only colours depend.
    const problems = await violations(page, { include: 'article', rules: ['target-size'] })
    for (const mode of ['dark', 'light']) {
      for (const skin of [0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => `skin_${number}`)) {
        await page.evaluate(({ mode, skin }) => Object.assign(document.documentElement.dataset, { mode, skin }), {
          mode,
          skin,
        })
        const found = await violations(page, { include: 'article', rules: ['color-contrast'] })
        problems.push(...found.map((line) => `${skin} ${mode} ${line}`))
      }
    }
    expect(problems).toEqual([])
  })
})
