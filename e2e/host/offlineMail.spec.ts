import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { deliver } from '../mail/mailing.ts'
import { violations } from '../support/axe.ts'
import { goTo, mailRow, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { signOut } from './people.ts'

const fresh = (name: string): string => `${name} ${Date.now().toString(36)}`

/** The names of what lies sealed in the browser. */
const entryNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('yanshu-journal')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const keys = opening.result.transaction('entries').objectStore('entries').getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

const dialogOf = ({ page, words }: Person) => page.getByRole('dialog', { name: words.shell.offline.title })

/** Opens what is kept and waits, from the main menu. */
async function openOffline(person: Person) {
  const { page, words } = person
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.offline.title }).click()
  return dialogOf(person)
}

const close = (person: Person) =>
  dialogOf(person).getByRole('button', { name: person.words.shell.offline.close, exact: true }).last().click()

/** Keeps mails on the device now, and not some seconds after the start. */
async function keepNow(person: Person): Promise<void> {
  const { page, words } = person
  const dialog = await openOffline(person)
  const kept = page.waitForResponse('**/api/mail/offline/texts')
  await dialog.getByRole('button', { name: words.shell.offline.update }).click()
  await kept
  await expect(dialog.getByRole('status')).toContainText(/\d/)
  await expect(dialog.getByRole('button', { name: words.shell.offline.update })).toBeEnabled()
  await close(person)
}

/** Whether the service worker keeps a script: code is fetched ahead once the page has nothing else to do. */
const keepsCode = (page: Page, script: RegExp) =>
  page.evaluate(async (source) => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().some(({ url }) => new RegExp(source).test(url))
  }, script.source)

/** A picture of one point. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('without a network kept mails are read, searched, acted on in two windows, with the files that were chosen; a sign-out leaves nothing of them on the device', async ({
  someone,
}) => {
  const [read, binned, lost] = [fresh('离线读'), fresh('离线删'), fresh('离线冲突')]
  const [withFiles, shared] = [fresh('保留附件'), fresh('两个窗口')]
  const attachments = [
    { filename: '合同.bin', content: Buffer.alloc(1_500_000, '合同') },
    { filename: '点.png', content: Buffer.from(DOT, 'base64') },
    { filename: '说明.txt', content: '断网也能看的说明' },
  ]
  const to = 'xu.jing@yanshu.test'
  for (const subject of [read, binned, lost, shared]) await deliver({ to, subject, text: `${subject}的正文` })
  await deliver({ to, subject: withFiles, text: '见附件', attachments })
  const person = await someone({ user: 'xu.jing', serviceWorker: true })
  const { page, context, api, words } = person
  // A mail that is open for long would be marked as read too, which is an action of its own.
  await api.save({ markReadDelay: -1 })
  await expect(mailRow(page, shared)).toBeVisible()

  await test.step('without a network kept mails are read, searched and acted on, and what was done is settled in its order', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    // The code of a view has to have come once.
    await goTo(page, `/search?keyword=${encodeURIComponent(binned)}`)
    await expect(mailRow(page, binned)).toBeVisible()
    await goTo(page, '/inbox')
    await expect.poll(() => page.evaluate(() => caches.match('/mail-frame.html').then(Boolean))).toBe(true)
    await expect.poll(() => keepsCode(page, /\/reading\.[^/]*js$/)).toBe(true)
    await keepNow(person)
    await expect.poll(() => entryNames(page)).toContain('xu.jing@yanshu.test\nframe\nfolders')
    const { list } = await api.get('mail/email/mailbox/list', { role: 'inbox' })
    const idOf = (subject: string) => list.find((one) => one.subject === subject)?.mailId ?? 0

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(words.shell.notices.offlineStart)).toBeVisible()
    // Nothing of it was asked of a server that answered: the page starts with what the device keeps.
    await mailRow(page, read).click()
    await expect(page.locator('article iframe').filter({ visible: true }).contentFrame().locator('body')).toContainText(
      `${read}的正文`,
    )
    await goTo(page, `/search?keyword=${encodeURIComponent(binned)}`)
    await expect(mailRow(page, binned)).toBeVisible()
    await goTo(page, '/inbox')
    await mailRow(page, binned).click()
    await page.keyboard.press('Delete')
    await expect(mailRow(page, binned)).toHaveCount(0)
    await mailRow(page, lost).click()
    await page.keyboard.press('Delete')
    await expect(mailRow(page, lost)).toHaveCount(0)
    // A row goes at once; the bar counts what lies on the device.
    await expect(page.getByText(words.shell.offline.actions.replace('{{count}}', '2'))).toBeVisible()
    await page.reload()
    await expect(mailRow(page, read)).toBeVisible()
    await expect(mailRow(page, binned)).toHaveCount(0)
    const dialog = await openOffline(person)
    await expect(dialog.getByText(words.shell.offline.acts.bin)).toHaveCount(2)
    expect(await violations(page)).toEqual([])
    await close(person)

    // Another device deletes one of them meanwhile.
    await api.post('mail/email/delete', { mailIds: [idOf(lost)] })
    await context.setOffline(false)
    await expect.poll(async () => (await api.inbox()).map(({ subject }) => subject)).not.toContain(binned)
    const bar = page.getByRole('status').filter({ hasText: /没有完成|not completed/ })
    await bar.getByRole('button', { name: words.shell.offline.view }).click()
    await expect(dialogOf(person).getByText(words.shell.offline.gone.replace('{{count}} 封', ''))).toBeVisible()
    await dialogOf(person).getByRole('button', { name: words.shell.offline.understood }).click()
    await close(person)
    await expect(bar).toHaveCount(0)
    await expect(mailRow(page, read)).toBeVisible()
    // Nothing that the page's policy forbids was tried while there was no network.
    expect(person.seen.violations).toEqual([])
  })

  await test.step('files of a mail are kept by choice, shown and saved without a network, and taken off the device', async () => {
    await mailRow(page, withFiles).click()
    const mail = page.locator('article').filter({ visible: true })
    const more = mail.getByRole('toolbar').getByRole('button', { name: '更多' })
    const keep = async () => {
      await more.click()
      await page.getByRole('menuitem', { name: '在本机保留附件…' }).click()
    }
    await keep()
    await expect(page.getByText('附件已加密保存在本机')).toBeVisible()
    // The code of the dialog has to have come once.
    await openOffline(person)
    await close(person)
    await context.setOffline(true)
    const saved = page.waitForEvent('download')
    await mail.getByRole('button', { name: '下载 合同.bin' }).click()
    expect(readFileSync(await (await saved).path())).toEqual(attachments[0]?.content)
    // What never was opened before is shown from the device.
    await mail.getByRole('button', { name: '预览 点.png' }).click()
    const preview = page.getByRole('dialog', { name: '文件预览' })
    const picture = preview.getByRole('img', { name: '点.png' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await page.keyboard.press('ArrowRight')
    await expect(preview).toContainText('断网也能看的说明')
    await page.keyboard.press('Escape')
    const dialog = await openOffline(person)
    await expect(dialog).toContainText('另有 3 个附件按您的选择保存在本机')
    await close(person)
    await context.setOffline(false)
    await keep()
    const question = page.getByRole('alertdialog', { name: '从本机删除附件？' })
    await question.getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('已从本机删除附件')).toBeVisible()
    expect((await entryNames(page)).filter((name) => /\noffline-(file|preview)\n/.test(name))).toEqual([])
  })

  await test.step('two windows share the queue, and a sign-out leaves nothing of the kept mails on the device', async () => {
    const second = await context.newPage()
    await second.goto('/#/inbox')
    await expect(mailRow(second, shared)).toBeVisible()
    // What comes at rest is there.
    await expect(second.getByText(/^已用/)).toBeVisible()
    await context.setOffline(true)
    await mailRow(page, shared).click()
    await page.keyboard.press('Delete')
    await expect(mailRow(page, shared)).toHaveCount(0)
    await expect(mailRow(second, shared)).toHaveCount(0)
    const settled: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('mail/offline/settle')) settled.push(request.url())
    })
    await context.setOffline(false)
    await expect.poll(async () => (await api.inbox()).map((one) => one.subject)).not.toContain(shared)
    await expect(page.getByRole('status').filter({ hasText: /等待同步|synchronised/ })).toHaveCount(0)
    expect(settled).toHaveLength(1)
    await second.close()

    await signOut(person)
    await expect.poll(() => entryNames(page)).toEqual([])
  })
})
