import { EVENT_REMINDERS_MAX, EVENT_TEXT_MAX, instantOf, type TaskFields, type TaskStatus } from '@yanshu/contracts'
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

/** A task of a calendar file (VTODO, RFC 5545 §3.6.2), ready to be stored. Plain data, because it is sent between threads. */
export interface ReadTask extends Omit<TaskFields, 'calendarId'> {
  readonly uid: string
  readonly sequence: number
  /** Epoch milliseconds; 0 when missing. */
  readonly createdAt: number
  /** When it was done; null when it is open, or when that is not given. */
  readonly completedAt: number | null
  /** Which time of a task that repeats this is about; null for the task itself. */
  readonly recurrenceAt: number | null
  readonly exdates: readonly number[]
  readonly rdates: readonly number[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const STATUS: Readonly<Record<string, TaskStatus>> = {
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  'IN-PROCESS': 'in-process',
}

/** Reads one VTODO. What of it cannot be understood is left out: a task may be without any time. */
export function readTask([, properties, components]: Component, clocks: Clocks, title: string): ReadTask {
  const begins = momentIn(properties, 'dtstart', clocks)
  const due = dueIn(properties, begins, clocks)
  const time = due ?? begins
  // Both are of one kind (§3.8.2.3); where they are not, or where it would end before it begins, the due date counts.
  const start = begins && due && (begins.allDay !== due.allDay || begins.ms >= due.ms) ? null : begins
  const completed = momentIn(properties, 'completed', clocks)
  requireMoments(begins?.ms ?? null, due?.ms ?? null, completed?.ms ?? null)
  const status = STATUS[textOf(find(properties, 'status')).toUpperCase()] ?? (completed ? 'completed' : 'needs-action')
  const rule = find(properties, 'rrule')?.[3]
  const priority = numberIn(properties, 'priority')
  const percent = numberIn(properties, 'percent-complete')
  return {
    uid: cut(textOf(find(properties, 'uid')), 500),
    sequence: sequenceIn(properties),
    createdAt: momentIn(properties, 'created', clocks)?.ms ?? 0,
    completedAt: status === 'completed' ? (completed?.ms ?? null) : null,
    recurrenceAt: recurrenceIn(properties, time, clocks),
    title: title || '（无标题）',
    description: cut(textOf(find(properties, 'description')), EVENT_TEXT_MAX),
    allDay: time?.allDay ?? true,
    start: start?.ms ?? null,
    due: due?.ms ?? null,
    zone: time && !time.allDay ? time.zone : clocks.zone,
    priority: priority >= 0 && priority <= 9 ? priority : 0,
    status,
    percent: Math.max(0, Math.min(100, percent)),
    private: /^(PRIVATE|CONFIDENTIAL)$/i.test(textOf(find(properties, 'class'))),
    categories: properties
      .filter(([name]) => name === 'categories')
      .flatMap((property) => property.slice(3))
      .map((value) => cut(String(value).trim(), 30))
      .filter(Boolean)
      .slice(0, 10),
    reminders: due ? remindersIn(components, due.ms - (start ?? due).ms) : [],
    // Without a due date there is nothing that would come again.
    repeat: rule === undefined || !due ? null : { kind: 'rule', rule: ruleText(rule) },
    exdates: momentsOf(properties, 'exdate', start ?? time, clocks),
    rdates: momentsOf(properties, 'rdate', start ?? time, clocks),
  }
}

function momentIn(properties: readonly Property[], name: string, clocks: Clocks): Moment | null {
  const property = find(properties, name)
  return property ? momentOf(property[3], property, clocks) : null
}

const numberIn = (properties: readonly Property[], name: string): number =>
  Math.round(Number(find(properties, name)?.[3] ?? 0)) || 0

function dueIn(properties: readonly Property[], start: Moment | null, clocks: Clocks): Moment | null {
  const due = momentIn(properties, 'due', clocks)
  // A day on which something with a clock is due ends at its midnight.
  if (due && start && due.allDay && !start.allDay) {
    return { allDay: false, zone: start.zone, ms: instantOf(start.zone, due.ms + DAY_MS) - MINUTE_MS }
  }
  if (due && start && due.allDay !== start.allDay) return alike(due, start, clocks)
  const duration = textOf(find(properties, 'duration'))
  if (due || !start || duration === '') return due
  const ms = endAfter(start, duration)
  return ms === null ? null : { ...start, ms }
}

/** Alarms in minutes before it is due; those that count from its start are `length` milliseconds earlier. */
function remindersIn(components: readonly Component[], length: number): number[] {
  const minutes = components
    .filter(([kind]) => kind === 'valarm')
    .flatMap(([, properties]) => {
      const trigger = find(properties, 'trigger')
      if (trigger?.[2] !== 'duration') return []
      const fromEnd = parameter(trigger, 'related').toUpperCase() === 'END'
      const seconds = -(secondsOf(String(trigger[3])) ?? Number.NaN) + (fromEnd ? 0 : length / 1_000)
      const before = Math.round(seconds / 60)
      return before >= 0 && before <= 40_320 ? [before] : []
    })
  return [...new Set(minutes)].slice(0, EVENT_REMINDERS_MAX)
}
