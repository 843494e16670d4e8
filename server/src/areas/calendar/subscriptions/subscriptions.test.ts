import http from 'node:http'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsOf } from '../../../store/jobs/index.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { allowFetching, subscriptionsJob } from './refreshSubscriptions.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-11-01T00:00Z')

let server: TestServer
let zhang: TestClient
let li: TestClient
let source: http.Server
let address = ''
/** What the address answers next. */
let answer: (response: http.ServerResponse) => void = () => {}

const file = (...titles: readonly string[]) =>
  [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x',
    ...titles.flatMap((title) => [
      'BEGIN:VEVENT', `UID:${title}@x`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z', `SUMMARY:${title}`,
      'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'END:VALARM', 'END:VEVENT',
    ]),
    'END:VCALENDAR', '',
  ].join('\r\n') // biome-ignore format: lines
const says = (text: string) => {
  answer = (response) => response.end(text)
}

beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  await server.addUser('zhang.wei')
  await server.addUser('li.na')
  zhang = await server.login('zhang.wei')
  li = await server.login('li.na')
  // The clock is moved by days, which is not what these sessions end by.
  await server.context.store.db.updateTable('session').set({ access_expires_at: Number.MAX_SAFE_INTEGER }).execute()
  source = http.createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const at = source.address()
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/calendar.ics`
})
afterAll(async () => {
  source.closeAllConnections()
  await new Promise((resolve) => source.close(resolve))
  await server.stop()
})

const titles = async (calendarId: number) =>
  (
    await zhang.get('calendar/events', { from: FROM, to: FROM + 60 * 24 * HOUR, calendarIds: `${calendarId}` })
  ).instances
    .map(({ title }) => title)
    .toSorted()
const entry = async (calendarId: number) =>
  (await zhang.get('calendar/list')).calendars.find((one) => one.calendarId === calendarId)

test('a private address of the network is not read, nor one that is no web address', async () => {
  says(file('秘密'))
  for (const url of [
    address,
    'http://169.254.169.254/latest',
    'http://localhost/x.ics',
    'https://user:pass@example.com/x.ics',
  ]) {
    expect(await zhang.refused('POST', 'calendar/subscribe', { url, name: '里面' }), url).toBe(Code.subscriptionRefused)
  }
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'x']) {
    expect(await zhang.refused('POST', 'calendar/subscribe', { url, name: '里面' }), url).toBe(Code.badRequest)
  }
  expect((await zhang.get('calendar/list')).calendars.map(({ name }) => name)).toEqual(['我的日历'])
})

test('a subscribed calendar follows its address, and nobody writes in it', async () => {
  allowFetching(server.context, { allowsAddress: (one) => one === '127.0.0.1', allowsPort: () => true })
  says(file('一', '二'))
  const { calendarId, added } = await zhang.post('calendar/subscribe', { url: address, name: '订阅' })
  expect(added).toBe(2)
  expect(await titles(calendarId)).toEqual(['一', '二'])
  expect(await entry(calendarId)).toMatchObject({ subscription: { url: address, failed: false } })
  expect(await server.context.store.db.selectFrom('reminder').select('event_id').execute()).toEqual([])
  const [one] = (await zhang.get('calendar/events', { from: FROM, to: FROM + 60 * 24 * HOUR })).instances
  const target = { eventId: one?.eventId ?? 0, version: one?.version ?? 0 }
  expect(await zhang.refused('POST', 'calendar/event/delete', target)).toBe(Code.forbidden)
  says(file('二', '三'))
  await jobsOf(server.context).runDue([subscriptionsJob])
  expect(await titles(calendarId)).toEqual(['一', '二'])
  server.wait(HOUR + 1_000)
  await Promise.all([
    jobsOf(server.context).runDue([subscriptionsJob]),
    jobsOf(server.context).runDue([subscriptionsJob]),
  ])
  expect(await titles(calendarId)).toEqual(['三', '二'])
  for (const bad of ['no calendar', 'x'.repeat(11 * 1_024 * 1_024)]) {
    says(bad)
    expect(await zhang.refused('POST', 'calendar/refresh', { calendarId })).toBe(Code.subscriptionRefused)
  }
  expect(await titles(calendarId)).toEqual(['三', '二'])
  expect(await entry(calendarId)).toMatchObject({ subscription: { failed: true } })
  expect(await li.refused('POST', 'calendar/refresh', { calendarId })).toBe(Code.calendarNotFound)
})

test('a published calendar is read by its secret alone, without private events, until publishing ends', async () => {
  const { calendars } = await zhang.get('calendar/list')
  const calendarId = calendars[0]?.calendarId ?? 0
  const start = Date.parse('2026-11-24T01:00Z')
  const event = { calendarId, allDay: false, start, end: start + HOUR, zone: 'Asia/Shanghai' }
  await zhang.post('calendar/event/save', { event: { ...event, title: '公开的会', place: '三层会议室' } })
  await zhang.post('calendar/event/save', { event: { ...event, title: '体检', private: true } })
  const read = async (secret: string) => {
    const response = await fetch(`${server.url}/api/calendar/published/${secret}.ics`)
    return { status: response.status, text: await response.text() }
  }
  const all = await zhang.post('calendar/publish', { calendarId, level: 'view' })
  expect((await read(all.secret)).text).toContain('公开的会')
  expect((await read(all.secret)).text).not.toContain('体检')
  const busy = await zhang.post('calendar/publish', { calendarId, level: 'busy' })
  expect((await read(all.secret)).status).toBe(404)
  const { text } = await read(busy.secret)
  expect(text.match(/SUMMARY:忙碌/g)).toHaveLength(2)
  expect(text).not.toMatch(/三层会议室|体检|公开的会/)
  expect(await li.refused('POST', 'calendar/publish', { calendarId, level: 'view' })).toBe(Code.calendarNotFound)
  await zhang.post('calendar/publish', { calendarId, level: null })
  expect((await read(busy.secret)).status).toBe(404)
  for (const guess of ['', 'x', '../../../etc/passwd', 'a'.repeat(32)]) expect((await read(guess)).status).toBe(404)
})

test('one slow address keeps no other calendar, no reminder and no invitation waiting', async () => {
  allowFetching(server.context, { allowsAddress: (one) => one === '127.0.0.1', allowsPort: () => true })
  says(file('起初'))
  const slow = await zhang.post('calendar/subscribe', { url: `${address}?slow`, name: '慢' })
  const quick = await zhang.post('calendar/subscribe', { url: `${address}?quick`, name: '快' })
  const held: http.ServerResponse[] = []
  source.removeAllListeners('request')
  source.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (request.url?.endsWith('slow')) {
      response.write('BEGIN:VCALENDAR')
      held.push(response)
    } else response.end(file('之后'))
  })
  server.wait(2 * 24 * HOUR)
  const refreshing = jobsOf(server.context).runDue([subscriptionsJob])
  await expect.poll(() => titles(quick.calendarId)).toEqual(['之后'])
  expect(await titles(slow.calendarId)).toEqual(['起初'])
  // The work of people goes on in the running server meanwhile.
  const { calendars } = await zhang.get('calendar/list')
  const calendarId = calendars.find(({ name }) => name === '我的日历')?.calendarId ?? 0
  const start = server.context.now() + HOUR
  const event = {
    calendarId,
    title: '提醒我',
    allDay: false,
    start,
    end: start + HOUR,
    zone: 'Asia/Shanghai',
    reminders: [30],
  }
  await zhang.post('calendar/event/save', { event })
  server.wait(HOUR / 2 + 60_000)
  await expect
    .poll(async () => (await zhang.get('calendar/reminders')).reminders.map(({ title }) => title))
    .toContain('提醒我')
  expect(await titles(slow.calendarId)).toEqual(['起初'])
  for (const response of held) response.end('\r\nEND:VCALENDAR\r\n')
  await refreshing
  source.removeAllListeners('request')
  source.on('request', (_request: http.IncomingMessage, response: http.ServerResponse) => answer(response))
})
