import { expect } from '@playwright/test'
import { bodyOf } from '../mail/mailing.ts'
import { goTo, mailRow, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'

test('given a network that went away, when it is back, then what could not be loaded is there without a click', async ({
  someone,
}) => {
  const { page, words, context, api } = await someone({ user: 'zhang.wei' })
  await expect(mailRows(page).first()).toBeVisible()
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
  await expect(mailRow(page, sentRow.subject).first()).toBeVisible({ timeout: 20_000 })
  await goTo(page, `/reply/${unopened.mailboxId}/${unopened.mailId}`)
  await expect(page.getByRole('main').getByText(unopened.subject).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(words.mail.reading.offline)).toHaveCount(0)
})
