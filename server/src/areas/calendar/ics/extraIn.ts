import ICAL from 'ical.js'
import type { Property } from './jcal.ts'
import { isInline } from './readAttach.ts'

/** Characters and properties that are kept of one object. */
const EXTRA_MAX = 8_000
const PROPERTIES_MAX = 50

/** What the calendar keeps in columns of its own, or says anew each time. */
const OWN = new Set([
  ...['attendee', 'categories', 'class', 'comment', 'conference', 'description', 'dtend', 'dtstamp', 'dtstart', 'due'],
  ...['duration', 'exdate', 'exrule', 'last-modified', 'location', 'organizer', 'rdate', 'recurrence-id', 'rrule'],
  ...['sequence', 'status', 'summary', 'transp', 'uid', 'url', 'x-microsoft-cdo-busystatus'],
  ...['request-status', 'x-microsoft-skypeteamsmeetingurl', 'styled-description', 'x-alt-desc'],
])

/** The same of tasks. */
const OWN_OF_TASKS = new Set(['completed', 'created', 'percent-complete', 'priority'])

type Component = [string, Property[], Component[]]

/**
 * The properties of an object that only the program that wrote them understands (RFC 4791 §5.3.3), as JSON; '' for none.
 * They are those of the series; more than is kept is left out.
 */
export function extraIn(text: string): string {
  const [, , components = []] = ICAL.parse(text) as unknown as Component
  const series = components.find(
    ([kind, properties]) =>
      (kind === 'vevent' || kind === 'vtodo') && properties.every(([name]) => name !== 'recurrence-id'),
  )
  const unknown = (series?.[1] ?? [])
    .filter((property) => !isKeptElsewhere(property, series?.[0] === 'vtodo'))
    .slice(0, PROPERTIES_MAX)
  const json = JSON.stringify(unknown)
  return unknown.length === 0 || json.length > EXTRA_MAX ? '' : json
}

/** Whether a property has a place of its own. Of files that is what they hold; addresses of any kind stay as they are. */
function isKeptElsewhere(property: Property, isTask: boolean): boolean {
  const [name] = property
  if (name !== 'attach') return OWN.has(name) || (isTask && OWN_OF_TASKS.has(name))
  return isInline(property) || (!isTask && /^https?:/i.test(String(property[3])))
}
