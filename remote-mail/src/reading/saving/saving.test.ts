import { messageProblems } from '@yanshu/build/messageProblems'
import { afterEach, expect, test, vi } from 'vitest'
import { secondsFor } from './mayFetch.ts'
import { en, zh } from './words.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [undefined, 80_000, 10],
  [{ downlink: 0.05 }, 80_000, 10],
  [{ downlink: 1.6 }, 80_000, 1],
])('given a line that reports %j, then %i bytes take about %i seconds', (connection, bytes, seconds) => {
  vi.stubGlobal('navigator', { connection })
  expect(secondsFor(bytes)).toBe(seconds)
})

test('the words about fetching files are there in both languages', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
