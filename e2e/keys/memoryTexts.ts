import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { KeyServer } from './keyServer.ts'

/**
 * The texts of a heap snapshot, which come last in it: what stands before them is most of it. Without the numbers that V8
 * gives to objects, behind an @, of which one may be the PIN. Throws for a snapshot that has no end.
 */
const textsOf = (snapshot: string): string[] =>
  JSON.parse(`{${snapshot.slice(snapshot.lastIndexOf('"strings":')).replaceAll(/@\d+/g, '@')}`).strings

/** The texts that the page has in memory; bytes of buffers are not among them. */
export async function textsInMemory(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.detach()
  return textsOf(chunks.join(''))
}

/** The texts that a server has in memory. */
export async function textsOfServer({ server, memory }: KeyServer): Promise<string[]> {
  let texts: string[] = []
  server.signal('SIGUSR2')
  await expect(() => {
    const [file = 'none'] = readdirSync(memory)
    texts = textsOf(readFileSync(path.join(memory, file), 'utf8'))
  }).toPass({ timeout: 60_000 })
  return texts
}
