import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordBlobs } from '../../../store/blobs/blobRows.ts'
import { transact } from '../../../store/database/transact.ts'
import { ANNA, type Inviting, LI, startInviting } from '../../../testing/invitations.ts'
import { DAY, HOUR, MONDAY_TO_COME as MONDAY, meeting, utc } from '../../../testing/meetings.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { noteArrival } from './arrivals.ts'
import { answerAsRoom, lockRoom, overlaps, RoomChangedError, readRoomTimes } from './roomAnswers.ts'
import { saveRoom } from './rooms.service.ts'

const ROOM = { name: '302 会议室', address: 'room.302@yanshu.test' }

describe.each(engines)('rooms, on %s', (engine) => {
  let inviting: Inviting
  let room: number
  beforeEach(async () => {
    inviting = await startInviting(engine)
    room = await inviting.server.addUser('room.302', { name: ROOM.name })
    await saveRoom(inviting.server.context, room, { capacity: 8, place: '三楼' })
  })
  afterEach(() => inviting.stop())

  const create = async (start: number) => {
    const event = meeting(inviting.home, { start, end: start + HOUR, attendees: [LI, ROOM] })
    const { eventId } = await inviting.zhang.post('calendar/event/save', { event })
    await inviting.settle()
    return eventId
  }
  const accepted = async () => {
    const rows = await inviting.server.context.store.db
      .selectFrom('event')
      .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
      .select('event.attendees')
      .where('calendar.account_id', '=', room)
      .execute()
    return rows.filter(({ attendees }) => attendees.includes('accepted')).length
  }

  test('given times that were read before another event came, then they are refused, and no row of them is read in the transaction', async () => {
    for (let day = 0; day < 5; day++) await create(MONDAY + day * DAY)
    await expect.poll(accepted).toBe(5)
    const { context } = inviting.server
    const read = await readRoomTimes(context, room)
    expect(read?.times).toHaveLength(5)
    const [own] = await context.store.db
      .selectFrom('event')
      .innerJoin('calendar', 'calendar.id', 'event.calendar_id')
      .select('event.id')
      .where('calendar.account_id', '=', room)
      .orderBy('event.start_at')
      .execute()
    let most = 0
    await transact(context, async (trx) => {
      await lockRoom(trx, context, room, read)
      const counted = trx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          most = Math.max(most, result.rows.length)
          return result
        },
      })
      const applied = { outcome: 'updated', calendarIds: [], eventId: own?.id ?? 0 } as const
      await answerAsRoom(counted, context, room, applied, read)
    })
    expect(most).toBe(1)
    await create(MONDAY + 5 * DAY)
    await expect.poll(accepted).toBe(6)
    const late = transact(context, (trx) => lockRoom(trx, context, room, read))
    await expect(late).rejects.toBeInstanceOf(RoomChangedError)
  })

  test('given five invitations of a room by a rule of 20,000 times, then the invitation of a person is not read after them', async () => {
    const { context, addUser } = inviting.server
    const { db } = context.store
    const li = inviting.ids.li
    const other = await addUser('room.303')
    await saveRoom(context, other, { capacity: 8, place: '' })
    const ics = (at: number, rule: readonly string[]) =>
      [
        'BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', 'BEGIN:VEVENT', `UID:long-${at}@partner.example`,
        'DTSTAMP:20261101T000000Z', `DTSTART:${utc(MONDAY + at * 60_000)}`, `DTEND:${utc(MONDAY + at * 60_000 + 30_000)}`,
        'SUMMARY:x', `ORGANIZER:mailto:${ANNA.address}`, `ATTENDEE:mailto:${ROOM.address}`, ...rule, 'END:VEVENT', 'END:VCALENDAR', '',
      ].join('\r\n') // biome-ignore format: lines
    const invited = [
      ...Array.from({ length: 5 }, (_, at) => ({
        accountId: other,
        text: ics(at, ['RRULE:FREQ=HOURLY;COUNT=20000']),
      })),
      { accountId: li, text: ics(5, []) },
    ]
    const blobs = await Promise.all(invited.map(({ text }) => context.blobs.put(Buffer.from(text))))
    await transact(context, async (trx) => {
      await recordBlobs(trx, engine, blobs, context.now())
      for (const [at, { accountId }] of invited.entries()) {
        const data = { ...blobs[at], sender: ANNA.address, own: false }
        await noteArrival(trx, context, { accountId, address: ROOM.address, mailId: null, data })
      }
    })
    await expect.poll(async () => (await db.selectFrom('invitation_arrival').select('id').execute()).length).toBe(0)
    const noted = await db.selectFrom('delivery_verdict').select('account_id').orderBy('id').execute()
    const order = noted.map(({ account_id }) => account_id)
    expect(order.filter((one) => one === other)).toHaveLength(5)
    expect(order.indexOf(li)).toBeLessThan(order.lastIndexOf(other))
  })
})

test('given two lists of spans, then an overlap is found as by comparing each with each', () => {
  const spans = (count: number, seed: number) =>
    Array.from({ length: count }, (_, index) => {
      const start = (index * 7_919 * seed) % 500
      return { start, end: start + ((index * 104_729 * seed) % 6) }
    }).toSorted((a, b) => a.start - b.start)
  const answers = Array.from({ length: 200 }, (_, seed) => {
    const [ones, others] = [spans(1 + (seed % 9), seed + 1), spans(seed % 23, seed + 401)]
    const each = ones.some((one) => others.some((other) => other.start < one.end && other.end > one.start))
    expect(overlaps(ones, others)).toBe(each)
    return each
  })
  expect(new Set(answers)).toEqual(new Set([true, false]))
})
