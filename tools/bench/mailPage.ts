import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { NetworkLog } from './networkLog.ts'

/** No wait of the benchmark is longer. */
const WITHIN_MS = 30_000
/** How long a person looks before they go on. */
const LOOKING_MS = 1_000
const TREE = 'nav [role=tree]'

/** Things in the page, by what people see of them. */
/** The list in sight; those of other tabs stay in the page, hidden. */
const GRID = '[role=grid]:visible'
const SEARCH = 'header input, search input'

export interface Heap {
  readonly elements: number
  readonly nodes: number
  readonly listeners: number
  readonly heapBytes: number
}

/** The running client in one tab, and the clock that is held against it. */
export class MailPage {
  readonly page: Page
  readonly network = new NetworkLog()
  readonly #session: CDPSession
  /** Errors of the page; there must be none. */
  readonly errors: string[] = []
  /**
   * The part of the last {@link time} that people wait for: from the click or key, as the page gets it, to the frame that
   * shows the result. The rest is communication with the browser, which differs from machine to machine.
   */
  felt = Number.NaN
  /** When the last {@link time} gave its order. */
  orderedAt = Number.NaN
  /** When what was waited for showed, in ms since 1970 by the browser's clock. */
  shownAt = Number.NaN

  private constructor(page: Page, session: CDPSession) {
    this.page = page
    this.#session = session
    page.on('pageerror', (error) => this.errors.push(error.message))
  }

  static async open(context: BrowserContext): Promise<MailPage> {
    const page = await context.newPage()
    page.setDefaultTimeout(WITHIN_MS)
    const session = await context.newCDPSession(page)
    const mailPage = new MailPage(page, session)
    await mailPage.network.attach(session)
    await session.send('Performance.enable')
    await session.send('HeapProfiler.enable')
    await page.addInitScript(noteActs)
    return mailPage
  }

  /** Milliseconds from the beginning of `act` to the frame in which `seen` holds. */
  async time<A>(act: () => Promise<unknown>, seen: (argument: A) => unknown, argument: A): Promise<number> {
    // The page looks from before the act on: a question that comes after it would miss the frames in between.
    // Playwright sends functions as their text, so the question and the reading of the clock must be one function.
    const watch = new Function(
      'argument',
      `const turn = (window.turn ?? 0) + 1
      Object.assign(window, { turn, shownAt: NaN })
      const look = () => {
        if (window.turn !== turn) return
        if (!(${seen})(argument)) return requestAnimationFrame(look)
        // A message comes when the frame has been laid out and painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => { window.shownAt = performance.now() }
        port2.postMessage(null)
      }
      requestAnimationFrame(look)`,
    ) as (argument: unknown) => void
    await this.page.evaluate(watch, argument)
    this.orderedAt = performance.now()
    await act()
    const found = await this.page.waitForFunction(
      () => {
        const { shownAt, actedAt } = window as { shownAt?: number; actedAt?: number }
        if (!shownAt) return false
        return { felt: shownAt - (actedAt ?? Number.NaN), at: performance.timeOrigin + shownAt }
      },
      null,
      { polling: 'raf' },
    )
    const outside = performance.now() - this.orderedAt
    const { felt, at } = (await found.jsonValue()) as { felt: number; at: number }
    this.shownAt = at
    this.felt = felt > 0 ? felt : Number.NaN
    return outside
  }

  /** The same for a click of the mouse. Where to click is found out before, as it was for the peers. */
  async timeClick<A>(target: Locator, seen: (argument: A) => unknown, argument: A): Promise<number> {
    const { x, y } = await this.placeOf(target)
    return this.time(() => this.page.mouse.click(x, y), seen, argument)
  }

  /** The middle of something, scrolled into sight. */
  async placeOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error(`nothing to click on: ${target}`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  async until<A>(seen: (argument: A) => unknown, argument: A): Promise<void> {
    await this.page.waitForFunction(seen as (argument: unknown) => unknown, argument, { polling: 'raf' })
  }

  /** Navigates and waits for the form of the login. */
  async openLogin(url: string, path = '/inbox'): Promise<number> {
    const begun = performance.now()
    await this.page.goto(`${url}/#${path}`, { waitUntil: 'commit' })
    await this.until(() => {
      const field = document.querySelector('[name=password]')
      return field instanceof HTMLElement && field.getClientRects().length > 0
    }, null)
    return performance.now() - begun
  }

  async fillLogin(account: string, password: string): Promise<void> {
    await this.page.locator('[name=username]').fill(account)
    await this.page.locator('[name=password]').fill(password)
  }

  /** Submits the login and waits for the row of a mail. */
  submitLogin(mailId: number): Promise<number> {
    return this.submit(rowOfMail, mailId)
  }

  /** Submits the login and waits for what is to be seen then. */
  submit(seen: () => unknown): Promise<number>
  submit<A>(seen: (argument: A) => unknown, argument: A): Promise<number>
  submit(seen: (argument: never) => unknown, argument?: unknown): Promise<number> {
    return this.time(
      () => this.page.locator('[name=password]').press('Enter'),
      seen as (argument: unknown) => unknown,
      argument,
    )
  }

  /**
   * Waits as long as a person reads what has come, until the page has fetched what may be wanted next: it begins with
   * that when the user is idle.
   */
  async fetchedAhead(): Promise<void> {
    for (let looks = 0; looks < 3; looks++) {
      await wait(LOOKING_MS)
      await this.network.quiet()
    }
  }

  row(mailId: number) {
    return this.page.locator(`${GRID} >> [data-mail="${mailId}"]`)
  }

  /** Clicks on a row and waits until a text stands in the reading pane. */
  openMail(mailId: number, text: string): Promise<number> {
    return this.timeClick(this.row(mailId), textInFrame, text)
  }

  /** The next mail by the keyboard, with the list in focus. */
  nextMail(text: string): Promise<number> {
    return this.time(() => this.page.keyboard.press('ArrowDown'), textInFrame, text)
  }

  focusList(): Promise<void> {
    return this.page.locator(GRID).first().focus()
  }

  /**
   * Scrolls to the height at which a row (from 0) would stand in a list without headings, and waits until all rows in
   * sight are there. Headings push the rows down, so that with them it is a row some screens above.
   */
  scrollTo(index: number): Promise<number> {
    return this.time(() => this.page.evaluate(scrollToRow, index), rowsLoadedFrom, index)
  }

  /** Clicks on a folder of the sidebar and waits for its newest mail. */
  openFolder(name: string, mailId: number): Promise<number> {
    const item = this.page.locator(TREE).getByRole('treeitem', { name: new RegExp(`^${name}`) })
    return this.timeClick(item, rowOfMail, mailId)
  }

  /** Types a word into the search box and asks for a kind of search: 0 everything, 1 the subject. */
  async search(word: string, kind: 0 | 1, mailId: number): Promise<number> {
    const box = this.page.locator(SEARCH).first()
    await box.click()
    await box.fill(word)
    for (let step = 0; step <= kind; step++) await box.press('ArrowDown')
    return this.time(
      () => box.press('Enter'),
      ({ id, asked }) =>
        decodeURIComponent(location.hash).includes(asked) &&
        [...document.querySelectorAll(`[data-mail="${id}"]`)].some((row) => {
          const list = row.closest('[role=grid]')
          return row.checkVisibility() && list?.getAttribute('aria-label')?.includes(asked)
        }),
      { id: mailId, asked: word },
    )
  }

  /** How many rows the list that is shown has. */
  async shownCount(): Promise<number> {
    const count = await this.page.locator(GRID).first().getAttribute('aria-rowcount')
    return Number(count)
  }

  /** Selects the first rows of the list that is shown. */
  async selectFirst(count: number): Promise<void> {
    await this.page.evaluate(scrollToRow, 0)
    await this.until(rowsLoadedFrom, 0)
    await this.#checkbox(1).click()
    await this.page.evaluate(scrollToRow, count - 5)
    await this.until(rowsLoadedFrom, count - 5)
    await this.#checkbox(count).click({ modifiers: ['Shift'] })
    await this.page.evaluate(scrollToRow, 0)
    await this.until(rowsLoadedFrom, 0)
  }

  /** The box that selects a row, counted from 1. */
  #checkbox(row: number) {
    return this.page.locator(`${GRID} >> [role=row][aria-rowindex="${row}"] input[type=checkbox]`)
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name }).filter({ visible: true })
  }

  /** Elements, listeners and the heap after a collection. */
  async heap(): Promise<Heap> {
    for (let pass = 0; pass < 3; pass++) await this.#session.send('HeapProfiler.collectGarbage')
    const { metrics } = await this.#session.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    const elements = await this.page.evaluate(() => document.querySelectorAll('*').length)
    return {
      elements,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      heapBytes: metric('JSHeapUsedSize'),
    }
  }

  close(): Promise<void> {
    return this.page.close()
  }
}

// Everything below runs in the page.

/** Notes when the page got the last click or key. */
function noteActs(): void {
  const note = (event: Event) => Reflect.set(window, 'actedAt', event.timeStamp)
  for (const kind of ['click', 'keydown', 'submit']) addEventListener(kind, note, { capture: true })
}

/** Whether a mail's row is drawn and in sight. */
export function rowOfMail(mailId: number): boolean {
  return [...document.querySelectorAll(`[role=row] [data-mail="${mailId}"]`)].some((row) => {
    const box = row.getBoundingClientRect()
    // A list behind another view has its places, too.
    return row.checkVisibility() && box.height > 0 && box.top < innerHeight && box.bottom > 0
  })
}

/** Whether the mail in the reading pane contains a text. */
export function textInFrame(text: string): boolean {
  return [...document.querySelectorAll('iframe')].some(
    (frame) =>
      frame.checkVisibility() &&
      frame.getBoundingClientRect().height > 0 &&
      frame.contentDocument?.body?.textContent?.includes(text),
  )
}

/**
 * Scrolls as a person does in a list that is too high for a browser: to a row far away by the scroll bar, which goes to the
 * same part of the list, and to a near one by the wheel, which moves the rows by as much, two screens at most in a frame: a
 * longer way in one frame is one of the scroll bar for the list (`longSheet.ts` of `@yanshu/ui`).
 */
async function scrollToRow(index: number): Promise<void> {
  const list = [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((one) => one.checkVisibility())
  const row = list?.querySelector<HTMLElement>('[role=row]')
  Reflect.set(window, 'actedAt', performance.now())
  if (!list || !row) return
  const { scrollHeight, clientHeight } = list
  const height = row.offsetHeight
  const all = Number(list.getAttribute('aria-rowcount')) * height
  const part = all > scrollHeight ? (scrollHeight - clientHeight) / (all - clientHeight) : 1
  const turn = 2 * clientHeight
  if (part === 1 || Math.abs(index * height * part - list.scrollTop) > turn) {
    list.scrollTop = index * height * part
    return
  }
  const away = (): number => {
    if (index === 0) return -list.scrollTop
    const { top } = list.getBoundingClientRect()
    const first = [...list.querySelectorAll('[role=row]')].find((one) => one.getBoundingClientRect().bottom > top + 1)
    return first ? (index + 1 - Number(first.ariaRowIndex)) * height + first.getBoundingClientRect().top - top : 0
  }
  for (let by = away(); Math.abs(by) > 1; by = away()) {
    const before = list.scrollTop
    list.scrollTop += Math.max(-turn, Math.min(turn, by))
    // At the end of the list.
    if (list.scrollTop === before) return
    // The rows follow with the next frame.
    await new Promise(requestAnimationFrame)
  }
}

function rowsLoadedFrom(index: number): boolean {
  const list = [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((one) => one.checkVisibility())
  if (!list) return false
  const place = list.getBoundingClientRect()
  const shown = [...list.querySelectorAll<HTMLElement>('[role=row]')].filter((row) => {
    const box = row.getBoundingClientRect()
    return box.bottom > place.top + 1 && box.top < place.bottom - 1
  })
  const rowHeight = shown[0]?.offsetHeight ?? 0
  // The mails of the benchmark came within half a year: a dozen headings of 28 px at most.
  const above = rowHeight > 0 ? Math.ceil((12 * 28) / rowHeight) : 0
  return (
    shown.some((row) => {
      const at = Number(row.getAttribute('aria-rowindex')) - 1
      return at <= index + 1 && at >= index - above
    }) && shown.every((row) => row.querySelector('[data-mail]') !== null)
  )
}
