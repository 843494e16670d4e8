import { readFileSync } from 'node:fs'
import path from 'node:path'
import { instantOf } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { parseHolidays } from '../chinese/holidays.ts'
import { EventRuleRefusedError } from '../rows/errors.ts'
import { FAR_AWAY, type Series } from '../rows/series.ts'
import { endOfSeries, expandSeries, requireRepeat } from './expand.ts'
import { parseRule } from './ruleText.ts'
import { shiftRule } from './shiftRule.ts'

const holidays = parseHolidays(readFileSync(path.join(import.meta.dirname, '../chinese/holidays.json'), 'utf8'))
const HOUR = 3_600_000

interface Made extends Partial<Series> {
  /** On the clock of the zone: `2026-01-05T09:00`. */
  readonly at: string
}

function series({ at, zone = 'Asia/Shanghai', allDay = false, ...more }: Made): Series {
  const wall = Date.parse(`${at}${at.length === 10 ? 'T00:00' : ''}Z`)
  const start = allDay ? wall : instantOf(zone, wall)
  return { start, end: start + (allDay ? 24 : 1) * HOUR, allDay, zone, repeat: null, exdates: [], rdates: [], ...more }
}

const rule = (text: string) => ({ kind: 'rule', rule: text }) as const
const utc = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const from = (one: Series, days: number, offset = 0) =>
  expandSeries(one, holidays, one.start + offset * 24 * HOUR, one.start + (offset + days) * 24 * HOUR).starts.map(utc)

describe('rules of RFC 5545', () => {
  test.each<[string, Made, number, string[]]>([
    [
      'every week in Shanghai',
      { at: '2026-01-05T09:00', repeat: rule('FREQ=WEEKLY;BYDAY=MO;COUNT=3') },
      60,
      ['2026-01-05T01:00', '2026-01-12T01:00', '2026-01-19T01:00'],
    ],
    [
      'over the beginning of summer time in New York, by the clock on the wall',
      { at: '2026-03-06T09:00', zone: 'America/New_York', repeat: rule('FREQ=DAILY;COUNT=4') },
      9,
      ['2026-03-06T14:00', '2026-03-07T14:00', '2026-03-08T13:00', '2026-03-09T13:00'],
    ],
    [
      'in the hour that the spring leaves out: that day is dropped',
      { at: '2026-03-07T02:30', zone: 'America/New_York', repeat: rule('FREQ=DAILY;COUNT=3') },
      9,
      ['2026-03-07T07:30', '2026-03-09T06:30', '2026-03-10T06:30'],
    ],
    [
      'in the hour that the autumn has twice: the first of both',
      { at: '2026-10-31T01:30', zone: 'America/New_York', repeat: rule('FREQ=DAILY;COUNT=3') },
      9,
      ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'until a day, which is included',
      { at: '2026-01-05T09:00', repeat: rule('FREQ=DAILY;UNTIL=20260107') },
      30,
      ['2026-01-05T01:00', '2026-01-06T01:00', '2026-01-07T01:00'],
    ],
    [
      'until a moment of UTC',
      { at: '2026-01-05T09:00', repeat: rule('FREQ=DAILY;UNTIL=20260106T010000Z') },
      30,
      ['2026-01-05T01:00', '2026-01-06T01:00'],
    ],
    [
      'the last weekday of each month',
      { at: '2026-01-30T09:00', repeat: rule('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3') },
      90,
      ['2026-01-30T01:00', '2026-02-27T01:00', '2026-03-31T01:00'],
    ],
    [
      'the 31st, which short months do not have',
      { at: '2026-01-31T09:00', repeat: rule('FREQ=MONTHLY;COUNT=3') },
      150,
      ['2026-01-31T01:00', '2026-03-31T01:00', '2026-05-31T01:00'],
    ],
    [
      'the 29th of February',
      { at: '2024-02-29T09:00', repeat: rule('FREQ=YEARLY;COUNT=3') },
      3_000,
      ['2024-02-29T01:00', '2028-02-29T01:00', '2032-02-29T01:00'],
    ],
    [
      'every two weeks with weeks that begin on Sunday',
      { at: '1997-08-05T09:00', repeat: rule('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU') },
      60,
      ['1997-08-05T01:00', '1997-08-17T01:00', '1997-08-19T01:00', '1997-08-31T01:00'],
    ],
    [
      'one left out and one put in',
      {
        at: '2026-01-05T09:00',
        repeat: rule('FREQ=DAILY;COUNT=3'),
        exdates: [Date.parse('2026-01-06T01:00Z')],
        rdates: [Date.parse('2026-01-10T03:00Z')],
      },
      30,
      ['2026-01-05T01:00', '2026-01-07T01:00', '2026-01-10T03:00'],
    ],
    [
      'the Monday of week 20',
      { at: '1997-05-12T09:00', zone: 'America/New_York', repeat: rule('FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3') },
      1_000,
      ['1997-05-12T13:00', '1998-05-11T13:00', '1999-05-17T13:00'],
    ],
    [
      'the fifth Monday of months that have one',
      { at: '2026-03-30T09:00', repeat: rule('FREQ=MONTHLY;BYDAY=5MO;COUNT=3') },
      200,
      ['2026-03-30T01:00', '2026-06-29T01:00', '2026-08-31T01:00'],
    ],
    [
      'whole days, which have no zone',
      { at: '2026-10-01', allDay: true, zone: 'America/New_York', repeat: rule('FREQ=YEARLY;COUNT=2') },
      400,
      ['2026-10-01T00:00', '2027-10-01T00:00'],
    ],
  ])('given %s, then its times are right', (_name, made, days, wanted) => {
    expect(from(series(made), days)).toEqual(wanted)
  })

  test('given a rule of years ago, then a month of today is found without computing the years before', () => {
    const old = series({ at: '1996-01-01T09:00', repeat: rule('FREQ=DAILY') })
    const begin = Date.parse('2026-11-01T00:00Z')
    expect(expandSeries(old, holidays, begin, begin + 30 * 24 * HOUR)).toMatchObject({ complete: true })
    expect(expandSeries(old, holidays, begin, begin + 2 * 24 * HOUR).starts.map(utc)).toEqual([
      '2026-11-01T01:00',
      '2026-11-02T01:00',
    ])
  })

  test.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY',
    'FREQ=SECONDLY;COUNT=900000',
    'FREQ=MINUTELY;BYSECOND=0,1,2,3,4,5,6,7',
    'FREQ=DAILY;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,1,2,3,4,5,6',
  ])('given %s, then it is refused, and expanding it ends', (text) => {
    const hostile = series({ at: '2026-01-05T09:00', repeat: rule(text) })
    expect(() => requireRepeat(hostile, holidays)).toThrow(EventRuleRefusedError)
    expect(from(hostile, 31).length).toBeLessThanOrEqual(1_000)
  })

  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31',
  ])('given %s, which never happens, then looking for it ends, today and in thirty years', (text) => {
    const never = series({ at: '1990-01-05T09:00', repeat: rule(text) })
    expect(from(never, 31)).toEqual(['1990-01-05T01:00'])
    expect(from(never, 31, 36 * 365)).toEqual([])
  })

  test('given a rule of 100,000 times, then its end is not looked for beyond what that may cost', () => {
    const long = series({ at: '2026-01-05T09:00', repeat: rule('FREQ=DAILY;COUNT=100000') })
    expect(endOfSeries(long)).toBe(FAR_AWAY)
    expect(from(long, 2, 4_000).length).toBe(3)
  })

  test.each([
    'FREQ=SOMETIMES',
    'INTERVAL=2',
    'FREQ=DAILY;COUNT=2;UNTIL=20260101',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;X=1',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY\r\nATTENDEE:x',
    '',
  ])('given %j, then it is no rule', (text) => {
    expect(() => parseRule(text)).toThrow(EventRuleRefusedError)
  })

  test.each([
    [rule('FREQ=DAILY;COUNT=3'), '2026-01-07T02:00'],
    [rule('FREQ=DAILY;UNTIL=20260107'), '2026-01-07T16:59'],
  ])('given %j, then its end is known', (repeat, wanted) => {
    expect(utc(endOfSeries(series({ at: '2026-01-05T09:00', repeat })))).toBe(wanted)
  })

  test('given no end, then it is far away', () => {
    expect(endOfSeries(series({ at: '2026-01-05T09:00', repeat: rule('FREQ=DAILY') }))).toBe(FAR_AWAY)
  })

  test('given times that move to another day, then the rule is shifted with them', () => {
    const monday = Date.parse('2026-01-05T09:00Z')
    const days = (n: number) => n * 24 * HOUR
    expect(shiftRule('FREQ=WEEKLY;BYDAY=MO,FR', monday, days(1))).toBe('FREQ=WEEKLY;BYDAY=TU,SA')
    expect(shiftRule('FREQ=MONTHLY;BYDAY=1MO', monday, days(8))).toBe('FREQ=MONTHLY;BYDAY=2TU')
    expect(shiftRule('FREQ=MONTHLY;BYMONTHDAY=5', monday, days(2))).toBe('FREQ=MONTHLY;BYMONTHDAY=7')
    expect(shiftRule('FREQ=WEEKLY;BYDAY=MO', monday, HOUR)).toBe('FREQ=WEEKLY;BYDAY=MO')
  })
})

describe('the Chinese calendar', () => {
  test('given a birthday of the lunar calendar, then it is kept each year, a thirtieth on the last day of a short month', () => {
    // 2026-02-17 is New Year's Day; the day before is the 29th of the twelfth month, which has no thirtieth that year.
    const birthday = series({ at: '2025-01-28', allDay: true, repeat: { kind: 'lunar', every: 'year', until: null } })
    expect(from(birthday, 800)).toEqual(['2025-01-28T00:00', '2026-02-16T00:00', '2027-02-05T00:00'])
  })

  test('given New Year, then 2027 and 2030 are right, where other programs err', () => {
    const newYear = series({ at: '2026-02-17', allDay: true, repeat: { kind: 'lunar', every: 'year', until: null } })
    expect(from(newYear, 1_500)).toEqual([
      '2026-02-17T00:00',
      '2027-02-06T00:00',
      '2028-01-26T00:00',
      '2029-02-13T00:00',
      '2030-02-03T00:00',
    ])
  })

  test('given the fifteenth of each month, then a leap month has one too', () => {
    const fifteenth = series({ at: '2025-07-09T19:00', repeat: { kind: 'lunar', every: 'month', until: '2025-09-30' } })
    expect(from(fifteenth, 200)).toEqual(['2025-07-09T11:00', '2025-08-08T11:00', '2025-09-06T11:00'])
  })

  test('given every workday around the National Day of 2026, then holidays are left out and made-up days taken in', () => {
    const daily = series({ at: '2026-09-18T09:30', repeat: { kind: 'workday', until: null } })
    const days = from(daily, 24).map((one) => one.slice(5, 10))
    expect(days).toContain('09-20')
    expect(days).not.toContain('10-01')
    expect(days).not.toContain('10-07')
    expect(days).toContain('10-08')
    expect(days).toContain('10-10')
  })

  test('given a year that is not published, then weekdays count', () => {
    const daily = series({ at: '2031-10-01T09:30', repeat: { kind: 'workday', until: '2031-10-07' } })
    expect(from(daily, 24).map((one) => one.slice(8, 10))).toEqual(['01', '02', '03', '06', '07'])
  })
})
