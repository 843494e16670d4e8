import { Code, type EventInput } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import { jobsOf } from '../../../store/jobs/index.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { remindersJob } from './fireReminders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(engines)('reminders, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let home: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    // The clock is moved by days, which is not what these sessions end by.
    await server.context.store.db.updateTable('session').set({ access_expires_at: Number.MAX_SAFE_INTEGER }).execute()
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  })
  afterAll(() => server.stop())

  const now = () => server.context.now()
  const create = (title: string, more: Partial<EventInput> = {}) => {
    const start = Math.ceil(now() / MINUTE) * MINUTE + HOUR
    const event = {
      calendarId: home,
      title,
      allDay: false,
      start,
      end: start + HOUR,
      zone: 'Asia/Shanghai',
      reminders: [30],
      ...more,
    }
    return zhang.post('calendar/event/save', { event })
  }
  const notices = async (title: string) =>
    (await zhang.get('calendar/reminders')).reminders.filter((one) => one.title === title)

  test('a reminder fires once, however many servers look at the same moment', async () => {
    await create('一次')
    await jobsOf(server.context).runDue([remindersJob])
    expect(await notices('一次')).toEqual([])
    server.wait(31 * MINUTE)
    await Promise.all(Array.from({ length: 5 }, () => jobsOf(server.context).runDue([remindersJob])))
    expect(await notices('一次')).toMatchObject([{ late: 0 }])
    await jobsOf(server.context).runDue([remindersJob])
    expect(await notices('一次')).toHaveLength(1)
    expect((await li.get('calendar/reminders')).reminders).toEqual([])
  })

  test('many events with reminders are saved at the same moment: none asks for a second connection', async () => {
    // More than there are connections: each save would hold one and wait for another.
    const saved = await Promise.all(Array.from({ length: 15 }, (_, at) => create(`同时 ${at}`)))
    expect(saved).toHaveLength(15)
  })

  // More than are looked at together; SQL that differs between the stores is tested with fewer.
  const many = engine === 'sqlite' ? 200 : 60
  test('many at once come once each, and a closed one is gone; nobody closes those of others', async () => {
    for (let at = 0; at < many; at++) await create('两百', { reminders: [45] })
    server.wait(20 * MINUTE)
    await Promise.all([jobsOf(server.context).runDue([remindersJob]), jobsOf(server.context).runDue([remindersJob])])
    // What one server had taken and could not write is left to the next look.
    await jobsOf(server.context).runDue([remindersJob])
    const { rows } = {
      rows: await server.context.store.db
        .selectFrom('reminder_notice')
        .innerJoin('event', 'event.id', 'reminder_notice.event_id')
        .select(['reminder_notice.id', 'event_id'])
        .where('title', '=', '两百')
        .execute(),
    }
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(many)
    expect(rows).toHaveLength(many)
    const ids = rows.slice(0, many / 2).map(({ id }) => id)
    await li.post('calendar/reminders/close', { ids })
    expect(await notices('两百')).toHaveLength(49)
    await zhang.post('calendar/reminders/close', { ids })
    await zhang.post('calendar/reminders/close', { ids: rows.slice(many / 2).map(({ id }) => id) })
    expect(await notices('两百')).toEqual([])
  })

  test('after hours without a server a reminder comes late and says so; one of an event that ended long ago does not come', async () => {
    await create('迟到', { repeat: { kind: 'rule', rule: 'FREQ=DAILY;COUNT=3' } })
    server.wait(2 * DAY + 2 * HOUR)
    await jobsOf(server.context).runDue([remindersJob])
    expect(await notices('迟到')).toMatchObject([{ late: expect.any(Number) }])
    expect((await notices('迟到'))[0]?.late).toBeGreaterThan(60)
  })

  test('the reminder of an event moves and is deleted with it; put off, it comes again', async () => {
    const { eventId, version } = await create('移动')
    const start = Math.ceil(now() / MINUTE) * MINUTE + 5 * HOUR
    const moved = await zhang.post('calendar/event/move', { eventId, version, start, end: start + HOUR })
    server.wait(HOUR)
    await jobsOf(server.context).runDue([remindersJob])
    expect(await notices('移动')).toEqual([])
    server.wait(4 * HOUR)
    await jobsOf(server.context).runDue([remindersJob])
    const [notice] = await notices('移动')
    await zhang.post('calendar/reminders/close', { ids: [notice?.id ?? 0], snooze: 10 })
    await jobsOf(server.context).runDue([remindersJob])
    expect(await notices('移动')).toEqual([])
    server.wait(11 * MINUTE)
    await jobsOf(server.context).runDue([remindersJob])
    await zhang.post('calendar/event/delete', { eventId, version: moved.version })
    expect(await notices('移动')).toEqual([])
    expect(await zhang.refused('POST', 'calendar/reminders/close', { ids: ['x'] })).toBe(Code.badRequest)
  })

  test('the reminder of a whole day comes at nine by the clock of its owner', async () => {
    const day = Math.floor(now() / DAY) * DAY + 3 * DAY
    const { eventId } = await create('整天', { allDay: true, start: day, end: day + DAY, reminders: [1_440] })
    const { db } = server.context.store
    const row = await db
      .selectFrom('reminder')
      .select('due_at')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    // 09:00 in Shanghai, the day before.
    expect(row.due_at).toBe(day - DAY + HOUR)
  })

  test('a reminder by mail comes too where it is wanted, in one mail', async () => {
    await zhang.post('calendar/settings/save', { remindByMail: true })
    await create('邮件提醒')
    server.wait(31 * MINUTE)
    await Promise.all([jobsOf(server.context).runDue([remindersJob]), jobsOf(server.context).runDue([remindersJob])])
    await mailTransportOf(server.context).dispatcher.runDue()
    const mails = await server.context.store.db
      .selectFrom('message')
      .select('subject')
      .where('subject', 'like', '提醒%')
      .execute()
    expect(mails).toEqual([{ subject: '提醒：邮件提醒' }])
  })
})
