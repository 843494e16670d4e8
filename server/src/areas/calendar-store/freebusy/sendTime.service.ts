import { instantOf, type JudgedTime, wallOf } from '@yanshu/contracts'
import { type Holidays, holidaysOf, isoDay, isWorkday } from '../../../calendar-model/chinese/holidays.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import { type Hours, hoursOfMany } from './hoursOfMany.ts'

const MINUTE_MS = 60_000
/** No holiday is longer. */
const DAYS_SEARCHED = 30

/**
 * When the next working morning of a sender begins by the legal calendar, and what a moment is to them and to those of the
 * addresses that are people of the organisation.
 */
export async function judgeSendTime(
  context: Context,
  accountId: number,
  { at, addresses }: { readonly at: number | null; readonly addresses: readonly string[] },
): Promise<{ nextMorning: number; judged: JudgedTime | null }> {
  const holidays = holidaysOf(context)
  const own = await ownHours(context, accountId)
  const nextMorning = nextMorningOf(own, holidays, context.now())
  return { nextMorning, judged: at === null ? null : await judge(context, own, holidays, at, addresses) }
}

async function judge(
  context: Context,
  own: Hours,
  holidays: Holidays,
  at: number,
  addresses: readonly string[],
): Promise<JudgedTime> {
  const people = await peopleOf(context, addresses)
  const away: JudgedTime['away'] = []
  const hours = await hoursOfMany(
    context,
    people.map(({ id }) => id),
  )
  for (const { id, name, address } of people) {
    const { zone, workStart, workEnd } = hours.get(id) ?? own
    const day = dayOf(zone, at)
    const clock = Math.floor((wallOf(zone, at) - day) / MINUTE_MS)
    const isDayOff = !isWorkday(holidays, day)
    if (!isDayOff && clock >= workStart && clock < workEnd) continue
    away.push({ name, address, clock, workStart, workEnd, why: isDayOff ? 'dayOff' : 'hours' })
  }
  const date = isoDay(dayOf(own.zone, at))
  return {
    day: kindOf(holidays, dayOf(own.zone, at)),
    holiday: holidays.off.get(date) ?? holidays.work.get(date) ?? '',
    published: holidays.years.has(Number(date.slice(0, 4))),
    away,
    known: people.length,
  }
}

async function peopleOf({ store }: Context, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  return store.db
    .selectFrom('account')
    .select(['id', 'name', 'address'])
    .where(
      'address',
      'in',
      addresses.map((address) => address.trim().toLowerCase()),
    )
    .where('disabled', '=', 0)
    .where('id', 'not in', (eb) => eb.selectFrom('room').select('account_id'))
    .orderBy('address')
    .execute()
}

async function ownHours(context: Context, accountId: number): Promise<Hours> {
  const hours = (await hoursOfMany(context, [accountId])).get(accountId)
  if (!hours) throw new NotFoundError()
  return hours
}

/** The day of a moment in a zone, as its midnight in UTC. */
const dayOf = (zone: string, at: number): number => Math.floor(wallOf(zone, at) / DAY_MS) * DAY_MS

function kindOf(holidays: Holidays, day: number): JudgedTime['day'] {
  const date = isoDay(day)
  if (holidays.work.has(date)) return 'makeUp'
  if (holidays.off.has(date)) return 'holiday'
  return isWorkday(holidays, day) ? 'workday' : 'weekend'
}

/** The first begin of a working day after now. */
export function nextMorningOf(
  { zone, workStart }: Pick<Hours, 'zone' | 'workStart'>,
  holidays: Holidays,
  now: number,
): number {
  const today = dayOf(zone, now)
  const days = Array.from({ length: DAYS_SEARCHED }, (_, ahead) => today + ahead * DAY_MS)
  const mornings = days
    .filter((day) => isWorkday(holidays, day))
    .map((day) => instantOf(zone, day + workStart * MINUTE_MS))
  return mornings.find((morning) => morning > now) ?? instantOf(zone, today + DAY_MS + workStart * MINUTE_MS)
}
