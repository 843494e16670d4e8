import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import documentsZh from '../../remote-documents/src/messages/zh.ts'
import { type TriedFile, triedFiles } from '../../server/src/testing/triedFiles.ts'
import { previewZh } from '../../shared/files/src/preview/previewZh.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { upload, withFileCentre } from './stage.ts'

withFileCentre()

let outside: Server
let away = ''
/** What was asked for of the server that files name. */
const asked: string[] = []

test.beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  away = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => outside.close(resolve)))

/** What the preview of a file has to show. */
async function expectShown(page: Page, { kind, shows = [], hides = [], pixels }: TriedFile): Promise<void> {
  const dialog = page.getByRole('dialog')
  const failed = dialog.getByText(previewZh.failed)
  if (kind === 'none') await expect(dialog.getByText(previewZh.impossible)).toBeVisible()
  else if (kind === 'blocks') {
    const text = dialog.getByRole('region')
    await expect(text).toBeVisible()
    for (const one of shows) await expect(text).toContainText(one)
    for (const one of hides) await expect(text).not.toContainText(one)
    await expect(text.locator('img, script, iframe, object, embed, form, a')).toHaveCount(0)
  } else if (kind === 'picture' && pixels) {
    await expect
      .poll(() => dialog.locator('img').evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual(pixels)
  } else if (kind === 'picture') {
    // The head of a picture with nothing behind it: a browser that cannot draw it shows so.
    await expect(failed.or(dialog.locator('img'))).toBeVisible()
  } else if (kind === 'pdf') {
    // What only begins like one cannot be opened, and shows so.
    await expect(failed.or(dialog.getByRole('toolbar', { name: previewZh.pdfTools }))).toBeVisible()
  } else await expect(failed.or(dialog.locator(kind))).toBeVisible()
}

/**
 * Files that reach the page as text alone: each kind of piece, and texts that are markup or no text at all. The others are
 * read by the same code on the server, where all eighty are tried (`hostileFiles.test.ts`), and drawn by the same few
 * elements (`preview.test.tsx`).
 */
const TEXTS = new Set([
  ...['合同.docx', '预算.xlsx', '路线.pptx', 'a.eml', 'a.zip', 'source.ts', 'a.md', 'formula.csv'],
  ...['图.png', 'a.pdf', 'a.html', 'a.svg', 'form.html', 'frame.svg', 'link.md', 'a.exe', 'huge.png'],
])
/** What the browser draws itself, and {@link TEXTS}. */
const isForBrowser = ({ name, kind }: TriedFile): boolean => (kind !== 'blocks' && kind !== 'none') || TEXTS.has(name)

test('honest and hostile files show what they should in the browser, call nothing and run nothing', async ({
  someone,
  ownServer,
}) => {
  const { page, api } = await someone({ user: 'lv.siyuan', server: ownServer.url, path: '/inbox' })
  const files = triedFiles(away)
    .filter(isForBrowser)
    .map((file, at) => ({ ...file, name: `${String(at).padStart(2, '0')}-${file.name}` }))
  for (const kind of ['picture', 'pdf', 'audio', 'video', 'blocks', 'none'] as const) {
    expect(files.filter((file) => file.kind === kind)).not.toEqual([])
  }
  for (const { name, content } of files) await upload(ownServer, api, name, await content())
  const strange: string[] = []
  page.on('dialog', (dialog) => {
    strange.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(ownServer.url) && !/^(?:blob|data):/.test(request.url())) strange.push(request.url())
  })
  await goTo(page, '/documentcenter')
  const list = page.getByRole('main').getByRole('grid', { name: documentsZh.list })
  await expect(list.getByRole('row').first()).toContainText('00-')
  await list.focus()
  // The names are numbered, and the list is by name.
  await page.keyboard.press('Home')
  for (const file of files) {
    await test.step(file.name, async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toContainText(file.name)
      await expectShown(page, file)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(list).toBeFocused()
      await page.keyboard.press('ArrowDown')
    })
  }
  expect(strange).toEqual([])
  expect(asked).toEqual([])
})
