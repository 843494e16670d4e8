import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meeting } from '../../../testing/meetings.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'

const DAY = 86_400_000
const MONDAY = Date.parse('2026-11-30T01:00Z')
const file = (title: string) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:twin', 'DTSTAMP:20261120T000000Z', `SUMMARY:${title}`],
    ...['DTSTART:20261130T010000Z', 'DTEND:20261130T020000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

describe.each(engines)('an event is in a calendar once, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let home: number
  let other: number
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true, startsAt: MONDAY - DAY })
    zhang = await server.as(await server.addUser('zhang.wei'))
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    other = (await zhang.post('calendar/save', { name: '另一个' })).calendarId
  })
  afterAll(() => server.stop())

  const bring = async (calendarId: number, title: string) => {
    const form = new FormData()
    form.set('file', new Blob([file(title)]), 'x.ics')
    const headers = { authorization: `Bearer ${zhang.login?.accessToken}` }
    const url = `${zhang.url}/api/calendar/import?calendarId=${calendarId}`
    const answer = await fetch(url, { method: 'POST', headers, body: form })
    expect((await answer.json()) as unknown).toMatchObject({ code: 200 })
  }
  const titlesIn = async (calendarId: number) =>
    (
      await zhang.get('calendar/events', { from: MONDAY - DAY, to: MONDAY + 30 * DAY, calendarIds: `${calendarId}` })
    ).instances.map(({ title, eventId }) => ({ title, eventId }))
  const versionOf = async (eventId: number) => (await zhang.get('calendar/event/get', { eventId })).version

  test('a move to a calendar that has it is refused, and so is an undo after it came by another way', async () => {
    await bring(home, '这里')
    await bring(other, '那里')
    const [here] = await titlesIn(home)
    const eventId = here?.eventId ?? 0
    const target = { eventId, version: await versionOf(eventId) }
    const move = { target, event: meeting(other, { title: '这里', start: MONDAY }) }
    expect(await zhang.refused('POST', 'calendar/event/save', move)).toBe(Code.eventThere)
    expect([await titlesIn(home), await titlesIn(other)]).toMatchObject([[{ title: '这里' }], [{ title: '那里' }]])

    const { undo } = await zhang.post('calendar/event/delete', target)
    await bring(home, '又来了')
    expect(await zhang.refused('POST', 'calendar/event/undo', { undo })).toBe(Code.eventThere)
    expect(await titlesIn(home)).toMatchObject([{ title: '又来了' }])
  })

  test('single times go along with the series that begins where another ends, also for programs', async () => {
    const repeat = { kind: 'rule', rule: 'FREQ=DAILY;COUNT=6' } as const
    const series = meeting(home, { title: '周会', start: MONDAY + DAY, repeat })
    const { eventId } = await zhang.post('calendar/event/save', { event: series })
    const change = async (at: number, scope: 'this' | 'following', title: string) =>
      zhang.post('calendar/event/save', {
        target: { eventId, version: await versionOf(eventId), at, scope },
        event: { ...meeting(home, { title, start: at }), ...(scope === 'this' ? {} : { repeat }) },
      })
    await change(MONDAY + 5 * DAY, 'this', '改过的一次')
    const done = await change(MONDAY + 3 * DAY, 'following', '后半')
    const rows = await server.context.store.db
      .selectFrom('event')
      .select(['id', 'uid', 'series_id', 'title'])
      .where('calendar_id', '=', home)
      .where('title', 'in', ['改过的一次', '后半'])
      .execute()
    const single = rows.find(({ series_id }) => series_id !== null)
    const half = rows.find(({ id }) => id === done.eventId)
    expect(single).toMatchObject({ title: '改过的一次', series_id: done.eventId, uid: half?.uid })
  })
})
