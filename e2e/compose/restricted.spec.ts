import { createHash, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { arrival, fresh, newMail } from './desk.ts'

const PASSWORD = '开门 1234'
const WORDS = '本月调薪方案'
const SWITCHES = ['secretModeEnable', 'outsideReadEnable']
const switched = (on: boolean) => Object.fromEntries(SWITCHES.map((name) => [name, on]))

test.beforeAll(({ ownServer }) => ownServer.setSwitches(switched(true)))
test.afterAll(({ ownServer }) => ownServer.setSwitches(switched(false)))

test('given a letter with a reading password and two readings, then its text is shown to who enters it, and counted', async ({
  someone,
  ownServer: server,
}) => {
  const writer = await someone({ user: 'wang.fang', server: server.url })
  const subject = fresh('限读')
  const letter = await newMail(writer.page)
  await letter.to.fill('li.na@yanshu.test')
  await letter.to.press('Enter')
  await letter.subject.fill(subject)
  await letter.text.fill(WORDS)
  await writer.page.getByRole('button', { name: '发送选项' }).click()
  await writer.page.getByRole('menuitem', { name: '限制阅读…' }).click()
  const panel = writer.page.getByRole('dialog', { name: '限制阅读' })
  await panel.getByRole('textbox', { name: '阅读密码' }).fill(PASSWORD)
  await panel.getByRole('combobox', { name: '阅读次数' }).click()
  await writer.page.getByRole('option', { name: '2 次', exact: true }).click()
  expect(await violations(writer.page, { include: '[role=dialog]' })).toEqual([])
  await panel.getByRole('button', { name: '确定' }).click()
  await expect(writer.page.getByText('限制阅读', { exact: true })).toBeVisible()
  await letter.send.click()

  const api = await apiOf(server.url, 'li.na')
  await api.save({ colorMode: 'dark' })
  const path = `/reply/0/${await arrival(api, subject)}`
  const { page } = await someone({ user: 'li.na', language: 'en', server: server.url, path })
  await page.setViewportSize({ width: 390, height: 800 })
  const field = page.getByRole('textbox', { name: 'Reading password' })
  await expect(field).toBeVisible()
  await expect(page.getByText(WORDS)).toHaveCount(0)
  await field.fill('wrong')
  await page.getByRole('button', { name: /^Read/ }).click()
  await expect(
    page
      .getByRole('alert')
      .or(page.locator('[aria-live]'))
      .filter({ hasText: /password/i })
      .first(),
  ).toBeVisible()
  await field.fill(PASSWORD)
  await page.getByRole('button', { name: /^Read/ }).click()
  await expect(
    page.getByRole('region', { name: 'Letter with restricted reading' }).frameLocator('iframe').getByText(WORDS),
  ).toBeVisible()
  await expect(page.getByText('1 of 2 readings used')).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])
  await api.save({ colorMode: 'system' })
})

test('given a recipient outside, then the letter is read behind the password on a page of its own, in the language of the browser', async ({
  browser,
  ownServer: server,
}) => {
  const api = await apiOf(server.url, 'wang.fang')
  await api.save({ undoSeconds: 5 })
  const sent = await api.post('mail/email/send', {
    ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: fresh('outside'), cc: [], bcc: [], fileIds: [] },
    to: [{ name: '', address: 'partner@out.example' }],
    ...{ subject: '报价', html: `<p>${WORDS}</p>` },
    options: {
      'mail.reading': { password: PASSWORD, reads: 2, days: null, noForward: false, burn: false, secret: false },
    },
  })
  // The link stands in the mail to the recipient alone, which has no server here to go to.
  const token = randomBytes(32).toString('base64url')
  server.change(`update outside_reader set token_hash = '${createHash('sha256').update(token).digest('hex')}'`)
  const standing = async () => {
    const { recipients } = await api.post('mail/email/sent/recipients', { mailId: sent.mailId })
    return recipients[0]
  }
  await expect.poll(async () => (await standing())?.state, { timeout: 30_000 }).not.toBe('held')

  const outside = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 } })
  const page = await outside.newPage()
  const link = `${server.url}/api/letter/${token}`
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Letter with restricted reading' })).toBeVisible()
  await expect(page.getByText('报价')).toHaveCount(0)
  const field = page.getByLabel('Reading password')
  await field.fill('wrong')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(page.getByRole('alert')).toContainText('The password is wrong')
  await field.fill(PASSWORD)
  await page.getByRole('button', { name: 'Read' }).click()
  const text = page.frameLocator('iframe[title="Text of the letter"]').getByText(WORDS)
  await expect(text).toBeVisible()
  await expect(page.getByRole('heading', { name: '报价' })).toBeVisible()
  expect(page.url()).toBe(link)
  const width = await page.locator('html').evaluate((html) => [html.scrollWidth, html.clientWidth])
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0)
  // Reloading asks for nothing and counts nothing.
  await page.reload()
  await expect(text).toBeVisible()
  await expect(page.getByText('1 of 2 readings used')).toBeVisible()
  await page.getByRole('link', { name: '中文' }).click()
  await expect(page.getByText('已读 1 次，共可读 2 次')).toBeVisible()
  expect((await standing())?.opened).toMatchObject({ times: 1, of: 2, isOver: false })
  await page.getByRole('button', { name: '结束阅读' }).click()
  await expect(page.getByText('已结束阅读')).toBeVisible()
  await page.goto(link)
  await expect(page.getByLabel('阅读密码')).toBeVisible()
  await expect(page.getByText(WORDS)).toHaveCount(0)
  await outside.close()
  await api.save({ undoSeconds: 10 })
})
