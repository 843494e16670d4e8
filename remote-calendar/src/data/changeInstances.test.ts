// @vitest-environment happy-dom
import type { EventInstance } from '@yanshu/contracts'
import { queryClient } from '@yanshu/shell-api/query'
import { startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteInstance, moveInstance } from './commands.ts'
import { changeInstances, EVENTS } from './queries.ts'

const HOUR = 3_600_000
const START = Date.UTC(2028, 2, 15, 2)
const event = (eventId: number, start = START): EventInstance => ({
  eventId, calendarId: 7, at: START, start, end: start + HOUR, allDay: false, title: '会', place: '', color: null,
  availability: 'busy', cancelled: false, private: false, repeats: false, exception: false, people: 0, answer: '',
  version: 1,
}) // biome-ignore format: fields

let shell: TestShell
/** Two windows of time that both show the events. */
const WINDOWS = [
  [...EVENTS, 1, 9],
  [...EVENTS, 2, 8],
] as const
const shown = () =>
  WINDOWS.map((key) =>
    queryClient()
      .getQueryData<{ instances: readonly EventInstance[] }>(key)
      ?.instances.map(({ eventId, start }) => [eventId, (start - START) / HOUR]),
  )

beforeEach(async () => {
  shell = await startTestShell()
  for (const key of WINDOWS) queryClient().setQueryData(key, { instances: [event(1), event(2)], shortened: [] })
})
afterEach(() => {
  shell.stop()
  clearNotices()
})

// Nothing is answered: as without a network, also where what is shown is read again.
test('given no network, when an event is moved or deleted, then it stands where it was', async () => {
  const before = shown()
  const to = { startWall: START + 3 * HOUR, endWall: START + 4 * HOUR, allDay: false }
  const moved = moveInstance(event(1), to, 'UTC', 'all')
  expect(shown()).toEqual([[[1, 3], [2, 0]], [[1, 3], [2, 0]]]) // biome-ignore format: two windows
  expect(await moved).toBe(false)
  expect(shown()).toEqual(before)
  expect(await deleteInstance(event(2), 'all')).toBe(false)
  expect(shown()).toEqual(before)
})

test('given a change that is taken back, then one that was made after it stays', () => {
  const move = (eventId: number, by: number) =>
    changeInstances((all) => all.map((one) => (one.eventId === eventId ? event(eventId, START + by * HOUR) : one)))
  const takeBack = move(1, 3)
  move(2, 1)
  takeBack()
  expect(shown()[0]).toEqual([[1, 0], [2, 1]]) // biome-ignore format: pairs
  const takeBackAgain = move(1, 3)
  move(1, 5)
  takeBackAgain()
  expect(shown()[0]).toEqual([[1, 5], [2, 1]]) // biome-ignore format: pairs
})
