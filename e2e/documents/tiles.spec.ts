import { expect, type Locator } from '@playwright/test'
import { createTransport } from 'nodemailer'
import zh from '../../remote-documents/src/messages/zh.ts'
import { triedFiles } from '../../server/src/testing/triedFiles.ts'
import { DOMAIN } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { textFile, withFileCentre } from './stage.ts'

withFileCentre()

async function picture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const dot = triedFiles('').find(({ name }) => name === 'dot.png')
  return { name: '照片.png', mimeType: 'image/png', buffer: Buffer.from((await dot?.content()) ?? '') }
}

/** A mail with a file comes in. */
async function deliver({ smtpUrl }: OwnServer, { user }: Person): Promise<void> {
  const transport = createTransport(smtpUrl)
  const attachments = [{ filename: '议程.txt', content: '三' }]
  await transport.sendMail({
    from: 'team@example.org',
    to: `${user}@${DOMAIN}`,
    subject: '议程',
    text: '见附件',
    attachments,
  })
  transport.close()
}

/** Drags files within the list, onto a letter and from a mail. */
async function dragged({ page, api }: Person): Promise<void> {
  await api.post('documents/folder', { parentId: 0, name: '合同' })
  await goTo(page, '/documentcenter')
  const main = page.getByRole('main')
  const row = (name: string) => main.getByRole('row').filter({ hasText: name })
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('草案.txt', '二')])
  await row('草案.txt').dragTo(row('合同'))
  await expect(row('草案.txt')).toHaveCount(0)
  await row('合同').click()
  await expect(row('草案.txt')).toBeVisible()

  // What is dragged reaches another screen through the browser: it is the same page all the time.
  const dragged = await page.evaluateHandle(() => new DataTransfer())
  const drop = async (on: Locator) => {
    await on.dispatchEvent('dragover', { dataTransfer: dragged })
    await on.dispatchEvent('drop', { dataTransfer: dragged })
  }
  await row('草案.txt').locator('[draggable=true]').dispatchEvent('dragstart', { dataTransfer: dragged })
  await goTo(page, '/write/new/0')
  await drop(main.locator('[data-letter-text]').filter({ visible: true }))
  const attached = page.getByRole('region', { name: '附件' })
  await expect(attached).toContainText('草案.txt')

  const mail = (await api.inbox()).find(({ subject }) => subject === '议程')
  await page.evaluate((data) => data.clearData(), dragged)
  await goTo(page, `/reply/${mail?.mailboxId}/${mail?.mailId}`)
  const tile = main.getByRole('listitem').filter({ hasText: '议程.txt' }).filter({ visible: true }).first()
  await tile.dispatchEvent('dragstart', { dataTransfer: dragged })
  await goTo(page, '/documentcenter')
  await drop(row('草案.txt'))
  await expect(row('议程.txt')).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row('议程.txt')).toHaveCount(0)
}

/** The folder above, as tiles. */
async function asTiles({ page, api }: Person): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('navigation', { name: zh.path }).getByRole('button').first().click()
  const input = main.locator('input[type=file]').first()
  await input.setInputFiles([await picture(), textFile('报价.txt', '一百')])
  await expect(main.getByRole('row').filter({ hasText: '报价.txt' })).toBeVisible()
  await main.getByRole('radio', { name: zh['looks.tiles'] }).click()
  const tile = (name: string) => main.getByRole('gridcell').filter({ hasText: name })
  await expect(tile('合同')).toBeVisible()
  await expect
    .poll(() =>
      tile('照片.png')
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)
  await expect(tile('报价.txt').locator('img')).toHaveCount(0)
  expect(await violations(page, { include: 'main' })).toEqual([])

  // Folders stand first, then files by their names in pinyin.
  const grid = main.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(tile('报价.txt')).toHaveAttribute('aria-selected', 'true')
  await expect(main.getByRole('toolbar', { name: zh.selected })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tile('报价.txt')).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await api.save({ colorMode: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  await expect(tile('合同')).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])
  await tile('合同').click()
  await expect(main.getByRole('navigation', { name: zh.path })).toContainText('合同')
}

test('files are dragged onto folders here, from a mail, and onto a letter; they stand as tiles with their pictures, by keys alone, after a reload and on a phone', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'zhou.mingyuan', server: ownServer.url, path: '/inbox' })
  await deliver(ownServer, person)
  await test.step('files are dragged', () => dragged(person))
  await test.step('files stand as tiles', () => asTiles(person))
})
