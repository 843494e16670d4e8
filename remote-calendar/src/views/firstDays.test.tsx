// @vitest-environment happy-dom
import { CALENDAR_DEFAULTS, type EventInstance } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import CalendarView, { askForDays } from './firstDays.ts'

const AT = Date.UTC(2028, 2, 15, 2)
const event: EventInstance = {
  eventId: 1, calendarId: 7, at: AT, start: AT, end: AT + 3_600_000, allDay: false, title: '早会', place: '', color: null,
  availability: 'busy', cancelled: false, private: false, repeats: false, exception: false, people: 0, answer: '',
  version: 1,
} // biome-ignore format: fields

let shell: TestShell
const asked = (path: string) => shell.calls.filter((call) => call.path === path).map(({ input }) => input)
const owner = { name: '李娜', address: 'li.na@yanshu.test' }
const calendars = [
  { calendarId: 7, name: '我的日历', color: 1, level: 'own', owner, shown: true, shared: false, subscription: null, published: null },
] // biome-ignore format: fields
const answers = (weekStart: 0 | 1) => ({
  'calendar/list': { calendars, settings: { ...CALENDAR_DEFAULTS, weekStart } },
  'calendar/events': { instances: [event], shortened: [] },
  'calendar/days': { days: [], unpublished: [] },
  'calendar/task/list': { tasks: [], tokens: [], shortened: false },
})
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-calendar', 'zh', zh)
})
afterEach(() => shell.stop())

test('given an address of the calendar, then all of its days are there before it is drawn, and asked for once', async () => {
  shell.answer(answers(1))
  await askForDays(new URLSearchParams('view=week&day=2028-03-15'))
  const before = ['calendar/list', 'calendar/events', 'calendar/days'].map((path) => asked(path).length)
  expect(before).toEqual([1, 1, 1])
  const show = await renderInShell((props) => <CalendarView {...props} />, {
    path: '/calendar?view=week&day=2028-03-15',
  })
  await vi.waitFor(() => expect(document.querySelector('[aria-busy=false]')?.textContent).toContain('早会'))
  expect(['calendar/list', 'calendar/events', 'calendar/days'].map((path) => asked(path).length)).toEqual(before)
  await show.unmount()
})

test('given weeks that begin on another day, then those days are asked for as well', async () => {
  shell.answer(answers(0))
  await askForDays(new URLSearchParams('view=week&day=2028-03-15'))
  const [monday, sunday] = asked('calendar/events') as { from: number; to: number }[]
  expect((monday?.from ?? 0) - (sunday?.from ?? 0)).toBe(86_400_000)
  // From then on it is known.
  await askForDays(new URLSearchParams('view=week&day=2028-04-15'))
  expect(asked('calendar/events')).toHaveLength(3)
})
