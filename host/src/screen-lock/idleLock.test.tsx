// @vitest-environment happy-dom
import { screenLock } from '@yanshu/shell-api'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { IdleLock } from './IdleLock.tsx'

afterEach(() => vi.useRealTimers())

test('given presses inside frames, then the person is there', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const shell = await startTestShell()
  const show = await renderInShell(<IdleLock path="/inbox" />)
  const framed = () => {
    const frame = document.createElement('iframe')
    const page = document.implementation.createHTMLDocument()
    Object.defineProperty(frame, 'contentDocument', { value: page })
    return { frame, page }
  }
  const [{ frame, page }, next] = [framed(), framed()]
  // Frames in the document of the test would load their pages.
  const frames = document.createDocumentFragment()
  frames.append(frame, next.frame)
  const all = vi.spyOn(document, 'querySelectorAll').mockReturnValue(frames.querySelectorAll('iframe'))
  const later = () => vi.setSystemTime(Date.now() + 60_000)
  const seenNow = () => screenLock.lastAct() === Date.now()

  later()
  expect(seenNow()).toBe(false)
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(frame)
  window.dispatchEvent(new Event('blur'))
  expect(seenNow()).toBe(true)
  // The focus is there already.
  for (const act of ['pointerdown', 'keydown']) {
    later()
    page.dispatchEvent(new Event(act))
    expect(seenNow()).toBe(true)
  }
  // From one frame to the next the page loses no focus.
  later()
  next.page.dispatchEvent(new Event('pointerdown'))
  expect(seenNow()).toBe(true)
  await show.unmount()
  later()
  page.dispatchEvent(new Event('pointerdown'))
  expect(seenNow()).toBe(false)
  all.mockRestore()
  shell.stop()
})
