import {
  type Attendee,
  type Availability,
  EVENT_COMMENT_MAX,
  EVENT_PEOPLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_TEXT_MAX,
  EVENT_TITLE_MAX,
  ICS_EVENTS_MAX,
  SERIES_TIMES_MAX,
} from '@yanshu/contracts'
import ICAL from 'ical.js'
import { htmlToText } from '../../../mime/html-text.ts'
import type { WrittenEvent } from '../rows/eventFiles.ts'
import { eventHtml } from '../rows/eventHtml.ts'
import {
  type Clocks,
  type Component,
  cut,
  find,
  type Moment,
  momentOf,
  momentsOf,
  type Property,
  parameter,
  requireMoments,
  ruleText,
  sequenceIn,
  textOf,
} from './jcal.ts'
import { attachedIn, type ReadAttachment } from './readAttach.ts'
import { type ReadTask, readTask } from './readTask.ts'
import { zoneNamed, zoneOfOffset } from './zoneNames.ts'

/** An event of a calendar file, ready to be stored. Plain data, because it is sent between threads. */
export interface ReadEvent extends Omit<WrittenEvent, 'calendarId'> {
  readonly uid: string
  readonly sequence: number
  /** DTSTAMP, epoch milliseconds, 0 when missing. */
  readonly stamp: number
  /** When it would happen by the rule of its series; null for an event of its own. */
  readonly recurrenceAt: number | null
  /** What is said of one time holds for all after it too (RANGE=THISANDFUTURE, RFC 5545 §3.2.13). */
  readonly andFuture?: true
  readonly cancelled: boolean
  readonly organizer: { readonly name: string; readonly address: string } | null
  /** Who writes for the organiser, in lower case; '' for nobody. */
  readonly sentBy: string
  /** What somebody says with an answer. */
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
}

/** Components inside each other; an alarm in an event in a calendar is three. */
const DEPTH_MAX = 8
const DAY_MS = 86_400_000

/**
 * Reads a calendar file (RFC 5545). Times without a zone, or in an unknown one, are of `zone`. Throws when it is no
 * calendar. The caller limits time and memory: run it in a thread.
 */
export function readIcs(text: string, zone: string): ReadCalendar {
  requireShallow(text)
  const parsed: unknown = ICAL.parse(withoutMark(text))
  const roots = (Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]) as Component[]
  const events: ReadEvent[] = []
  const tasks: ReadTask[] = []
  const skipped: { title: string; reason: ReadCalendar['skipped'][number]['reason'] }[] = []
  /** Single times by the UID of their series. */
  const timesOf = new Map<string, number>()
  let method = ''
  let name = ''
  for (const [kind, properties, components] of roots) {
    if (kind !== 'vcalendar') continue
    method ||= textOf(find(properties, 'method')).toUpperCase()
    name ||= textOf(find(properties, 'x-wr-calname'))
    const zones = ownZones(components)
    for (const component of components) {
      const isTask = component[0] === 'vtodo'
      if (!isTask && component[0] !== 'vevent') continue
      const title = cut(textOf(find(component[1], 'summary')), EVENT_TITLE_MAX)
      const uid = textOf(find(component[1], 'uid'))
      const times = find(component[1], 'recurrence-id') ? (timesOf.get(uid) ?? 0) + 1 : 0
      if (times > 0) timesOf.set(uid, times)
      if (events.length + tasks.length >= ICS_EVENTS_MAX || times > SERIES_TIMES_MAX) {
        skipped.push({ title, reason: 'too-long' })
        continue
      }
      try {
        if (isTask) {
          tasks.push(readTask(component, { zone, zones }, title))
          continue
        }
        const event = readEvent(component, { zone, zones }, title)
        if (event) events.push(event)
        else skipped.push({ title, reason: 'no-start' })
      } catch {
        skipped.push({ title, reason: 'unreadable' })
      }
    }
  }
  if (roots.every(([kind]) => kind !== 'vcalendar')) throw new Error('no VCALENDAR')
  return { method, name, events, tasks, skipped }
}

/** A text without the mark of the byte order that programs of Windows put before it. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/** A hundred thousand components inside each other are read in half a second and overflow a recursive reader. */
function requireShallow(text: string): void {
  let depth = 0
  for (const match of text.matchAll(/^(BEGIN|END):/gim)) {
    depth += match[1]?.toUpperCase() === 'BEGIN' ? 1 : -1
    if (depth > DEPTH_MAX) throw new Error('components nest too deep')
  }
}

/** Zones that the file defines itself and whose names nobody knows: by their standard offset, where it is whole hours. */
function ownZones(components: readonly Component[]): ReadonlyMap<string, string> {
  const zones = new Map<string, string>()
  for (const [kind, properties, parts] of components) {
    if (kind !== 'vtimezone') continue
    const tzid = textOf(find(properties, 'tzid'))
    const location = textOf(find(properties, 'x-lic-location'))
    const standard = parts.find((part) => part[0] === 'standard')
    const offset = /^([+-])(\d{2}):?00/.exec(textOf(standard && find(standard[1], 'tzoffsetto')))
    const known =
      zoneNamed(tzid) ??
      (location ? zoneNamed(location) : null) ??
      (offset ? zoneOfOffset((offset[1] === '-' ? -1 : 1) * Number(offset[2])) : null)
    if (tzid && known) zones.set(tzid, known)
  }
  return zones
}

function readEvent([, properties, components]: Component, clocks: Clocks, title: string): ReadEvent | null {
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
  return {
    uid: cut(textOf(find(properties, 'uid')), 500),
    sequence: sequenceIn(properties),
    stamp: Date.parse(String(find(properties, 'dtstamp')?.[3] ?? '')) || 0,
    recurrenceAt: recurrence ? (momentOf(recurrence[3], recurrence, clocks)?.ms ?? null) : null,
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
    exdates: momentsOf(properties, 'exdate', clocks),
    rdates: momentsOf(properties, 'rdate', clocks),
    attached: attachedIn(properties),
    cancelled: status === 'CANCELLED',
  }
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
  if (end) return Math.max(end.ms, least)
  const duration = textOf(find(properties, 'duration'))
  if (duration) return Math.max(start.ms + ICAL.Duration.fromString(duration).toSeconds() * 1_000, least)
  return least
}

function linkOf(properties: readonly Property[]): string {
  for (const name of ['conference', 'x-microsoft-skypeteamsmeetingurl', 'url']) {
    const text = textOf(find(properties, name))
    if (/^https?:\/\/\S{3,990}$/i.test(text) && URL.canParse(text)) return text
  }
  return ''
}

function availabilityOf(properties: readonly Property[], status: string): Availability {
  const said = textOf(find(properties, 'x-microsoft-cdo-busystatus')).toUpperCase()
  if (said === 'OOF') return 'away'
  if (said === 'TENTATIVE' || status === 'TENTATIVE') return 'tentative'
  return said === 'FREE' || textOf(find(properties, 'transp')).toUpperCase() === 'TRANSPARENT' ? 'free' : 'busy'
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
      const before = -ICAL.Duration.fromString(String(trigger[3])).toSeconds() / 60
      return before >= 0 && before <= 40_320 ? [Math.round(before)] : []
    })
  return [...new Set(minutes)].slice(0, 5)
}
