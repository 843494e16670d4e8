import { setImmediate } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { readIcs } from '../../../calendar-model/ics/readIcs.ts'
import { startTestServer } from '../../../testing/testServer.ts'
import { ROWS_AT_ONCE, storeEvents } from './importIcs.ts'

const EXCEPTIONS = 120
const SINGLE = 130
const TASKS = 60

/** A series of which many times differ, and many events and tasks of their own. */
function bigFile(): string {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10).replaceAll('-', '')
  const event = (uid: string, ...lines: string[]) =>
    ['BEGIN:VEVENT', `UID:${uid}`, 'SUMMARY:x', 'DURATION:PT30M', ...lines, 'END:VEVENT'].join('\r\n')
  return [
    'BEGIN:VCALENDAR',
    event('series', `DTSTART:${day(0)}T010000Z`, `RRULE:FREQ=DAILY;COUNT=${EXCEPTIONS + 1}`),
    ...Array.from({ length: EXCEPTIONS }, (_, at) =>
      event('series', `RECURRENCE-ID:${day(at)}T010000Z`, `DTSTART:${day(at)}T020000Z`),
    ),
    ...Array.from({ length: SINGLE }, (_, at) => event(`single-${at}`, `DTSTART:${day(at)}T030000Z`)),
    ...Array.from({ length: TASKS }, (_, at) => `BEGIN:VTODO\r\nUID:task-${at}\r\nSUMMARY:x\r\nEND:VTODO`),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

test('an import writes few rows before other calls have their turn, also of one series', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  try {
    const accountId = await server.addUser('zhang.wei')
    const zhang = await server.as(accountId)
    const calendarId = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    const read = readIcs(bigFile(), 'UTC')
    let written = 0
    let most = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode') written += 1
        most = Math.max(most, written)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { store } = server.context
    const context = { ...server.context, store: { ...store, db: store.db.withPlugin(counting) } }
    let stored = false
    const storing = storeEvents(context, { accountId, calendarId }, read, async () => {}).finally(() => {
      stored = true
    })
    while (!stored) {
      await setImmediate()
      written = 0
    }
    expect(await storing).toMatchObject({ added: 1 + SINGLE + TASKS, skipped: 0 })
    const rows = await store.db.selectFrom('event').select('id').execute()
    expect(rows).toHaveLength(1 + EXCEPTIONS + SINGLE)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(ROWS_AT_ONCE + 1)
  } finally {
    await server.stop()
  }
})
