import { instantOf } from '@yanshu/contracts'
import { holidaysOf, isWorkday } from '../../../calendar-model/chinese/holidays.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import { BadRequestError } from '../../../platform/http/errors.ts'
import type { Context } from '../../../store/context/context.ts'
import type { Asking } from '../calendars/access.ts'
import { type BusyTime, busyTimes } from './busyTimes.ts'
import { hoursOfMany } from './hoursOfMany.ts'
import { merged, type Span, suggestTimes } from './suggestTimes.ts'

const ROOMS_MAX = 50
const SPAN_MAX_MS = 32 * DAY_MS

export interface TimeWanted {
  readonly people: readonly { readonly address: string; readonly optional: boolean }[]
  readonly needsRoom: boolean
  /** Minutes. */
  readonly length: number
  readonly from: number
  readonly to: number
  /** An event that is being moved, whose own time is free. */
  readonly eventId?: number | undefined
}

/**
 * When people and rooms are free, and three times that suit all of them. Colleagues see only whether a person is busy,
 * and not even that of a person who has switched it off. The caller always takes part.
 */
export async function findTime(context: Context, asking: Asking, wanted: TimeWanted) {
  const { from, to } = wanted
  if (!(to > from) || to - from > SPAN_MAX_MS) throw new BadRequestError(['from', 'to'])
  const { db } = context.store
  const optional = new Map(wanted.people.map((one) => [one.address.trim().toLowerCase(), one.optional]))
  optional.set(asking.address, false)
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'address', 'name'])
    .where('address', 'in', [...optional.keys()])
    .where('disabled', '=', 0)
    .where('id', 'not in', (eb) => eb.selectFrom('room').select('account_id'))
    .execute()
  const rooms = await db
    .selectFrom('room')
    .innerJoin('account', 'account.id', 'room.account_id')
    .select(['account.id', 'account.address', 'account.name', 'room.capacity', 'room.place'])
    .where('account.disabled', '=', 0)
    .orderBy('room.capacity')
    .orderBy('account.address')
    .limit(ROOMS_MAX)
    .execute()
  const uid = wanted.eventId === undefined ? null : await uidOf(context, asking, wanted.eventId)
  const all = await busyTimes(
    db,
    context,
    [...accounts, ...rooms].map(({ id }) => id),
    { from: from - DAY_MS, to: to + DAY_MS },
  )
  const others = all.filter((one) => one.uid !== uid)
  const accountIds = accounts.map(({ id }) => id)
  const hours = await hoursOfMany(context, accountIds)
  const people = accounts.flatMap(({ id, address, name }) => {
    const kept = hours.get(id)
    if (!kept) return []
    const { showBusy, ...own } = kept
    const known = showBusy || id === asking.accountId
    const busy = known ? spansOf(others, id, own.zone, from, to) : []
    return [{ address, name, ...own, known, optional: optional.get(address) ?? false, busy }]
  })
  const [own] = people.filter(({ address }) => address === asking.address)
  const zone = own?.zone ?? 'UTC'
  const free = rooms.map(({ id, address, name, capacity, place }) => ({
    address,
    name,
    capacity,
    place,
    busy: spansOf(others, id, zone, from, to),
  }))
  // Rooms and things that are invited already.
  const invited = free.filter(({ address }) => optional.has(address))
  const holidays = holidaysOf(context)
  // The one who asks decides by whose day the suggestions are sorted.
  const inOrder = [...people].sort((a, b) => Number(b === own) - Number(a === own))
  const suggestions = suggestTimes({
    people: inOrder,
    rooms: free,
    booked: invited.flatMap(({ busy }) => busy),
    needsRoom: wanted.needsRoom && !invited.some(({ capacity }) => capacity > 0),
    length: wanted.length * 60_000,
    from: Math.max(from, context.now()),
    to,
    isWorkday: (day) => isWorkday(holidays, day),
  })
  const known = new Set([...people, ...invited].map(({ address }) => address))
  return {
    people,
    /** A person outside the organisation, or without a calendar that may be read. */
    unknown: [...optional.keys()].filter((address) => !known.has(address)),
    rooms: free,
    suggestions,
  }
}

async function uidOf(context: Context, { accountId }: Asking, eventId: number): Promise<string | null> {
  const event = await context.store.db
    .selectFrom('event')
    .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
    .select('event.uid')
    .where('event.id', '=', eventId)
    .where('calendar.account_id', '=', accountId)
    .executeTakeFirst()
  return event?.uid ?? null
}

function spansOf(times: readonly BusyTime[], accountId: number, zone: string, from: number, to: number): Span[] {
  return merged(
    times
      .filter((one) => one.accountId === accountId)
      .map(({ allDay, start, end }) =>
        allDay ? { start: instantOf(zone, start), end: instantOf(zone, end) } : { start, end },
      )
      .filter(({ start, end }) => start < to && end > from),
  )
}
