import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { ApiClient } from './apiClient.ts'
import { launch } from './browserScenarios.ts'
import { DOMAIN, OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { startServer } from './serverProcess.ts'

const GROUP = 'A full month'
const MONTH = '2029-02'
const SCROLLED_MS = 3_000

interface Task {
  readonly at: number
  readonly length: number
}

/**
 * A month of so many events, by the page's own clock: the longest task until its first frame with events, and the longest
 * while the month and a day of it are scrolled for three seconds.
 */
export async function measureMonth(events: number, runs: number, results: Results, say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-month-'))
  try {
    await prepare(folder)
    const server = await startServer(folder)
    try {
      const owner = await ApiClient.logIn(server.url, OWNER, PASSWORD)
      await say.step(`Importing ${events} events`, () => importEvents(server.url, owner, events))
      const browser = await launch()
      try {
        for (let run = 0; run < runs; run++) {
          await say.step(`Run ${run + 1} of ${runs}`, () => measureOnce(browser, server.url, results))
        }
      } finally {
        await browser.close()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const row = (id: string, title: string) =>
  ({ id: `month.${id}`, group: GROUP, title, unit: 'ms', style: 'range' }) as const

async function measureOnce(browser: Awaited<ReturnType<typeof launch>>, url: string, results: Results): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const { accessToken, refreshToken } = await logIn(url)
    await page.addInitScript(observeTasks)
    await page.goto(url)
    await page.evaluate(
      (tokens) => {
        for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value)
      },
      { accessToken, refreshToken },
    )
    await open(page, url, 'month')
    const shown = await page.evaluate(() => performance.now())
    const tasks = await tasksOf(page)
    results.add(row('first', 'longest task until the first frame of the month'), [longest(tasks, 0, shown)])
    results.add(row('month', 'longest task in three seconds of scrolling, month'), [await scrolled(page)])
    await open(page, url, 'day')
    results.add(row('day', 'longest task in three seconds of scrolling, one of its days'), [await scrolled(page)])
  } finally {
    await context.close()
  }
}

async function logIn(url: string): Promise<{ accessToken: string; refreshToken: string }> {
  const answer = await fetch(`${url}/api/mail/apilogin/userLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: OWNER, password: PASSWORD }),
  })
  const { data }: { data: { accessToken: string; refreshToken: string } } = JSON.parse(await answer.text())
  return data
}

/** Runs in the page: notes each task of more than 50 ms, which is what the browser reports. */
function observeTasks(): void {
  const noted: { at: number; length: number }[] = []
  Object.assign(window, { benchTasks: noted })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.push({ at: startTime, length: duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** Opens a view anew and waits for the frame after its first event. */
async function open(page: Page, url: string, view: 'month' | 'day'): Promise<void> {
  await page.goto(`${url}/#/calendar?view=${view}&day=${MONTH}-14`)
  await page.reload()
  await page.locator('[data-key]').first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

const tasksOf = (page: Page): Promise<readonly Task[]> =>
  page.evaluate(() => (window as unknown as { benchTasks: Task[] }).benchTasks)

/** 0 where no task was reported: then none was longer than 50 ms. */
const longest = (tasks: readonly Task[], from: number, to: number): number =>
  Math.max(0, ...tasks.filter(({ at }) => at >= from && at < to).map(({ length }) => length))

/** Scrolls by the wheel over the middle of the grid; answers the longest task meanwhile. */
async function scrolled(page: Page): Promise<number> {
  await page.mouse.move(800, 500)
  const from = await page.evaluate(() => performance.now())
  for (let begun = Date.now(), turn = 0; Date.now() - begun < SCROLLED_MS; turn++) {
    await page.mouse.wheel(0, Math.floor(turn / 10) % 2 === 0 ? 120 : -120)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const to = await page.evaluate(() => performance.now())
  return longest(await tasksOf(page), from, to)
}

async function importEvents(url: string, owner: ApiClient, events: number): Promise<void> {
  const [home] = (await owner.get('calendar/list')).calendars
  const lines = Array.from({ length: events }, (_, at) => {
    const day = `${1 + (at % 28)}`.padStart(2, '0')
    const hour = `${at % 24}`.padStart(2, '0')
    return `BEGIN:VEVENT\r\nUID:many-${at}\r\nDTSTART:${MONTH.replace('-', '')}${day}T${hour}0000Z\r\nDURATION:PT30M\r\nSUMMARY:第 ${at} 项\r\nEND:VEVENT\r\n`
  })
  const form = new FormData()
  form.set('file', new Blob([`BEGIN:VCALENDAR\r\n${lines.join('')}END:VCALENDAR\r\n`]), 'many.ics')
  const answer = await fetch(`${url}/api/calendar/import?calendarId=${home?.calendarId ?? 0}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.accessToken}` },
    body: form,
  })
  const { data }: { data: { added: number } } = JSON.parse(await answer.text())
  if (data.added !== events) throw new Error(`${data.added} of ${events} events were imported`)
}

async function prepare(folder: string): Promise<void> {
  const config = readConfig({ YANSHU_DATA: folder })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await createDomain(context, DOMAIN)
    await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
  } finally {
    await close()
  }
}
