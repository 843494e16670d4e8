import type { BrowserContext } from 'playwright-core'
import { measureCompose } from './composeScenario.ts'
import { OWNER, PASSWORD } from './mailbox.ts'
import { MailPage, rowOfMail } from './mailPage.ts'
import { FELT, type Unit } from './measurement.ts'
import { isPlain, type Scene } from './scene.ts'

const KIB = 1_024
const GROUP = '10. At 64 kbit/s and a round trip of 600 ms, the client kept by the browser'
/** Bytes in a second, each way, and milliseconds. */
const LINE = { downloadThroughput: 64_000 / 8, uploadThroughput: 64_000 / 8, latency: 600 } as const

type Add = (id: string, group: string, title: string, value: number, unit?: Unit) => void

/** The inbox, a mail and a small letter on a line like that of a satellite, after a visit on a usual one. */
export async function measureSlow(context: BrowserContext, url: string, scene: Scene, add: Add): Promise<void> {
  const page = await MailPage.open(context)
  const [newest] = await scene.rows('inbox', 1)
  await page.openLogin(url)
  await page.fillLogin(OWNER, PASSWORD)
  await page.submitLogin(newest?.mailId ?? 0)
  // The code of the write screen comes with the first letter.
  await measureCompose(page, null, () => undefined)
  await page.page.goto(`${url}/#/inbox`)
  await page.fetchedAhead()
  const session = await context.newCDPSession(page.page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE, connectionType: 'cellular2g' })
  page.network.reset()
  const begun = performance.now()
  await page.page.reload({ waitUntil: 'commit' })
  await page.until(rowOfMail, newest?.mailId ?? 0)
  add('slow.rows', GROUP, 'reload → rows visible', performance.now() - begun)
  add('slow.bytes', GROUP, 'transferred until then', page.network.traffic().bytes / KIB, 'KiB')
  await page.network.quiet()
  const mail = (await scene.rows('inbox', 9)).slice(4).find(isPlain)
  if (!mail) throw new Error('the first rows of the inbox hold no plain mail')
  const { mailId, text } = scene.plain(mail)
  add('slow.open', GROUP, 'plain mail that was not opened before', await page.openMail(mailId, text))
  add('slow.open.felt', GROUP, FELT, page.felt)
  await page.network.quiet()
  await measureCompose(page, null, (id, _group, title, value, unit) => add(`slow.${id}`, GROUP, title, value, unit))
  await session.detach()
  await page.close()
}
