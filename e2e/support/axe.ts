import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Axe as a script, in its short form: what the package itself names is twice as much to read. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Looking {
  /** A CSS selector of what is checked; the whole page when left out. */
  readonly include?: string
  /** What is left out. Frames always are: no script of ours runs in the frame of a mail. */
  readonly exclude?: string
  /** Only these rules. */
  readonly rules?: readonly string[]
  /** Rules that are not asked. */
  readonly without?: readonly string[]
  /** Only rules with one of these tags. */
  readonly tags?: readonly string[]
}

/**
 * What colours, letters and another language can spoil: contrast, sizes, and the names of things. It is asked where all
 * rules were asked of the same elements in one look, since the other rules see neither style nor words.
 */
export const LOOK_RULES = [
  ...['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block', 'document-title'],
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name'],
  ...['aria-toggle-field-name', 'aria-tooltip-name', 'aria-treeitem-name', 'button-name', 'input-button-name'],
  ...[
    'link-name',
    'label',
    'label-title-only',
    'select-name',
    'summary-name',
    'image-alt',
    'role-img-alt',
    'svg-img-alt',
  ],
  ...['empty-heading', 'empty-table-header', 'landmark-unique', 'table-duplicate-name', 'html-has-lang', 'valid-lang'],
]

/** Waits until colours and places have arrived: axe judges what it sees at the moment. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const arriving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    return Promise.allSettled(arriving.map((one) => one.finished)).then(() => undefined)
  })

/** What axe objects to on the page, a line for each element. */
export async function violations(page: Page, looking: Looking = {}): Promise<string[]> {
  await settled(page)
  // Once a document: it is more to read than the application.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  return page.evaluate(async ({ include, exclude, rules, without = [], tags }: Looking) => {
    const found = await (Reflect.get(globalThis, 'axe') as typeof axe).run(
      { include: [include ?? 'html'], exclude: ['iframe', ...(exclude ? [exclude] : [])] },
      {
        // What is in order is not described, which is most of the work.
        resultTypes: ['violations'],
        iframes: false,
        // No rule that is asked reads the sheets.
        preload: { assets: ['media'] },
        ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
        ...(tags ? { runOnly: { type: 'tag', values: [...tags] } } : {}),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      },
    )
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, looking)
}
