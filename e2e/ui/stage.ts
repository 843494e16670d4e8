import { expect, type Page } from '@playwright/test'
import { buildGallery } from '../../shared/ui/gallery/build.ts'
import { serveGallery } from '../../shared/ui/gallery/serve.ts'
import { violations as violationsOn } from '../support/axe.ts'
import { oncePerRun } from '../support/oncePerRun.ts'

/** The gallery, built once in a run, on a port of its own. */
export async function stageGallery(): Promise<{ address: string; close(): void }> {
  const folder = await oncePerRun('gallery', async (empty) => {
    await buildGallery(empty)
    return empty
  })
  const gallery = await serveGallery(0, folder)
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

/** What axe objects to on the page of the gallery, which has no frame of an application around it. */
export const violations = (page: Page, ...without: string[]): Promise<string[]> =>
  violationsOn(page, { without, tags: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })

/** Nothing on the page is wider than the window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
}
