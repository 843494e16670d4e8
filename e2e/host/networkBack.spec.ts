import { expect } from '@playwright/test'
import { bodyOf } from '../mail/mailing.ts'
import { goTo, mailRow, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'

test('given a network that went away, when it is back, then what could not be loaded is there without a click; given a server that does not answer, then after ten seconds it is said that one waits', async ({
  someone,
}) => {
  const { page, words, context, api } = await someone({ user: 'zhang.wei' })
  // On a device that keeps no mails, else the kept ones would be shown.
  const name = `yanshu.${encodeURIComponent('offline.zhang.wei@yanshu.test')}`
  await context.addCookies([{ name, value: 'n', url: new URL('/', page.url()).href }])
  await expect(mailRows(page).first()).toBeVisible()
  // What is fetched at rest is there.
  await expect(page.getByText(/^已用/)).toBeVisible()
  const mails = await api.inbox()
  // Far from the rows that are fetched ahead.
  const unopened = mails.at(-1)
  const sent = await api.folder('sent')
  const sentRow = (await api.get('mail/email/mailbox/list', { mailboxId: sent.folderId, pageSize: 1 })).list[0]
  if (!unopened || !sentRow) throw new Error('zhang.wei has too few mails')

  // The code that shows mails is loaded, as some seconds after the page was opened.
  await mailRows(page).first().click()
  await expect(bodyOf(page)).toBeVisible()

  await context.setOffline(true)
  await goTo(page, `/reply/${unopened.mailboxId}/${unopened.mailId}`)
  await expect(page.getByText(words.mail.reading.offline)).toBeVisible()
  await expect(page.getByText(words.mail.reading.slow)).toHaveCount(0)
  await place(page, words.own.folder.sent).click()
  await expect(page.getByRole('button', { name: words.ui.retry }).filter({ visible: true })).toBeVisible()

  await context.setOffline(false)
  await expect(mailRow(page, sentRow.subject).first()).toBeVisible()
  await goTo(page, `/reply/${unopened.mailboxId}/${unopened.mailId}`)
  await expect(page.getByRole('main').getByText(unopened.subject).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(words.mail.reading.offline)).toHaveCount(0)

  await test.step('given a server that takes a question and does not answer, then after ten seconds it is said that one waits, until it does', async () => {
    await page.clock.install()
    const answer = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api/mail/email/mailbox/list?*', async (route) => {
      asked += 1
      await answer.promise
      await route.continue()
    })
    await place(page, words.own.folder.trash).click()
    await expect(page.getByRole('heading', { level: 1, name: words.own.folder.trash })).toBeVisible()
    await expect.poll(() => asked).toBeGreaterThan(0)
    const waiting = page.getByRole('status').filter({ hasText: words.shell.notices.slowAnswer })
    // The page's time stands from here on, but for what passes by `runFor`.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 8_000)
    await page.clock.runFor(4_000)
    await expect(waiting).toBeVisible()
    answer.resolve()
    await expect(waiting).toBeHidden()
    await page.clock.resume()
    await expect(page.getByRole('grid', { name: words.own.folder.trash }).getByRole('row').first()).toBeVisible()
  })
})
