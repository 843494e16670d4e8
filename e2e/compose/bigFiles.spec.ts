import { linkSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { temporaryRoot } from '../../server/src/testing/temporaryRoot.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'

/** On the disk, where the browser reads them by itself. */
const folder = mkdtempSync(path.join(temporaryRoot(), 'yanshu-large-'))
const TENDER = path.join(folder, '标书.zip')
const FILM = path.join(folder, '视频.mp4')

test.beforeAll(({ ownServer }) => {
  ownServer.setSwitches({ netdiskEnable: true })
  // Two parts of 8 MB and a little.
  writeFileSync(TENDER, Buffer.alloc(16 * 1_048_576 + 7, 'x'))
  linkSync(TENDER, FILM)
})
test.afterAll(({ ownServer }) => {
  ownServer.setSwitches({ netdiskEnable: false })
  rmSync(folder, { recursive: true })
})

test('a person asks for files by a link; an outsider on a phone hands one in after an interruption, in English', async ({
  someone,
  browser,
  ownServer: server,
}) => {
  const { page } = await someone({ user: 'zhang.wei', server: server.url, path: '/inbox' })
  await goTo(page, '/bigFileUpload')
  const form = page.getByRole('region', { name: '请他人交文件' })
  await form.getByRole('textbox', { name: '有效天数' }).fill('31')
  await form.getByRole('button', { name: '生成链接' }).click()
  await expect(form).toContainText('请填写 1 至 30 的整数')
  await form.getByRole('textbox', { name: '有效天数' }).fill('3')
  await form.getByRole('textbox', { name: '名称' }).fill('投标')
  await form.getByRole('textbox', { name: '提取码' }).fill('ab12')
  await form.getByRole('textbox', { name: '文件数上限' }).fill('1')
  expect(await violations(page, { include: 'main' })).toEqual([])
  const made = page.waitForResponse((response) => response.url().endsWith('documents/request/create'))
  await form.getByRole('button', { name: '生成链接' }).click()
  const { data } = (await (await made).json()) as { data: { token: string } }
  const links = page.getByRole('region', { name: '收文件链接' })
  await expect(links.getByRole('listitem').filter({ hasText: '投标' })).toContainText('已收到 0/1 个文件')

  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 390, height: 800 },
    baseURL: server.url,
  })
  const outside = await context.newPage()
  const withoutLogin: string[] = []
  outside.on('response', (response) => response.status() === 401 && withoutLogin.push(response.url()))
  await outside.goto(`/#/bigFileUpload?id=${data.token}`)
  // The browser prefers English; what is chosen here stays chosen in it.
  await expect(outside.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await outside.getByRole('radio', { name: '中文' }).click()
  await expect(outside.getByRole('textbox', { name: '提取码' })).toBeVisible()
  await outside.reload()
  await expect(outside.getByRole('textbox', { name: '提取码' })).toBeVisible()
  await expect(outside.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await outside.getByRole('radio', { name: 'English' }).click()
  await outside.getByRole('textbox', { name: 'Code' }).fill('zzzz')
  await outside.getByRole('button', { name: 'Open' }).click()
  await expect(outside.getByText('The link or its code is wrong')).toBeVisible()
  await expect(outside.getByText('投标')).toHaveCount(0)
  await outside.getByRole('textbox', { name: 'Code' }).fill('ab12')
  await outside.getByRole('button', { name: 'Open' }).click()
  await expect(outside.getByRole('heading', { name: 'To 张伟: 投标' })).toBeVisible()
  await expect(outside.getByRole('status')).toContainText('Room for 1 more files')
  await outside.getByRole('textbox', { name: 'Your name' }).fill('王五')
  // Nothing is asked that needs a login: its refusal would be shown.
  expect(withoutLogin).toEqual([])
  expect(await violations(outside, { include: 'main' })).toEqual([])
  // The second part is lost, and the page is closed.
  await context.route(/handIn\/part\?.*part=1/, (route) => route.abort())
  const lost = outside.waitForEvent('requestfailed', (request) => /handIn\/part\?.*part=1/.test(request.url()))
  await outside.locator('input[type=file]').setInputFiles(TENDER)
  await lost
  await outside.reload()
  await context.unroute(/handIn\/part\?.*part=1/)
  await outside.getByRole('textbox', { name: 'Code' }).fill('ab12')
  await outside.getByRole('button', { name: 'Open' }).click()
  const begun = outside.waitForResponse((response) => response.url().endsWith('handIn/begin'))
  await outside.locator('input[type=file]').setInputFiles(TENDER)
  expect(((await (await begun).json()) as { data: { parts: number[] } }).data.parts).toContain(0)
  await expect(outside.getByRole('region', { name: 'Files handed in' })).toContainText('标书.zip')
  await expect(outside.getByRole('status')).toContainText('This link takes no more files')
  await context.close()

  await page.reload()
  const row = links.getByRole('listitem').filter({ hasText: '投标' }).first()
  await expect(row).toContainText('已收满')
  await row.getByRole('button', { name: '收到的文件' }).click()
  await expect(row).toContainText('标书.zip')
  // For oneself, with the same parts.
  const own = page.getByRole('region', { name: '给自己上传' })
  await own.getByRole('button', { name: '给自己上传' }).click()
  await own.locator('input[type=file]').setInputFiles(FILM)
  await expect(own.getByRole('region', { name: '已交来的文件' })).toContainText('视频.mp4')
  await page.goto('/#/documentcenter')
  await expect(page.getByRole('main').getByRole('row').filter({ hasText: '我的上传' })).toBeVisible()
})
