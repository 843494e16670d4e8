import {
  CALENDAR_DEFAULTS,
  type CalendarEntry,
  type CalendarSettings,
  type ChineseDay,
  type EventInstance,
  type GetData,
  type TaskEntry,
  wallOf,
  zoneOfPerson,
} from '@yanshu/contracts'
import { DAY_MS, isoOf, MINUTE_MS } from '@yanshu/contracts/days'
import { http, useGeneral, useLanguage } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { useEffect, useMemo, useState } from 'react'
import { instanceOfBirthday } from '../model/birthdays.ts'
import { hasTimes, keyOf, type Placed, place, placeShown } from '../model/placed.ts'
import type { Saying } from '../model/words.ts'

export const EVENTS = ['calendar', 'events'] as const
export const LIST = ['calendar', 'list'] as const

const NONE: readonly CalendarEntry[] = []

const listQuery = {
  queryKey: LIST,
  queryFn: ({ signal }: { signal: AbortSignal }) => http.get('calendar/list', {}, { signal, silent: true }),
}

/** The calendars that the user sees, and their settings. */
export function useCalendars() {
  const { data, isError, refetch } = useQuery(listQuery)
  return {
    calendars: data?.calendars ?? NONE,
    settings: data?.settings ?? CALENDAR_DEFAULTS,
    ready: data !== undefined,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  }
}

/** The time zone of the user, and the format of their clock. */
export function useSaying(): Saying & { readonly zone: string } {
  const language = useLanguage()
  const { timeZone, zone, timeFormat } = useGeneral()
  return useMemo(
    () => ({ language, hours12: timeFormat === 12, zone: zoneOfPerson({ zone, timeZone }) }),
    [language, timeFormat, timeZone, zone],
  )
}

const NOTHING: readonly EventInstance[] = []

/** Moments that hold all of some days. Whole days lie at midnight of UTC, so it is a day wider at both ends than any zone needs. */
const windowOf = (from: number, to: number) => ({ from: (from - 1) * DAY_MS, to: (to + 2) * DAY_MS })

const eventsQuery = ({ from, to }: ReturnType<typeof windowOf>) => ({
  queryKey: [...EVENTS, from, to],
  queryFn: ({ signal }: { signal: AbortSignal }) => http.get('calendar/events', { from, to }, { signal, silent: true }),
})

const daysQuery = (from: number, to: number) => ({
  queryKey: ['calendar-days', from, to],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.get('calendar/days', { from: isoOf(from), to: isoOf(to) }, { signal, silent: true }),
  staleTime: 6 * 3_600_000,
})

/**
 * Reads what a view of some days shows first, so that it can be drawn once, with its events. Resolves when it is there or
 * could not be had.
 * @param rangeOf the days, by the day with which weeks begin
 */
export async function readDays(rangeOf: (weekStart: number) => { from: number; to: number }): Promise<void> {
  const client = queryClient()
  const settings = () => client.getQueryData<GetData<'calendar/list'>>(LIST)?.settings ?? CALENDAR_DEFAULTS
  const readRange = (weekStart: number) => {
    const { from, to } = rangeOf(weekStart)
    return Promise.all([
      client.prefetchQuery(eventsQuery(windowOf(from, to))),
      settings().lunar && client.prefetchQuery(daysQuery(from, to)),
    ])
  }
  const { weekStart } = settings()
  await Promise.all([client.prefetchQuery(listQuery), readRange(weekStart)])
  if (settings().weekStart !== weekStart) await readRange(settings().weekStart)
}

/** What happens from one day to another, both included, placed on the person's clock; what is hidden is left out. */
export function usePlaced(from: number, to: number, zone: string) {
  const { calendars, settings, ready } = useCalendars()
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    ...eventsQuery(windowOf(from, to)),
    placeholderData: (before: GetData<'calendar/events'> | undefined) => before,
  })
  const instances = data?.instances ?? NOTHING
  const birthdays = useBirthdays(from, to, settings.birthdays)
  const placed = useMemo(
    () => [...placeShown(instances, calendars, settings, zone, from, to), ...birthdays],
    [instances, calendars, settings, zone, from, to, birthdays],
  )
  return {
    placed,
    withoutTimes: useMemo(() => instances.filter((one) => !hasTimes(one)), [instances]),
    shortened: data?.shortened.length ?? 0,
    loading: !ready || data === undefined || isPlaceholderData,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  }
}

const NO_TASKS: readonly TaskEntry[] = []

/** What a card shows of a day and the next one, in one call: what happens, and what the Chinese calendar has. */
export function useToday(today: number, zone: string) {
  const window = windowOf(today, today + 1)
  const { data, isError } = useQuery({
    queryKey: ['calendar', 'today', today],
    queryFn: ({ signal }) => http.get('calendar/today', { ...window, date: isoOf(today) }, { signal, silent: true }),
    placeholderData: (before: GetData<'calendar/today'> | undefined) => before,
  })
  const placed = useMemo(
    () => (data ? placeShown(data.instances, data.calendars, data.settings, zone, today, today + 1) : []),
    [data, zone, today],
  )
  return {
    placed,
    calendars: data?.calendars ?? NONE,
    tasks: data?.tasks ?? NO_TASKS,
    moon: data?.day?.date === isoOf(today) ? data.day : null,
    loading: data === undefined,
    failed: isError && data === undefined,
  }
}

const NO_BIRTHDAYS: readonly Placed[] = []

/** The birthdays of one's contacts, as whole days of a calendar that can only be read. */
function useBirthdays(from: number, to: number, on: boolean): readonly Placed[] {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['calendar', 'birthdays', from, to],
    queryFn: ({ signal }) =>
      http.get('contact/birthdays', { from: isoOf(from), to: isoOf(to) }, { signal, silent: true }),
    enabled: on,
  })
  return useMemo(
    () => (data && on && language ? data.list.map((one) => place(instanceOfBirthday(one), 'UTC')) : NO_BIRTHDAYS),
    [data, on, language],
  )
}

const NO_DAYS: ReadonlyMap<string, ChineseDay> = new Map()

/** What the Chinese calendar has for days, by date; nothing until it is there. */
export function useDays(from: number, to: number, on: boolean) {
  const { data } = useQuery({ ...daysQuery(from, to), enabled: on })
  return useMemo(
    () => ({
      days: data && on ? new Map(data.days.map((day) => [day.date, day])) : NO_DAYS,
      unpublished: on ? (data?.unpublished ?? []) : [],
    }),
    [data, on],
  )
}

/** The clock on the wall of a zone, new at every minute. */
export function useNowWall(zone: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return wallOf(zone, now)
}

/**
 * Shows a change of instances at once, before the server has answered. Returns how to take it back where it was refused or
 * did not arrive: what has been read or changed since stays.
 */
export function changeInstances(change: (instances: readonly EventInstance[]) => EventInstance[]): () => void {
  const client = queryClient()
  const read = () => client.getQueriesData<GetData<'calendar/events'>>({ queryKey: EVENTS })
  const before = read()
  client.setQueriesData<GetData<'calendar/events'>>({ queryKey: EVENTS }, (data) =>
    data ? { ...data, instances: change(data.instances) } : data,
  )
  const after = read()
  const byKey = (data: GetData<'calendar/events'> | undefined) =>
    new Map(data?.instances.map((one) => [keyOf(one), one]))
  return () => {
    for (const [at, [queryKey, was]] of before.entries()) {
      const shown = byKey(after[at]?.[1])
      client.setQueryData<GetData<'calendar/events'>>(queryKey, (data) => {
        const now = byKey(data)
        for (const one of was?.instances ?? []) {
          if (now.get(keyOf(one)) === shown.get(keyOf(one))) now.set(keyOf(one), one)
        }
        return data && { ...data, instances: [...now.values()] }
      })
    }
  }
}

/** Reads again what is shown of calendars. Resolves when it is there, or could not be had. */
export async function readAgain(): Promise<void> {
  await queryClient().invalidateQueries({ queryKey: ['calendar'] })
}

/** An instance as it was read last, wherever an event that happens once has gone; undefined when it is not shown any more. */
export function instanceNow({ eventId, at }: Pick<EventInstance, 'eventId' | 'at'>): EventInstance | undefined {
  const kept = queryClient().getQueriesData<GetData<'calendar/events'>>({ queryKey: EVENTS })
  let newest: EventInstance | undefined
  for (const [, data] of kept) {
    const found = data?.instances.find((one) => one.eventId === eventId && (one.at === at || !one.repeats))
    if (found && (!newest || found.version > newest.version)) newest = found
  }
  return newest
}

/** Shows other calendars at once. */
export function changeCalendars(change: (calendars: readonly CalendarEntry[]) => CalendarEntry[]): void {
  queryClient().setQueryData<GetData<'calendar/list'>>(LIST, (data) =>
    data ? { ...data, calendars: change(data.calendars) } : data,
  )
}

/** Shows other settings at once. */
export function changeSettings(change: Partial<CalendarSettings>): void {
  queryClient().setQueryData<GetData<'calendar/list'>>(LIST, (data) =>
    data ? { ...data, settings: { ...data.settings, ...change } } : data,
  )
}
