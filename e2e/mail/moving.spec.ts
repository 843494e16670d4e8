import { expect, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { boxOf } from '../support/people.ts'
import { bodyOf, deliver, goTo, openInbox, READER, rowOf, toInbox, unique } from './mailing.ts'

test('mails are moved by typing, by key and by the mouse, many at once, deleted, and put back', async ({
  page,
  baseURL,
}) => {
  // Before the page is there, which would follow each of them.
  const many = unique('一大批')
  await Promise.all(Array.from({ length: 51 }, (_, n) => deliver({ subject: `${many} ${n}`, text: '你好' })))
  // The one that is looked for is the newest.
  await deliver({ subject: `${many} 51`, text: '你好' })
  await openInbox(page)
  let movedBack = ''

  await test.step('more mails than a push names are moved together and brought back together', async () => {
    await toInbox(page, `${many} 51`)
    const list = page.getByRole('grid').filter({ visible: true })
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press(' ')
    for (let n = 1; n < 52; n++) await page.keyboard.press('Shift+ArrowDown')
    // The last ones may have to be fetched.
    await expect(page.getByRole('toolbar').filter({ hasText: '52' })).toBeVisible()
    await page.keyboard.press('v')
    await page.getByRole('combobox', { name: '查找或新建文件夹' }).fill('垃圾')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, many)).toHaveCount(0)
    // The keyboard goes on in the list, at a row that names its mail.
    await expect(list).toBeFocused()
    const at = await list.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${at}"] [data-mail]`)).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await list.press('Home')
    await expect(rowOf(page, `${many} 51`)).toBeVisible()
    const api = await apiOf(baseURL ?? '', READER.account)
    const broughtBack = async () => (await api.inbox()).filter(({ subject }) => subject.startsWith(many))
    await expect.poll(async () => (await broughtBack()).length).toBe(52)
  })

  await test.step('a drag that ends outside of the window leaves the next click alone', async () => {
    const subject = unique('拖出窗口')
    await deliver({ subject, text: '点开了' })
    await toInbox(page, subject)
    const box = await boxOf(rowOf(page, subject))
    await page.mouse.move(box.x + 120, box.y + 10)
    await page.mouse.down()
    await expect(page.locator('[class*=dragHint]')).toBeVisible()
    await page.mouse.move(-40, 300, { steps: 4 })
    await page.mouse.up()
    await expect(page.locator('[class*=dragHint]')).toHaveCount(0)
    await rowOf(page, subject).click()
    await expect(bodyOf(page)).toContainText('点开了')
  })

  await test.step('mails are dragged by the mouse at once: counted, refused where they cannot go, moved, and brought back by key', async () => {
    const name = unique('拖动')
    for (const part of ['甲', '乙']) await deliver({ subject: `${name} ${part}`, text: '拖' })
    await toInbox(page, `${name} 甲`, `${name} 乙`)
    const hint = page.locator('[class*=dragHint]')
    const first = rowOf(page, `${name} 甲`)
    for (const part of ['甲', '乙']) {
      await page
        .getByRole('row')
        .filter({ hasText: `${name} ${part}` })
        .getByRole('checkbox')
        .check({ force: true })
    }
    const dragTo = async (place: RegExp) => {
      const box = await boxOf(first)
      const target = await boxOf(page.getByRole('treeitem', { name: place }))
      await page.mouse.move(box.x + 120, box.y + 10)
      await page.mouse.down()
      await page.mouse.move(box.x + 140, box.y + 16, { steps: 2 })
      await expect(hint).toHaveText('2 封邮件')
      await page.mouse.move(target.x + 60, target.y + target.height / 2, { steps: 6 })
    }
    await dragTo(/^草稿箱/)
    await expect(hint).toHaveText('不能移动到这里')
    await page.mouse.up()
    await expect(page.locator('[data-place=start]')).toContainText('不能移动到这里')
    await expect(hint).toHaveCount(0)

    await dragTo(/^收件箱/)
    await page.mouse.up()
    await expect(page.locator('[data-place=start]')).toContainText('邮件已在该文件夹中')

    await dragTo(/^垃圾邮件/)
    await expect(page.getByRole('treeitem', { name: /^垃圾邮件/ })).toBeVisible()
    await page.mouse.up()
    await expect(page.getByText(/已将 2 封邮件移至/)).toBeVisible()
    await expect(first).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(first).toBeVisible()
  })

  await test.step('a mail moves to a folder found by typing, and comes back by undo', async () => {
    const subject = unique('要移动的')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await rowOf(page, subject).getByRole('checkbox').check({ force: true })
    await page.keyboard.press('v')
    await page.getByRole('combobox', { name: '查找或新建文件夹' }).fill('垃圾')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, subject)).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(rowOf(page, subject)).toBeVisible()
    movedBack = subject
  })

  await test.step('a mail put back stays in its place while the server works and sends the push', async () => {
    const subject = unique('放回去的')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await rowOf(page, subject).hover()
    await page.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '删除' }).click()
    await expect(rowOf(page, subject)).toHaveCount(0)

    // The push of a move overtakes its answer.
    const { promise: pushed, resolve: answerNow } = Promise.withResolvers<void>()
    await page.route('**/api/mail/email/recoverEmail', async (route) => {
      const answer = await route.fetch()
      await pushed
      await route.fulfill({ response: answer })
    })
    await page.evaluate((text) => {
      const grid = document.querySelector('#main [role=grid]')
      if (!grid) throw new Error('there is no list')
      // Rows that moved up may still be on their way when this looks for the first time.
      const shown = [false]
      new MutationObserver(() => {
        const now = grid.textContent?.includes(text) ?? false
        if (shown.at(-1) !== now) shown.push(now)
      }).observe(grid, { childList: true, subtree: true, characterData: true })
      Object.assign(window, { shown })
    }, subject)
    await page.getByRole('button', { name: '撤销' }).click()
    // A mail that comes in afterwards is announced after the move.
    const next = unique('随后到的')
    await expect(rowOf(page, subject)).toBeVisible()
    await deliver({ subject: next, text: '你好' })
    await expect(rowOf(page, next)).toBeVisible()
    answerNow()
    await page.waitForResponse('**/api/mail/email/recoverEmail')
    await expect(rowOf(page, subject)).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { shown: boolean[] }).shown)).toEqual([false, true])
  })

  await test.step('a move that the server refuses is taken back, and the reader is told', async () => {
    const subject = unique('移动失败')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await page.route('**/api/mail/email/recoverableDelete', (route) =>
      route.fulfill({ status: 500, json: { code: 500_001, message: '服务器出错', data: null } }),
    )
    await rowOf(page, subject).hover()
    await page.getByRole('row').filter({ hasText: subject }).getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('操作没有完成，邮件已恢复原状')).toBeVisible()
    await expect(rowOf(page, subject)).toBeVisible()
  })

  await test.step('a mail is deleted, found in the recycle bin, put back, and deleted for good after a question', async () => {
    const subject = unique('要删除的')
    await deliver({ subject, text: '你好' })
    await toInbox(page, subject)
    await rowOf(page, subject).click()
    await page.locator('article').getByRole('button', { name: '删除', exact: true }).click()
    await expect(rowOf(page, subject)).toHaveCount(0)

    await goTo(page, '/recyclebin')
    await rowOf(page, subject).click()
    await page.locator('article').filter({ visible: true }).getByRole('button', { name: '恢复' }).click()
    await expect(rowOf(page, subject)).toHaveCount(0)
    await goTo(page, '/inbox')
    await expect(rowOf(page, subject)).toBeVisible()

    await rowOf(page, subject).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '彻底删除' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(subject)
    await question.getByRole('button', { name: '彻底删除' }).click()
    await expect(rowOf(page, subject)).toHaveCount(0)
    await goTo(page, '/recyclebin')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: '回收站' })).toBeVisible()
    await expect(rowOf(page, subject)).toHaveCount(0)
    await toInbox(page)
    await expect(rowOf(page, movedBack)).toBeVisible()
  })
})
