import { rm } from 'node:fs/promises'
import type { CDPSession } from 'playwright-core'
import { ApiClient } from './apiClient.ts'
import { launch, PERSON } from './browserScenarios.ts'
import { OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import { NetworkLog } from './networkLog.ts'
import { evaluate, heapOf, inPage, logIn, until, yanshuLogin } from './ownHeap.ts'
import { copyOf, prepareMailbox } from './prepare.ts'
import type { Say } from './say.ts'
import { Scene } from './scene.ts'
import { startServer } from './serverProcess.ts'

const GROUP = 'Soak'
/** Rows that are passed at once: as many as are drawn beyond those in sight, so that each is drawn. */
const STEP_ROWS = 16
/** What may be more in the second half of a soak than after its first; the caches are full by then. */
const MORE_MIB = 2
const MORE_ELEMENTS = 150
/** Parts of the way after which is measured. */
const PARTS = [0.25, 0.5, 0.75, 1]

interface Mark {
  readonly heap: number
  readonly elements: number
}

interface Soak {
  readonly session: CDPSession
  readonly network: NetworkLog
  readonly results: Results
  readonly say: Say
}

/**
 * One page opens so many mails by its keyboard, one after the other, and then scrolls through all rows of the inbox and back to
 * the first. Its heap after a collection and its elements are to be after all of it what they were after half of it: a count
 * that is over the bound fails the run. Keys and questions go by the browser's protocol alone, which leaves nothing in the page.
 */
export async function measureSoak(opened: number, rows: number, results: Results, say: Say): Promise<void> {
  const folder = await copyOf(await prepareMailbox(rows, say), 'soak')
  const server = await startServer(folder)
  const browser = await launch()
  try {
    const scene = await Scene.of(await ApiClient.logIn(server.url, OWNER, PASSWORD))
    const [newest] = await scene.rows('inbox', 1)
    const context = await browser.newContext(PERSON)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const network = new NetworkLog()
    await network.attach(session)
    for (const domain of ['Performance', 'HeapProfiler'] as const) await session.send(`${domain}.enable`)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await logIn(session, yanshuLogin(server.url, newest?.mailId ?? 0))
    const soak = { session, network, results, say }
    await measured(soak, 'start', 'inbox')
    await say.step(`Opening ${opened} mails`, () => openMails(soak, opened))
    await say.step(`Scrolling ${rows} rows`, () => scrollRows(soak, rows))
    await evaluate(session, inPage(scrollTo, 0))
    await until(session, inPage(isDrawn, 0))
    await measured(soak, 'end', 'at the first row again')
    results.check('errors in the page', 0, errors.length)
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The list, or what is open in it, after the network is quiet. */
async function measured({ session, network, results }: Soak, id: string, title: string): Promise<Mark> {
  await network.quiet()
  const heap = await heapOf(session)
  const elements = Number(await evaluate(session, `document.querySelectorAll('*').length`))
  const row = { group: GROUP, style: 'range' } as const
  results.add({ ...row, id: `soak.${id}.heap`, title: `JS heap after GC, ${title}`, unit: 'MiB' }, [heap])
  results.add({ ...row, id: `soak.${id}.elements`, title: `DOM elements, ${title}`, unit: 'count' }, [elements])
  return { heap, elements }
}

/** Goes a way of so many steps, and compares what is there after half of it with what is there at its end. */
async function inParts(
  soak: Soak,
  what: string,
  steps: number,
  step: (at: number) => Promise<void>,
  title: (part: number) => string,
): Promise<void> {
  const marks: Mark[] = []
  let at = 0
  for (const part of PARTS) {
    for (; at < Math.round(steps * part); at++) await step(at)
    marks.push(await measured(soak, `${what}.${part}`, title(part)))
  }
  const [, half, , whole] = marks
  if (!half || !whole) return
  const moreHeap = Math.max(0, Math.ceil(whole.heap - half.heap - MORE_MIB))
  const moreElements = Math.max(0, whole.elements - half.elements - MORE_ELEMENTS)
  soak.results.check(`MiB over ${MORE_MIB} that the second half added, ${what}`, 0, moreHeap)
  soak.results.check(`elements over ${MORE_ELEMENTS} that the second half added, ${what}`, 0, moreElements)
}

async function openMails(soak: Soak, opened: number): Promise<void> {
  const { session } = soak
  await evaluate(session, inPage(focusList, null))
  await press(session, 'Enter')
  await until(session, inPage(isOpen, null))
  const next = async () => {
    await press(session, 'ArrowDown')
    await until(session, inPage(isOpen, null))
  }
  await inParts(soak, 'opened', opened, next, (part) => `${Math.round(opened * part)} mails opened`)
}

async function scrollRows(soak: Soak, rows: number): Promise<void> {
  const { session } = soak
  const further = async (at: number) => {
    const row = Math.min(rows - 1, (at + 1) * STEP_ROWS)
    await evaluate(session, inPage(scrollTo, row))
    await until(session, inPage(isDrawn, row))
  }
  await inParts(
    soak,
    'scrolled',
    Math.ceil(rows / STEP_ROWS),
    further,
    (part) => `${Math.round(rows * part)} rows scrolled`,
  )
}

async function press(session: CDPSession, key: 'ArrowDown' | 'Enter'): Promise<void> {
  const code = { ArrowDown: 40, Enter: 13 }[key]
  const event = { key, code: key, windowsVirtualKeyCode: code, ...(key === 'Enter' ? { text: '\r' } : {}) }
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}

// What follows runs in the page.

function focusList(): void {
  const list = [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((one) => one.checkVisibility())
  list?.focus()
}

/** Whether the mail of the cursor is read: its subject is a heading, and a text stands below. */
function isOpen(): boolean {
  const list = [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((one) => one.checkVisibility())
  const row = document.getElementById(list?.getAttribute('aria-activedescendant') ?? '')
  const titles = [...(row?.querySelectorAll('[title]') ?? [])].map((one) => one.getAttribute('title'))
  const heading = [...document.querySelectorAll('h2')].find((one) => one.checkVisibility() && one.textContent)
  const frame = [...document.querySelectorAll('iframe')].find((one) => one.checkVisibility())
  return titles.includes(heading?.textContent ?? null) && (frame?.contentDocument?.body?.textContent ?? '') !== ''
}

function scrollTo(row: number): void {
  const list = [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((one) => one.checkVisibility())
  // Headings of days stand between the rows.
  if (list) list.scrollTop = (row / Number(list.getAttribute('aria-rowcount'))) * list.scrollHeight
}

/** Whether all rows in sight have come, and the row or the end of the list is near. */
function isDrawn(row: number): boolean {
  const list = [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((one) => one.checkVisibility())
  if (!list) return false
  const place = list.getBoundingClientRect()
  const shown = [...list.querySelectorAll<HTMLElement>('[role=row]')].filter((one) => {
    const box = one.getBoundingClientRect()
    return box.bottom > place.top + 1 && box.top < place.bottom - 1
  })
  const near = shown.some((one) => Math.abs(Number(one.getAttribute('aria-rowindex')) - 1 - row) < 100)
  return near && shown.every((one) => one.querySelector('[data-mail]') !== null)
}
