import { instantOf, wallOf } from '@yanshu/contracts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

export interface Person {
  /** IANA name of the zone in which they work. */
  readonly zone: string
  /** Minutes after midnight of their clock. */
  readonly workStart: number
  readonly workEnd: number
  readonly busy: readonly Span[]
  /** The meeting may be without them. */
  readonly optional: boolean
}

export interface Room {
  readonly address: string
  readonly capacity: number
  readonly busy: readonly Span[]
}

export interface TimeQuestion {
  readonly people: readonly Person[]
  readonly rooms: readonly Room[]
  /** Whether there must be a room. */
  readonly needsRoom: boolean
  /** When rooms and things that are invited already are taken. */
  readonly booked?: readonly Span[]
  /** Milliseconds. */
  readonly length: number
  readonly from: number
  readonly to: number
  /** Whether a day is worked on; its midnight in UTC. */
  readonly isWorkday: (day: number) => boolean
}

export interface Suggestion extends Span {
  /** Address of the smallest room that is large enough. */
  readonly room: string | null
  /** Optional people who cannot come. */
  readonly missing: number
}

/** Meetings begin on the half hour. */
export const STEP_MS = 30 * 60_000
const SUGGESTIONS = 3

/**
 * The first times at which all people who must come are free and at work by their own clock, with a room for all where one
 * is needed; of those on one day the ones at which most of the optional people can come. Three, and never two that overlap.
 */
export function suggestTimes(question: TimeQuestion): Suggestion[] {
  const { people, rooms, needsRoom, length, from, to } = question
  const needed = people.filter(({ optional }) => !optional).map((one) => prepared(one, question))
  const optional = people.filter((one) => one.optional).map((one) => prepared(one, question))
  const fitting = rooms
    .filter(({ capacity }) => capacity >= people.length)
    .toSorted((a, b) => a.capacity - b.capacity || (a.address < b.address ? -1 : 1))
    .map((room) => ({ room, busy: merged(room.busy) }))
  const booked = merged(question.booked ?? [])
  const found: Suggestion[] = []
  for (let start = Math.ceil(from / STEP_MS) * STEP_MS; start + length <= to; start += STEP_MS) {
    const span = { start, end: start + length }
    if (!needed.every((one) => one(span)) || touches(booked, span)) continue
    const room = fitting.find(({ busy }) => !touches(busy, span))?.room ?? null
    if (needsRoom && !room) continue
    found.push({ ...span, room: room?.address ?? null, missing: optional.filter((one) => !one(span)).length })
  }
  const zone = people[0]?.zone ?? 'UTC'
  const dayOf = ({ start }: Span) => Math.floor(wallOf(zone, start) / DAY_MS)
  const ranked = found.toSorted((a, b) => dayOf(a) - dayOf(b) || a.missing - b.missing || a.start - b.start)
  const chosen: Suggestion[] = []
  for (const one of ranked) {
    if (chosen.length === SUGGESTIONS) break
    if (!touches(chosen, one)) chosen.push(one)
  }
  return chosen
}

/** Whether a person can come at a time. */
function prepared(person: Person, { isWorkday }: TimeQuestion): (span: Span) => boolean {
  const busy = merged(person.busy)
  return (span) => worksAt(person, span, isWorkday) && !touches(busy, span)
}

/** Whether a time lies in the working hours of one of a person's days. */
function worksAt(
  { zone, workStart, workEnd }: Person,
  { start, end }: Span,
  isWorkday: (day: number) => boolean,
): boolean {
  const day = Math.floor(wallOf(zone, start) / DAY_MS) * DAY_MS
  return (
    isWorkday(day) &&
    start >= instantOf(zone, day + workStart * 60_000) &&
    end <= instantOf(zone, day + workEnd * 60_000)
  )
}

/** Spans in order, those that touch as one. */
export function merged(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

const touches = (spans: readonly Span[], { start, end }: Span): boolean =>
  spans.some((one) => one.start < end && one.end > start)
