import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { serveGallery } from '../../shared/ui/gallery/serve.ts'

/** The gallery on a port of its own. */
export async function stageGallery(): Promise<{ address: string; close(): void }> {
  const gallery = await serveGallery(0)
  const bound = gallery.address()
  if (bound === null || typeof bound === 'string') throw new Error('The gallery listens on no port')
  return {
    address: `http://127.0.0.1:${bound.port}/`,
    close() {
      gallery.closeAllConnections()
      gallery.close()
    },
  }
}

/** What axe objects to on the page, one line each. */
export async function violations(page: Page, ...without: string[]): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(without)
    .analyze()
  return found.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)}`))
}

/** Nothing on the page is wider than the window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
}
