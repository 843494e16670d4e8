import { Code, type EventInput } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Monday, 9:00 in Shanghai. */
const MONDAY = Date.parse('2027-03-01T01:00Z')

describe.each(engines)('previews of changes, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let home: number
  beforeAll(async () => {
    // No one is notified of what is over.
    server = await startTestServer({ engine, startsAt: MONDAY - DAY })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    zhang = await server.login('zhang.wei')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  })
  afterAll(() => server.stop())

  test('given a series with people, then each scope says what would change, and nothing has', async () => {
    const event: EventInput = {
      calendarId: home,
      title: '周会',
      allDay: false,
      start: MONDAY,
      end: MONDAY + HOUR,
      zone: 'Asia/Shanghai',
      repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=5' },
      attendees: ['li.na@yanshu.test', 'anna@partner.example'].map((address) => ({
        name: '',
        address,
        optional: false,
      })),
    }
    const made = await zhang.post('calendar/event/save', { event })
    const moved = await zhang.post('calendar/event/move', {
      ...{ eventId: made.eventId, version: made.version, at: MONDAY + 21 * DAY, scope: 'this' },
      ...{ start: MONDAY + 22 * DAY, end: MONDAY + 22 * DAY + HOUR },
    })
    const target = { eventId: made.eventId, version: moved.version, at: MONDAY + 14 * DAY }
    const preview = async (change: object) =>
      (await zhang.post('calendar/event/preview', { target, change } as never)).scopes.map(
        ({ scope, times, more, dropped, mailed }) => [scope, times, more, dropped, mailed],
      )
    expect(await preview({ kind: 'delete' })).toEqual([
      ['this', 1, false, 0, 2],
      ['following', 3, false, 0, 2],
      ['all', 5, false, 0, 2],
    ])
    const onTuesdays = { ...event, start: target.at + DAY, end: target.at + DAY + HOUR }
    const daily = { ...onTuesdays, repeat: { kind: 'rule', rule: 'FREQ=MONTHLY' } }
    expect(await preview({ kind: 'save', event: daily })).toEqual([
      ['this', 1, false, 0, 2],
      ['following', 3, false, 1, 2],
      ['all', 5, false, 1, 2],
    ])
    // Colours and reminders concern no other person.
    expect(
      await preview({ kind: 'save', event: { ...event, start: target.at, end: target.at + HOUR, color: 3 } }),
    ).toEqual([
      ['this', 1, false, 0, 0],
      ['following', 3, false, 0, 2],
      ['all', 5, false, 0, 0],
    ])
    const read = await zhang.get('calendar/event/get', { eventId: made.eventId, at: target.at })
    expect([read.version, read.title, read.start]).toEqual([moved.version, '周会', target.at])
    // No mail is due of what was only looked at: the one that is due is of what was made.
    const due = await server.context.store.db.selectFrom('invitation_due').select('changes').execute()
    expect(due).toEqual([{ changes: 2 }])
  })

  test('an older version is refused, and so is whoever may not see the event', async () => {
    const { eventId, version } = await zhang.post('calendar/event/save', {
      event: { calendarId: home, title: '我的', allDay: false, start: MONDAY, end: MONDAY + HOUR, zone: 'UTC' },
    })
    const body = (seen: number) => ({ target: { eventId, version: seen, at: MONDAY }, change: { kind: 'delete' } })
    expect(await zhang.refused('POST', 'calendar/event/preview', body(version + 1))).toBe(Code.eventChanged)
    const li = await server.login('li.na')
    expect(await li.refused('POST', 'calendar/event/preview', body(version))).toBe(Code.eventNotFound)
    expect(await zhang.refused('POST', 'calendar/event/preview', { target: {}, change: {} })).toBe(Code.badRequest)
  })
})
