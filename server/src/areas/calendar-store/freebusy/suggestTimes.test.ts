import { instantOf, wallOf } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../testing/random.ts'
import { type Person, type Room, STEP_MS, type Suggestion, suggestTimes, type TimeQuestion } from './suggestTimes.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York'] as const
/** A Monday in the week in which clocks change in Berlin. */
const FROM = Date.parse('2026-10-19T00:00Z')
const SPAN = 10 * DAY
const isWorkday = (day: number) => ![0, 6].includes(new Date(day).getUTCDay())

function question(seed: number): TimeQuestion {
  const { below } = randomFrom(seed)
  const busy = (most: number) =>
    Array.from({ length: below(most) }, () => {
      const start = FROM + below(SPAN / (5 * 60_000)) * 5 * 60_000
      return { start, end: start + (1 + below(20)) * 15 * 60_000 }
    })
  const people = Array.from(
    { length: 8 },
    (_, at): Person => ({
      // Three zones at once leave hardly an hour; most seeds have fewer.
      zone: ZONES[below(at % 3 === 0 ? 3 : seed % 3 === 0 ? 3 : 1)] ?? 'UTC',
      workStart: (6 + below(4)) * 60,
      workEnd: (17 + below(6)) * 60,
      busy: busy(16),
      optional: at > 0 && below(3) === 0,
    }),
  )
  const rooms = [0, 1].map(
    (at): Room => ({ address: `room${at}@yanshu.test`, capacity: 4 + below(10), busy: busy(30) }),
  )
  return {
    people,
    rooms,
    needsRoom: below(2) === 0,
    length: (1 + below(4)) * STEP_MS,
    from: FROM + below(DAY),
    to: FROM + SPAN,
    isWorkday,
  }
}

/** All that is asked about begins and ends on such minutes. */
const GRAIN = 5 * 60_000

/** The same by checking every moment of every candidate. */
function byBruteForce({ people, rooms, needsRoom, length, from, to }: TimeQuestion): Suggestion[] {
  const freeMinute = (person: Person, minute: number) => {
    const wall = wallOf(person.zone, minute)
    const clock = (((wall % DAY) + DAY) % DAY) / 60_000
    const works = isWorkday(Math.floor(wall / DAY) * DAY) && clock >= person.workStart && clock < person.workEnd
    return works && !person.busy.some(({ start, end }) => start <= minute && minute < end)
  }
  const all = (start: number, fits: (minute: number) => boolean) => {
    for (let minute = start; minute < start + length; minute += GRAIN) if (!fits(minute)) return false
    return true
  }
  const candidates: Suggestion[] = []
  for (let start = Math.ceil(from / STEP_MS) * STEP_MS; start + length <= to; start += STEP_MS) {
    if (!people.every((one) => one.optional || all(start, (minute) => freeMinute(one, minute)))) continue
    const free = rooms.filter(
      (room) =>
        room.capacity >= people.length &&
        all(start, (minute) => !room.busy.some((one) => one.start <= minute && minute < one.end)),
    )
    const [room] = free.toSorted((a, b) => a.capacity - b.capacity || a.address.localeCompare(b.address))
    if (needsRoom && !room) continue
    const missing = people.filter((one) => one.optional && !all(start, (minute) => freeMinute(one, minute))).length
    candidates.push({ start, end: start + length, room: room?.address ?? null, missing })
  }
  const dayOf = (one: Suggestion) => Math.floor(wallOf(people[0]?.zone ?? 'UTC', one.start) / DAY)
  const chosen: Suggestion[] = []
  while (chosen.length < 3) {
    const left = candidates.filter((one) => chosen.every((other) => one.end <= other.start || one.start >= other.end))
    if (left.length === 0) break
    const best = left.reduce((a, b) => {
      const order = dayOf(a) - dayOf(b) || a.missing - b.missing || a.start - b.start
      return order <= 0 ? a : b
    })
    chosen.push(best)
  }
  return chosen
}

test('for 500 questions of 8 people and 2 rooms in 3 zones, the suggestions are those that counting moments finds', () => {
  let answered = 0
  for (let seed = 1; seed <= 500; seed++) {
    const asked = question(seed)
    const found = suggestTimes(asked)
    expect(found, `seed ${seed}`).toEqual(byBruteForce(asked))
    if (found.length > 0) answered++
  }
  // Otherwise both would only agree that there are none.
  expect(answered).toBeGreaterThan(100)
})

test('a meeting does not reach over the end of the working day, nor into a day off', () => {
  const person: Person = { zone: 'Asia/Shanghai', workStart: 540, workEnd: 600, busy: [], optional: false }
  const friday = instantOf('Asia/Shanghai', Date.parse('2026-10-23T00:00Z'))
  const asked = { people: [person], rooms: [], needsRoom: false, from: friday, to: friday + 4 * DAY, isWorkday }
  const starts = suggestTimes({ ...asked, length: HOUR }).map(({ start }) => new Date(start).toISOString())
  expect(starts).toEqual(['2026-10-23T01:00:00.000Z', '2026-10-26T01:00:00.000Z'])
  expect(suggestTimes({ ...asked, length: 2 * HOUR })).toEqual([])
})
