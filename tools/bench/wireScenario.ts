import type { BrowserContext } from 'playwright-core'
import { startCountingProxy } from './countingProxy.ts'
import { OWNER, PASSWORD } from './mailbox.ts'
import { MailPage } from './mailPage.ts'
import type { Unit } from './measurement.ts'

const KIB = 1_024
const GROUP = '8. Over the wire, counted between browser and server'

type Add = (id: string, group: string, title: string, value: number, unit?: Unit) => void

/** Bytes and requests of a first visit, with what the service worker fetches and what is fetched ahead. Nothing is timed. */
export async function measureWire(context: BrowserContext, server: string, newest: number, add: Add): Promise<void> {
  const proxy = await startCountingProxy(server)
  try {
    const page = await MailPage.open(context)
    const note = (id: string, title: string) => {
      const { requests, bytes } = proxy.counted()
      add(`wire.${id}.requests`, GROUP, `${title}: requests`, requests, 'count')
      add(`wire.${id}.bytes`, GROUP, title, bytes / KIB, 'KiB')
    }
    await page.openLogin(proxy.url)
    await page.network.quiet()
    note('login', 'login page, with what it fetches for the inbox')
    await page.fillLogin(OWNER, PASSWORD)
    await page.submitLogin(newest)
    await page.network.quiet()
    note('inbox', 'the same and the inbox')
    await page.fetchedAhead()
    note('ahead', 'the same and everything that is fetched ahead')
    await page.close()
  } finally {
    await proxy.stop()
  }
}

/** From the root: login, and the home page with its numbers. */
export async function measureHome(context: BrowserContext, url: string, add: Add): Promise<void> {
  const page = await MailPage.open(context)
  await page.openLogin(url, '/')
  await page.network.quiet()
  await page.fillLogin(OWNER, PASSWORD)
  page.network.reset()
  const outside = await page.submit(() => {
    const number = document.querySelector('#main a[href="#/noread"]')
    return number !== null && number.getClientRects().length > 0
  })
  const group = '2. Login submit → home page, where the root leads, cold cache'
  add('home.shown', group, 'submit → numbers of the home page visible', outside)
  add('home.shown.felt', group, 'of it from the key to the frame that shows them, in the page', page.felt)
  add('home.requests', group, 'requests until then', page.network.traffic(page.shownAt).requests, 'count')
  await page.close()
}
