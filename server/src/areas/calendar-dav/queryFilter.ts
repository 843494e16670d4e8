import ICAL from 'ical.js'
import type { Component, Property } from '../../calendar-model/ics/jcal.ts'
import { CALDAV, childOf, type XmlElement } from '../../platform/dav/xml.ts'
import { type Window, windowOf } from './expandObject.ts'

/** What a `calendar-query` looks for (RFC 4791 §9.7). */
export interface CalendarFilter {
  /** What can match; neither where it asks for a component that is not kept here. */
  readonly events: boolean
  readonly tasks: boolean
  /** When it must happen; null for any time. */
  readonly window: Window | null
  /** What its properties must be; null where nothing is asked of them. */
  readonly matches: ((body: string) => boolean) | null
}

const inside = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.ns === CALDAV && child.name === name)

const nameOf = (element: XmlElement): string => (element.attributes.name ?? '').toLowerCase()

/** Reads the filter of a query; without one, everything matches. */
export function calendarFilter(filter: XmlElement | undefined): CalendarFilter {
  const everything: CalendarFilter = { events: true, tasks: true, window: null, matches: null }
  const nothing: CalendarFilter = { ...everything, events: false, tasks: false }
  const calendar = filter && childOf(filter, CALDAV, 'comp-filter')
  if (!calendar) return everything
  if (nameOf(calendar) !== 'vcalendar') return nothing
  const component = childOf(calendar, CALDAV, 'comp-filter')
  if (!component) return everything
  const name = nameOf(component)
  const gone = childOf(component, CALDAV, 'is-not-defined') !== undefined
  // Every object is an event or a task.
  const kinds = { events: (name === 'vevent') !== gone, tasks: (name === 'vtodo') !== gone }
  if (gone || !(kinds.events || kinds.tasks)) return { ...everything, ...kinds }
  const tests = [
    ...inside(component, 'prop-filter').map(propertyFilter),
    ...inside(component, 'comp-filter').map(partFilter),
  ]
  return {
    ...kinds,
    window: windowOf(childOf(component, CALDAV, 'time-range')),
    matches: tests.length === 0 ? null : (body) => partsOf(body, name).some((one) => tests.every((test) => test(one))),
  }
}

const partsOf = (body: string, name: string): Component[] =>
  (ICAL.parse(body) as unknown as Component)[2].filter(([kind]) => kind === name)

/** Whether an event or a task has a part such as an alarm. What the part must be is not asked: then it would be left out. */
function partFilter(element: XmlElement): (event: Component) => boolean {
  const name = nameOf(element)
  const gone = childOf(element, CALDAV, 'is-not-defined') !== undefined
  return ([, , parts]) => parts.some(([kind]) => kind === name) !== gone
}

function propertyFilter(element: XmlElement): (event: Component) => boolean {
  const name = nameOf(element)
  if (childOf(element, CALDAV, 'is-not-defined')) {
    return ([, properties]) => properties.every(([one]) => one !== name)
  }
  const text = childOf(element, CALDAV, 'text-match')
  const parameters = inside(element, 'param-filter').map(parameterFilter)
  return ([, properties]) =>
    properties.some((property) => {
      if (property[0] !== name) return false
      if (text && !textMatch(text)(property.slice(3).flat().map(String))) return false
      return parameters.every((test) => test(property))
    })
}

function parameterFilter(element: XmlElement): (property: Property) => boolean {
  const name = nameOf(element)
  const gone = childOf(element, CALDAV, 'is-not-defined') !== undefined
  const text = childOf(element, CALDAV, 'text-match')
  return (property) => {
    const value = property[1][name]
    if (gone) return value === undefined
    if (value === undefined) return false
    return text ? textMatch(text)([value].flat()) : true
  }
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Text is contained, without case and width, whichever collation is asked for. */
function textMatch(element: XmlElement): (values: readonly string[]) => boolean {
  const wanted = folded(element.text)
  const negate = element.attributes['negate-condition'] === 'yes'
  return (values) => values.some((value) => folded(value).includes(wanted)) !== negate
}
