import type { DayHeading } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { DayCounts, nextDay, readersDay } from './dayCounts.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
/** Wednesday, 18 November 2026 in Beijing. */
const HEADINGS: readonly DayHeading[] = [
  { kind: 'sticky', from: 0, count: 1 },
  { kind: 'today', from: at('2026-11-18T00:00'), count: 2 },
  { kind: 'yesterday', from: at('2026-11-17T00:00'), count: 0 },
  { kind: 'thisWeek', from: at('2026-11-16T00:00'), count: 3 },
  { kind: 'lastWeek', from: at('2026-11-09T00:00'), count: 0 },
  { kind: 'month', from: at('2026-11-01T00:00'), count: 4 },
  { kind: 'month', from: at('2026-08-01T00:00'), count: 50_000 },
]
const startsOf = (counts: DayCounts) => counts.sections().map(({ kind, start }) => [kind, start])

describe('rows by heading', () => {
  it('say at which row each heading stands, and leave out those without rows', () => {
    const counts = new DayCounts(HEADINGS, 8)
    expect(startsOf(counts)).toEqual([
      ['sticky', 0],
      ['today', 1],
      ['thisWeek', 3],
      ['month', 6],
      ['month', 10],
    ])
    expect(counts.total).toBe(50_010)
    expect(counts.sections()).toBe(counts.sections())
  })

  it('given a mail that comes or goes, move what stands below it', () => {
    const counts = new DayCounts(HEADINGS, 8)
    counts.add({ sticky: false, date: at('2026-11-17T12:00') }, 1)
    counts.add({ sticky: true, date: at('2026-08-03T12:00') }, -1)
    counts.add({ sticky: false, date: at('2026-08-03T12:00') }, 1)
    expect(startsOf(counts)).toEqual([
      ['today', 0],
      ['yesterday', 2],
      ['thisWeek', 3],
      ['month', 6],
      ['month', 10],
    ])
    expect(counts.total).toBe(50_011)
  })

  it('given a mail of a month that had none, make its heading where it belongs', () => {
    const counts = new DayCounts(HEADINGS, 8)
    // The first moment of September in Beijing is still August in Greenwich.
    counts.add({ sticky: false, date: at('2026-09-01T00:00') }, 1)
    counts.add({ sticky: false, date: at('2020-01-31T23:59') }, 1)
    expect(counts.sections().slice(-3)).toEqual([
      { kind: 'month', from: at('2026-09-01T00:00'), start: 10 },
      { kind: 'month', from: at('2026-08-01T00:00'), start: 11 },
      { kind: 'month', from: at('2020-01-01T00:00'), start: 50_011 },
    ])
  })

  it('given a list without mails kept on top, count a sticky mail by its day', () => {
    const counts = new DayCounts(HEADINGS.slice(1), 8)
    counts.add({ sticky: true, date: at('2026-11-18T09:00') }, 1)
    expect(startsOf(counts)[1]).toEqual(['thisWeek', 3])
  })
})

it('knows the day of the reader and when the next one begins', () => {
  const evening = at('2026-11-18T23:59:59.999')
  expect(nextDay(readersDay(8, evening))).toBe(evening + 1)
  expect(readersDay(8, evening + 1).day).toBe(readersDay(8, evening).day + 1)
  expect(readersDay(-12, evening).day).toBe(readersDay(8, evening).day)
})
