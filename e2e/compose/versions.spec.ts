import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { temporaryRoot } from '../../server/src/testing/temporaryRoot.ts'
import { violations } from '../support/axe.ts'
import { beside, closeLetter, fresh, go, mailsCalled, newMail, open, SAVED, ZHANG } from './desk.ts'

test('the menu of a letter: versions of what another device has made of it, and the files of a folder', async ({
  page,
}) => {
  await open(page, ZHANG)

  await test.step('what another device has made of a letter is compared with what it was before, and that is brought back', async () => {
    const subject = fresh('版本')
    const screen = await newMail(page)
    await screen.subject.fill(subject)
    await screen.text.click()
    await page.keyboard.type('合同第一稿')
    await expect(page.getByText(SAVED)).toBeVisible()
    await expect(async () => expect(await mailsCalled(page, subject)).toHaveLength(1)).toPass()
    const [draft] = await mailsCalled(page, subject)
    await closeLetter(page)

    // Another login, as of another device.
    const device = await beside(page, ZHANG)
    await device.post('mail/email/drafts', {
      ...{
        mailId: draft?.mailId ?? 0,
        revision: null,
        kind: 'new',
        sourceMailId: null,
        to: [],
        cc: [],
        bcc: [],
        fileIds: [],
      },
      ...{ subject, html: '<p>合同第二稿</p>' },
    })

    await go(page, `/write/draft/${draft?.mailId}`)
    await expect(screen.text).toContainText('合同第二稿')
    await page.getByRole('button', { name: '发送选项' }).click()
    await page.getByRole('menuitem', { name: '历史版本…' }).click()
    const dialog = page.getByRole('dialog', { name: '草稿的历史版本' })
    const difference = dialog.getByRole('region', { name: '与现在的邮件相比' })
    await expect(difference.locator('ins')).toHaveText(/一/)
    await expect(difference.locator('del')).toHaveText(/二/)
    expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '恢复这个版本' }).click()
    await expect(screen.text).toContainText('合同第一稿')
    await expect(screen.text).not.toContainText('第二稿')
    // What was there before is a version too.
    await page.getByRole('button', { name: '发送选项' }).click()
    await page.getByRole('menuitem', { name: '历史版本…' }).click()
    await expect(dialog.getByRole('list', { name: '版本' }).getByRole('button')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await closeLetter(page)
  })

  await test.step('a folder that is chosen attaches its files, those of one name by the names of their folders', async () => {
    const folder = path.join(mkdtempSync(path.join(temporaryRoot(), 'yanshu-folder-')), '项目')
    mkdirSync(path.join(folder, '图'), { recursive: true })
    for (const [name, text] of [
      ['说明.txt', '外'],
      ['图/说明.txt', '内'],
      ['图/表.csv', '1,2'],
      ['.DS_Store', 'x'],
    ] as const)
      writeFileSync(path.join(folder, name), text)
    await newMail(page)
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '发送选项' }).click()
    await page.getByRole('menuitem', { name: '添加文件夹…' }).click()
    await (await chosen).setFiles(folder)
    const shelf = page.getByRole('region', { name: '附件' })
    await expect(shelf.getByRole('listitem')).toHaveCount(3)
    for (const name of ['项目_说明.txt', '项目_图_说明.txt', '表.csv'])
      await expect(shelf.getByText(name, { exact: true }).first()).toBeVisible()
  })
})
