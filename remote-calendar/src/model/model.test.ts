import type { EventInstance } from '@yanshu/contracts'
import { addMonths, DAY_MS, dayFrom, monthDays, startOfWeek, weekNumber } from '@yanshu/contracts/days'
import { expect, test } from 'vitest'
import { countAnswers } from '../form/answers.ts'
import { draftOf, inputOf, newDraft, problemOf, spanOf, withStart } from '../form/eventForm.ts'
import { festivalInEnglish } from './festivals.ts'
import { packDay, packLanes } from './packing.ts'
import { isSameTime, place } from './placed.ts'
import { readRule, writeRule } from './rule.ts'
import { when } from './words.ts'

const DAY = dayFrom(2026, 11, 22)
const HOUR = 3_600_000

let made = 0
const instance = (from: number, hours: number, more: Partial<EventInstance> = {}): EventInstance => ({
  eventId: ++made, calendarId: 1, at: 0, start: from, end: from + hours * HOUR, allDay: false, title: 'x', place: '',
  color: null, availability: 'busy', cancelled: false, private: false, repeats: false, exception: false, people: 0,
  answer: '', version: 1, ...more,
}) // biome-ignore format: fields
const utc = (hour: number, hours: number, day = DAY) => place(instance(day * DAY_MS + hour * HOUR, hours), 'UTC')

test('weeks and months are those of the calendar on the wall', () => {
  expect([DAY, dayFrom(2026, 12, 31), dayFrom(2027, 1, 1)].map(weekNumber)).toEqual([47, 53, 53])
  expect(startOfWeek(DAY, 1)).toBe(DAY - 6)
  expect(addMonths(dayFrom(2026, 1, 31), 1)).toBe(dayFrom(2026, 2, 28))
  expect(monthDays(DAY, 1).at(0)).toBe(dayFrom(2026, 10, 26))
})

test('an event is placed by the clock of who looks, whole days are the same everywhere', () => {
  const night = instance(Date.UTC(2026, 10, 22, 17), 2)
  expect(place(night, 'UTC').firstDay).toBe(DAY)
  expect(place(night, 'Asia/Shanghai').firstDay).toBe(DAY + 1)
  const whole = instance(DAY * DAY_MS, 24, { allDay: true })
  expect(['UTC', 'Asia/Shanghai', 'America/New_York'].map((zone) => place(whole, zone).firstDay)).toEqual([
    DAY,
    DAY,
    DAY,
  ])
})

test('blocks that overlap share the width; one with room beside it takes it', () => {
  const [long, first, second] = [utc(9, 4), utc(9, 1), utc(11, 1)]
  const { blocks } = packDay([long, first, second, utc(14, 1)], DAY)
  expect(blocks.map(({ left, width }) => [left, width])).toEqual([
    [0, 0.5],
    [0.5, 0.5],
    [0.5, 0.5],
    [0, 1],
  ])
})

test('an event over midnight stands on both days, one that ends at midnight on the first', () => {
  const over = utc(23, 2)
  expect(packDay([over], DAY).blocks.map(({ from, to }) => [from, to])).toEqual([[1_380, 1_440]])
  expect(packDay([over], DAY + 1).blocks.map(({ from, to }) => [from, to])).toEqual([[0, 60]])
  expect(packDay([utc(22, 2)], DAY + 1).blocks).toEqual([])
})

test('twelve at once leave one place for the number of those that have none, and nothing is lost', () => {
  const noon = Array.from({ length: 12 }, () => utc(12, 1))
  const { blocks, rests } = packDay([...noon, utc(16, 1), utc(9, 1)], DAY, 4)
  expect(blocks.map(({ from, left, width }) => [from / 60, left, width])).toEqual([
    [9, 0, 1],
    [12, 0, 0.25],
    [12, 0.25, 0.25],
    [12, 0.5, 0.25],
    [16, 0, 1],
  ])
  expect(rests).toEqual([{ from: 720, to: 780, left: 0.75, width: 0.25, count: 9 }])
  // Four have their places.
  expect(packDay(noon.slice(0, 4), DAY, 4).rests).toEqual([])
  // What does not overlap has a number of its own.
  const chain = [utc(9, 4), utc(9, 4), utc(9, 1), utc(11, 1)]
  expect(packDay(chain, DAY, 2).rests.map(({ from, count }) => [from / 60, count])).toEqual([[9, 3]])
  expect(packDay(chain, DAY, 3).rests).toEqual([])
})

test('bars keep their lane over a row, and say that they go on', () => {
  const bars = [
    place(instance((DAY - 2) * DAY_MS, 24 * 4, { allDay: true }), 'UTC'),
    place(instance(DAY * DAY_MS, 24, { allDay: true }), 'UTC'),
  ]
  expect(
    packLanes(bars, DAY, 7).map(({ first, last, lane, before, after }) => [first, last, lane, before, after]),
  ).toEqual([
    [0, 1, 0, true, false],
    [0, 0, 1, false, false],
  ])
})

test.each([
  'FREQ=DAILY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE',
  'FREQ=MONTHLY;BYDAY=-1FR;COUNT=5',
  'FREQ=YEARLY;UNTIL=20301231',
])('the editor shows %s and writes it again', (text) => {
  const rule = readRule(text)
  expect(rule && writeRule(rule)).toBe(text)
})

test('what the editor cannot show it leaves alone', () => {
  expect(['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1', 'FREQ=HOURLY', 'FREQ=YEARLY;BYWEEKNO=20'].map(readRule)).toEqual([
    null,
    null,
    null,
  ])
})

test('a form takes its end along, says what is wrong, and writes the zone of the event', () => {
  const draft = newDraft(
    { startWall: DAY * DAY_MS + 9 * HOUR, endWall: DAY * DAY_MS + 10 * HOUR, allDay: false },
    1,
    'Asia/Shanghai',
  )
  expect(problemOf(draft)).toBe('title-required')
  expect(problemOf({ ...draft, title: '会', endTime: '08:00' })).toBe('ends-before')
  expect(problemOf({ ...draft, title: '会', startDay: '' })).toBe('time')
  expect(problemOf({ ...draft, title: '会', link: 'javascript:alert(1)' })).toBe('link')
  const late = withStart(draft, { startTime: '23:30' })
  expect([late.endDay, late.endTime]).toEqual(['2026-11-23', '00:30'])
  expect(inputOf({ ...draft, title: '会' })).toMatchObject({
    start: Date.parse('2026-11-22T01:00Z'),
    zone: 'Asia/Shanghai',
  })
  const whole = { ...draft, allDay: true, endDay: '2026-11-23' }
  expect(spanOf(whole)).toEqual({ startWall: DAY * DAY_MS, endWall: (DAY + 2) * DAY_MS, allDay: true })
})

test('what is read from an event is what is sent back', () => {
  const input = {
    calendarId: 1,
    title: '会',
    place: '',
    description: '',
    link: '',
    allDay: true,
    start: DAY * DAY_MS,
    end: (DAY + 1) * DAY_MS,
    zone: 'Asia/Shanghai',
    availability: 'free',
    private: false,
    color: null,
    descriptionHtml: '<p><b>x</b></p>',
    categories: ['市场'],
    reminders: [15, 60],
    attendees: [],
    repeat: null,
  } as const
  const detail = {
    ...input,
    eventId: 1,
    at: 0,
    version: 1,
    level: 'own',
    cancelled: false,
    exception: false,
    organizer: null,
    invited: false,
    answer: '',
    updatedAt: 0,
    updatedBy: '',
  } as const
  const lists = { categories: ['市场'], reminders: [15, 60], attendees: [], files: [] }
  // What the form does not show in its short form is not lost by saving it.
  expect(inputOf(draftOf({ ...detail, ...lists }))).toEqual({ ...input, files: [] })
})

test('times are said in both languages and on both clocks', () => {
  const span = { startWall: DAY * DAY_MS + 14 * HOUR, endWall: DAY * DAY_MS + 15 * HOUR, allDay: false }
  expect(when({ language: 'zh', hours12: false }, span, 2026, '全天')).toBe('11月22日星期日 14:00 – 15:00')
  expect(when({ language: 'en', hours12: true }, span, 2026, 'All day')).toBe('Sunday, November 22 2:00 PM – 3:00 PM')
})

test('a festival has its English name, one of the operator its own', () => {
  expect(['春节', '国庆节', '校庆日'].map(festivalInEnglish)).toEqual(['Spring Festival', 'National Day', '校庆日'])
})

test('answers are counted, those not given too', () => {
  const attendees = (['accepted', '', 'declined', '', 'tentative', 'accepted'] as const).map((answer) => ({ answer }))
  expect(countAnswers(attendees)).toEqual({ count: 6, accepted: 2, declined: 1, open: 2 })
})

test('given an event that was moved, then what the pointer holds is the same time under another key; other times are not', () => {
  const of = (over: Partial<EventInstance>) => place({ ...instance(HOUR, 1), eventId: 7, ...over }, 'UTC')
  const held = of({ at: 0 })
  expect(isSameTime(held, of({ at: HOUR }))).toBe(true)
  expect(isSameTime(held, of({ at: 0, start: 3 * HOUR, end: 4 * HOUR }))).toBe(true)
  expect(isSameTime(held, of({ at: HOUR, start: 3 * HOUR, end: 4 * HOUR }))).toBe(false)
  expect(isSameTime(held, of({ at: HOUR, eventId: 8 }))).toBe(false)
})
