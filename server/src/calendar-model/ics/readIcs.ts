import {
  type Attendee,
  type Availability,
  EVENT_COMMENT_MAX,
  EVENT_PEOPLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_TEXT_MAX,
  EVENT_TITLE_MAX,
  ICS_EVENTS_MAX,
  instantOf,
  SERIES_TIMES_MAX,
} from '@yanshu/contracts'
import { htmlToText } from '../../mime/html-text.ts'
import type { WrittenEvent } from '../rows/eventFiles.ts'
import { eventHtml } from '../rows/eventHtml.ts'
import {
  alike,
  type Clocks,
  type Component,
  cut,
  endAfter,
  find,
  type Moment,
  momentOf,
  momentsOf,
  type Property,
  parameter,
  recurrenceIn,
  requireMoments,
  ruleText,
  secondsOf,
  sequenceIn,
  textOf,
} from './jcal.ts'
import { ownZones } from './ownZones.ts'
import { type ParsedCalendar, parseCalendar } from './parseCalendar.ts'
import { attachedIn, type ReadAttachment } from './readAttach.ts'
import { type ReadTask, readTask } from './readTask.ts'
import { zoneNamed } from './zoneNames.ts'

/** An event of a calendar file, ready to be stored. Plain data, because it is sent between threads. */
export interface ReadEvent extends Omit<WrittenEvent, 'calendarId'> {
  readonly uid: string
  readonly sequence: number
  /** DTSTAMP, epoch milliseconds, 0 when missing. */
  readonly stamp: number
  /** When it would happen by the rule of its series; null for an event of its own. */
  readonly recurrenceAt: number | null
  /** The change of one time holds for all after it too (RANGE=THISANDFUTURE, RFC 5545 §3.2.13). */
  readonly andFuture?: true
  readonly cancelled: boolean
  readonly organizer: { readonly name: string; readonly address: string } | null
  /** Who writes for the organiser, in lower case; '' for none. */
  readonly sentBy: string
  /** What a person writes with an answer. */
  readonly comment: string
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
  /** Files as they are written; `keepAttached` makes `files` of them. */
  readonly attached: readonly ReadAttachment[]
}

export interface ReadCalendar {
  readonly method: string
  readonly name: string
  readonly events: readonly ReadEvent[]
  readonly tasks: readonly ReadTask[]
  readonly skipped: readonly {
    readonly title: string
    readonly reason: 'no-start' | 'rule' | 'too-long' | 'unreadable'
  }[]
  /** Events and tasks that were read, but for a line that cannot be read, or with a zone that is not known. */
  readonly noted: readonly { readonly title: string; readonly reason: 'line' | 'zone' }[]
  /** UIDs of those that were skipped. */
  readonly unread: readonly string[]
  /** Whether the file ends in the middle: what would follow is not known. */
  readonly cutOff: boolean
}

/** Components inside each other; an alarm in an event in a calendar is three. */
const DEPTH_MAX = 8
const DAY_MS = 86_400_000

/** Times of RDATE with a length of their own. */
const PERIODS_MAX = 200

/**
 * Reads a calendar file (RFC 5545). Times without a zone are of `zone`; those in an unknown one too, and are named. What
 * cannot be read stops nothing else. Throws when it is no calendar. The caller limits time and memory: run it in a thread.
 */
export function readIcs(text: string, zone: string): ReadCalendar {
  requireShallow(text)
  return readCalendar(parseCalendar(withoutMark(text)), zone)
}

/** Is called with each event or task that was read, its component, and what names of zones mean in its file. */
export type OnRead = (component: Component, read: ReadEvent | ReadTask, zoneOf: (tzid: string) => string | null) => void

/** The same of a calendar that was parsed. */
export function readCalendar(
  { roots, faulty, unended, cutOff }: ParsedCalendar,
  zone: string,
  onRead?: OnRead,
): ReadCalendar {
  const events: ReadEvent[] = []
  const tasks: ReadTask[] = []
  const skipped: { title: string; reason: ReadCalendar['skipped'][number]['reason'] }[] = []
  const noted: { title: string; reason: ReadCalendar['noted'][number]['reason'] }[] = []
  const unread: string[] = []
  /** Single times by the UID of their series. */
  const timesOf = new Map<string, number>()
  let method = ''
  let name = ''
  for (const [kind, properties, components] of roots) {
    if (kind !== 'vcalendar') continue
    method ||= textOf(find(properties, 'method')).toUpperCase()
    name ||= textOf(find(properties, 'x-wr-calname'))
    const zones = ownZones(components, yearsOf(components))
    const zoneOf = (tzid: string): string | null => {
      const own = zones.get(tzid)
      if (!own) return zoneNamed(tzid)
      return own.offsetAtWall ? null : own.zone
    }
    const starts = startsOfSeries(components, { zone, zones, unknown: () => {} })
    for (const component of components) {
      const isTask = component[0] === 'vtodo'
      if (!isTask && component[0] !== 'vevent') continue
      const title = cut(textOf(find(component[1], 'summary')), EVENT_TITLE_MAX)
      const uid = textOf(find(component[1], 'uid'))
      const skip = (reason: ReadCalendar['skipped'][number]['reason']) => {
        skipped.push({ title, reason })
        if (uid !== '') unread.push(uid)
      }
      const times = find(component[1], 'recurrence-id') ? (timesOf.get(uid) ?? 0) + 1 : 0
      if (times > 0) timesOf.set(uid, times)
      if (events.length + tasks.length >= ICS_EVENTS_MAX || times > SERIES_TIMES_MAX) {
        skip('too-long')
        continue
      }
      // The rest of what was cut off is not known.
      if (cutOff && unended.has(component) && component === components.at(-1)) {
        skip('unreadable')
        continue
      }
      const unknown = new Set<string>()
      const clocks = { zone, zones, unknown: (tzid: string) => unknown.add(tzid) }
      try {
        if (isTask) {
          const task = readTask(component, clocks, title)
          tasks.push(task)
          onRead?.(component, task, zoneOf)
        } else {
          const read = readEvent(component, clocks, title, starts.get(uid) ?? null)
          if (!read) {
            skip('no-start')
            continue
          }
          for (const event of read) events.push(event)
          if (read[0]) onRead?.(component, read[0], zoneOf)
        }
        if (isFaulty(component, faulty) || unended.has(component)) noted.push({ title, reason: 'line' })
        if (unknown.size > 0) noted.push({ title, reason: 'zone' })
      } catch {
        skip('unreadable')
      }
    }
  }
  if (roots.every(([kind]) => kind !== 'vcalendar')) throw new Error('no VCALENDAR')
  return { method, name, events, tasks, skipped, noted, unread, cutOff }
}

const isFaulty = (component: Component, faulty: ReadonlySet<Component>): boolean =>
  faulty.has(component) || component[2].some((part) => isFaulty(part, faulty))

/** The years in which something of a calendar begins. */
function yearsOf(components: readonly Component[]): [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const [kind, properties] of components) {
    if (kind === 'vtimezone') continue
    const year = Number(/^\d{4}/.exec(String(find(properties, 'dtstart')?.[3] ?? ''))?.[0] ?? Number.NaN)
    if (year >= 1970 && year < 2200) [from, to] = [Math.min(from, year), Math.max(to, year)]
  }
  const first = Math.max(from === Number.POSITIVE_INFINITY ? 2020 : from, to - YEARS_BACK)
  return [first, Math.max(to, first) + YEARS_ON]
}

/** Years before the last event, and after it, in which zones are compared. */
const YEARS_BACK = 6
const YEARS_ON = 3

/** When the series of a calendar begin, by their UID: single times are named by days, or by times of their clock. */
function startsOfSeries(components: readonly Component[], clocks: Clocks): ReadonlyMap<string, Moment> {
  const starts = new Map<string, Moment>()
  const single = components.some(([, properties]) => find(properties, 'recurrence-id'))
  for (const [kind, properties] of single ? components : []) {
    if (kind !== 'vevent' || find(properties, 'recurrence-id')) continue
    const property = find(properties, 'dtstart')
    const start = property && momentOf(property[3], property, clocks)
    if (start) starts.set(textOf(find(properties, 'uid')), start)
  }
  return starts
}

/** A text without the mark of the byte order that programs of Windows put before it. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** A hundred thousand components inside each other are read in half a second and overflow a recursive reader. */
export function requireShallow(text: string): void {
  let depth = 0
  for (const match of text.matchAll(/^(BEGIN|END):/gim)) {
    depth += match[1]?.toUpperCase() === 'BEGIN' ? 1 : -1
    if (depth > DEPTH_MAX) throw new Error('components nest too deep')
  }
}

/** An event, and times of it that last longer or shorter by a period of RDATE; null without a start. */
function readEvent(
  [, properties, components]: Component,
  clocks: Clocks,
  title: string,
  series: Moment | null,
): ReadEvent[] | null {
  const startProperty = find(properties, 'dtstart')
  const start = startProperty && momentOf(startProperty[3], startProperty, clocks)
  if (!startProperty || !start) return null
  const end = endOf(properties, start, clocks)
  requireMoments(start.ms, end)
  const rule = find(properties, 'rrule')?.[3]
  const recurrence = find(properties, 'recurrence-id')
  const status = textOf(find(properties, 'status')).toUpperCase()
  const attendees = properties.filter(([name]) => name === 'attendee').slice(0, EVENT_PEOPLE_MAX)
  const organizer = find(properties, 'organizer')
  const recurrenceAt = recurrenceIn(properties, series ?? start, clocks)
  // Without it the time would replace its series.
  if (recurrence && recurrenceAt === null) throw new Error('a time of a series that cannot be read')
  const event: ReadEvent = {
    uid: cut(textOf(find(properties, 'uid')), 500),
    sequence: sequenceIn(properties),
    stamp: Date.parse(String(find(properties, 'dtstamp')?.[3] ?? '')) || 0,
    recurrenceAt,
    ...(recurrence && parameter(recurrence, 'range').toUpperCase() === 'THISANDFUTURE' ? { andFuture: true } : {}),
    title: title || '（无标题）',
    place: cut(textOf(find(properties, 'location')), EVENT_PLACE_MAX),
    ...descriptionOf(properties),
    link: linkOf(properties),
    allDay: start.allDay,
    start: start.ms,
    end,
    zone: start.allDay ? clocks.zone : start.zone === 'UTC' && typeof rule === 'object' ? 'UTC' : start.zone,
    availability: availabilityOf(properties, status),
    private: /^(PRIVATE|CONFIDENTIAL)$/i.test(textOf(find(properties, 'class'))),
    color: null,
    categories: properties
      .filter(([name]) => name === 'categories')
      .flatMap((property) => property.slice(3))
      .map((value) => cut(String(value).trim(), 30))
      .filter(Boolean)
      .slice(0, 10),
    reminders: remindersOf(components),
    attendees: attendees.flatMap(attendeeOf),
    organizer: organizer ? { name: cut(parameter(organizer, 'cn'), 200), address: addressOf(organizer) } : null,
    sentBy: organizer ? bareAddress(parameter(organizer, 'sent-by')) : '',
    comment: cut(textOf(find(properties, 'comment')), EVENT_COMMENT_MAX),
    repeat: rule === undefined ? null : { kind: 'rule', rule: ruleText(rule) },
    exdates: momentsOf(properties, 'exdate', start, clocks),
    rdates: momentsOf(properties, 'rdate', start, clocks),
    attached: attachedIn(properties),
    cancelled: status === 'CANCELLED',
  }
  if (recurrence) return [event]
  const single = { ...event, repeat: null, exdates: [], rdates: [], attached: [] }
  const periods = periodsIn(properties, clocks).filter((one) => one.end - one.start !== end - start.ms)
  return [event, ...periods.map((period) => ({ ...single, ...period, recurrenceAt: period.start }))]
}

/** Further times with a length of their own (RDATE;VALUE=PERIOD, RFC 5545 §3.8.5.2). */
function periodsIn(properties: readonly Property[], clocks: Clocks): { start: number; end: number }[] {
  return properties
    .filter(([name, , type]) => name === 'rdate' && type === 'period')
    .flatMap((property) =>
      property.slice(3).flatMap((value) => {
        const [from, to] = Array.isArray(value) ? value.map(String) : []
        const start = from === undefined ? null : momentOf(from, property, clocks)
        if (!start || start.allDay || to === undefined) return []
        const end = /^[+-]?P/.test(to) ? endAfter(start, to) : (momentOf(to, property, clocks)?.ms ?? null)
        if (end === null || end < start.ms) return []
        requireMoments(start.ms, end)
        return [{ start: start.ms, end }]
      }),
    )
    .slice(0, PERIODS_MAX)
}

/** What Google and 企业微信 write into a description that should be plain. */
const LOOKS_LIKE_HTML = /<(?:br|p|b|i|u|ul|ol|li|div|span|strong|em|a\s[^<>]*href)\b[^<>]*>/i

/**
 * The description as text, and with its formatting where it has some: STYLED-DESCRIPTION (RFC 9073), X-ALT-DESC of
 * Outlook, or a DESCRIPTION that is HTML itself.
 */
function descriptionOf(properties: readonly Property[]): Pick<ReadEvent, 'description' | 'descriptionHtml'> {
  const plain = textOf(find(properties, 'description'))
  const formatted = ['styled-description', 'x-alt-desc']
    .flatMap((name) => properties.filter((property) => property[0] === name))
    .find((property) => parameter(property, 'fmttype').toLowerCase() === 'text/html')
  const source = formatted ? unescaped(formatted) : LOOKS_LIKE_HTML.test(plain) ? plain : ''
  const html = eventHtml(source)
  const text = source === plain || plain === '' ? htmlToText(source, { maxLength: EVENT_TEXT_MAX }).trim() : plain
  return { description: cut(text, EVENT_TEXT_MAX), descriptionHtml: html }
}

/** The text of a property whose type the library does not know, and which it therefore leaves as it is written. */
const unescaped = (property: Property): string =>
  property[2] === 'unknown'
    ? textOf(property).replace(/\\([nN;,\\])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))
    : textOf(property)

function endOf(properties: readonly Property[], start: Moment, clocks: Clocks): number {
  const property = find(properties, 'dtend')
  const end = property && momentOf(property[3], property, clocks)
  const least = start.ms + (start.allDay ? DAY_MS : 0)
  if (end) return Math.max(endLike(end, start, clocks), least)
  const duration = textOf(find(properties, 'duration'))
  return Math.max((duration === '' ? null : endAfter(start, duration)) ?? least, least)
}

/** An end as its start is: the day on which something with a clock ends begins at midnight. */
function endLike(end: Moment, start: Moment, clocks: Clocks): number {
  if (end.allDay && !start.allDay) return instantOf(start.zone, end.ms)
  return alike(end, start, clocks).ms
}

function linkOf(properties: readonly Property[]): string {
  for (const name of ['conference', 'x-microsoft-skypeteamsmeetingurl', 'url']) {
    const text = textOf(find(properties, name))
    if (/^https?:\/\/\S{3,990}$/i.test(text) && URL.canParse(text)) return text
  }
  return ''
}

function availabilityOf(properties: readonly Property[], status: string): Availability {
  const busyStatus = textOf(find(properties, 'x-microsoft-cdo-busystatus')).toUpperCase()
  if (busyStatus === 'OOF') return 'away'
  if (busyStatus === 'TENTATIVE' || status === 'TENTATIVE') return 'tentative'
  return busyStatus === 'FREE' || textOf(find(properties, 'transp')).toUpperCase() === 'TRANSPARENT' ? 'free' : 'busy'
}

const bareAddress = (text: string): string =>
  cut(
    text
      .trim()
      .replace(/^mailto:/i, '')
      .toLowerCase(),
    254,
  )

/** The address of one of the people; Outlook may write its own kind of name and put the address beside it. */
function addressOf(property: Property): string {
  const address = bareAddress(textOf(property))
  const beside = bareAddress(parameter(property, 'email'))
  return address.includes('@') || beside === '' ? address : beside
}

const ANSWERS: Readonly<Record<string, Attendee['answer']>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
}

function attendeeOf(property: Property): Attendee[] {
  const address = addressOf(property)
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return []
  return [
    {
      name: cut(parameter(property, 'cn'), 200),
      address,
      optional: parameter(property, 'role').toUpperCase() === 'OPT-PARTICIPANT',
      answer: ANSWERS[parameter(property, 'partstat').toUpperCase()] ?? '',
    },
  ]
}

/** Alarms that count back from the start, in minutes. */
function remindersOf(components: readonly Component[]): number[] {
  const minutes = components
    .filter(([kind]) => kind === 'valarm')
    .flatMap(([, properties]) => {
      const trigger = find(properties, 'trigger')
      if (trigger?.[2] !== 'duration' || parameter(trigger, 'related').toUpperCase() === 'END') return []
      const before = -(secondsOf(String(trigger[3])) ?? Number.NaN) / 60
      return before >= 0 && before <= 40_320 ? [Math.round(before)] : []
    })
  return [...new Set(minutes)].slice(0, 5)
}
