import { expect, test } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { bodyOf, deliver, openInbox, rowOf, unique } from './mailing.ts'

test('the head of a mail can be read and pressed in every skin, light and dark', async ({ page }) => {
  const subject = unique('皮肤')
  await deliver({ subject, text: '正文' })
  await openInbox(page)
  await rowOf(page, subject).click()
  await expect(bodyOf(page)).toContainText('正文')
  const problems: string[] = []
  for (const mode of ['dark', 'light']) {
    for (const skin of [0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => `skin_${number}`)) {
      await page.evaluate(({ mode, skin }) => Object.assign(document.documentElement.dataset, { mode, skin }), {
        mode,
        skin,
      })
      const found = await violations(page, { include: 'article', rules: ['color-contrast', 'target-size'] })
      problems.push(...found.map((line) => `${skin} ${mode} ${line}`))
    }
  }
  expect(problems).toEqual([])
})
