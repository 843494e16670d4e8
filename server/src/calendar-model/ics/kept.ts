import { createHash } from 'node:crypto'
import { isZone } from '@yanshu/contracts'
import { type Component, find, type Property, parameter } from './jcal.ts'
import { isInline } from './readAttach.ts'

/**
 * What a program has sent of an event or a task and the calendar does not write by itself: it is kept beside the row, and
 * written back where the row still has the content that it had when it was put (RFC 4791 §5.3.3).
 */
export interface KeptParts {
  /**
   * Properties by their group: a mark of what the calendar would have written for the group when it was put, and what was
   * put instead.
   */
  readonly groups: readonly (readonly [group: string, mark: string, said: readonly Property[]])[]
  /** Alarms, where others were put than the calendar would write. */
  readonly alarms?: { readonly mark: string; readonly said: readonly Component[] }
  /** Components of other kinds. */
  readonly parts?: readonly Component[]
}

/** The same of an object: of the series by '', of single times by when they would be. */
export type KeptObject = Readonly<Record<string, KeptParts>>

export const NOTHING_KEPT: KeptParts = { groups: [] }

/** Characters that are kept of one object, and properties of one event. */
const KEPT_MAX = 64_000
const PROPERTIES_MAX = 500
const PARTS_MAX = 20

/** Written anew each time, or no part of the object. */
const NOT_KEPT = new Set(['uid', 'dtstamp', 'last-modified', 'sequence', 'recurrence-id', 'request-status'])
/** Parameters by which a server answers, and which it never gives back (RFC 6638 §7). */
const OF_SERVERS = ['schedule-status', 'schedule-force-send']
/** Parameters of people that the calendar has columns for. */
const OF_PEOPLE = new Set(['cn', 'role', 'partstat', 'rsvp'])

/** Properties that say one thing together: when one of them changes, all are written anew. */
const GROUPS: Readonly<Record<string, string>> = {
  dtstart: 'when', dtend: 'when', duration: 'when', due: 'when',
  'styled-description': 'description', 'x-alt-desc': 'description',
  conference: 'url', 'x-microsoft-skypeteamsmeetingurl': 'url',
  transp: 'status', 'x-microsoft-cdo-busystatus': 'status', completed: 'status', 'percent-complete': 'status',
} // biome-ignore format: a table

/** Groups that one time of a series has for itself: those of its series are not its own. */
const OF_ONE_TIME = new Set(['when', 'rrule', 'rdate', 'exdate', 'exrule'])

const addressOf = (property: Property): string => String(property[3]).trim().toLowerCase()

const groupOf = (property: Property): string =>
  property[0] === 'attendee' ? `attendee ${addressOf(property)}` : (GROUPS[property[0]] ?? property[0])

/** A value without the order in which its names stand. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, one]) => [name, canonical(one)])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

const textOf = (value: unknown): string => JSON.stringify(canonical(value))

/** Names some content in few characters; '' for none. */
const markOf = (some: readonly unknown[]): string =>
  some.length === 0 ? '' : createHash('sha256').update(textOf(some)).digest('base64url').slice(0, 16)

function grouped(properties: readonly Property[]): Map<string, Property[]> {
  const groups = new Map<string, Property[]>()
  for (const property of properties) {
    if (NOT_KEPT.has(property[0])) continue
    const group = groupOf(property)
    groups.set(group, [...(groups.get(group) ?? []), property])
  }
  return groups
}

/**
 * What of a component is kept beside what the calendar writes for it. `zoneOf` answers the zone of the IANA list that a
 * name of the file means; times in another zone are not kept.
 */
export function keptParts(said: Component, made: Component, zoneOf: (tzid: string) => string | null): KeptParts {
  const isTask = said[0] === 'vtodo'
  const properties = said[1]
    .filter((property) => property[0] !== 'attach' || isForeignFile(property, isTask))
    .slice(0, PROPERTIES_MAX)
    .map((property) => withZone(withoutServer(property), zoneOf))
  const ours = grouped(made[1])
  const theirs = grouped(properties.filter((property) => property !== null))
  const unzoned = new Set(
    said[1].filter((property) => withZone(property, zoneOf) === null).map((property) => groupOf(property)),
  )
  const groups = [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((group) => {
    const [there, here] = [theirs.get(group) ?? [], ours.get(group) ?? []]
    if (unzoned.has(group) || textOf(there) === textOf(here)) return []
    return [[group, markOf(here), there] as const]
  })
  const alarms = said[2].filter(([kind]) => kind === 'valarm')
  const ownAlarms = made[2].filter(([kind]) => kind === 'valarm')
  const parts = said[2].filter(([kind]) => kind !== 'valarm').slice(0, PARTS_MAX)
  return {
    groups,
    ...(textOf(alarms) === textOf(ownAlarms) ? {} : { alarms: { mark: markOf(ownAlarms), said: alarms } }),
    ...(parts.length > 0 ? { parts } : {}),
  }
}

/** Files have a place of their own, links of events too; addresses of other kinds stay as they are. */
const isForeignFile = (property: Property, isTask: boolean): boolean =>
  !isInline(property) && (isTask || !/^https?:/i.test(String(property[3])))

function withoutServer(property: Property): Property {
  const [name, parameters, ...rest] = property
  const kept = Object.entries(parameters).filter(([one]) => !OF_SERVERS.includes(one))
  return [name, Object.fromEntries(kept), ...rest]
}

/** A property whose zone is named as the calendar names it; null where that is not known. */
function withZone(property: Property, zoneOf: (tzid: string) => string | null): Property | null {
  const tzid = parameter(property, 'tzid')
  if (tzid === '') return property
  const zone = zoneOf(tzid)
  if (zone === null || !isZone(zone)) return null
  const [name, parameters, ...rest] = property
  return [name, { ...parameters, tzid: zone }, ...rest]
}

/** An object as it is stored: as much as there is room for, '' for nothing. */
export function writtenKept(times: readonly (readonly [time: string, parts: KeptParts])[]): string {
  let room = KEPT_MAX
  const fits = (value: unknown): boolean => {
    const { length } = JSON.stringify(value)
    if (length > room) return false
    room -= length
    return true
  }
  const kept = times.map(([time, { groups, alarms, parts }]) => {
    const some: KeptParts = {
      groups: groups.filter(fits),
      ...(alarms && fits(alarms) ? { alarms } : {}),
      ...(parts && fits(parts) ? { parts } : {}),
    }
    return [time, some] as const
  })
  const isEmpty = kept.every(([, { groups, alarms, parts }]) => groups.length === 0 && !alarms && !parts)
  return isEmpty ? '' : JSON.stringify(Object.fromEntries(kept))
}

/** What is kept of an object. Servers before 0075 kept a list of properties of the series. */
export function readKept(json: string): KeptObject {
  if (json === '') return {}
  const stored = JSON.parse(json) as KeptObject | Property[]
  if (!Array.isArray(stored)) return stored
  return { '': { groups: [...grouped(stored)].map(([group, said]) => [group, '', said] as const) } }
}

/** What is kept of one time; one that was put by no program has what is kept of its series. */
export function keptOfTime(kept: KeptObject, at: number | null): KeptParts {
  const own = kept[at === null ? '' : String(at)]
  if (own || at === null) return own ?? NOTHING_KEPT
  const { groups = [], ...rest } = kept[''] ?? NOTHING_KEPT
  return { ...rest, groups: groups.filter(([group]) => !OF_ONE_TIME.has(group)) }
}

/** Whether a program sends to one of the people by itself, or wants nothing sent (SCHEDULE-AGENT, RFC 6638 §7.1). */
const isOfOthers = (property: Property): boolean =>
  (property[0] === 'attendee' || property[0] === 'organizer') &&
  /^(?:CLIENT|NONE)$/i.test(parameter(property, 'schedule-agent'))

/** The addresses of the people to whom the server sends nothing, in lower case. */
export const peopleOfOthers = (kept: KeptObject): string[] =>
  Object.values(kept)
    .flatMap(({ groups }) => groups.flatMap(([, , said]) => said))
    .filter(isOfOthers)
    .map((property) => addressOf(property).replace(/^mailto:/, ''))

/** The mark of one who was taken off the list: no calendar writes it. */
const GONE = '-'

/**
 * What is kept of an object after a further change. People to whom a program sends by itself stay known when they are
 * taken off the list, so that the server does not send them the end of the event either.
 */
export function keptAfter(before: string, now: string): string {
  const gone = Object.values(readKept(before)).flatMap(({ groups }) =>
    groups.filter(([, , said]) => said.some(isOfOthers)).map(([group, , said]) => [group, GONE, said] as const),
  )
  if (gone.length === 0) return now
  const kept = readKept(now)
  const { groups = [], ...rest } = kept[''] ?? NOTHING_KEPT
  const known = new Set(groups.map(([group]) => group))
  const left = [...new Map(gone.map((one) => [one[0], one] as const)).values()].filter(([group]) => !known.has(group))
  return writtenKept(Object.entries({ ...kept, '': { ...rest, groups: [...groups, ...left] } }))
}

/** Zones of the list that properties name which are kept. */
export const zonesKept = ({ groups }: KeptParts): string[] => [
  ...new Set(groups.flatMap(([, , said]) => said.map((property) => parameter(property, 'tzid'))).filter(Boolean)),
]

/** Puts what is kept back into a component that the calendar writes, where its content is the same as when that was put. */
export function withKept(made: Component, kept: KeptParts): Component {
  const ours = grouped(made[1])
  const out = new Map<string, readonly Property[]>(ours)
  for (const [group, mark, said] of kept.groups) {
    const here = ours.get(group) ?? []
    if (markOf(here) === mark) out.set(group, said)
    else if (here.length > 0)
      out.set(
        group,
        here.map((property) => withPerson(property, said)),
      )
  }
  const fixed = made[1].filter(([name]) => NOT_KEPT.has(name))
  const alarms = made[2].filter(([kind]) => kind === 'valarm')
  const others = made[2].filter(([kind]) => kind !== 'valarm')
  return [
    made[0],
    [...fixed, ...[...out.values()].flat()],
    [...others, ...(kept.parts ?? []), ...(kept.alarms ? alarmsWith(alarms, kept.alarms) : alarms)],
  ]
}

/** One of the people with what a program has sent of them besides. */
function withPerson(property: Property, said: readonly Property[]): Property {
  const [name, parameters, ...rest] = property
  const there = said.find((one) => one[0] === name && addressOf(one) === addressOf(property))
  if (!there || (name !== 'attendee' && name !== 'organizer')) return property
  const more = Object.entries(there[1]).filter(([one]) => !OF_PEOPLE.has(one))
  return [name, { ...parameters, ...Object.fromEntries(more) }, ...rest]
}

/** Alarms that were put, without those that are gone, and with those that are new. */
function alarmsWith(
  made: readonly Component[],
  { mark, said }: { readonly mark: string; readonly said: readonly Component[] },
): readonly Component[] {
  if (markOf(made) === mark) return said
  const wanted = new Set(made.map(triggerOf))
  const kept = said.filter((alarm) => triggerOf(alarm) === null || wanted.has(triggerOf(alarm)))
  const there = new Set(kept.map(triggerOf))
  return [...kept, ...made.filter((alarm) => !there.has(triggerOf(alarm)))]
}

/** What a reminder of the calendar is known by; null for an alarm that is none. */
function triggerOf([, properties]: Component): string | null {
  const trigger = find(properties, 'trigger')
  if (trigger?.[2] !== 'duration') return null
  const length = String(trigger[3])
  const isBefore = /^-P/.test(length) || /^P(?:T?0[SMHDW])+$/.test(length)
  return isBefore ? `${parameter(trigger, 'related').toUpperCase() || 'START'} ${length}` : null
}
