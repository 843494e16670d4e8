import { expect } from '@playwright/test'
import documentsZh from '../../remote-documents/src/messages/zh.ts'
import { pdfFile } from '../../server/src/testing/officeFiles.ts'
import { previewEn } from '../../shared/files/src/preview/previewEn.ts'
import { previewZh } from '../../shared/files/src/preview/previewZh.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { upload, withFileCentre } from './stage.ts'

const PAGES = 40
const SITE = 'https://outside.example/a?b=1'

withFileCentre()

test('a PDF file is read by its pages, searched and left by the keyboard, in a frame that reaches nothing', async ({
  someone,
  ownServer,
}) => {
  const { page, api } = await someone({ user: 'guo.tao', server: ownServer.url, path: '/inbox' })
  const pages = Array.from({ length: PAGES }, (_, at) => (at % 10 === 7 ? `第${at + 1}页付款期限` : `page ${at + 1}`))
  await upload(ownServer, api, '合同.pdf', pdfFile(pages, SITE))
  const strange: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(ownServer.url) && !/^(?:blob|data):/.test(request.url())) strange.push(request.url())
  })
  await goTo(page, '/documentcenter')
  const list = page.getByRole('main').getByRole('grid', { name: documentsZh.list })
  await expect(list.getByRole('row').first()).toContainText('合同.pdf')
  await list.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const tools = dialog.getByRole('toolbar', { name: previewZh.pdfTools })
  await expect(tools).toContainText(`/ ${PAGES}`)
  const frame = dialog.frameLocator('iframe')
  await expect(frame.locator('section')).toHaveCount(PAGES)
  await expect(frame.locator('section').first().locator('.text')).toHaveText('page 1')
  await expect(frame.locator('section').first()).toHaveAccessibleName('第 1 页')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])

  const inside = await frame.locator('main').evaluate(async () => ({
    origin: self.origin,
    reached: await fetch('/api/documents/space').then(
      () => true,
      () => false,
    ),
    parent: (() => {
      try {
        return parent.document.title
      } catch {
        return null
      }
    })(),
  }))
  expect(inside).toEqual({ origin: 'null', reached: false, parent: null })

  await tools.getByRole('textbox', { name: previewZh.find }).fill('付款期限')
  await page.keyboard.press('Enter')
  await expect(tools.getByRole('status')).toHaveText('1/4')
  await expect(frame.locator('section').nth(7).locator('.text')).toHaveText('第8页付款期限')
  await page.keyboard.press('Enter')
  await expect(tools.getByRole('status')).toHaveText('2/4')
  await expect(tools.getByRole('textbox', { name: previewZh.pageNumber })).toHaveValue('18')
  await tools.getByRole('textbox', { name: previewZh.find }).fill('没有的词')
  await page.keyboard.press('Enter')
  await expect(tools.getByRole('status')).toHaveText(previewZh.notFound)
  await tools.getByRole('textbox', { name: previewZh.pageNumber }).fill('1')
  await page.keyboard.press('Enter')
  await expect(frame.locator('section').first().locator('canvas')).toBeInViewport()

  const opening = page.waitForEvent('popup')
  await frame.locator('section').first().getByRole('link', { name: SITE }).click()
  const warning = await opening
  await expect(warning.getByText('outside.example').first()).toBeVisible()
  await warning.close()

  await frame.locator('main').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+f')
  await expect(tools.getByRole('textbox', { name: previewZh.find })).toBeFocused()
  await frame.locator('main').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(strange).toEqual([])

  await api.save({ language: 'en', colorMode: 'dark', fontSize: 3 })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-font', '3')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('main').getByTitle('合同.pdf').click()
  await expect(dialog.getByRole('toolbar', { name: previewEn.pdfTools })).toContainText(`/ ${PAGES}`)
  await expect(frame.locator('section').first()).toHaveAccessibleName('Page 1')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})
