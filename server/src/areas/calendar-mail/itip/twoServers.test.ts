import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readIcs } from '../../../calendar-model/ics/readIcs.ts'
import { createRuntime } from '../../../platform/runtime/runtime.ts'
import { openStore } from '../../../store/database/open.ts'
import { transact } from '../../../store/database/transact.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { storeEvents } from '../../calendar/import/importIcs.ts'
import { applyItip } from './applyItip.ts'

const MONDAY = Date.parse('2026-11-30T01:00Z')
const ICS = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:once@partner.example', 'DTSTAMP:20261120T000000Z',
  'SEQUENCE:0', 'DTSTART:20261130T010000Z', 'DTEND:20261130T020000Z', 'SUMMARY:Kick-off', 'ORGANIZER:mailto:anna@partner.example',
  'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:li.na@yanshu.test', 'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n') // biome-ignore format: lines
const UIDS = 12

describe.each(engines)('one invitation on two servers, on %s', (engine) => {
  let server: TestServer
  let contexts: TestServer['context'][]
  let li: number
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true, startsAt: MONDAY })
    // Another server on the same store; on SQLite it shares the connection.
    const store = engine === 'postgres' ? await openStore(server.context.config.database) : server.context.store
    if (engine === 'postgres') server.closing(() => store.close())
    contexts = [server.context, { ...server.context, store, runtime: createRuntime() }]
    li = await server.addUser('li.na')
    await (await server.as(li)).get('calendar/list')
  })
  afterEach(() => server.stop())

  test('given the same invitation at the same moment, then the event is there once', async () => {
    const apply = (context: TestServer['context'], at: number) => {
      const { method, events } = readIcs(ICS.replace('UID:once', `UID:once-${at}`), 'Asia/Shanghai')
      const itip = { method, events, from: 'anna@partner.example', unproven: false, local: false }
      return transact(context, (trx) => applyItip(trx, context, li, itip))
    }
    for (let at = 0; at < UIDS; at++) {
      const applied = await Promise.all(contexts.map((context) => apply(context, at)))
      expect(applied.map(({ outcome }) => outcome).toSorted()).toEqual(['stale', 'stored'])
    }
    const events = await (await server.as(li)).get('calendar/events', { from: MONDAY, to: MONDAY + 86_400_000 })
    expect(events.instances).toHaveLength(UIDS)
  })

  test('given the same file imported at the same moment, then each event is there once', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...Array.from({ length: UIDS }, (_, at) => [
        ...['BEGIN:VEVENT', `UID:file-${at}`, 'DTSTAMP:20261120T000000Z', `SUMMARY:${at}`],
        ...['DTSTART:20261130T030000Z', 'DTEND:20261130T040000Z', 'END:VEVENT'],
      ]).flat(),
      ...['END:VCALENDAR', ''],
    ].join('\r\n')
    const client = await server.as(li)
    const [calendar] = (await client.get('calendar/list')).calendars
    const place = { accountId: li, calendarId: calendar?.calendarId ?? 0 }
    const read = readIcs(text, 'Asia/Shanghai')
    const done = await Promise.all(contexts.map((context) => storeEvents(context, place, read, async () => {})))
    expect(done.map(({ added, updated }) => added + updated)).toEqual([UIDS, UIDS])
    expect(done.reduce((sum, { added }) => sum + added, 0)).toBe(UIDS)
    const events = await client.get('calendar/events', { from: MONDAY, to: MONDAY + 86_400_000 })
    expect(events.instances).toHaveLength(UIDS)
  })
})
