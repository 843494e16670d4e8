// @vitest-environment happy-dom
import { CALENDAR_DEFAULTS, type CalendarEntry, Code, type TaskDetail } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import zh from '../messages/zh.ts'
import { QuickAdd } from '../quick-add/QuickAdd.tsx'
import { TaskForm } from '../tasks/TaskForm.tsx'
import EventForm from './EventForm.tsx'
import { newDraft } from './eventForm.ts'
import { RepeatField } from './RepeatField.tsx'

const DAY = Date.UTC(2028, 2, 15)
const HOUR = 3_600_000
const saying = { language: 'zh', hours12: false, zone: 'Asia/Shanghai' } as const
const calendars: readonly CalendarEntry[] = [
  {
    calendarId: 7,
    name: '我的日历',
    color: 1,
    level: 'own',
    owner: { name: '张伟', address: 'zhang.wei@yanshu.test' },
    shown: true,
    shared: false,
    subscription: null,
    published: null,
  },
]
const taskOf = (version: number, title: string): TaskDetail => ({
  taskId: 3,
  calendarId: 7,
  version,
  title,
  description: '',
  allDay: true,
  start: null,
  due: DAY,
  zone: 'Asia/Shanghai',
  priority: 0,
  status: 'needs-action',
  percent: 0,
  private: false,
  categories: [],
  reminders: [],
  repeat: null,
  level: 'own',
  closedAt: null,
  updatedAt: DAY,
  updatedBy: '李娜',
})
let shell: TestShell
let show: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-calendar', 'zh', zh)
  shell.answer({ 'calendar/days': { days: [], unpublished: [] } })
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
  clearNotices()
})

const field = (label: string) => {
  const found = [...document.querySelectorAll<HTMLInputElement>('input')].find((one) =>
    (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? '').includes(label),
  )
  if (!found) throw new Error(`no field called ${label}`)
  return found
}
const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`no button called ${name}`)
  return found
}
/** Types as a person does: into the field that has the focus, which the next press takes away. */
const type = (label: string, text: string) =>
  act(async () => {
    const element = field(label)
    element.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
const press = async (name: string) => {
  await act(async () => button(name).focus())
  await act(async () => button(name).click())
}
/** What Enter in a field of a form does. */
const enter = () => act(async () => document.querySelector('form')?.requestSubmit())
const sent = (path: string) => shell.calls.filter((call) => call.path === path).map(({ input }) => input)
const undo = { undo: 'u'.repeat(22), dropped: 0 }

/** Whether the browser would ask before it leaves the page. */
const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

const openForm = async (reader: { language: 'zh'; hours12: boolean; zone: string } = saying) => {
  const onClose = vi.fn()
  const span = { startWall: DAY + 9 * HOUR, endWall: DAY + 10 * HOUR, allDay: false }
  const props = { calendars, settings: CALENDAR_DEFAULTS, saying: reader, onClose }
  show = await renderInShell(<EventForm detail={null} first={newDraft(span, 7, saying.zone)} {...props} />)
  return onClose
}

test('given a slow server, when Enter is pressed again, then the event is made once', async () => {
  let answer = (_: unknown) => {}
  shell.answer({ 'calendar/event/save': () => new Promise((done) => (answer = done)) })
  const onClose = await openForm()
  expect(asksToStay()).toBe(false)
  await type(zh.form.title, '周会')
  expect(asksToStay()).toBe(true)
  await enter()
  await enter()
  await vi.waitFor(() => expect(sent('calendar/event/save')).toHaveLength(1))
  await act(async () => answer(undo))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent('calendar/event/save')).toHaveLength(1)
})

test('given a day that does not exist, when the event is saved, then the cursor goes there and nothing is sent', async () => {
  shell.answer({ 'calendar/event/save': undo })
  await openForm()
  await type(zh.form.title, '周会')
  await type(zh.form.startDay, '2028-02-30')
  await press(zh.save)
  expect(sent('calendar/event/save')).toEqual([])
  expect(document.activeElement).toBe(field(zh.form.startDay))
  await type(zh.form.startDay, '2028-02-29')
  await press(zh.save)
  await vi.waitFor(() => expect(sent('calendar/event/save')).toHaveLength(1))
  expect(sent('calendar/event/save')[0]?.event).toMatchObject({ start: Date.UTC(2028, 1, 29, 1) })
})

test('given a clock of 12 hours, then times are shown and written on it, and the arrows step them', async () => {
  shell.answer({ 'calendar/event/save': undo })
  await openForm({ ...saying, hours12: true })
  await type(zh.form.title, '周会')
  expect(field(zh.form.startTime).value).toBe('上午9:00')
  expect(document.querySelector('[type=time]')).toBeNull()
  await type(zh.form.startTime, '下午三点半')
  await press(zh.save)
  await vi.waitFor(() => expect(sent('calendar/event/save')).toHaveLength(1))
  expect(sent('calendar/event/save')[0]?.event).toMatchObject({ start: Date.UTC(2028, 2, 15, 7, 30) })
  expect([field(zh.form.startTime).value, field(zh.form.endTime).value]).toEqual(['下午3:30', '下午4:30'])
  const step = (key: string) =>
    act(async () => field(zh.form.startTime).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await step('ArrowDown')
  await step('ArrowDown')
  await step('ArrowUp')
  expect(field(zh.form.startTime).value).toBe('下午3:45')
})

test('given words that are no time, when the event is saved, then the cursor goes there and nothing is sent', async () => {
  shell.answer({ 'calendar/event/save': undo })
  await openForm()
  await type(zh.form.title, '周会')
  await type(zh.form.endTime, '25:00')
  await press(zh.save)
  expect(sent('calendar/event/save')).toEqual([])
  expect(document.activeElement).toBe(field(zh.form.endTime))
  expect(document.body.textContent).toContain('请写成 14:30 这样的时间')
})

test('given a place that is too long, when the event is saved, then its field says so and nothing is sent', async () => {
  shell.answer({ 'calendar/event/save': undo })
  await openForm()
  await type(zh.form.title, '周会')
  await type(zh.form.place, '三号会议室'.repeat(41))
  await press(zh.save)
  expect(document.body.textContent).toContain('地点最多 200 个字，现在有 205 个')
  expect(sent('calendar/event/save')).toEqual([])
})

test('given a number of weeks, when it is deleted to write another one, then the other one counts', async () => {
  const rules: unknown[] = []
  const value = { kind: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE' } as const
  show = await renderInShell(
    <RepeatField value={value} day={DAY / (24 * HOUR)} lunar="" onChange={(repeat) => rules.push(repeat)} />,
  )
  await type(zh.repeat.interval, '')
  expect(field(zh.repeat.interval).value).toBe('')
  await type(zh.repeat.interval, '3')
  expect(rules).toEqual([{ kind: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=WE' }])
})

test('given a task that somebody else has changed, when it is saved, then what was typed stays until one is chosen', async () => {
  let stored = taskOf(1, '交报告')
  shell.answer({
    'calendar/task/get': () => stored,
    'calendar/task/save': ({ target }: Readonly<Record<string, unknown>>) => {
      if ((target as { version: number }).version !== stored.version)
        throw new TestFailure(Code.taskChanged, '已被修改')
      return undo
    },
  })
  const onClose = vi.fn()
  show = await renderInShell(<TaskForm taskId={3} calendars={calendars} saying={saying} now={DAY} onClose={onClose} />)
  await vi.waitFor(() => field('标题'))
  stored = taskOf(2, '交年度报告')
  await type('标题', '交报告，附预算表和说明')
  await press(zh.save)
  await vi.waitFor(() => expect(document.body.textContent).toContain('交年度报告'))
  expect(field('标题').value).toBe('交报告，附预算表和说明')
  await press(zh.conflict.mine)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent('calendar/task/save').at(-1)).toMatchObject({
    task: { title: '交报告，附预算表和说明' },
    target: { version: 2 },
  })
})

test('given a line that names somebody whom nobody knows, then the name stays in the title of the event', async () => {
  shell.answer({
    'calendar/event/save': undo,
    'contact/list/suggest': ({ keyword }: Readonly<Record<string, unknown>>) => ({
      list: keyword === '李娜' ? [{ name: '李娜', address: 'li.na@yanshu.test' }] : [],
    }),
  })
  const now = DAY + 8 * HOUR
  const props = { saying, settings: CALENDAR_DEFAULTS, calendarId: 7, now, onAdded: () => undefined }
  show = await renderInShell(<QuickAdd {...props} />)
  const add = async (line: string) => {
    await type(zh.quick.label, line)
    await act(async () =>
      field(zh.quick.label).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    )
    await vi.waitFor(() => expect(field(zh.quick.label).value).toBe(''))
    return sent('calendar/event/save').at(-1)?.event
  }
  expect(await add('明天下午三点和李总开会')).toMatchObject({ title: '和李总开会', attendees: [] })
  expect(await add('明天下午三点和李娜开会')).toMatchObject({ title: '开会', attendees: [{ name: '李娜' }] })
})
