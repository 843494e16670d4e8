import type { BrowserContext } from 'playwright-core'
import { startCountingProxy } from './countingProxy.ts'
import { OWNER, PASSWORD } from './mailbox.ts'
import { MailPage } from './mailPage.ts'
import type { Unit } from './measurement.ts'

const GROUP = '7. Start without a network'

type Add = (id: string, group: string, title: string, value: number, unit?: Unit) => void

/** After one visit the way to the server is cut, and the page is loaded anew. */
export async function measureOffline(context: BrowserContext, server: string, newest: number, add: Add): Promise<void> {
  // The server is needed by whoever is measured next: what is cut is the way to it.
  const way = await startCountingProxy(server)
  try {
    const page = await MailPage.open(context)
    await page.openLogin(way.url)
    await page.fillLogin(OWNER, PASSWORD)
    await page.submitLogin(newest)
    await page.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.page.waitForFunction(isKept, null, { polling: 250 })
    await way.stop()
    const begun = performance.now()
    await page.page.reload({ waitUntil: 'commit' })
    await page.until(() => {
      const shown = (selector: string) =>
        [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0)
      return shown('nav [role=treeitem]') && shown('[role=status][data-tone=warning]')
    }, null)
    const title = 'navigation → frame, folders with their counters and the sentence that there is no network'
    add('offline.frame', GROUP, title, performance.now() - begun)
    await page.close()
  } finally {
    await way.stop()
  }
}

/** Whether the page and the folders of the frame have been kept for it. */
async function isKept(): Promise<boolean> {
  if (!(await caches.match('/'))) return false
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'yanshu-journal')) return false
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('yanshu-journal')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const keys = opening.result.transaction('entries').objectStore('entries').getAllKeys()
      keys.onsuccess = () => {
        opening.result.close()
        resolve(keys.result.some((key) => String(key).endsWith('\nframe\nfolders')))
      }
    }
  })
}
