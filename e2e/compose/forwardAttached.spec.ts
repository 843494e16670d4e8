import { expect } from '@playwright/test'
import { test } from '../support/test.ts'
import { go } from './desk.ts'

test('a mail is forwarded as a file from its menu, and the letter carries it', async ({ someone }) => {
  const { page, api, words } = await someone({ user: 'wang.fang' })
  const { list } = await api.get('mail/email/mailbox/list', { role: 'inbox', pageSize: 5 })
  const [mail] = list
  if (!mail) throw new Error('the inbox is empty')
  await go(page, '/inbox')
  await page.getByText(mail.subject).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: words.mail.action.forwardAttached }).press('Enter')
  await expect(page.getByText(/\.eml/).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.compose.fields.subject })).toHaveValue(/^转发：/)
})
