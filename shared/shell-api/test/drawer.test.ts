// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { drawer } from '../src/drawer/drawer.ts'
import { endSession, enterSession } from '../src/session/state.ts'

beforeEach(() => {
  endSession()
  enterSession(null, 'li.na@yanshu.test')
})

test('given a second remote that asks for the panel, then it takes the place of the first', () => {
  drawer.show('remote-a')
  drawer.show('remote-b')
  expect(drawer.get()).toBe('remote-b')
  drawer.show(null)
  expect(drawer.get()).toBeNull()
})

test('given another login, then the panel is closed, and its subscribers are called', () => {
  drawer.show('remote-a')
  const changed = vi.fn()
  const stop = drawer.subscribe(changed)
  endSession()
  enterSession(null, 'zhang.wei@yanshu.test')
  expect(changed).toHaveBeenCalled()
  expect(drawer.get()).toBeNull()
  stop()
})

test('given subscribers that come and go over two logins, then those that are left are called, once each', () => {
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  const stops = [first, second, second].map((fn) => drawer.subscribe(fn))
  drawer.show('remote-a')
  expect([first, second].map((fn) => fn.mock.calls.length)).toEqual([1, 2])
  endSession()
  enterSession(null, 'zhang.wei@yanshu.test')
  for (const fn of [first, second]) fn.mockClear()
  stops[1]?.()
  stops[1]?.()
  drawer.show('remote-b')
  expect([first, second].map((fn) => fn.mock.calls.length)).toEqual([1, 1])
  for (const stop of stops) stop()
  const last = drawer.subscribe(third)
  drawer.show('remote-c')
  expect([first, second, third].map((fn) => fn.mock.calls.length)).toEqual([1, 1, 1])
  last()
})

test('given another window, then what it shows is shown here while the host follows, and kept for the next page', () => {
  drawer.show('remote-a')
  const key = Object.keys(localStorage).find((name) => name.endsWith('drawer')) ?? ''
  const elsewhere = (remote: string | null) => {
    if (remote === null) localStorage.removeItem(key)
    else localStorage.setItem(key, remote)
    dispatchEvent(new StorageEvent('storage', { key }))
  }
  elsewhere('remote-b')
  expect(drawer.get()).toBe('remote-a')
  const stop = drawer.follow()
  expect(drawer.get()).toBe('remote-b')
  elsewhere(null)
  expect(drawer.get()).toBeNull()
  stop()
  elsewhere('remote-c')
  expect(drawer.get()).toBeNull()
})
