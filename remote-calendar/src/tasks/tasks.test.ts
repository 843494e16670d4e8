import { messageProblems } from '@yanshu/build/messageProblems'
import type { CalendarEntry, TaskEntry } from '@yanshu/contracts'
import { DAY_MS, dayOf, isoOf } from '@yanshu/contracts/days'
import { expect, test } from 'vitest'
import en from './en.ts'
import { parseTask } from './parseTask.ts'
import { groupOf, placeTasks, shownTasks, withChanges } from './taskModel.ts'
import { inOrderOfDue, isLate } from './taskOrder.ts'
import zh from './zh.ts'

/** Wednesday 2026-11-25, 14:30 on the wall. */
const NOW = Date.UTC(2026, 10, 25, 14, 30)
const TODAY = dayOf(NOW)
const ZONE = 'Asia/Shanghai'

test('the messages of tasks say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})

test.each([
  ['周五前交报告', '交报告', '2026-11-27', null],
  ['交报告 周五之前', '交报告', '2026-11-27', null],
  ['下周一前提交年度预算', '提交年度预算', '2026-11-30', null],
  ['12月8日前寄合同', '寄合同', '2026-12-08', null],
  ['明天下午三点前回复客户', '回复客户', '2026-11-26', '15:00'],
  ['今天下班前对账', '对账', '2026-11-25', '18:00'],
  ['明天前端评审', '前端评审', '2026-11-26', null],
  ['和李娜对预算', '和李娜对预算', null, null],
  ['买 90分钟 的票', '买 90分钟 的票', null, null],
  ['submit report by Friday', 'submit report', '2026-11-27', null],
  ['Send slides to Li Na before 5pm tomorrow', 'Send slides to Li Na', '2026-11-26', '17:00'],
  ['Pay invoice due Dec 3', 'Pay invoice', '2026-12-03', null],
  ['call Wang at 9:00', 'call Wang', '2026-11-26', '09:00'],
  ['Review by the team', 'Review by the team', null, null],
  ['close books by end of day', 'close books', '2026-11-25', '18:00'],
  ['每周五交周报', '交周报', '2026-11-27', null],
])('%s', (line, title, day, time) => {
  const found = parseTask(line, { now: NOW, workEnd: 1_080 })
  const wall = found?.dueWall ?? null
  expect([found?.title, wall === null ? null : isoOf(dayOf(wall))]).toEqual([title, day])
  expect(found?.allDay === false && wall !== null ? new Date(wall).toISOString().slice(11, 16) : null).toBe(time)
})

test('a line that says only a date is no task, and a weekly one repeats', () => {
  expect(parseTask('周五前', { now: NOW, workEnd: 1_080 })).toBeNull()
  expect(parseTask('每周五交周报', { now: NOW, workEnd: 1_080 })?.repeat).toEqual({
    kind: 'rule',
    rule: 'FREQ=WEEKLY;BYDAY=FR',
  })
})

const task = (taskId: number, more: Partial<TaskEntry> = {}): TaskEntry => ({
  taskId, calendarId: 1, uid: `${taskId}`, version: 1, title: `任务${taskId}`, allDay: true, start: null,
  due: TODAY * DAY_MS, priority: 0, status: 'needs-action', percent: 0, closedAt: null, private: false, repeats: false,
  categories: [], ...more,
}) // biome-ignore format: one task

test('tasks stand in the groups of when they are due, by the clock of who looks', () => {
  const of = (more: Partial<TaskEntry>) => groupOf(task(1, more), ZONE, NOW, 1)
  expect(of({})).toBe('today')
  expect(of({ due: (TODAY - 1) * DAY_MS })).toBe('late')
  expect(of({ due: (TODAY + 4) * DAY_MS })).toBe('week')
  expect(of({ due: (TODAY + 5) * DAY_MS })).toBe('later')
  expect(of({ due: null })).toBe('none')
  expect(of({ due: (TODAY - 9) * DAY_MS, closedAt: 5 })).toBe('done')
  // 23:30 in Shanghai is today, 00:30 is tomorrow; 14:00 of today is over.
  const shanghai = (hours: number) => ({ allDay: false, due: TODAY * DAY_MS + (hours - 8) * 3_600_000 })
  expect([of(shanghai(23.5)), of(shanghai(24.5)), of(shanghai(14))]).toEqual(['today', 'week', 'late'])
  expect(isLate(task(1, shanghai(15)), ZONE, NOW)).toBe(false)
})

test('tasks are in the order of their due dates, what matters more first, and stand on their days', () => {
  const tasks = [
    task(1),
    task(2, { due: (TODAY + 1) * DAY_MS, priority: 1, allDay: false }),
    task(3, { priority: 1 }),
    task(4, { due: null }),
    task(5, { calendarId: 2 }),
    task(6, { closedAt: 7, status: 'completed' }),
  ]
  const calendars = [{ calendarId: 1, shown: true }, { calendarId: 2, shown: false }] as CalendarEntry[] // biome-ignore format: two
  const shown = shownTasks(tasks, { calendars, showDone: false }).toSorted(inOrderOfDue(ZONE))
  expect(shown.map(({ taskId }) => taskId)).toEqual([3, 1, 2, 4])
  const saying = { language: 'zh', hours12: false, zone: ZONE } as const
  const placed = placeTasks(shownTasks(tasks, { calendars, showDone: true }), saying, NOW, {
    from: TODAY,
    to: TODAY + 1,
  })
  expect(placed.map(({ key, firstDay, instance }) => [key, firstDay - TODAY, instance.title])).toEqual([
    ['task:1', 0, '任务1'],
    ['task:2', 1, '任务2 08:00'],
    ['task:3', 0, '任务3'],
    ['task:6', 0, '任务6'],
  ])
  expect(placed.find(({ key }) => key === 'task:6')?.instance.cancelled).toBe(true)
})

test('what has changed since is taken in: new, moved to another calendar, removed, no longer shared', () => {
  const before = {
    tasks: [task(1), task(2), task(3), task(4, { calendarId: 2 }), task(5, { calendarId: 3 })],
    tokens: [{ calendarId: 1, seq: 1 }],
    shortened: false,
  }
  const next = withChanges(before, {
    tasks: [task(2, { calendarId: 2 }), task(6)],
    // An event that was never listed here has numbers of the same kind.
    removed: [2, 3, 99].map((uid) => ({ calendarId: 1, uid: `${uid}` })),
    gone: [3],
    tokens: [{ calendarId: 1, seq: 9 }],
    again: false,
  })
  expect(next.tasks.map(({ taskId, calendarId }) => [taskId, calendarId])).toEqual([
    [1, 1],
    [4, 2],
    [2, 2],
    [6, 1],
  ])
  expect(next.tokens).toEqual([{ calendarId: 1, seq: 9 }])
})
