import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dayOf, isoOf, weekdayOf } from '@yanshu/contracts/days'
import { z } from 'zod'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { TransactionContext } from '../../store/context/context.ts'

/** The legal holidays of some years, as the State Council publishes them each autumn for the year to come. */
const holidayFile = z.record(
  z.string().regex(/^\d{4}$/),
  z.object({
    /** Days off, with the name of the holiday. */
    off: z.record(z.iso.date(), z.string()),
    /** Weekends on which people work to make up for them. */
    work: z.record(z.iso.date(), z.string()),
  }),
)

export interface Holidays {
  readonly off: ReadonlyMap<string, string>
  readonly work: ReadonlyMap<string, string>
  /** The years that are published. */
  readonly years: ReadonlySet<number>
}

const OWN_FILE = path.join(import.meta.dirname, 'holidays.json')
const LIFE_MS = 60_000
const HOLIDAYS: RuntimePart<{ readonly holidays: Holidays; readonly until: number }> = { name: 'legal holidays' }

/**
 * The legal holidays: those that come with the product, and over them those of `<data>/calendar/holidays.json`, which an
 * operator writes when a year has been published. A file that cannot be read counts as not there, and is logged.
 */
export function holidaysOf({
  runtime,
  config,
  log,
  now,
}: Pick<TransactionContext, 'runtime' | 'config' | 'log' | 'now'>): Holidays {
  const there = runtime.find(HOLIDAYS)
  if (there && there.until > now()) return there.holidays
  let holidays = parseHolidays(readFileSync(OWN_FILE, 'utf8'))
  const file = path.join(config.dataFolder, 'calendar', 'holidays.json')
  try {
    holidays = over(holidays, parseHolidays(readFileSync(file, 'utf8')))
  } catch (err) {
    const missing = err instanceof Error && 'code' in err && err.code === 'ENOENT'
    if (!missing) log.warn({ err, file }, 'the file of legal holidays cannot be read')
  }
  runtime.keep(HOLIDAYS, { holidays, until: now() + LIFE_MS })
  return holidays
}

/** Reads a file of holidays. Throws when its form is wrong. */
export function parseHolidays(text: string): Holidays {
  const file = holidayFile.parse(JSON.parse(text))
  const entries = Object.values(file)
  return {
    off: new Map(entries.flatMap(({ off }) => Object.entries(off))),
    work: new Map(entries.flatMap(({ work }) => Object.entries(work))),
    years: new Set(Object.keys(file).map(Number)),
  }
}

/** The years of the second list replace those of the first. */
function over(first: Holidays, second: Holidays): Holidays {
  const keep = ([day]: [string, string]) => !second.years.has(Number(day.slice(0, 4)))
  return {
    off: new Map([...[...first.off].filter(keep), ...second.off]),
    work: new Map([...[...first.work].filter(keep), ...second.work]),
    years: new Set([...first.years, ...second.years]),
  }
}

/** The day of a moment of UTC as text: `2026-10-01`. */
export const isoDay = (ms: number): string => isoOf(dayOf(ms))

/** Whether people work on a day (midnight UTC): by what is published, else from Monday to Friday. */
export function isWorkday({ off, work }: Holidays, day: number): boolean {
  const text = isoDay(day)
  if (work.has(text)) return true
  if (off.has(text)) return false
  const weekday = weekdayOf(dayOf(day))
  return weekday !== 0 && weekday !== 6
}
