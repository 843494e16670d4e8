import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandDays } from '../../calendar-model/recurrence/expandDays.ts'
import { expandByLibrary } from '../../calendar-model/recurrence/expandRule.ts'
import { parseRule } from '../../calendar-model/recurrence/ruleText.ts'
import { DAY_MS, FAR_AWAY, SERIES_AT_ONCE, type Series } from '../../calendar-model/rows/series.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { INSTANCES_MAX, listInstances, SERIES_MAX } from './windows.service.ts'

const FROM = Date.UTC(2026, 10, 2)
const SERIES = 5_000

test('given five thousand events that repeat daily, then a view expands a bounded part of them, in steps', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  try {
    const accountId = await server.addUser('zhang.wei')
    const zhang = await server.as(accountId)
    const { calendars } = await zhang.get('calendar/list')
    const calendarId = calendars[0]?.calendarId ?? 0
    const start = FROM - 300 * DAY_MS
    const row = (at: number) => ({
      calendar_id: calendarId,
      uid: `daily-${at}`,
      title: `站会 ${at}`,
      start_at: start + at * 1_000,
      end_at: start + at * 1_000 + 1_800_000,
      zone: 'Asia/Shanghai',
      repeat: JSON.stringify({ kind: 'rule', rule: 'FREQ=DAILY' }),
      first_at: start,
      last_at: FAR_AWAY,
    })
    const rest = {
      sequence: 0,
      version: 1,
      place: '',
      description: '',
      description_html: '',
      link: '',
      all_day: 0,
      availability: 'busy' as const,
      cancelled: 0,
      private: 0,
      color: null,
      categories: '[]',
      reminders: '[]',
      attendees: '[]',
      organizer: null,
      exdates: '[]',
      rdates: '[]',
      updated_at: 1,
      updated_by: accountId,
      stamp: 0,
    }
    await server.context.store.db.transaction().execute(async (trx) => {
      for (let at = 0; at < SERIES; at += 500) {
        const rows = Array.from({ length: 500 }, (_, more) => ({ ...row(at + more), ...rest }))
        await trx.insertInto('event').values(rows).execute()
      }
    })
    const asking = { ...systemActor(accountId), address: 'zhang.wei@yanshu.test' }
    for (const days of [1, 7]) {
      let answered = false
      let turns = 0
      const listing = listInstances(server.context, asking, { from: FROM, to: FROM + days * DAY_MS }).finally(() => {
        answered = true
      })
      while (!answered) {
        await setImmediate()
        turns += 1
      }
      const { instances, shortened } = await listing
      expect(instances).toHaveLength(Math.min(INSTANCES_MAX, SERIES_MAX * days))
      expect(shortened.length).toBeGreaterThan(0)
      // Others had their turn as often as that many series were expanded.
      expect(turns).toBeGreaterThanOrEqual(SERIES_MAX / SERIES_AT_ONCE)
      // The earliest are answered: of each day all, before any of a later one.
      const last = instances.at(-1)?.start ?? 0
      if (days === 7) expect(last).toBeLessThan(FROM + 4 * DAY_MS)
    }
  } finally {
    await server.stop()
  }
})

const ZONES = ['Asia/Shanghai', 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Etc/GMT+5']
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

test('rules of days and weeks are counted as the library counts them, also over changes of the clock', () => {
  const rules = fc
    .record({
      weekly: fc.boolean(),
      interval: fc.integer({ min: 1, max: 4 }),
      days: fc.subarray(WEEKDAYS),
      weekStart: fc.constantFrom('', ...WEEKDAYS),
      until: fc.option(fc.integer({ min: 0, max: 200 })),
    })
    .map(
      ({ weekly, interval, days, weekStart, until }) =>
        (start: number) =>
          [
            weekly ? 'FREQ=WEEKLY' : 'FREQ=DAILY',
            `INTERVAL=${interval}`,
            ...(weekly && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
            ...(weekly && weekStart ? [`WKST=${weekStart}`] : []),
            ...(until === null
              ? []
              : [`UNTIL=${new Date(start + until * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`]),
          ].join(';'),
    )
  fc.assert(
    fc.property(
      rules,
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2005, 0) / 900_000, max: Date.UTC(2028, 0) / 900_000 }),
      fc.integer({ min: -10, max: 300 }),
      fc.integer({ min: 1, max: 100 }),
      (ruleFrom, zone, quarter, after, days) => {
        const start = quarter * 900_000
        const series: Series = { start, end: start + 1, allDay: false, zone, repeat: null, exdates: [], rdates: [] }
        const rule = ruleFrom(start)
        const from = start + after * DAY_MS
        const to = from + days * DAY_MS
        expect(expandDays(series, parseRule(rule), from, to, 1_000), `${rule} ${zone}`).toEqual(
          expandByLibrary(series, rule, from, to, 1_000),
        )
      },
    ),
    { seed: 47, numRuns: 400 },
  )
})

test.each([
  'FREQ=DAILY;COUNT=3',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=MONTHLY',
  'FREQ=DAILY;BYHOUR=9',
  'FREQ=DAILY;BYDAY=MO',
])('%s is left to the library', (rule) => {
  const series: Series = { start: FROM, end: FROM, allDay: false, zone: 'UTC', repeat: null, exdates: [], rdates: [] }
  expect(expandDays(series, parseRule(rule), FROM, FROM + DAY_MS, 10)).toBeNull()
})
