import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { saveRoom } from '../../calendar-mail/itip/rooms.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 09:00 in Shanghai of a Monday to come. */
const MORNING = (() => {
  const today = Math.floor(Date.now() / DAY)
  return (today + 14 - ((today + 3) % 7)) * DAY + HOUR
})()

let server: TestServer
let li: TestClient
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  await server.addUser('li.na', { name: '李娜' })
  const things = { 'room.a': 6, projector: 0 }
  for (const [account, capacity] of Object.entries(things)) {
    await saveRoom(server.context, await server.addUser(account, { name: account }), { capacity, place: '' })
    const thing = await server.login(account)
    const calendarId = (await thing.get('calendar/list')).calendars[0]?.calendarId ?? 0
    const [start, end] =
      account === 'projector' ? [MORNING, MORNING + 2 * HOUR] : [MORNING + 2 * HOUR, MORNING + 3 * HOUR]
    await thing.post('calendar/event/save', {
      event: { calendarId, title: '借出', allDay: false, start, end, zone: 'Asia/Shanghai' },
    })
  }
  li = await server.login('li.na')
})
afterAll(() => server.stop())

test('a room and a thing that are invited already have to be free, are known, and a thing is never a room', async () => {
  const find = (addresses: readonly string[], needsRoom: boolean) =>
    li.post('calendar/findTime', {
      people: addresses.map((address) => ({ address: `${address}@yanshu.test` })),
      needsRoom,
      length: 60,
      from: MORNING,
      to: MORNING + 8 * HOUR,
    })
  const free = await find([], true)
  expect(free.suggestions[0]).toMatchObject({ start: MORNING, room: 'room.a@yanshu.test' })
  const withThing = await find(['projector'], true)
  expect(withThing.unknown).toEqual([])
  // The projector is out until eleven, and then the room is taken for an hour.
  expect(withThing.suggestions[0]).toMatchObject({ start: MORNING + 3 * HOUR, room: 'room.a@yanshu.test' })
  const withRoom = await find(['room.a'], false)
  for (const { start, end } of withRoom.suggestions) {
    expect(end <= MORNING + 2 * HOUR || start >= MORNING + 3 * HOUR).toBe(true)
  }
})

test('a calendar that a program has filled hides the times of nobody else', async () => {
  const { db } = server.context.store
  const accountId = await server.addUser('robot')
  const calendarId = (await (await server.login('robot')).get('calendar/list')).calendars[0]?.calendarId ?? 0
  const texts = { place: '', description: '', description_html: '', link: '', title: '任务', zone: 'Asia/Shanghai' }
  const lists = { categories: '[]', reminders: '[]', attendees: '[]', exdates: '[]', rdates: '[]' }
  const rest = {
    ...{ calendar_id: calendarId, sequence: 0, version: 1, all_day: 0, availability: 'busy' as const, cancelled: 0 },
    ...{ private: 0, color: null, organizer: null, repeat: null, updated_at: 1, updated_by: accountId, stamp: 0 },
  }
  const [end, count] = [MORNING + 1, 5_000]
  const rows = Array.from({ length: count }, (_, at) => {
    const start = MORNING - HOUR + at
    const times = { start_at: start, end_at: end, first_at: start, last_at: end }
    return { uid: `task-${at}`, ...texts, ...lists, ...rest, ...times }
  })
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < count; at += 500)
      await trx
        .insertInto('event')
        .values(rows.slice(at, at + 500))
        .execute()
  })
  const { suggestions } = await li.post('calendar/findTime', {
    people: ['robot', 'projector'].map((one) => ({ address: `${one}@yanshu.test` })),
    needsRoom: false,
    length: 60,
    from: MORNING,
    to: MORNING + 8 * HOUR,
  })
  expect(suggestions[0]?.start).toBe(MORNING + 2 * HOUR)
})
