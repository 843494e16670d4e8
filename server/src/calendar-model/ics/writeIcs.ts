import { type Attendee, offsetAt, wallOf } from '@yanshu/contracts'
import ICAL from 'ical.js'
import type { Holidays } from '../chinese/holidays.ts'
import { expandSeries } from '../recurrence/expand.ts'
import { parseRule, untilOf, utcText, writeRule } from '../recurrence/ruleText.ts'
import { attendeesOf, type EventRow, repeatOf, type SeriesColumns, seriesOf } from '../rows/eventRows.ts'
import { DAY_MS, zoneOf } from '../rows/series.ts'
import type { Component } from './jcal.ts'
import { type KeptParts, NOTHING_KEPT, withKept, zonesKept } from './kept.ts'
import type { FileLines } from './writeAttach.ts'

/** Years for which times are written one by one, where no rule of iCalendar describes them. */
const YEARS_AHEAD = 20
const PRODUCT = '-//Yanshu//Calendar//ZH'

export interface IcsOptions {
  readonly holidays: Holidays
  /** Epoch milliseconds, for DTSTAMP. */
  readonly now: number
  /** REQUEST, REPLY, CANCEL … for a mail (RFC 5546); none for a file. */
  readonly method?: string
  /** The name of the calendar, for a whole one. */
  readonly name?: string
  /** The series of exceptions that are written without it. */
  readonly series?: EventRow | null
  /** What a person writes to the organiser with an answer. */
  readonly comment?: string
  /** What of an event is kept for the program that wrote it. */
  readonly kept?: (row: EventRow) => KeptParts
  /** The files of an event. Without it none are written: not all readers of a calendar may read its files. */
  readonly files?: FileLines
  /** What else stands in the file, after the events. */
  readonly others?: readonly OtherPart[]
}

/** A component that is no event, with the zone that it names and when it does so first. */
export interface OtherPart {
  readonly zone: { readonly name: string; readonly from: number } | null
  readonly text: () => string
}

/** Events with their exceptions as iCalendar text, with the zones that they use. */
export const writeIcs = (rows: readonly EventRow[], options: IcsOptions): string =>
  [...icsParts(rows, options)].join('')

/** The same piece by piece, one for each event, so that other calls are answered in between. */
export function* icsParts(rows: readonly EventRow[], options: IcsOptions): Generator<string> {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${PRODUCT}`, 'CALSCALE:GREGORIAN']
  if (options.method) head.push(`METHOD:${options.method}`)
  if (options.name) head.push(new ICAL.Property(['x-wr-calname', {}, 'text', options.name]).toICALString())
  yield `${head.join('\r\n')}\r\n`
  const zones = new Map<string, number>()
  for (const row of rows) {
    const named = row.all_day === 0 ? [row.zone] : []
    for (const zone of [...named, ...(options.kept ? zonesKept(options.kept(row)) : [])]) {
      if (zone !== 'UTC') zones.set(zone, Math.min(zones.get(zone) ?? row.start_at, row.start_at))
    }
  }
  for (const { zone } of options.others ?? []) {
    if (zone) zones.set(zone.name, Math.min(zones.get(zone.name) ?? zone.from, zone.from))
  }
  for (const [zone, from] of zones) yield `${zoneComponent(zone, from).toString()}\r\n`
  const series = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const made = eventComponent(row, series.get(row.series_id ?? 0) ?? options.series ?? row, options)
    const event = options.kept ? textWith(made, options.kept(row)) : made.toString()
    // After the first line: properties stand before alarms, in any order.
    yield `${event.replace('\r\n', () => `\r\n${options.files?.(row) ?? ''}`)}\r\n`
  }
  for (const { text } of options.others ?? []) yield `${text()}\r\n`
  yield 'END:VCALENDAR\r\n'
}

/** The text of a component with what is kept beside it. */
export function textWith(made: InstanceType<typeof ICAL.Component>, kept: KeptParts): string {
  if (kept === NOTHING_KEPT) return made.toString()
  return new ICAL.Component(withKept(made.jCal as Component, kept)).toString()
}

/** Adds a property, unless it would be empty. */
export function add(component: InstanceType<typeof ICAL.Component>, name: string, value: string): void {
  if (value !== '') component.addPropertyWithValue(name, value)
}

/** The component of an event, as the calendar writes it. */
export function eventComponent(
  row: EventRow,
  series: EventRow,
  { holidays, now, comment = '' }: Pick<IcsOptions, 'holidays' | 'now' | 'comment'>,
) {
  const event = new ICAL.Component('vevent')
  add(event, 'uid', row.uid)
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(now), true))
  event.addPropertyWithValue('last-modified', ICAL.Time.fromJSDate(new Date(row.updated_at), true))
  event.addPropertyWithValue('sequence', row.sequence)
  addMoment(event, 'dtstart', row, row.start_at)
  addMoment(event, 'dtend', row, row.end_at)
  if (row.recurrence_at !== null) addMoment(event, 'recurrence-id', series, row.recurrence_at)
  add(event, 'summary', row.title)
  add(event, 'location', row.place)
  add(event, 'description', row.description)
  addFormatted(event, row.description_html)
  add(event, 'url', row.link)
  add(event, 'comment', comment)
  add(event, 'status', row.cancelled === 1 ? 'CANCELLED' : row.availability === 'tentative' ? 'TENTATIVE' : 'CONFIRMED')
  add(event, 'transp', row.availability === 'free' ? 'TRANSPARENT' : 'OPAQUE')
  if (row.availability === 'away') add(event, 'x-microsoft-cdo-busystatus', 'OOF')
  if (row.private === 1) add(event, 'class', 'PRIVATE')
  const categories = JSON.parse(row.categories) as string[]
  if (categories.length > 0) {
    const property = new ICAL.Property('categories')
    property.setValues(categories)
    event.addProperty(property)
  }
  addRepeat(event, row, holidays, now)
  addPeople(event, row)
  for (const minutes of JSON.parse(row.reminders) as number[]) {
    const alarm = new ICAL.Component('valarm')
    add(alarm, 'action', 'DISPLAY')
    add(alarm, 'description', row.title)
    alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-minutes * 60))
    event.addSubcomponent(alarm)
  }
  return event
}

/**
 * The description with its formatting, for the programs that read it: RFC 9073 §6.5, and what Outlook writes and reads.
 * Both beside the plain text, which every program reads.
 */
function addFormatted(event: InstanceType<typeof ICAL.Component>, html: string): void {
  if (html === '') return
  event.addProperty(new ICAL.Property(['styled-description', { fmttype: 'text/html' }, 'text', html]))
  // Its type is unknown to the library, which then escapes nothing (RFC 5545 §3.3.11).
  const escaped = html.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
  event.addProperty(new ICAL.Property(['x-alt-desc', { fmttype: 'text/html' }, 'unknown', escaped]))
}

/** A moment in the zone of its event, or as a day. */
export function addMoment(
  event: InstanceType<typeof ICAL.Component>,
  name: string,
  row: Pick<EventRow, 'all_day' | 'zone'>,
  ...moments: readonly number[]
): void {
  for (const ms of moments) {
    const property = new ICAL.Property(name)
    const time = ICAL.Time.fromJSDate(new Date(row.all_day === 1 ? ms : wallOf(row.zone, ms)), true)
    const { year, month, day, hour, minute, second } = time
    if (row.all_day === 1) {
      property.resetType('date')
      property.setValue(ICAL.Time.fromData({ year, month, day, isDate: true }))
    } else if (row.zone === 'UTC') {
      property.setValue(time)
    } else {
      property.setParameter('tzid', row.zone)
      property.setValue(ICAL.Time.fromData({ year, month, day, hour, minute, second }))
    }
    event.addProperty(property)
  }
}

/** Adds how something repeats. */
export function addRepeat(
  event: InstanceType<typeof ICAL.Component>,
  row: SeriesColumns,
  holidays: Holidays,
  now: number,
): void {
  const repeat = repeatOf(row)
  const series = seriesOf(row)
  const years = (count: number) => Math.max(series.start, now) + count * 366 * DAY_MS
  if (repeat?.kind === 'rule') {
    const parts = parseRule(repeat.rule)
    const until = untilOf(parts, zoneOf(series))
    if (until !== null) parts.set('UNTIL', series.allDay ? utcText(until).slice(0, 8) : utcText(until))
    event.addPropertyWithValue('rrule', ICAL.Recur.fromString(writeRule(parts)))
  } else if (repeat?.kind === 'lunar') {
    // iCalendar has no rule for the Chinese calendar that other programs read, so the times are written one by one.
    const { starts } = expandSeries(
      { ...series, exdates: [], rdates: [] },
      holidays,
      series.start + 1,
      years(YEARS_AHEAD),
    )
    addMoment(event, 'rdate', row, ...starts)
  } else if (repeat?.kind === 'workday') {
    const until = repeat.until === null ? '' : `;UNTIL=${utcText(Date.parse(repeat.until) + DAY_MS - 1_000)}`
    const rule = `FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR${until}`
    event.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule))
    const plain = { ...series, exdates: [], rdates: [] }
    const weekdays = expandSeries({ ...plain, repeat: { kind: 'rule', rule } }, holidays, series.start, years(2)).starts
    const worked = new Set(expandSeries(plain, holidays, series.start, years(2)).starts)
    addMoment(event, 'exdate', row, ...weekdays.filter((one) => !worked.has(one)))
    const known = new Set(weekdays)
    addMoment(event, 'rdate', row, ...[...worked].filter((one) => !known.has(one)))
  }
  addMoment(event, 'rdate', row, ...series.rdates)
  addMoment(event, 'exdate', row, ...series.exdates)
}

const PARTSTAT: Readonly<Record<Attendee['answer'], string>> = {
  '': 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
}

function addPeople(event: InstanceType<typeof ICAL.Component>, row: EventRow): void {
  if (row.organizer !== null) {
    const { name, address } = JSON.parse(row.organizer) as { name: string; address: string }
    const property = new ICAL.Property('organizer')
    if (name) property.setParameter('cn', name)
    property.setValue(`mailto:${address}`)
    event.addProperty(property)
  }
  for (const { name, address, optional, answer } of attendeesOf(row)) {
    const property = new ICAL.Property('attendee')
    if (name) property.setParameter('cn', name)
    property.setParameter('role', optional ? 'OPT-PARTICIPANT' : 'REQ-PARTICIPANT')
    property.setParameter('partstat', PARTSTAT[answer])
    property.setParameter('rsvp', answer === '' ? 'TRUE' : 'FALSE')
    property.setValue(`mailto:${address}`)
    event.addProperty(property)
  }
}

const offsetText = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000)
  const two = (n: number) => `${n}`.padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The zone of an event, with each change of its clock from the year of its first event on. */
function zoneComponent(zone: string, from: number) {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const begin = Date.UTC(new Date(from).getUTCFullYear(), 0, 1) - DAY_MS
  const changes = changesOf(zone, begin, begin + YEARS_AHEAD * 366 * DAY_MS)
  const first = { at: begin, before: offsetAt(zone, begin), after: offsetAt(zone, begin) }
  for (const { at, before, after } of [first, ...changes]) {
    const part = new ICAL.Component(after > before ? 'daylight' : 'standard')
    // On the clock before the change (RFC 5545 §3.6.5).
    const text = utcText(at + before).slice(0, -1)
    part.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(isoOf(text)))
    part.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromString(offsetText(before)))
    part.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromString(offsetText(after)))
    component.addSubcomponent(part)
  }
  return component
}

const isoOf = (text: string): string =>
  text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})$/, '$1-$2-$3T$4:$5:$6')

/** When the clock of a zone changes, found by halving the weeks in which its offset differs. */
function changesOf(zone: string, from: number, to: number): { at: number; before: number; after: number }[] {
  const changes: { at: number; before: number; after: number }[] = []
  const week = 7 * DAY_MS
  for (let begin = from; begin < to; begin += week) {
    const before = offsetAt(zone, begin)
    const after = offsetAt(zone, begin + week)
    if (before === after) continue
    let [low, high] = [begin, begin + week]
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000
      if (middle <= low) break
      if (offsetAt(zone, middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, before, after })
  }
  return changes
}

/** A name for the file of an event. */
export const icsFileName = (title: string): string =>
  `${
    title
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
      .trim()
      .slice(0, 60) || 'event'
  }.ics`
