import { expect, test } from '@playwright/test'
import { fields, fresh, go, LI_NA, logIn, mailsCalled, newMail, pageOf, ZHANG } from './desk.ts'

// Requests of a page under a service worker do not all come past the routes of a test.
test.use({ serviceWorkers: 'block' })

test('an untouched mail leaves no trace', async ({ page }) => {
  await logIn(page, ZHANG)
  let saves = 0
  page.on('request', (request) => {
    if (request.url().includes('mail/email/drafts')) saves += 1
  })
  await newMail(page)
  await page.getByTitle(/^关闭/).last().click()
  await expect(fields(page).text).toHaveCount(0)
  expect(saves).toBe(0)
})

test('a draft is saved by itself, once, and survives a reload', async ({ page }) => {
  await logIn(page, ZHANG)
  const subject = fresh('自动保存')
  const { to, subject: field, text } = await newMail(page)
  await to.pressSequentially(`${LI_NA},`)
  await field.fill(subject)
  await text.click()
  await page.keyboard.type('第一稿')
  await expect(page.getByText('已存草稿')).toBeVisible()
  await page.keyboard.type('，第二稿')
  await expect(page.getByText('已存草稿')).toBeVisible()
  await page.reload()
  const again = fields(page)
  await expect(again.text).toContainText('第一稿，第二稿')
  await expect(again.subject).toHaveValue(subject)
  await expect(async () => expect(await mailsCalled(page, subject)).toHaveLength(1)).toPass()
})

test('work that never reached the server comes back after the page is killed', async ({ page, context }) => {
  await logIn(page, ZHANG)
  const subject = fresh('断线')
  await page.route('**/api/mail/email/drafts', (route) => route.abort('internetdisconnected'))
  const { subject: field, text } = await newMail(page)
  await field.fill(subject)
  await text.click()
  await page.keyboard.type('只在本机')
  await expect(page.getByText('已保存到本机，联网后同步')).toBeVisible()
  await page.close({ runBeforeUnload: false })

  const next = await context.newPage()
  await next.goto('/')
  await next.getByRole('tree').waitFor()
  await go(next, `/write/new/0?c=${fresh('x').replace(/\W/g, '')}`)
  await next.getByRole('button', { name: '恢复未保存的邮件' }).click()
  await expect(next.getByRole('alertdialog')).toContainText(subject)
  await next.getByRole('button', { name: '恢复', exact: true }).click()
  const again = fields(next)
  await expect(again.text.filter({ visible: true })).toContainText('只在本机')
  await expect(next.getByText('已存草稿')).toBeVisible()
  expect(await mailsCalled(next, subject)).toHaveLength(1)
})

test('a first save whose answer is lost makes one draft', async ({ page }) => {
  await logIn(page, ZHANG)
  const subject = fresh('一份')
  let lost = false
  await page.route('**/api/mail/email/drafts', async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  const { subject: field } = await newMail(page)
  await field.fill(subject)
  await expect(page.getByText('已存草稿')).toBeVisible({ timeout: 15_000 })
  expect(await mailsCalled(page, subject)).toHaveLength(1)
})

test('closing the tab saves the draft', async ({ page }) => {
  await logIn(page, ZHANG)
  const subject = fresh('关闭')
  const { subject: field } = await newMail(page)
  await field.fill(subject)
  await page.getByTitle(/^关闭/).last().click()
  await expect(page.getByText('已存入草稿箱')).toBeVisible()
  expect(await mailsCalled(page, subject)).toHaveLength(1)
})

test('two windows on one draft: the writer chooses', async ({ page, browser }) => {
  await logIn(page, ZHANG)
  const subject = fresh('两处')
  const first = await newMail(page)
  await first.subject.fill(subject)
  await first.text.click()
  await page.keyboard.type('甲')
  await expect(page.getByText('已存草稿')).toBeVisible()
  const [draft] = await mailsCalled(page, subject)

  const other = await pageOf(browser, ZHANG)
  await go(other, `/write/draft/${draft?.mailId}`)
  const second = fields(other)
  await second.text.click()
  await other.keyboard.press('Control+End')
  await other.keyboard.type('乙')
  await expect(other.getByText('已存草稿')).toBeVisible()

  await first.text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('丙')
  await expect(page.getByText('已在其他窗口修改')).toBeVisible()
  await page.getByRole('button', { name: '使用另一个版本' }).click()
  await expect(first.text).toContainText('甲乙')
  await other.context().close()
})
