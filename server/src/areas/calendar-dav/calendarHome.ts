import { calendarNameProblem } from '@yanshu/contracts'
import {
  type DavCaller,
  type DavCollection,
  DavError,
  type DavService,
  FILES_FOLDER,
} from '../../platform/dav/davService.ts'
import { APPLE, CALDAV, dav, escapeXml, type XmlElement, xml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { listCalendars, ownerOf, saveCalendar } from '../calendar-store/index.ts'
import { calendarCollection } from './calendarCollection.ts'
import { nearestTone } from './colors.ts'
import { davFile } from './davFiles.ts'
import { INBOX, OUTBOX, scheduleInbox, scheduleOutbox } from './schedule.ts'

const a = (name: string) => ({ ns: CALDAV, name })
const href = (address: string): string => xml(dav('href'), escapeXml(address))
const NAME_MAX = 100
/** Characters of a calendar's name. */
const TITLE_MAX = 15

/**
 * The calendars that an account may read, as collections of CalDAV (RFC 4791), with what clients need to invite people
 * (RFC 6638): invitations are mailed and taken in by the server itself.
 */
export const calendarHomes = (context: Context): DavService => ({
  name: 'calendars',
  wellKnown: 'caldav',
  feature: 'calendar-access, calendar-auto-schedule',
  home: a('calendar-home-set'),
  scope: 'caldav',
  collections: (caller) => collectionsOf(context, caller),
  principal: async (caller, hrefOf) => {
    const { addresses } = await ownerOf(context.store.db, caller.accountId)
    return [
      [a('calendar-user-address-set'), addresses.map((address) => href(`mailto:${address}`)).join('')],
      [a('schedule-inbox-URL'), href(hrefOf(INBOX))],
      [a('schedule-outbox-URL'), href(hrefOf(OUTBOX))],
      [a('calendar-user-type'), 'INDIVIDUAL'],
    ]
  },
  file: async (caller, id) => {
    const { calendarEnable } = await switchesOf(context.store.db, caller.accountId)
    return calendarEnable ? davFile(context, caller, id) : null
  },
  make: (caller, name, values) => makeCalendar(context, caller, name, values),
})

async function collectionsOf(context: Context, caller: DavCaller): Promise<DavCollection[]> {
  const { calendarEnable } = await switchesOf(context.store.db, caller.accountId)
  if (!calendarEnable) return []
  const entries = (await listCalendars(context, caller.accountId)).filter(({ level }) => level !== 'busy')
  const ids = entries.map(({ calendarId }) => calendarId)
  const rows =
    ids.length === 0
      ? []
      : await context.store.db
          .selectFrom('calendar')
          .leftJoin('calendar_sync', 'calendar_sync.calendar_id', 'calendar.id')
          .select(['calendar.id', 'calendar.account_id', 'calendar_sync.dav_name'])
          .where('calendar.id', 'in', ids)
          .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const calendars = entries.flatMap((entry) => {
    const row = byId.get(entry.calendarId)
    if (!row) return []
    const own = row.account_id === caller.accountId
    // Names that clients gave are of their own calendars: those of others could be the same.
    const name = (own && row.dav_name) || String(entry.calendarId)
    return [calendarCollection(context, caller, { entry, ownerId: row.account_id, name })]
  })
  const first = calendars.find(({ writable }) => writable)
  return [...calendars, scheduleInbox(caller, first?.name ?? null), scheduleOutbox(context, caller)]
}

/** Makes a calendar with the name and colour that a client wants; of a long name as much as fits. */
async function makeCalendar(
  context: Context,
  caller: DavCaller,
  name: string,
  values: readonly XmlElement[],
): Promise<void> {
  const { calendarEnable } = await switchesOf(context.store.db, caller.accountId)
  // A number is the name of a calendar that has no other.
  if (!calendarEnable || name.length > NAME_MAX || name === FILES_FOLDER || /\p{Cc}|^\d+$/u.test(name))
    throw new DavError(403)
  const displayName = values.find((one) => one.name === 'displayname')?.text.trim() || name
  const title = [...displayName].slice(0, TITLE_MAX).join('').trim()
  if (calendarNameProblem(title)) throw new DavError(403)
  const components = values.find((one) => one.ns === CALDAV && one.name === 'supported-calendar-component-set')
  // A list of tasks is a calendar too; it holds both.
  if (components && !components.children.some(({ attributes }) => /^(VEVENT|VTODO)$/i.test(attributes.name ?? ''))) {
    throw new DavError(403, a('supported-calendar-component'))
  }
  const color = nearestTone(values.find((one) => one.ns === APPLE && one.name === 'calendar-color')?.text ?? '')
  const { calendarId } = await saveCalendar(context, caller.accountId, { name: title, ...(color ? { color } : {}) })
  await context.store.db
    .insertInto('calendar_sync')
    .values({ calendar_id: calendarId, dav_name: name })
    .onConflict((conflict) => conflict.column('calendar_id').doUpdateSet({ dav_name: name }))
    .execute()
}
