import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { OWNER, PASSWORD } from './mailbox.ts'
import { rowOfMail } from './mailPage.ts'
import { NetworkLog } from './networkLog.ts'

const WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50
const MIB = 1_024 * 1_024

/** How a user logs in to a client, by what stands in its page. */
export interface PlainLogin {
  readonly url: string
  /** Selectors of the two fields and what is typed into them. */
  readonly name: readonly [field: string, text: string]
  readonly password: readonly [field: string, text: string]
  /** JavaScript that is true in the page when the newest mails are in sight. */
  readonly seen: string
}

type Person = Parameters<Browser['newContext']>[0]

/**
 * MiB that the page of an inbox holds after a collection, in a new browser profile and with nothing of the benchmark in it:
 * keys and questions go by the browser's protocol alone. Whatever is asked through Playwright leaves a copy of its script in
 * each document, of half a mebibyte and more.
 */
export async function ownHeap(browser: Browser, person: Person, login: PlainLogin): Promise<number> {
  const context = await browser.newContext(person)
  try {
    const session = await context.newCDPSession(await context.newPage())
    const network = new NetworkLog()
    await network.attach(session)
    await session.send('Performance.enable')
    await session.send('HeapProfiler.enable')
    await logIn(session, login)
    await network.quiet()
    return await heapOf(session)
  } finally {
    await context.close()
  }
}

/** MiB of the heap after a collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  for (let pass = 0; pass < 3; pass++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find((one) => one.name === 'JSHeapUsedSize')?.value ?? Number.NaN) / MIB
}

/** Yanshu's login, until the row of a mail is in sight. */
export const yanshuLogin = (url: string, mailId: number): PlainLogin => ({
  url: `${url}/#/inbox`,
  name: ['[name=username]', OWNER],
  password: ['[name=password]', PASSWORD],
  seen: inPage(rowOfMail, mailId),
})

/** A question as the text of a call. */
export const inPage = <A>(seen: (argument: A) => unknown, argument: A): string =>
  `(${seen})(${JSON.stringify(argument)})`

/** Logs in by the keyboard, until the newest mails are in sight. */
export async function logIn(session: CDPSession, { url, name, password, seen }: PlainLogin): Promise<void> {
  await session.send('Page.navigate', { url })
  for (const [field, text] of [name, password]) {
    await until(session, inPage(focused, field))
    await session.send('Input.insertText', { text })
  }
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await until(session, seen)
}

/** Gives a field the focus; whether it is there and has it. */
function focused(field: string): boolean {
  const found = document.querySelector<HTMLElement>(field)
  found?.focus()
  return found !== null && document.activeElement === found
}

/** The value of an expression in the page. */
export async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', { expression })
  return result.value
}

/** Waits for a condition in the page. While a document is exchanged for another there is none to ask. */
export async function until(session: CDPSession, expression: string): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while ((await evaluate(session, expression).catch(() => false)) !== true) {
    if (performance.now() > deadline) throw new Error(`the page never came to ${expression}`)
    await wait(LOOK_EVERY_MS)
  }
}
