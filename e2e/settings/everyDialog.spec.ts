import { expect, type Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { LANGUAGES } from '../support/words.ts'
import { DIALOGS, prepareDialogs } from './dialogs.ts'

/** Somebody whose folders and rules no other spec looks at. */
const USER = 'tang.rong'

/** The elements of a dialog that stand out of it, or whose content stands out of them. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    if (!dialog) return ['there is no dialog']
    const edges = dialog.getBoundingClientRect()
    const fits = edges.left >= 0 && edges.right <= innerWidth && edges.bottom <= innerHeight + 1
    const out = fits ? [] : ['it stands beside the screen']
    for (const one of [dialog, ...dialog.querySelectorAll<HTMLElement>('*')]) {
      const { left, right, width } = one.getBoundingClientRect()
      // What is for screen readers alone stands in a box of one pixel.
      const held = one.parentElement?.getBoundingClientRect().width ?? 0
      if (width < 2 || held < 2 || one.closest('svg')) continue
      const { overflowX, display } = getComputedStyle(one)
      const flows = display !== 'inline' && overflowX === 'visible' && one.clientWidth > 0
      const tooWide = flows && one.scrollWidth > one.clientWidth + 1
      if (tooWide || left < edges.left - 1 || right > edges.right + 1) {
        out.push(`${one.tagName} ${one.className}: ${one.textContent?.slice(0, 30)}`)
      }
    }
    return out
  })

for (const language of LANGUAGES) {
  test(`given each dialog of the settings on a phone in large letters, ${language}, then nothing of it is cut, and it has the focus`, async ({
    someone,
  }) => {
    const { page, api, words, seen } = await someone({ user: USER, language, path: '/set/skinpeeling' })
    const takeAway = await prepareDialogs(api)
    const found: string[] = []
    try {
      await api.save({ fontSize: 3 })
      await expect(page.locator('html')).toHaveAttribute('data-font', '3')
      await page.setViewportSize({ width: 390, height: 844 })
      for (const { name, page: where, open } of DIALOGS) {
        await goTo(page, `/set/${where}`)
        await open(page, words.settings)
        const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
        await expect(dialog).toBeVisible()
        await expect(dialog.locator(':focus')).toHaveCount(1)
        // Axe waits until the dialog has arrived in its place.
        found.push(
          ...(await violations(page, { include: '[role=dialog], [role=alertdialog]' })).map(
            (what) => `${name}: ${what}`,
          ),
        )
        found.push(...(await cut(page)).map((what) => `${name}: ${what}`))
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    } finally {
      await api.save({ fontSize: 1 })
      await takeAway()
    }
    expect(found).toEqual([])
    expect(seen.errors).toEqual([])
  })
}
