import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { bodyOf, deliver, goTo, openInbox, rowOf, setGeneral, unique } from './mailing.ts'

const LANGUAGES = [
  { language: 'zh', all: '全部', reply: '回复', search: '高级搜索' },
  { language: 'en', all: 'All', reply: 'Reply', search: 'Advanced search' },
] as const

for (const { language, all, reply, search } of LANGUAGES) {
  for (const layout of [2, 3] as const) {
    test(`lists, reading and search have no barrier: ${language}, ${layout} columns`, async ({ page, request }) => {
      await setGeneral(request, { language, layout })
      try {
        const subject = unique('Barrier')
        await deliver({ subject, html: '<p>正文 text</p><img src="https://example.net/a.png" width="50" height="50">' })
        await openInbox(page)
        await expect(page.getByRole('radio', { name: all, exact: true }).first()).toBeAttached()
        const problems = async () => {
          const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
        }
        expect(await problems()).toEqual([])
        await rowOf(page, subject).click()
        await expect(bodyOf(page)).toContainText('正文 text')
        await expect(page.getByRole('button', { name: reply, exact: true }).first()).toBeVisible()
        expect(await problems()).toEqual([])
        await page.locator('article').getByRole('button', { name: reply, exact: true }).hover()
        await expect(page.getByRole('tooltip', { includeHidden: true })).toBeVisible()
        expect(await problems()).toEqual([])
        await goTo(page, '/search?keyword=Barrier&type=4')
        await expect(page.getByRole('search').getByRole('button', { name: search }).first()).toBeVisible()
        await expect(rowOf(page, subject)).toBeVisible()
        expect(await problems()).toEqual([])
      } finally {
        await setGeneral(request, { language: 'zh', layout: 3 })
      }
    })
  }
}

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
      const { violations } = await new AxeBuilder({ page })
        .include('article')
        .exclude('iframe')
        .withRules(['color-contrast', 'target-size'])
        .analyze()
      for (const { id, nodes } of violations) problems.push(`${skin} ${mode} ${id}: ${nodes[0]?.html}`)
    }
  }
  expect(problems).toEqual([])
})
