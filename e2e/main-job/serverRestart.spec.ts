import { expect } from '@playwright/test'
import { goTo, mailRow, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { WITHOUT_MOVEMENT } from './still.ts'
import { fresh, writeScreen } from './writing.ts'

test.use(WITHOUT_MOVEMENT)

test('given a page that is open, when the server ends by SIGTERM or SIGKILL and comes back, then the page reconnects and nothing is lost', async ({
  someone,
  ownServer,
}) => {
  const zhang = await someone({ user: 'zhang.wei', server: ownServer.url, serviceWorker: true })
  const li = await someone({ user: 'li.na', server: ownServer.url })
  const { page, words } = zhang
  await expect(mailRows(page).first()).toBeVisible()
  await page.evaluate(() => Reflect.set(window, 'neverReloaded', true))

  for (const how of ['SIGTERM', 'SIGKILL'] as const) {
    await test.step(how, async () => {
      await place(page, words.own.folder.inbox).click()
      await expect(mailRows(page).first()).toBeVisible()
      // Li Na is in the middle of a letter.
      await goTo(li.page, `/write/new/0?c=${how}`)
      const letter = writeScreen(li)
      // That of the letter before is no answer about this one.
      await expect(letter.done).toHaveCount(0)
      await letter.text.waitFor()
      await letter.to.pressSequentially('zhang.wei@yanshu.test,')
      const subject = fresh('重启之间')
      await letter.subject.fill(subject)

      await ownServer.stop(how)
      await letter.text.click()
      await li.page.keyboard.type('服务器重启时写下的话')
      // What is open can still be read.
      await expect(mailRows(page).first()).toBeVisible()
      await ownServer.start()

      // The letter is sent, once, and comes by push to a page that is not touched.
      await expect(async () => {
        if (await letter.send.isVisible()) await letter.send.click()
        await expect(letter.done).toBeVisible({ timeout: 3_000 })
      }).toPass({ timeout: 40_000 })
      await expect(mailRow(page, subject)).toBeVisible({ timeout: 45_000 })
      expect((await zhang.api.inbox()).filter((mail) => mail.subject === subject)).toHaveLength(1)
      expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)

      // And the session goes on.
      await mailRow(page, subject).click()
      const opened = page.getByRole('article', { name: subject }).filter({ visible: true })
      await expect(opened.locator('iframe').first().contentFrame().getByText('服务器重启时写下的话')).toBeVisible()
      await place(page, words.own.folder.sent).click()
      await expect(mailRows(page).first()).toBeVisible()
      expect(zhang.seen.violations).toEqual([])
    })
  }
})
