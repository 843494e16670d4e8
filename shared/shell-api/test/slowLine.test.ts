// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { isSlowLine, savesData, setSavesData } from '../src/platform/slowLine.ts'
import { startTestShell } from '../src/testing/index.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [{}, false],
  [{ saveData: true }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '3g', downlink: 0.4 }, false],
  [{ effectiveType: '4g', downlink: 0.06 }, true],
])('given a browser that reports %j, then the line is slow: %s', async (connection, slow) => {
  const shell = await startTestShell({})
  vi.stubGlobal('navigator', { connection })
  expect(isSlowLine()).toBe(slow)
  shell.stop()
})

test('given a person of an island, then data is saved until that person chooses otherwise on the device', async () => {
  const shell = await startTestShell({ settings: { islandPersonnel: true } })
  expect(savesData()).toBe(true)
  expect(isSlowLine()).toBe(true)
  setSavesData(false)
  expect(savesData()).toBe(false)
  setSavesData(true)
  expect(savesData()).toBe(true)
  shell.stop()
})
