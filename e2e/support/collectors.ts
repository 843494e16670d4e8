import { type CDPSession, expect, type Page, type Request } from '@playwright/test'

/** What went wrong on a page, as it happened. */
export interface Collected {
  /** Violations of the content security policy, of the page and of the frames that show mail. */
  readonly violations: string[]
  /** Errors of the console and exceptions that no code caught. */
  readonly errors: string[]
}

/** Watches a page from its first script on. Call it before the first navigation. */
export async function collect(page: Page): Promise<Collected> {
  const seen: Collected = { violations: [], errors: [] }
  await page.exposeBinding('reportViolation', ({ frame }, text: string) => {
    seen.violations.push(`${frame.url()}: ${text}`)
  })
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        const report: unknown = Reflect.get(window, 'reportViolation')
        if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
      },
    )
  })
  page.on('console', (message) => {
    // The test evaluates code in the frame of a mail, where nothing may run; Chromium refuses it and reports that.
    if (/^Blocked script execution in .*mail-frame\.html/.test(message.text())) return
    if (message.type() === 'error') seen.errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => seen.errors.push(`${error.name}: ${error.message}`))
  return seen
}

/** What came over the wire, headers and the server's compression included. */
export interface Transferred {
  readonly requests: readonly { readonly url: string; readonly type: string; readonly bytes: number }[]
  bytes(type: 'Script' | 'Stylesheet'): number
}

export interface TransferWatch {
  /** What had been asked for before a moment of the page's clock (ms), as soon as all of it has come. */
  before(moment: number): Promise<Transferred>
}

/** Counts requests and bytes of a page. Data and blob addresses never touch the wire and are not counted. */
export async function watchTransfer(page: Page): Promise<TransferWatch> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const asked = new Map<string, { url: string; type: string; bytes: number; at: number; ended: boolean }>()
  const end = (requestId: string, bytes: number) => {
    const one = asked.get(requestId)
    if (one) Object.assign(one, { bytes, ended: true })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    if (!/^https?:/.test(request.url)) return
    asked.set(requestId, { url: request.url, type: type ?? 'Other', bytes: 0, at: wallTime * 1000, ended: false })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0))
  await session.send('Network.enable')
  return {
    async before(moment) {
      const early = () => [...asked.values()].filter(({ at }) => at <= moment)
      await expect.poll(() => early().filter(({ ended }) => !ended)).toEqual([])
      const requests = early()
      return {
        requests,
        bytes: (type) => requests.filter((one) => one.type === type).reduce((sum, one) => sum + one.bytes, 0),
      }
    },
  }
}

/** A page that has asked for nothing for so long is taken to have asked for everything; in ms, as `networkidle` has it. */
const QUIET_MS = 500

/**
 * Follows what a page asks for; call it before the page is opened. What it answers waits until nothing is on its way and
 * nothing more comes. `networkidle` is only the first such moment of a document: what is fetched ahead comes after it.
 */
export function watchQuiet(page: Page): () => Promise<void> {
  const onTheirWay = new Set<Request>()
  let latest = Date.now()
  const end = (request: Request) => {
    onTheirWay.delete(request)
    latest = Date.now()
  }
  page.on('request', (request) => void onTheirWay.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isQuiet = () => onTheirWay.size === 0 && Date.now() - latest >= QUIET_MS
  return () => expect.poll(isQuiet).toBe(true)
}

/**
 * Has the page note when an element first stands in it. Call it before the page is opened. What it answers waits for
 * that moment, in ms of the page's clock: a look from outside the page comes later, and also sees what came after.
 */
export async function watchMoment(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    const look = new MutationObserver(() => {
      if (!document.querySelector(wanted)?.checkVisibility()) return
      Reflect.set(window, `shown ${wanted}`, Date.now())
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true, attributes: true })
  }, selector)
  return async () => {
    const noted = await page.waitForFunction(
      (wanted) => Reflect.get(window, `shown ${wanted}`) as number | undefined,
      selector,
    )
    return (await noted.jsonValue()) ?? Number.NaN
  }
}
