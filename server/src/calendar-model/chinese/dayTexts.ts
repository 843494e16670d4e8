import type { ChineseDay } from '@yanshu/contracts'
import { SolarDay } from 'tyme4ts'
import { type Holidays, isoDay } from './holidays.ts'

const DAY_MS = 86_400_000
/** Festivals that are widely known, beside those of the lunar calendar; the library knows more than a grid has room for. */
const SOLAR_FESTIVALS = new Set([
  '元旦',
  '妇女节',
  '植树节',
  '劳动节',
  '五一劳动节',
  '青年节',
  '五四青年节',
  '儿童节',
  '六一儿童节',
  '教师节',
  '国庆节',
])

/** The texts of the Chinese calendar for each day from one to another (midnights of UTC), both included. */
export function dayTexts(from: number, to: number, holidays: Holidays): ChineseDay[] {
  const days: ChineseDay[] = []
  for (let day = from; day <= to; day += DAY_MS) days.push(dayText(day, holidays))
  return days
}

function dayText(day: number, { off, work }: Holidays): ChineseDay {
  const at = new Date(day)
  const solar = SolarDay.fromYmd(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate())
  const lunar = solar.getLunarDay()
  const term = solar.getTermDay()
  const termName = term.getDayIndex() === 0 ? term.getSolarTerm().getName() : undefined
  const solarFestival = solar.getFestival()?.getName()
  const festival =
    lunar.getFestival()?.getName() ??
    (solarFestival && SOLAR_FESTIVALS.has(solarFestival) ? solarFestival.replace(/^(五一|五四|六一)/, '') : undefined)
  const date = isoDay(day)
  const holiday = off.get(date) ?? work.get(date)
  return {
    date,
    lunar: lunar.getDay() === 1 ? lunar.getLunarMonth().getName() : lunar.getName(),
    ...(termName ? { term: termName } : {}),
    // A solar term that is a festival of the lunar calendar too (清明节, 冬至节) is named once.
    ...(festival && festival.replace(/节$/, '') !== termName ? { festival } : {}),
    ...(off.has(date) ? { mark: 'off' as const } : work.has(date) ? { mark: 'work' as const } : {}),
    ...(holiday ? { holiday } : {}),
  }
}
