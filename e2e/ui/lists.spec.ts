import { expect, test } from '@playwright/test'
import { stageGallery, violations } from './stage.ts'

let gallery: Awaited<ReturnType<typeof stageGallery>>

test.beforeAll(async () => {
  gallery = await stageGallery()
})
test.afterAll(() => gallery.close())

test('a list of files has what the list of mails has: window, keys, what is marked, going on, undo, refusal', async ({
  page,
}) => {
  await page.goto(`${gallery.address}?lists&lang=en`)
  const list = page.getByRole('grid', { name: 'List of files' })
  const opened = page.getByRole('region', { name: 'Details of the file' }).getByRole('heading')
  const rowOf = (name: string) => list.getByRole('row', { name })
  await expect(rowOf('annual-report-0000.pdf')).toBeVisible()
  await expect(list).toHaveAttribute('aria-rowcount', '10000')
  expect(await violations(page)).toEqual([])

  await test.step('ten thousand rows in a constant number of elements', async () => {
    await list.focus()
    await page.keyboard.press('End')
    await expect(rowOf('invoice-1110.pdf')).toBeVisible()
    expect(await list.getByRole('row').count()).toBeLessThanOrEqual(60)
    await page.keyboard.press('Home')
    await expect(rowOf('annual-report-0000.pdf')).toBeVisible()
  })

  await test.step('what is typed goes to a name, Enter opens it, and the arrows open what they come to', async () => {
    await page.keyboard.press('i')
    await page.keyboard.press('Enter')
    await expect(opened).toHaveText(/^invoice/)
    await page.keyboard.press('Home')
    await expect(opened).toHaveText('annual-report-0000.pdf')
    await page.keyboard.press('ArrowDown')
    await expect(opened).toHaveText('annual-report-0001.pdf')
  })

  await test.step('a deletion goes on to the next file, and is undone', async () => {
    await page.keyboard.press('Delete')
    await expect(opened).toHaveText('annual-report-0002.pdf')
    await expect(rowOf('annual-report-0001.pdf')).toBeHidden()
    await expect(list).toHaveAttribute('aria-rowcount', '9999')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf('annual-report-0001.pdf')).toBeVisible()
    await expect(list).toHaveAttribute('aria-rowcount', '10000')
  })

  await test.step('a key hits what is ticked, and what is for one file hits none of several', async () => {
    await list.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('toolbar', { name: 'Selected files' })).toContainText('2 selected')
    await page.keyboard.press('F2')
    await expect(page.getByText('Select only one.')).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(list).toHaveAttribute('aria-rowcount', '9998')
  })

  await test.step('the other list of the same kind has them', async () => {
    await page.getByRole('radio', { name: 'Recycle bin' }).check({ force: true })
    await expect(list).toHaveAttribute('aria-rowcount', '2')
    await page.getByRole('radio', { name: 'Shared files' }).check({ force: true })
    await expect(list).toHaveAttribute('aria-rowcount', '9998')
  })

  await test.step('what the server refuses stands where it was', async () => {
    await page.getByRole('checkbox', { name: 'The server refuses' }).check({ force: true })
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(opened).toHaveText('annual-report-0000.pdf')
    await page.keyboard.press('Delete')
    await expect(page.getByText('The server refused; the list is as it was.').first()).toBeVisible()
    await expect(list).toHaveAttribute('aria-rowcount', '9998')
    await expect(rowOf('annual-report-0000.pdf')).toBeVisible()
  })
})
