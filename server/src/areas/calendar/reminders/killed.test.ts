import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../../store/jobs/claims.ts'
import { jobsOf } from '../../../store/jobs/index.ts'
import { systemActor } from '../../../store/sessions/actor.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { importIcs } from '../import/importIcs.ts'
import { remindersJob } from './fireReminders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Ends after so many reminders, so many turns of the event loop later: before, in and after the next transaction. */
const ENDS = [
  [40, 0],
  [35, 9],
  [45, 25],
] as const
const FEW = [
  [12, 4],
  [18, 20],
] as const

const utc = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
/** Events that begin at one moment, each with a reminder half an hour before. */
const fileOf = (count: number, start: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...Array.from({ length: count }, (_, at) => [
      ...[
        'BEGIN:VEVENT',
        `UID:reminded-${at}`,
        `SUMMARY:会 ${at}`,
        `DTSTART:${utc(start)}`,
        `DTEND:${utc(start + HOUR)}`,
      ],
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M', 'END:VALARM', 'END:VEVENT'],
    ]).flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

describe.each(engines)('reminders of a server that is killed, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let account: number
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    account = await server.addUser('zhang.wei')
    zhang = await server.as(account)
  })
  afterAll(() => server.stop())

  /** Fires in a process of its own until it is killed; answers how many it announced to the pages. */
  const fireUntilKilled = async (after: number, turns: number): Promise<number> => {
    const script = fileURLToPath(new URL('../../../testing/killedReminders.ts', import.meta.url))
    const { database, dataFolder } = server.context.config
    const given = [database, dataFolder, `${server.context.now()}`, `${after}`, `${turns}`]
    const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')
    return output.split('fired\n').length - 1
  }

  // SQL that differs between the stores is tested with fewer.
  const many = engine === 'sqlite' ? 200 : 60
  const ends = engine === 'sqlite' ? ENDS : FEW
  test('many come once each, on the page and as a mail with an id of its own', async () => {
    const calendarId = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    await zhang.post('calendar/settings/save', { remindByMail: true })
    // A browser that wants to be notified while its page is closed.
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
    await zhang.post('user/push/subscribe', { endpoint: 'https://push.example.org/1', ...keys, withContent: true })
    const start = Math.ceil(server.context.now() / MINUTE) * MINUTE + HOUR
    const asking = { ...systemActor(account), address: 'zhang.wei@yanshu.test' }
    await importIcs(server.context, asking, calendarId, fileOf(many, start))
    server.wait(40 * MINUTE)
    let announced = 0
    for (const [after, turns] of ends) announced += await fireUntilKilled(after, turns)
    expect(announced).toBeGreaterThanOrEqual(many / 2)
    // What the killed ones had claimed.
    server.wait(LEASE_MS)
    await jobsOf(server.context).runDue([remindersJob])

    const { db } = server.context.store
    const notices = await db.selectFrom('reminder_notice').select(['event_id', 'closed_at']).execute()
    expect([notices.length, new Set(notices.map(({ event_id }) => event_id)).size]).toEqual([many, many])
    // What was announced is noted, and what is noted is not fired again: nothing is announced twice.
    expect(announced).toBeLessThanOrEqual(many)
    const notes = await db.selectFrom('push_note').select('mail_id').execute()
    expect([notes.length, new Set(notes.map(({ mail_id }) => mail_id)).size]).toEqual([many, many])
    const mails = await db
      .selectFrom('outgoing')
      .innerJoin('message', 'message.id', 'outgoing.message_id')
      .select(['subject', 'rfc_message_id'])
      .execute()
    expect(mails).toHaveLength(many)
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(many)
    expect(new Set(mails.map(({ rfc_message_id }) => rfc_message_id)).size).toBe(many)
    expect(await db.selectFrom('reminder').selectAll().execute()).toEqual([])
  })
})
