// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

/** A page as it is after a load: its modules anew, the storage of the window as it was. */
async function load(userMail: string) {
  vi.resetModules()
  const { enterSession } = await import('../src/session/state.ts')
  const { tabs, tabsHost } = await import('../src/tabs/tabs.ts')
  const { contributions } = await import('../src/contributions/contributions.ts')
  enterSession(null, userMail)
  return {
    tabs,
    tabsHost,
    contributions,
    endSession: (await import('../src/session/state.ts')).endSession,
    enterSession,
  }
}

beforeEach(() => sessionStorage.clear())

const PLACES = Array.from({ length: 12 }, (_, at) => `/custombox/${at}`)

async function openTwelve() {
  const page = await load('li.na@yanshu.test')
  for (const path of PLACES) page.tabsHost.visit(path, { title: `given ${path}`, remote: 'remote-mail' })
  const id = page.tabsHost.visit('/custombox/3', { title: 'given /custombox/3', remote: 'remote-mail' })
  page.tabsHost.handle(id).setTitle('周报')
  page.tabsHost.move(id, 0)
  page.tabsHost.keepViews(new Map([[id, { scrolled: [1] }]]))
  return page
}

test('given twelve tabs, when the page is loaded anew, then they are there in order, and sleep until they are looked at', async () => {
  await openTwelve()
  const { tabs, tabsHost } = await load('LI.NA@yanshu.test')
  const order = ['/custombox/3', ...PLACES.filter((path) => path !== '/custombox/3')]
  expect(tabs.list().map(({ path }) => path)).toEqual(order)
  const [first, second] = tabs.list()
  expect([first?.title, second?.title]).toEqual(['周报', 'given /custombox/0'])
  expect(tabsHost.now().held.every(({ asleep }) => asleep)).toBe(true)
  expect(tabsHost.keptView(first?.id ?? '')).toEqual({ scrolled: [1] })
  expect(tabsHost.visit('/custombox/3', { title: 'given /custombox/3', remote: 'remote-mail' })).toBe(first?.id)
  expect(
    tabsHost
      .now()
      .held.slice(0, 2)
      .map(({ asleep }) => asleep),
  ).toEqual([false, true])
  expect(tabs.list()[0]?.title).toBe('周报')
})

test('another account in the same window sees none of them, nor does a later login of the page', async () => {
  await openTwelve()
  const other = await load('zhang.wei@yanshu.test')
  expect(other.tabs.list()).toEqual([])
  const page = await openTwelve()
  page.endSession()
  page.enterSession(null, 'li.na@yanshu.test')
  expect(page.tabs.list()).toEqual([])
})

test.each([
  '',
  '{',
  '[]',
  '{"account":"li.na@yanshu.test"}',
  '{"account":"li.na@yanshu.test","tabs":[{"path":"javascript:x"},7,null]}',
])('what cannot be read is as if it was not there: %j', async (text) => {
  sessionStorage.setItem('yanshu.tabs', text)
  const { tabs } = await load('li.na@yanshu.test')
  expect(tabs.list()).toEqual([])
})

const WRITE = {
  remote: 'remote-compose',
  running: undefined,
  contributes: {
    routes: [{ prefix: 'write', title: { zh: '写', en: 'Write' }, manyTabs: true, bare: true, reopen: false }],
  },
} as const

test('the tab that was closed last comes back where it stood; one whose work has ended does not', async () => {
  const { tabs, tabsHost, contributions } = await load('li.na@yanshu.test')
  contributions.set([WRITE])
  const ids = ['/a', '/b', '/c'].map((path) => tabsHost.visit(path, { title: path, remote: null }))
  expect(tabsHost.canReopen()).toBe(false)
  await tabsHost.close(ids[1] ?? '')
  await tabsHost.close(tabsHost.visit('/write/new/0?c=1', { title: '', remote: null }))
  expect(tabsHost.canReopen()).toBe(true)
  tabsHost.reopen()
  expect(tabs.list().map(({ path }) => path)).toEqual(['/a', '/b', '/c'])
  expect(tabsHost.canReopen()).toBe(false)
})

test('given many tabs of a route, when the page is loaded anew, then they are apart before the manifest is there', async () => {
  const before = await load('li.na@yanshu.test')
  before.contributions.set([WRITE])
  for (const mark of ['1', '2']) before.tabsHost.visit(`/write/new/0?c=${mark}`, { title: '', remote: null })
  const { tabs, tabsHost } = await load('li.na@yanshu.test')
  const [first, second] = tabs.list()
  expect(tabsHost.visit('/write/new/0?c=2', { title: '', remote: null })).toBe(second?.id)
  expect(tabsHost.now().held.map(({ traits }) => traits.bare)).toEqual([true, undefined])
  expect(tabs.list().map(({ id }) => id)).toEqual([first?.id, second?.id])
})
