import ICAL from 'ical.js'
import { calendarLines } from './calendarLines.ts'
import type { Component, Property } from './jcal.ts'
import { ruleOfOldCalendar } from './oldRule.ts'

/** A calendar file as components (RFC 7265), with what of it could not be read. */
export interface ParsedCalendar {
  readonly roots: readonly Component[]
  /** Components of which a line was left out because it cannot be read. */
  readonly faulty: ReadonlySet<Component>
  /** Components that have no end: the file was cut off, or the next one began. */
  readonly unended: ReadonlySet<Component>
  /** Whether the file ends inside of a calendar. */
  readonly cutOff: boolean
}

/** Components that stand beside each other in a calendar, never inside of one another. */
const SIDE_BY_SIDE = new Set(['vevent', 'vtodo', 'vjournal', 'vfreebusy', 'vtimezone'])
const RULE_MAX = 500

/**
 * Reads the components of a calendar file. A line that cannot be read is left out and its component named in `faulty`;
 * it stops no other line. A rule that cannot be read stays as it is written, and is refused by those who ask for it.
 */
export function parseCalendar(text: string): ParsedCalendar {
  const roots: Component[] = []
  const faulty = new Set<Component>()
  const unended = new Set<Component>()
  const open: Component[] = []
  const close = (count: number) => {
    for (const one of open.splice(open.length - count)) unended.add(one)
  }
  for (const line of calendarLines(text)) {
    const top = open.at(-1)
    if (typeof line !== 'string') {
      if (top) faulty.add(top)
      continue
    }
    const [, edge = '', named = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    const kind = named.toLowerCase()
    if (edge.toUpperCase() === 'BEGIN') {
      if (kind === 'vcalendar') close(open.length)
      else if (SIDE_BY_SIDE.has(kind)) {
        const at = open.findIndex(([one]) => SIDE_BY_SIDE.has(one))
        if (at >= 0) close(open.length - at)
      }
      const made: Component = [kind, [], []]
      const parent = open.at(-1)
      if (parent) parent[2].push(made)
      else roots.push(made)
      open.push(made)
    } else if (edge !== '') {
      const at = open.findLastIndex(([one]) => one === kind)
      if (at < 0) continue
      close(open.length - at - 1)
      open.pop()
    } else if (top) {
      const property = propertyOf(line, open[0])
      if (property) top[1].push(property)
      else faulty.add(top)
    }
  }
  const cutOff = open.length > 0
  close(open.length)
  return { roots, faulty, unended, cutOff }
}

function propertyOf(line: string, root: Component | undefined): Property | null {
  const name = /^[\w-]+/.exec(line)?.[0].toLowerCase() ?? ''
  const isOld = root?.[1].some((property) => property[0] === 'version' && property[3] === '1.0') === true
  const written = isOld && name === 'rrule' ? (ruleOfOldCalendar(line) ?? line) : line
  try {
    return withDates(ICAL.parse.property(written) as Property)
  } catch {
    if (name !== 'rrule') return null
    return ['rrule', {}, 'text', line.slice(line.indexOf(':') + 1, RULE_MAX)]
  }
}

const DATES = new Set(['dtstart', 'dtend', 'due', 'exdate', 'rdate', 'recurrence-id', 'completed'])
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z?)?$/

/**
 * A property with its dates: those that are written as days are days, also where the line does not say so. null where
 * they are none; who needs the start of an event, or the name of one time of a series, asks for it.
 */
function withDates(property: Property): Property | null {
  const [name, parameters, type, ...values] = property
  if (!DATES.has(name) || (type !== 'date-time' && type !== 'date')) return property
  const plain = values.map((value) => String(value).replace(/T::$/, ''))
  if (!plain.every((value) => MOMENT.test(value)))
    return name === 'dtstart' || name === 'recurrence-id' ? property : null
  const days = plain.every((value) => !value.includes('T'))
  return [name, parameters, days ? 'date' : 'date-time', ...plain]
}
