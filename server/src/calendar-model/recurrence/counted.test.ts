import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { DAY_MS, type Series } from '../rows/series.ts'
import { expandRule } from './expandRule.ts'
import { utcText, wallText } from './ruleText.ts'

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = (least: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 3 }).map((list) => list.join(','))
const nth = fc.tuple(fc.constantFrom('', '1', '2', '-1'), fc.constantFrom(...DAYS)).map((both) => both.join(''))
const listOf = (one: fc.Arbitrary<string>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 3 }).map((list) => list.join(','))

/** Parts of a rule that its frequency may have. */
const parts = fc.oneof(
  fc.record({ FREQ: fc.constant('DAILY'), BYMONTH: some(1, 12), BYHOUR: some(0, 23) }, { requiredKeys: ['FREQ'] }),
  fc.record(
    {
      FREQ: fc.constant('WEEKLY'),
      BYDAY: listOf(fc.constantFrom(...DAYS)),
      BYHOUR: some(0, 23),
      WKST: fc.constantFrom('SU', 'MO'),
    },
    { requiredKeys: ['FREQ'] },
  ),
  fc.record(
    { FREQ: fc.constant('MONTHLY'), BYDAY: listOf(nth), BYSETPOS: fc.constantFrom('1', '-1', '2') },
    { requiredKeys: ['FREQ', 'BYDAY'] },
  ),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYMONTHDAY: some(-2, 31).filter((days) => !/\b0\b/.test(days)) }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYMONTH: some(1, 12), BYDAY: listOf(nth) }, { requiredKeys: ['FREQ'] }),
  fc.record({ FREQ: fc.constant('HOURLY') }),
)

/** The times by the library alone, which goes through all of them from the first one on. */
function byLibrary({ start, zone }: Series, rule: string, from: number, to: number): number[] {
  const first = zone === 'UTC' ? `DTSTART:${utcText(start)}` : `DTSTART;TZID=${zone}:${wallText(zone, start)}`
  const whole = new RRuleTemporal({ rruleString: `${first}\nRRULE:${rule}`, maxIterations: 100_000 })
  return whole.between(new Date(from), new Date(to), true).map((one) => one.epochMilliseconds)
}

test('given any rule with a number of times, then a window has the times that the library finds from the first one on', () => {
  fc.assert(
    fc.property(
      parts,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York'),
      fc.integer({ min: Date.UTC(2020, 0) / 900_000, max: Date.UTC(2026, 0) / 900_000 }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 1, max: 200 }),
      (made, interval, count, zone, quarter, after, days) => {
        const start = quarter * 900_000
        const series: Series = { start, end: start + 1, allDay: false, zone, repeat: null, exdates: [], rdates: [] }
        const rule = Object.entries({ ...made, INTERVAL: interval, COUNT: count })
          .map((part) => part.join('='))
          .join(';')
        const from = start + after * DAY_MS
        const to = from + days * DAY_MS
        const { starts, complete } = expandRule(series, rule, from, to, 1_000)
        expect(complete, rule).toBe(true)
        expect(starts, `${rule} ${zone} ${new Date(start).toISOString()}`).toEqual(byLibrary(series, rule, from, to))
      },
    ),
    { seed: 51, numRuns: 300 },
  )
})
