import type { EventInput } from '@yanshu/contracts'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(engines)('the next meeting with somebody, on %s', (engine) => {
  let server: TestServer
  let li: TestClient
  let wang: TestClient
  let home: number
  let id: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    id = await server.addUser('li.na', { name: '李娜' })
    await server.addUser('wang.fang', { name: '王芳' })
    li = await server.login('li.na')
    wang = await server.login('wang.fang')
    home = (await li.get('calendar/list')).calendars[0]?.calendarId ?? 0
  })
  afterAll(() => server.stop())

  test('is the first time of one’s own events that they come to, and nobody else learns of it', async () => {
    const start = Math.ceil(Date.now() / DAY) * DAY + 2 * HOUR
    const address = 'Anna_B@partner.example'
    const save = (more: Partial<EventInput>) =>
      li.post('calendar/event/save', {
        event: {
          calendarId: home,
          title: '会',
          allDay: false,
          start,
          end: start + HOUR,
          zone: 'Asia/Shanghai',
          ...more,
        },
      })
    const next = async (who = li, of = address) => (await who.get('calendar/next', { address: of })).meeting
    expect(await next()).toBeNull()
    await save({ title: '别人的', attendees: [{ name: '', address: 'annaxb@partner.example' }] })
    expect(await next()).toBeNull()
    const weekly = await save({
      title: '周会',
      start: start - 28 * DAY + 3 * HOUR,
      end: start - 28 * DAY + 4 * HOUR,
      attendees: [{ name: 'Anna', address }],
      repeat: { kind: 'rule', rule: 'FREQ=WEEKLY' },
    })
    const found = await next(li, address.toUpperCase())
    expect(found).toMatchObject({ title: '周会', eventId: weekly.eventId })
    expect((found?.end ?? 0) > Date.now()).toBe(true)
    await save({ title: '先来', start: start - HOUR, end: start, attendees: [{ name: 'Anna', address }] })
    // The first of them may be today's weekly meeting.
    expect(['先来', '周会']).toContain((await next())?.title)
    expect(await next(wang)).toBeNull()
    await setSwitch(server.context, { scope: 'user', id }, { name: 'calendarEnable', value: false, locked: false })
    expect(await li.refused('GET', 'calendar/next', { address })).toBe(Code.forbidden)
  })
})
