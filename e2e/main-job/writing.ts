import { expect, type Page } from '@playwright/test'
import type { Person } from '../support/people.ts'

/** A subject that was not used before, so that specs do not find each other's mail. */
export const fresh = (text: string): string =>
  `${text} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

/** The write screen in front. */
export function writeScreen({ page, words }: Person) {
  const { fields, editor, attachments, actions, send } = words.compose
  return {
    to: page.getByRole('combobox', { name: fields.to, exact: true }),
    subject: page.getByRole('textbox', { name: fields.subject }),
    text: page.getByRole('textbox', { name: editor.label, exact: true }),
    files: page.locator(`input[type=file][aria-label="${attachments.add}"]`),
    send: page.getByRole('button', { name: actions.send, exact: true }),
    done: page.getByRole('region', { name: /通知|Notifications/ }).getByText(send.done, { exact: true }),
  }
}

/** Finds a mail by the search of the top bar and opens it. */
export async function findAndOpen(page: Page, subject: string, sender: string): Promise<void> {
  const box = page.getByRole('banner').getByRole('combobox')
  await expect(box).toBeVisible()
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type(subject)
  await expect(box).toHaveValue(subject)
  await page.keyboard.press('Enter')
  const row = page
    .getByRole('grid')
    .filter({ visible: true })
    .getByRole('row')
    .filter({ hasText: subject })
    .filter({ hasText: sender })
  await row.first().click()
  await expect(page.getByRole('article', { name: subject }).filter({ visible: true })).toBeVisible()
}

/** The number in the document's title, which is the unread mails of the inbox. */
export const unreadInTitle = async (page: Page): Promise<number> =>
  Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)

/** The number beside a place of the sidebar. */
export async function countOf(page: Page, name: string): Promise<number> {
  const line = page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  // The badge shows the figure and repeats it in words for a screen reader.
  const shown = await line.locator('[aria-hidden=true]').allTextContents()
  return Number(shown.find((text) => /^\d+$/.test(text)) ?? 0)
}
