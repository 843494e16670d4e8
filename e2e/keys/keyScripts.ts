import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { readBudgets } from '@yanshu/build'

/** Counts the scripts of signed and encrypted mail that a page asks for from now on. Returns what compares them with the budget. */
export function countKeyScripts(page: Page, what: string): () => Promise<void> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (/\/r\/remote-keys\/.*\.js$/.test(request.url())) asked.add(request.url())
  })
  return async () => {
    const sizes = await Promise.all(
      [...asked].map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer(), { level: 9 }).length),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    process.stdout.write(`${what}: ${bytes} bytes of scripts (gzip)\n`)
    // What counts nothing would pass too.
    expect(bytes).toBeGreaterThan(readBudgets().remoteEntryGzip)
    expect(bytes).toBeLessThanOrEqual(readBudgets().keysAtOnceGzip)
  }
}
