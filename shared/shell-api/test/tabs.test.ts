// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contributions } from '../src/contributions/contributions.ts'
import { connectRouter } from '../src/router/navigation.ts'
import { endSession, enterSession } from '../src/session/state.ts'
import { tabs, tabsHost } from '../src/tabs/tabs.ts'

const went: string[] = []
const WRITE = { prefix: 'write', title: { zh: '写', en: 'Write' }, manyTabs: true, reopen: false }
const visit = (path: string, more: { replace?: boolean; closable?: boolean } = {}) =>
  tabsHost.visit(path, { title: `title of ${path}`, remote: 'remote-mail', ...more })
const paths = () => tabs.list().map((one) => one.path)

let disconnect = () => {}

beforeEach(() => {
  endSession()
  enterSession(null, 'li.na@yanshu.test')
  contributions.set([{ remote: 'remote-compose', running: undefined, contributes: { routes: [WRITE] } }])
  history.replaceState(null, '', '#/nowhere')
  disconnect = connectRouter((path) => {
    went.push(path)
    visit(path)
  })
  went.length = 0
})
afterEach(() => disconnect())

describe('opening', () => {
  test('one tab for a path, whatever its query, and the query last seen stays', () => {
    const id = visit('/search?k=a')
    visit('/inbox')
    expect(visit('/search?k=b')).toBe(id)
    expect(paths()).toEqual(['/search?k=b', '/inbox'])
  })

  test('many tabs where the route says so', () => {
    visit('/write/new/0?id=1')
    visit('/write/new/0?id=2')
    expect(paths()).toHaveLength(2)
  })

  test('replacing keeps the tab, so that the view keeps its state', () => {
    visit('/inbox')
    const id = visit('/write/new/0?id=1')
    expect(visit('/write/draft/12', { replace: true })).toBe(id)
    expect(paths()).toEqual(['/inbox', '/write/draft/12'])
  })

  test('in the background lists without showing', () => {
    visit('/inbox')
    tabs.open('/reply/1/7', { title: '周报', background: true })
    expect(tabs.list().map((one) => one.title)).toEqual(['title of /inbox', '周报'])
    expect(went).toEqual([])
  })

  test('with a title shows that title', () => {
    tabs.open('/reply/1/7', { title: '周报' })
    expect(tabs.list().map((one) => one.title)).toEqual(['周报'])
  })
})

describe('titles', () => {
  test('the view names the tab, and null gives the name back', () => {
    const handle = tabsHost.handle(visit('/inbox'))
    handle.setTitle('收件箱 (3)')
    expect(tabs.list()[0]?.title).toBe('收件箱 (3)')
    handle.setTitle(null)
    expect(tabs.list()[0]?.title).toBe('title of /inbox')
  })

  test('the same title again tells nobody', () => {
    const handle = tabsHost.handle(visit('/inbox'))
    handle.setTitle('收件箱 (3)')
    const before = tabs.list()
    handle.setTitle('收件箱 (3)')
    expect(tabs.list()).toBe(before)
  })

  test('a new given title does not touch the name a view gave', () => {
    const one = visit('/inbox')
    const two = visit('/outbox')
    tabsHost.handle(one).setTitle('mine')
    tabsHost.setGivenTitle(one, 'Inbox')
    tabsHost.setGivenTitle(two, 'Sent')
    expect(tabs.list().map((tab) => tab.title)).toEqual(['mine', 'Sent'])
  })
})

describe('the title that a tab is opened with', () => {
  const titles = () => tabs.list().map((tab) => tab.title)

  test.each([true, false])('stands until the view gives one, in the background: %s', (background) => {
    tabs.open('/reply/1/7', { title: '周报', background })
    const id = tabs.list()[0]?.id ?? ''
    // As the host does when the tabs, the language or the manifest have changed.
    tabsHost.setGivenTitle(id, '邮件')
    tabsHost.setGivenTitle(id, 'Mail')
    visit('/reply/1/7')
    expect(titles()).toEqual(['周报'])
    tabsHost.handle(id).setTitle('周报（更新）')
    expect(titles()).toEqual(['周报（更新）'])
    tabsHost.handle(id).setTitle(null)
    tabsHost.setGivenTitle(id, 'Mail')
    expect(titles()).toEqual(['Mail'])
  })

  test('follows the language when it is the one that the tab would have anyway', () => {
    tabs.open('/inbox', { title: '收件箱', background: true })
    const id = tabs.list()[0]?.id ?? ''
    tabsHost.setGivenTitle(id, '收件箱')
    tabsHost.setGivenTitle(id, 'Inbox')
    expect(titles()).toEqual(['Inbox'])
  })

  test('comes back with a tab that was closed, when its view had given it', async () => {
    visit('/inbox')
    const named = visit('/reply/1/7')
    tabsHost.handle(named).setTitle('周报')
    const plain = visit('/calendar')
    await tabsHost.close(plain)
    await tabsHost.close(named)
    disconnect()
    disconnect = connectRouter(() => undefined)
    tabsHost.reopen()
    tabsHost.reopen()
    for (const { id } of tabs.list()) tabsHost.setGivenTitle(id, 'a name of the host')
    expect(titles()).toEqual(['a name of the host', '周报', 'a name of the host'])
  })
})

describe('closing', () => {
  test('asks every guard, and one no keeps the tab', async () => {
    const id = visit('/write/new/0')
    const asked: number[] = []
    const handle = tabsHost.handle(id)
    handle.onBeforeClose(async () => {
      asked.push(1)
      return true
    })
    const stop = handle.onBeforeClose(async () => {
      asked.push(2)
      return false
    })
    expect(await tabs.closeByPath('/write/new/0')).toBe(false)
    expect([asked, paths()]).toEqual([[1, 2], ['/write/new/0']])
    stop()
    expect(await tabs.closeByPath('/write/new/0')).toBe(true)
    expect(paths()).toEqual(['/'])
  })

  test('a guard that fails keeps the tab, since closing could lose work', async () => {
    const id = visit('/write/new/0')
    tabsHost.handle(id).onBeforeClose(() => Promise.reject(new Error('no network')))
    expect(await tabsHost.close(id)).toBe(false)
    expect(paths()).toHaveLength(1)
  })

  test('of work that ends goes back to where it began, past other work', async () => {
    visit('/trash')
    const list = visit('/inbox')
    visit('/write/new/0?c=a')
    const letter = visit('/write/new/0?c=b')
    await tabsHost.close(letter)
    expect(went).toEqual(['/inbox'])
    // From the list itself the way back is to what was looked at before, whatever it is.
    await tabsHost.close(list)
    expect(went).toEqual(['/inbox', '/write/new/0?c=a'])
  })

  test('goes back to what was looked at before', async () => {
    visit('/inbox')
    visit('/outbox')
    visit('/search')
    visit('/inbox')
    const id = visit('/reply/1/7')
    await tabsHost.close(id)
    expect(went).toEqual(['/inbox'])
  })

  test('of another tab leaves the shown one', async () => {
    const id = visit('/outbox')
    visit('/inbox')
    await tabsHost.close(id)
    expect([went, paths()]).toEqual([[], ['/inbox']])
  })

  test('is not possible for a tab that cannot be closed', async () => {
    const id = visit('/inbox', { closable: false })
    expect(await tabsHost.close(id)).toBe(false)
  })

  test('of a path that is not open is done', async () => {
    expect(await tabs.closeByPath('/nothing')).toBe(true)
  })
})

test('dirty is marked on the tab and tells the listeners once', () => {
  const id = visit('/write/new/0')
  let changes = 0
  const stop = tabs.subscribe(() => {
    changes += 1
  })
  tabsHost.handle(id).setDirty(true)
  tabsHost.handle(id).setDirty(true)
  expect([tabs.list()[0]?.dirty, changes]).toEqual([true, 1])
  stop()
})

test('a handle is the same as long as its tab lives', () => {
  const id = visit('/inbox')
  expect(tabsHost.handle(id)).toBe(tabsHost.handle(id))
})
