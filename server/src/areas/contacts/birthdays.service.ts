import { setImmediate } from 'node:timers/promises'
import type { ContactBirthday } from '@yanshu/contracts'
import { sql } from 'kysely'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'

/** The most people whose birthdays are read, and how many are read before other calls run. */
const PEOPLE_MAX = 5_000
const AT_ONCE = 200
const DAY_MS = 86_400_000
/** Days of one question: a year with the weeks around it. */
const DAYS_MAX = 400

type Tyme = typeof import('tyme4ts')

/**
 * The birthdays of the own contacts between two days, both included. Days of the Chinese calendar fall on their day of
 * each year, a thirtieth on the last one of a short month; 29 February on the 28th in other years.
 */
export async function listBirthdays(
  context: Context,
  accountId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ContactBirthday[]> {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  if (!(end >= begin) || end - begin > DAYS_MAX * DAY_MS) throw new BadRequestError(['from', 'to'])
  const rows = await context.store.db
    .selectFrom('contact')
    .select(['id', 'name', 'birthday', 'birthday_lunar'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    // As it stands in the index of those who have one.
    .where(sql<boolean>`birthday <> ''`)
    .orderBy('id')
    .limit(PEOPLE_MAX)
    .execute()
  // Half a megabyte, for those who know a birthday of the Chinese calendar.
  const tyme = rows.some((row) => row.birthday_lunar === 1) ? await import('tyme4ts') : null
  const found: ContactBirthday[] = []
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const [, born, month, day] = /^(?:(\d{4})|-)-(\d{2})-(\d{2})$/.exec(row.birthday) ?? []
    if (!month || !day) continue
    const lunar = row.birthday_lunar === 1 ? tyme : null
    // A year of the Chinese calendar ends in the next one of ours.
    for (let year = Number(from.slice(0, 4)) - (lunar ? 1 : 0); year <= Number(to.slice(0, 4)); year += 1) {
      const moment = lunar
        ? lunarDay(lunar, year, Number(month), Number(day))
        : solarDay(year, Number(month), Number(day))
      if (moment < begin || moment > end || (born && year < Number(born))) continue
      found.push({
        contactId: row.id,
        name: row.name,
        day: new Date(moment).toISOString().slice(0, 10),
        age: born ? year - Number(born) : null,
        lunar: lunar !== null,
      })
    }
  }
  return found.sort((a, b) => a.day.localeCompare(b.day) || a.contactId - b.contactId)
}

function solarDay(year: number, month: number, day: number): number {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Date.UTC(year, month - 1, Math.min(day, days))
}

function lunarDay({ LunarDay, LunarMonth }: Tyme, year: number, month: number, day: number): number {
  const days = LunarMonth.fromYm(year, month).getDayCount()
  const solar = LunarDay.fromYmd(year, month, Math.min(day, days)).getSolarDay()
  return Date.UTC(solar.getYear(), solar.getMonth() - 1, solar.getDay())
}
