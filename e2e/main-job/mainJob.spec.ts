import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { goTo, logIn, mailRow, mailRows, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled, LANGUAGES, WORDS } from '../support/words.ts'
import { MAX_DOM_ROWS } from './budgets.ts'
import { countOf, findAndOpen, fresh, unreadInTitle, writeScreen } from './writing.ts'

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const SENDER = 'zhang.wei@yanshu.test'
/** What survives signing out belongs to the device: its look, and which account was here last. */
const OF_THE_DEVICE = ['yanshu.account', 'yanshu.look']

/** Signs out; nothing of the person stays. */
async function signOut({ page, context, words }: Person): Promise<void> {
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.topBar.signOut }).click()
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
  const left = await page.evaluate(() => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    cookie: document.cookie,
  }))
  expect(left.local.filter((key) => !OF_THE_DEVICE.includes(key))).toEqual([])
  expect(left.session).toEqual([])
  expect(left.cookie).not.toContain('safeMailToken=')
  // The server's own cookie goes with its answer to the sign-out, which the login page does not wait for.
  const kept = async () =>
    (await context.cookies()).filter(({ name, value }) => name === 'safeMailToken' && value).map(({ path }) => path)
  await expect.poll(kept).toEqual([])
}

/** Answers a mail with an attachment in one browser, and opens it in the other one. */
async function answerAndOpen(li: Person, zhang: Person): Promise<void> {
  const { words, language } = zhang
  for (const person of [li, zhang]) {
    await logIn(person)
    // After signing out on this page a login leads home.
    await goTo(person.page, '/inbox')
  }
  const inbox = words.own.folder.inbox
  await expect(mailRows(zhang.page).first()).toBeVisible()
  const before = (await zhang.api.folder('inbox')).unread
  await expect.poll(() => unreadInTitle(zhang.page)).toBe(before)
  await zhang.page.evaluate(() => Reflect.set(window, 'neverReloaded', true))

  // Li Na reads.
  // One of the organisation's own, which are older than what other specs have sent.
  const hers = (await li.api.inbox()).filter(({ from }) => from.address === SENDER)
  const asked = hers.findLast(({ replied }) => !replied) ?? hers.at(-1)
  if (!asked) throw new Error('nobody has written to her')
  await findAndOpen(li.page, asked.subject, asked.from.name)
  const reading = li.page.getByRole('article', { name: asked.subject }).filter({ visible: true })
  await expect(reading.locator('iframe').contentFrame().locator('body')).toContainText(/\p{Script=Han}{4}/u)

  // She answers, with an attachment.
  const subject = fresh(language === 'zh' ? '答复预算' : 'Budget answer')
  const name = language === 'zh' ? '预算 2026 第一稿.bin' : 'budget 2026 draft.bin'
  const bytes = randomBytes(300_000)
  await reading.getByRole('button', { name: words.mail.action.reply, exact: true }).first().click()
  const answer = writeScreen(li)
  await answer.text.waitFor()
  await answer.subject.fill(subject)
  await answer.text.click()
  await li.page.keyboard.type(language === 'zh' ? '张伟，预算见附件。' : 'Zhang Wei, the budget is attached.')
  await answer.files.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await expect(li.page.getByText(name).first()).toBeVisible()
  await expect(li.page.getByRole('progressbar')).toHaveCount(0)
  await answer.send.click()
  await expect(answer.done).toBeVisible()

  // Zhang Wei sees it come, without doing anything.
  const row = mailRow(zhang.page, subject)
  await expect(row).toBeVisible()
  await expect.poll(() => unreadInTitle(zhang.page)).toBe(before + 1)
  await expect.poll(() => countOf(zhang.page, inbox)).toBe(before + 1)
  await expect(row).toContainText(words.mail.row.unread)
  expect(await mailRows(zhang.page).count()).toBeLessThanOrEqual(MAX_DOM_ROWS)

  // He opens it; it is read now, here and on the server.
  await row.click()
  const opened = zhang.page.getByRole('article', { name: subject }).filter({ visible: true })
  await expect(
    opened
      .locator('iframe')
      .first()
      .contentFrame()
      .getByText(/预算见附件|budget is attached/),
  ).toBeVisible()
  await expect.poll(() => unreadInTitle(zhang.page)).toBe(before)
  await expect.poll(async () => (await zhang.api.folder('inbox')).unread).toBe(before)
  await expect.poll(() => countOf(zhang.page, inbox)).toBe(before)
  const stored = (await zhang.api.inbox()).find((mail) => mail.subject === subject)
  expect(stored).toMatchObject({ seen: true, hasAttachment: true })

  // The attachment is what she sent.
  const download = zhang.page.waitForEvent('download')
  await opened.getByRole('button', { name: filled(words.ui.download, { name }) }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(name)
  expect(sha(await readFile(await file.path()))).toBe(sha(bytes))
  expect(await zhang.page.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)

  // Flags and counters agree on her side too.
  const answered = (await li.api.inbox()).filter((mail) => mail.subject === asked.subject && mail.replied)
  expect(answered.map(({ from }) => from.address)).toContain(SENDER)
  const own = await li.api.folder('inbox')
  await expect.poll(() => countOf(li.page, inbox)).toBe(own.unread)
  await expect.poll(() => unreadInTitle(li.page)).toBe(own.unread)
}

test('given two browsers in Chinese and in English, when one answers a mail with an attachment, then the other sees it come, opens it and has the same bytes', async ({
  stranger,
}) => {
  const li = await stranger({ user: 'li.na', serviceWorker: true })
  const zhang = await stranger({ user: 'zhang.wei', serviceWorker: true })
  for (const language of LANGUAGES) {
    await test.step(language, async () => {
      const inLanguage = (person: Person): Person => ({ ...person, language, words: WORDS[language] })
      const [she, he] = [inLanguage(li), inLanguage(zhang)] as const
      for (const { api } of [she, he]) await api.save({ language })
      await answerAndOpen(she, he)
      for (const person of [she, he]) await signOut(person)
    })
  }
  for (const { seen } of [li, zhang]) expect(seen).toEqual({ violations: [], errors: [] })
})
