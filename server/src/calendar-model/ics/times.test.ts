import { expect, test } from 'vitest'
import { readIcs } from './readIcs.ts'

const read = (...lines: string[]) =>
  readIcs(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'), 'Asia/Shanghai')
const event = (...lines: string[]) => read('BEGIN:VEVENT', 'UID:t', 'SUMMARY:t', ...lines, 'END:VEVENT').events[0]
const task = (...lines: string[]) => read('BEGIN:VTODO', 'UID:t', 'SUMMARY:t', ...lines, 'END:VTODO').tasks[0]
const at = (iso: string) => Date.parse(iso)

test('given an exception as a day, then the time of that day is left out, or added', () => {
  const series = ['DTSTART:20261201T063000Z', 'DTEND:20261201T070000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5']
  const days = ['EXDATE:20261208', 'EXDATE;VALUE=DATE:20261222']
  expect(event(...series, ...days)?.exdates).toEqual([at('2026-12-08T06:30Z'), at('2026-12-22T06:30Z')])
  const local = 'DTSTART;TZID=America/New_York:20261027T090000'
  expect(event(local, 'RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:20261102')?.exdates).toEqual([at('2026-11-02T14:00Z')])
  expect(event(local, 'RDATE;VALUE=DATE:20261102')?.rdates).toEqual([at('2026-11-02T14:00Z')])
})

test('given an exception of whole days as a moment, then its day is left out', () => {
  const days = ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=5']
  expect(event(...days, 'EXDATE;TZID=Asia/Shanghai:20261203T000000')?.exdates).toEqual([at('2026-12-03T00:00Z')])
  expect(event(...days, 'EXDATE:20261203T160000Z')?.exdates).toEqual([at('2026-12-04T00:00Z')])
})

test('given a time of a series that is named by its day, then it is that time, also where it has another clock', () => {
  const series = ['BEGIN:VEVENT', 'UID:s', 'DTSTART:20261201T063000Z', 'RRULE:FREQ=DAILY;COUNT=5', 'END:VEVENT']
  const moved = ['BEGIN:VEVENT', 'UID:s', 'RECURRENCE-ID;VALUE=DATE:20261203', 'DTSTART:20261203T100000Z', 'END:VEVENT']
  expect(read(...moved, ...series).events.map(({ recurrenceAt }) => recurrenceAt)).toEqual([at('2026-12-03T06:30Z'), null])
}) // biome-ignore format: lines

test('given a day without its kind, then it is a whole day', () => {
  expect(event('DTSTART:20261204', 'DTEND:20261204')).toMatchObject({
    allDay: true,
    start: at('2026-12-04T00:00Z'),
    end: at('2026-12-05T00:00Z'),
  })
  const untilDay = event('DTSTART:20261204T010000Z', 'DTEND;VALUE=DATE:20261206')
  expect(untilDay).toMatchObject({ allDay: false, end: at('2026-12-06T00:00Z') })
})

test('given a length in days, then they are days of the clock; hours are exact', () => {
  const saturday = 'DTSTART;TZID=America/New_York:20261031T120000'
  expect(event(saturday, 'DURATION:P1D')?.end).toBe(at('2026-11-01T17:00Z'))
  expect(event(saturday, 'DURATION:PT24H')?.end).toBe(at('2026-11-01T16:00Z'))
  expect(event(saturday, 'DURATION:P1W')?.end).toBe(at('2026-11-07T17:00Z'))
})

test('given further times with a length of their own, then they keep it', () => {
  const { events } = read(
    'BEGIN:VEVENT', 'UID:t', 'SUMMARY:t', 'DTSTART:20261201T010000Z', 'DTEND:20261201T020000Z',
    'RDATE;VALUE=PERIOD:20261208T010000Z/PT2H,20261215T010000Z/20261215T020000Z', 'END:VEVENT',
  ) // biome-ignore format: lines
  expect(events[0]?.rdates).toEqual([at('2026-12-08T01:00Z'), at('2026-12-15T01:00Z')])
  expect(events.slice(1)).toEqual([
    expect.objectContaining({ recurrenceAt: at('2026-12-08T01:00Z'), end: at('2026-12-08T03:00Z'), rdates: [] }),
  ])
})

test('given a task that begins at a clock and is due on a day, then it keeps both', () => {
  expect(task('DTSTART;TZID=Asia/Shanghai:20261201T090000', 'DUE;VALUE=DATE:20261203')).toMatchObject({
    allDay: false,
    start: at('2026-12-01T01:00Z'),
    due: at('2026-12-03T15:59Z'),
  })
  expect(task('DUE;VALUE=DATE:20261203')).toMatchObject({ allDay: true, due: at('2026-12-03T00:00Z') })
})
