import { setImmediate } from 'node:timers/promises'
import { type CalendarEntry, calendarNameProblem } from '@yanshu/contracts'
import { holidaysOf } from '../../calendar-model/chinese/holidays.ts'
import { type DavCaller, type DavCollection, DavError } from '../../platform/dav/davService.ts'
import { APPLE, CALDAV, childOf, dav, type XmlElement, xml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { allows, deleteCalendar, saveCalendar, viewCalendars } from '../calendar-store/index.ts'
import { nearestTone, TONES } from './colors.ts'
import { filesAddress } from './davFiles.ts'
import { happensIn, windowOf } from './expandObject.ts'
import { freeBusyOf } from './freeBusy.ts'
import { changesSince, contentsOf, newestOf, objectNamed, pagesOf, rowsOfUids, scheduleTagsOf } from './objects.ts'
import type { CalendarFilter } from './queryFilter.ts'
import type { CalendarObject, Shown } from './shown.ts'
import { taskPagesOf } from './taskObjects.ts'
import { removeObject, writeObject } from './writeObject.ts'

const a = (name: string) => ({ ns: CALDAV, name })
const CALENDAR_COLOR = { ns: APPLE, name: 'calendar-color' }
/** What a calendar holds. */
const COMPONENTS = ['VEVENT', 'VTODO']
/** Bytes of an event with its exceptions and the files that a client puts into it. */
export const OBJECT_MAX = 6 * 1_048_576
/** Objects that are expanded before other calls run. */
const EXPANDED_AT_ONCE = 20

/** One calendar for one reader. */
export function calendarCollection(
  context: Context,
  caller: DavCaller,
  { entry, ownerId, name }: { readonly entry: CalendarEntry; readonly ownerId: number; readonly name: string },
): DavCollection {
  const filesAt = filesAddress(caller)
  const shown: Shown = { id: entry.calendarId, accountId: ownerId, level: entry.level, filesAt }
  const own = entry.level === 'own'
  const mayManage = allows(entry.level, 'manage')
  const { db } = context.store
  return {
    name,
    displayName: own ? entry.name : `${entry.name} (${entry.owner.name})`,
    kind: a('calendar'),
    contentType: 'text/calendar; charset=utf-8',
    data: a('calendar-data'),
    query: a('calendar-query'),
    multiget: a('calendar-multiget'),
    reports: [a('free-busy-query')],
    maxSize: OBJECT_MAX,
    writable: allows(entry.level, 'edit') && entry.subscription === null,
    properties: [
      [CALENDAR_COLOR, `${TONES[entry.color - 1] ?? TONES[0]}FF`],
      [a('supported-calendar-component-set'), COMPONENTS.map((name) => xml(a('comp'), '', ` name="${name}"`)).join('')],
      [a('supported-calendar-data'), xml(a('calendar-data'), '', ' content-type="text/calendar" version="2.0"')],
      [a('max-resource-size'), String(OBJECT_MAX)],
      [a('schedule-calendar-transp'), xml(a('opaque'))],
      [a('supported-collation-set'), xml(a('supported-collation'), 'i;unicode-casemap')],
    ],
    token: () => newestOf(db, shown.id),
    async *members() {
      for await (const page of pagesOf(context, shown)) {
        yield page
        await setImmediate()
      }
      yield* taskPagesOf(context, shown)
    },
    async *find(filter, wanted) {
      const { calendarFilter } = await import('./queryFilter.ts')
      const asked = calendarFilter(filter)
      for await (const objects of found(context, shown, asked)) {
        const contents = await contentsOf(context, shown, objects, wanted)
        yield asked.matches ? contents.filter(({ body }) => asked.matches?.(body)) : contents
        await setImmediate()
      }
    },
    read: async (names, wanted) => contentsOf(context, shown, await namedIn(db, shown, names), wanted),
    scheduleTags: async (names) => scheduleTagsOf(context, shown, await namedIn(db, shown, names)),
    changes: (since, limit) => changesSince(context, shown, since, limit),
    write: (member, body, condition) => writeObject(context, caller, shown, { name: member, body, condition }),
    remove: (member, condition) => removeObject(context, caller, shown, member, condition),
    answer: async (body) => {
      const window = windowOf(childOf(body, CALDAV, 'time-range'))
      if (!window) throw new DavError(400)
      const text = await freeBusyOf(context, { accountId: shown.accountId, calendarId: shown.id }, window)
      return { contentType: 'text/calendar; charset=utf-8', body: text }
    },
    settable: mayManage ? [dav('displayname'), CALENDAR_COLOR] : [CALENDAR_COLOR],
    set: (values) => setProperties(context, caller, entry, values),
    drop: () => deleteCalendar(context, caller.accountId, entry.calendarId),
  }
}

/** The objects that a client calls by these names. */
async function namedIn(db: Context['store']['db'], shown: Shown, names: readonly string[]): Promise<CalendarObject[]> {
  const objects: CalendarObject[] = []
  for (const name of names) {
    const object = await objectNamed(db, shown, name)
    if (object) objects.push({ ...object, name })
  }
  return objects
}

/** What a query may find, some at a time. */
async function* found(
  context: Context,
  shown: Shown,
  asked: CalendarFilter,
): AsyncGenerator<readonly CalendarObject[]> {
  if (asked.events) {
    for await (const page of pagesOf(context, shown, asked.window)) yield await happening(context, shown, page, asked)
  }
  if (asked.tasks) yield* taskPagesOf(context, shown, asked.window)
}

/** Events of a page that happen in the window of a query: SQL selects those that may, only those that repeat are expanded. */
async function happening(
  context: Context,
  shown: Shown,
  page: readonly CalendarObject[],
  { window }: CalendarFilter,
): Promise<readonly CalendarObject[]> {
  if (!window) return page
  const rows = await rowsOfUids(
    context.store.db,
    shown,
    page.map(({ uid }) => uid),
  )
  const holidays = holidaysOf(context)
  const found: CalendarObject[] = []
  for (const [at, object] of page.entries()) {
    if (at % EXPANDED_AT_ONCE === EXPANDED_AT_ONCE - 1) await setImmediate()
    if (await happensIn(rows.get(object.uid) ?? [], window, holidays)) found.push(object)
  }
  return found
}

/** A new name for all readers. The colour of another person's calendar changes for the caller alone. */
async function setProperties(
  context: Context,
  { accountId }: DavCaller,
  { calendarId, name, level }: CalendarEntry,
  values: readonly XmlElement[],
): Promise<void> {
  const color = nearestTone(values.find((one) => one.name === 'calendar-color')?.text ?? '')
  const displayName = values.find((one) => one.name === 'displayname')?.text.trim()
  if (displayName !== undefined && displayName !== name) {
    if (calendarNameProblem(displayName)) throw new DavError(403)
    await saveCalendar(context, accountId, { calendarId, name: displayName })
  }
  if (!color) return
  if (level === 'own') await saveCalendar(context, accountId, { calendarId, name: displayName ?? name, color })
  else await viewCalendars(context, accountId, [{ calendarId, shown: true, color }])
}
