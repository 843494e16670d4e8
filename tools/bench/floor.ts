import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { MailPage } from './mailPage.ts'
import { FELT, type Results } from './measurement.ts'

const TIMES = 7
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>floor</title><p id="text">before</p><button type="button" id="go">go</button>' +
  '<script>document.getElementById("go").onclick=()=>{document.getElementById("text").textContent="after"}</script>'

/** What the method itself costs: a page that is there at once, and a click that changes a word. */
export async function measureFloor(browser: Browser, results: Results): Promise<void> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const navigations: number[] = []
  const clicks: number[] = []
  const felt: number[] = []
  try {
    for (let time = 0; time < TIMES; time++) {
      const context = await browser.newContext()
      const mailPage = await MailPage.open(context)
      const { page } = mailPage
      const begun = performance.now()
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' })
      await mailPage.until(() => document.querySelector('#go') !== null, null)
      navigations.push(performance.now() - begun)
      const changed = () => document.querySelector('#text')?.textContent === 'after'
      clicks.push(await mailPage.timeClick(page.locator('#go'), changed, null))
      felt.push(mailPage.felt)
      await context.close()
    }
  } finally {
    server.close()
  }
  const row = { group: 'Floor of the method', unit: 'ms', style: 'range' } as const
  results.add({ ...row, id: 'floor.navigation', title: 'static page: navigation → visible' }, navigations)
  results.add({ ...row, id: 'floor.click', title: 'static page: click → changed' }, clicks)
  results.add({ ...row, id: 'floor.click.felt', title: FELT }, felt)
}
