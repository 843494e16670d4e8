import { CALENDAR_EVENTS_MAX, Code } from '@yanshu/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestClient } from '../../../testing/testClient.ts'
import { startTestServer } from '../../../testing/testServer.ts'

const START = Date.UTC(2026, 10, 24, 1)

/** What an import of a file is answered. */
async function importInto(zhang: TestClient, calendarId: number, file: string): Promise<unknown> {
  const form = new FormData()
  form.set('file', new Blob([file]), 'x.ics')
  const answer = await fetch(`${zhang.url}/api/calendar/import?calendarId=${calendarId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${zhang.login?.accessToken}` },
    body: form,
  })
  return answer.json()
}

/** Puts a file by CalDAV each time that it is called. */
async function puttingInto(zhang: TestClient, calendarId: number, body: string): Promise<() => Promise<Response>> {
  const { code } = await zhang.get('user/client/generatePassword', { name: '', scopes: 'caldav' })
  const authorization = `Basic ${Buffer.from(`zhang.wei@yanshu.test:${code}`).toString('base64')}`
  return () =>
    fetch(`${zhang.url}/dav/calendars/zhang.wei@yanshu.test/${calendarId}/new.ics`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'text/calendar' },
      body,
    })
}

test('given a calendar that is full, then a save, an import and CalDAV are refused in words, and deleting is not', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  try {
    const accountId = await server.addUser('zhang.wei')
    const zhang = await server.as(accountId)
    const calendarId = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    await sql`with recursive place(at) as (select 1 union all select at + 1 from place where at < ${CALENDAR_EVENTS_MAX - 1})
      insert into event (calendar_id, uid, title, place, description, link, all_day, start_at, end_at, zone, availability, first_at, last_at, private, updated_at,
          updated_by, categories, reminders, attendees, exdates, rdates)
        select ${calendarId}, 'old-' || at, '旧', '', '', '', 0, at, at + 1, 'UTC', 'busy', at, at + 1, 0, 1, ${accountId},
          '[]', '[]', '[]', '[]', '[]' from place`.execute(server.context.store.db)
    const event = { calendarId, title: '评审', allDay: false, start: START, end: START + 1, zone: 'Asia/Shanghai' }
    const last = await zhang.post('calendar/event/save', { event })
    const refused = await zhang.raw('POST', 'calendar/event/save', { body: { event } })
    expect(refused).toMatchObject({ status: 400, envelope: { code: Code.calendarFull } })
    expect(JSON.stringify(refused.envelope)).toContain('50,000')

    const file =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:new\r\nDTSTART:20261124T010000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
    expect(await importInto(zhang, calendarId, file)).toMatchObject({ code: Code.calendarFull })

    const put = await puttingInto(
      zhang,
      calendarId,
      file.replace('END:VEVENT', 'DTSTAMP:20261101T000000Z\r\nEND:VEVENT'),
    )
    expect((await put()).status).toBe(507)

    await zhang.post('calendar/event/move', {
      eventId: last.eventId,
      version: last.version,
      start: START,
      end: START + 2,
    })
    const { version } = await zhang.get('calendar/event/get', { eventId: last.eventId })
    await zhang.post('calendar/event/delete', { eventId: last.eventId, version })
    expect((await put()).status).toBe(201)
  } finally {
    await server.stop()
  }
})

test('given a calendar that is full of tasks, then a save, an import and CalDAV are refused in words', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  try {
    const accountId = await server.addUser('zhang.wei')
    const zhang = await server.as(accountId)
    const calendarId = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    const task = { calendarId, title: '周报', allDay: true, zone: 'Asia/Shanghai' }
    const { taskId, version } = await zhang.post('calendar/task/save', { task })
    const { db } = server.context.store
    const { id: _, uid: __, ...columns } = await db.selectFrom('task').selectAll().executeTakeFirstOrThrow()
    const names = Object.keys(columns)
    await sql`with recursive place(at) as (select 1 union all select at + 1 from place where at < ${CALENDAR_EVENTS_MAX - 1})
      insert into task (uid, ${sql.join(names.map((name) => sql.ref(name)))})
        select 'old-' || at, ${sql.join(names.map((name) => sql.ref(`task.${name}`)))} from place, task`.execute(db)

    expect(await zhang.raw('POST', 'calendar/task/save', { body: { task } })).toMatchObject({
      status: 400,
      envelope: { code: Code.calendarFull },
    })
    const todo = 'BEGIN:VTODO\r\nUID:new\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:x\r\nEND:VTODO'
    const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${todo}\r\nEND:VCALENDAR\r\n`
    expect(await importInto(zhang, calendarId, file)).toMatchObject({ code: Code.calendarFull })
    const put = await puttingInto(zhang, calendarId, file)
    expect((await put()).status).toBe(507)

    await zhang.post('calendar/task/delete', { taskId, version })
    expect((await put()).status).toBe(201)
  } finally {
    await server.stop()
  }
})
