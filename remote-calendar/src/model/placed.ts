import { type CalendarEntry, type CalendarSettings, type EventInstance, wallOf } from '@yanshu/contracts'
import { DAY_MS, dayOf } from '@yanshu/contracts/days'

/** An instance in the time zone of the viewer. */
export interface Placed {
  readonly instance: EventInstance
  /** Names the instance among all on the screen. */
  readonly key: string
  readonly startWall: number
  readonly endWall: number
  readonly firstDay: number
  /** The last day on which it is seen; the same as the first for most. */
  readonly lastDay: number
  /** Drawn as a bar over days: whole days, and what lasts a day or longer. */
  readonly bar: boolean
  /** A task on the day on which it is due; `instance` only decides how it is drawn. */
  readonly task?: { readonly taskId: number; readonly done: boolean; readonly late: boolean }
}

export const keyOf = ({ eventId, at }: Pick<EventInstance, 'eventId' | 'at'>): string => `${eventId}:${at}`

/**
 * Whether two are the same time of one event: one that has just been moved has another key once the server has answered, also
 * while the pointer holds the one from before.
 */
export const isSameTime = (one: Placed, other: Placed): boolean =>
  one.key === other.key || (one.instance.eventId === other.instance.eventId && one.startWall === other.startWall)

export function place(instance: EventInstance, zone: string): Placed {
  const { allDay, start, end } = instance
  const startWall = allDay ? start : wallOf(zone, start)
  const endWall = allDay ? end : wallOf(zone, end)
  const firstDay = dayOf(startWall)
  return {
    instance,
    key: keyOf(instance),
    startWall,
    endWall,
    firstDay,
    lastDay: Math.max(firstDay, dayOf(endWall - 1)),
    bar: allDay || endWall - startWall >= DAY_MS,
  }
}

/** The last moment of a date (ECMA-262 §21.4.1.1), less two days for the offset of a zone and the day that is drawn. */
const LAST_MOMENT = 8.64e15 - 2 * DAY_MS

/** Whether an instance has times that a day can be drawn of. */
export const hasTimes = ({ start, end }: Pick<EventInstance, 'start' | 'end'>): boolean =>
  Math.abs(start) <= LAST_MOMENT && Math.abs(end) <= LAST_MOMENT && start <= end

/** What is seen from one day to another, both included, placed on the clock of a zone; left out is what is hidden, and what has no times. */
export function placeShown(
  instances: readonly EventInstance[],
  calendars: readonly CalendarEntry[],
  { showDeclined }: Pick<CalendarSettings, 'showDeclined'>,
  zone: string,
  from: number,
  to: number,
): Placed[] {
  const hidden = new Set(calendars.filter(({ shown }) => !shown).map(({ calendarId }) => calendarId))
  return instances
    .filter(({ calendarId, answer }) => !hidden.has(calendarId) && (showDeclined || answer !== 'declined'))
    .filter(hasTimes)
    .map((instance) => place(instance, zone))
    .filter(({ firstDay, lastDay }) => firstDay <= to && lastDay >= from)
}

/** Everything by the days on which it is seen, in the order in which it is listed: bars first, then by the clock. */
export function byDay(placed: readonly Placed[], from: number, to: number): ReadonlyMap<number, readonly Placed[]> {
  const days = new Map<number, Placed[]>()
  for (const one of placed) {
    for (let day = Math.max(from, one.firstDay); day <= Math.min(to, one.lastDay); day += 1) {
      const list = days.get(day)
      if (list) list.push(one)
      else days.set(day, [one])
    }
  }
  for (const list of days.values()) list.sort(inOrder)
  return days
}

export const inOrder = (a: Placed, b: Placed): number =>
  Number(b.bar) - Number(a.bar) || a.startWall - b.startWall || b.endWall - a.endWall || a.key.localeCompare(b.key)
