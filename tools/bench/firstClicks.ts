import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import type { ApiClient } from './apiClient.ts'
import { OWNER, PASSWORD } from './mailbox.ts'
import { MailPage } from './mailPage.ts'
import { FELT, type Unit } from './measurement.ts'

const GROUP = '10. First click on a view whose code has not run'

/** How long a hand rests on an entry before it presses it, and how long it presses; in ms. */
const RESTS_MS = 150
const PRESSES_MS = 70

type Add = (id: string, group: string, title: string, value: number, unit?: Unit) => void

interface FirstClick {
  readonly id: string
  readonly title: string
  /** The entry of the sidebar, or of the menu "更多". */
  readonly entry: string
  readonly menu?: true
  /** Whether the view stands with what the server answered. Runs in the page. */
  readonly seen: () => boolean
}

const CLICKS: readonly FirstClick[] = [
  { id: 'calendar', title: 'calendar', entry: '日历', seen: calendarStands },
  { id: 'contacts', title: 'address book', entry: '通讯录', seen: contactsStand },
  { id: 'settings', title: 'settings', entry: '设置', menu: true, seen: settingsStand },
]

/**
 * Views of other remotes, each for the first time in a page in which the inbox has been shown for some seconds:
 * from the click to the frame with what the server answered, and the longest task from the moment before the press on, as
 * the browser reports it.
 */
export async function measureFirstClicks(
  inFresh: (work: (context: BrowserContext) => Promise<void>) => Promise<void>,
  { url, newest, api }: { readonly url: string; readonly newest: number; readonly api: ApiClient },
  add: Add,
): Promise<void> {
  const emails = [{ kind: 'work' as const, value: 'wang.fang@example.test' }]
  await api.post('contact/save', { contactId: null, name: '王芳', emails })
  for (const { id, title, entry, menu, seen } of CLICKS) {
    await inFresh(async (context) => {
      const page = await MailPage.open(context)
      await page.page.addInitScript(observeTasks)
      await page.openLogin(url)
      await page.network.quiet()
      await page.fillLogin(OWNER, PASSWORD)
      await page.submitLogin(newest)
      await page.fetchedAhead()
      if (menu) await page.button('更多').first().click()
      const target = menu
        ? page.page.getByRole('menuitem', { name: entry })
        : page.page.getByRole('treeitem', { name: entry })
      await target.first().waitFor()
      const { mouse } = page.page
      const { x, y } = await page.placeOf(target.first())
      await mouse.move(x, y)
      const begun = await page.page.evaluate(() => performance.now())
      await wait(RESTS_MS)
      await mouse.down()
      await wait(PRESSES_MS)
      await page.time(() => mouse.up(), seen, null)
      add(`first.${id}.felt`, GROUP, `${title}: ${FELT}`, page.felt)
      add(
        `first.${id}.task`,
        GROUP,
        `${title}: longest task meanwhile, from the pointer on the entry on`,
        await longest(page, begun),
      )
      await page.close()
    })
  }
}

/** The longest task since a moment of the page, once it has come to rest; 0 where none was longer than 50 ms. */
async function longest(page: MailPage, since: number): Promise<number> {
  await page.network.quiet()
  return page.page.evaluate((from) => {
    const { longTasks } = window as unknown as { longTasks: { at: number; length: number }[] }
    return Math.max(0, ...longTasks.filter(({ at, length }) => at + length > from).map(({ length }) => length))
  }, since)
}

// Everything below runs in the page.

function observeTasks(): void {
  const longTasks: { at: number; length: number }[] = []
  Object.assign(window, { longTasks })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, length: duration })
  }).observe({ type: 'longtask', buffered: true })
}

function calendarStands(): boolean {
  const cells = document.querySelectorAll('[aria-busy=false] [role=gridcell]')
  return [...cells].some((cell) => cell.checkVisibility())
}

function contactsStand(): boolean {
  const rows = document.querySelectorAll('main [role=grid] [role=row]:not([aria-busy])')
  const inBook = location.hash.startsWith('#/addressbook')
  return inBook && [...rows].some((row) => row.checkVisibility() && row.textContent?.includes('王芳'))
}

function settingsStand(): boolean {
  const sections = document.querySelectorAll('main section section')
  return location.hash.startsWith('#/set') && [...sections].some((section) => section.checkVisibility())
}
