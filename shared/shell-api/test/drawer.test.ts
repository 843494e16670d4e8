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
