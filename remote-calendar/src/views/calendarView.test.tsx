// @vitest-environment happy-dom
import { CALENDAR_DEFAULTS, type CalendarEntry, type EventInstance, type ViewProps } from '@yanshu/contracts'
import { isoOf } from '@yanshu/contracts/days'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import { FIRST_DAY, LAST_DAY } from '../model/shownDays.ts'
import AreaSide from '../panel/AreaSide.tsx'
import CalendarView from './CalendarView.tsx'

const HOUR = 3_600_000
const START = Date.UTC(2028, 2, 15, 2)
const calendar = (calendarId: number, name: string, more: Partial<CalendarEntry>): CalendarEntry => ({
  calendarId,
  name,
  color: 1,
  level: 'own',
  owner: { name: '李娜', address: 'li.na@yanshu.test' },
  shown: true,
  shared: false,
  subscription: null,
  published: null,
  ...more,
})
const event = (eventId: number, calendarId: number, title: string): EventInstance => ({
  eventId, calendarId, at: START, start: START, end: START + HOUR, allDay: false, title, place: '', color: null,
  availability: 'busy', cancelled: false, private: false, repeats: false, exception: false, people: 0, answer: '',
  version: 1,
}) // biome-ignore format: fields

let shell: TestShell
let show: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-calendar', 'zh', zh)
  const calendars = [
    calendar(7, '我的日历', {}),
    calendar(8, '李娜的日历', { level: 'view' }),
    calendar(9, '节假日', { subscription: { url: 'https://calendar.test/a.ics', fetchedAt: 1, failed: false } }),
  ]
  shell.answer({
    'calendar/list': { calendars, settings: { ...CALENDAR_DEFAULTS, lunar: true, birthdays: true } },
    'calendar/events': {
      instances: [event(1, 7, '我的会'), event(2, 8, '她的会'), event(3, 9, '订阅的会')],
      shortened: [],
    },
    'calendar/days': { days: [], unpublished: [] },
    'calendar/task/list': { tasks: [], tokens: [], shortened: false },
    'contact/birthdays': { list: [] },
  })
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
  clearNotices()
})

/** The view as the host shows it at an address, anew at each address. */
const open = async (path: string) => {
  let props: ViewProps | undefined
  show ??= await renderInShell(
    (given) => {
      props = given
      return <CalendarView {...given} />
    },
    { path },
  )
  return props
}
const chip = (title: string) =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-key]')].find((one) =>
      one.textContent?.includes(title),
    )
    if (!found) throw new Error(`no event ${title}`)
    return found
  })
const press = async (element: HTMLElement, ...keys: readonly string[]) => {
  await act(async () => element.focus())
  for (const key of keys) {
    const target = document.activeElement ?? element
    await act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  }
}
/** The text of a notice, which all people of the organisation see. */
const warning = () => document.querySelector('[aria-live=assertive]')?.textContent ?? ''
const sent = (path: string) => shell.calls.filter((call) => call.path === path)

test.each(['她的会', '订阅的会'])(
  'given an event that is only read, when it is moved or deleted, then a notice says why not: %s',
  async (title) => {
    await open('/calendar?view=week&day=2028-03-15')
    await press(await chip(title), 'm', 'ArrowRight', 'Enter')
    await vi.waitFor(() => expect(warning()).toContain(zh.speech.refused))
    expect(document.querySelector('[role=status]')?.textContent).not.toContain('已放到')
    act(clearNotices)
    await press(await chip(title), 'Delete')
    await vi.waitFor(() => expect(warning()).toContain(zh.speech.refused))
    expect([...sent('calendar/event/move'), ...sent('calendar/event/delete')]).toEqual([])
    await act(async () => (await chip(title)).click())
    await vi.waitFor(() => expect(document.body.textContent).toContain(zh.popover.readOnly))
  },
)

test('given an address that names an event, then it is opened, and the address goes on so that it opens it again', async () => {
  const path = '/calendar?view=day&day=2028-03-15'
  const props = await open(`${path}&event=1:${START}`)
  const said = () => document.querySelector('[role=dialog]')?.textContent ?? ''
  await vi.waitFor(() => expect(said()).toContain('我的会'))
  expect(location.hash).toBe(`#${path}`)
  await act(async () => document.querySelector<HTMLElement>(`[role=dialog] [aria-label="${zh.close}"]`)?.click())
  await vi.waitFor(() => expect(said()).toBe(''))
  const at = (address: string) =>
    show?.rerender(<CalendarView {...(props as ViewProps)} query={new URLSearchParams(address)} />)
  await at('view=day&day=2028-03-15')
  await at(`view=day&day=2028-03-15&event=1:${START}`)
  await vi.waitFor(() => expect(said()).toContain('我的会'))
})

test.each(['9999-12-31', '0001-01-01'])(
  'given the day %s, then nothing is asked that the server refuses',
  async (day) => {
    for (const view of ['day', 'workweek', 'week', 'month', 'list', 'year']) {
      await open(`/calendar?view=${view}&day=${day}`)
      await vi.waitFor(() => expect(document.body.textContent).toContain(zh.years.slice(0, 5)))
      await vi.waitFor(() => expect(sent('contact/birthdays')).not.toEqual([]))
      // Days have years of four digits, and the Chinese calendar is known from 1900 to 2200.
      for (const { input } of [...sent('contact/birthdays'), ...sent('calendar/days')]) {
        const { from, to } = input as Record<'from' | 'to', string>
        for (const asked of [from, to]) expect(asked).toMatch(/^(19|20|21)\d\d-\d\d-\d\d$|^2200-/)
      }
      await show?.unmount()
      show = null
    }
    expect([isoOf(FIRST_DAY), isoOf(LAST_DAY)]).toEqual(['1901-01-01', '2199-12-31'])
  },
)

test.each([
  ['an end after all dates', { end: 9e15 }],
  ['a start before all dates', { start: -9e15 }],
  ['an end before its start', { end: START - HOUR }],
])('given an event with %s, then every view draws the others and names it, and it can be deleted', async (_, times) => {
  shell.answer({
    'calendar/events': { instances: [event(1, 7, '我的会'), { ...event(4, 7, '坏的会'), ...times }], shortened: [] },
    'calendar/event/delete': { undo: 'u', version: 2, eventId: 4, dropped: 0 },
  })
  for (const view of ['day', 'week', 'month', 'list', 'year']) {
    await open(`/calendar?view=${view}&day=2028-03-15`)
    await vi.waitFor(() => expect(document.body.textContent).toContain('“坏的会”的时间有误'))
    // The year has days alone.
    const drawn = view === 'year' ? '十二月' : '我的会'
    await vi.waitFor(() => expect(document.querySelector('[aria-busy=false]')?.textContent).toContain(drawn))
    await show?.unmount()
    show = null
  }
  await open('/calendar?view=week&day=2028-03-15')
  const named = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('p')].find((one) => one.textContent?.includes('坏的会'))
    if (!found) throw new Error('it is not named')
    return found
  })
  await act(async () => named.querySelector('button')?.click())
  await vi.waitFor(() =>
    expect(sent('calendar/event/delete').map(({ input }) => input)).toMatchObject([{ eventId: 4, scope: 'all' }]),
  )
})

test('given a page that shows the sidebar of the calendar, then the view has none, and its days lead the view', async () => {
  const path = '/calendar?view=month&day=2028-03-15'
  const props = await open(path)
  const months = () => document.querySelectorAll('table').length
  await vi.waitFor(() => expect(document.body.textContent).toContain('李娜的日历'))
  expect([months(), document.querySelectorAll(`[aria-label="${zh.panel.toggle}"]`).length]).toEqual([1, 2])
  await show?.rerender(<CalendarView {...(props as ViewProps)} inArea />)
  expect([months(), document.querySelectorAll(`[aria-label="${zh.panel.toggle}"]`).length]).toEqual([0, 0])

  const chosen = vi.fn()
  const side = (collapsed: boolean) => <AreaSide path={`${path}&event=1:2`} collapsed={collapsed} onChosen={chosen} />
  await show?.rerender(side(false))
  await vi.waitFor(() => expect(document.body.textContent).toContain('李娜的日历'))
  expect(document.querySelector('[aria-pressed=true]')?.textContent).toBe('15')
  await act(async () => document.querySelector<HTMLElement>('[data-mini]:not([aria-pressed=true])')?.click())
  expect(location.hash).toBe('#/calendar?view=month&day=2028-02-28')
  expect(chosen).toHaveBeenCalledTimes(1)

  // Where there is room for icons alone, one of them opens it.
  await show?.rerender(side(true))
  expect(months()).toBe(0)
  await act(async () => document.querySelector<HTMLElement>(`[aria-label="${zh.panel.title}"]`)?.click())
  expect(months()).toBe(1)
})
