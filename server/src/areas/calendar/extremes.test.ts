import { CALENDAR_MOMENT_MAX, CALENDAR_MOMENT_MIN, SERIES_TIMES_MAX } from '@yanshu/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIcs } from '../../calendar-model/ics/readIcs.ts'
import { type Inviting, startInviting } from '../../testing/invitations.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 23, 8)

let inviting: Inviting
let code = ''
beforeAll(async () => {
  inviting = await startInviting('sqlite')
  code = (await inviting.zhang.get('user/client/generatePassword', { name: '', scopes: 'caldav' })).code
})
afterAll(() => inviting.stop())

/** Everything that draws a calendar, or reads all of it, still answers, with moments that dates can hold. */
async function everythingAnswers(): Promise<void> {
  const { zhang, li, server } = inviting
  for (const from of [NOW - 3 * DAY, CALENDAR_MOMENT_MIN, CALENDAR_MOMENT_MAX - 40 * DAY]) {
    const { instances } = await zhang.get('calendar/events', { from, to: from + 40 * DAY })
    for (const { start, end } of instances) {
      expect(Number.isFinite(Date.parse(new Date(start).toISOString()))).toBe(true)
      expect(Number.isFinite(Date.parse(new Date(end).toISOString()))).toBe(true)
    }
  }
  await zhang.get('calendar/today', { from: NOW, to: NOW + DAY, date: '2026-11-23' })
  await zhang.get('calendar/task/list', {})
  const people = [{ address: 'zhang.wei@yanshu.test' }]
  await li.post('calendar/findTime', { people, length: 30, from: NOW, to: NOW + 5 * DAY })
  const { calendars } = await zhang.get('calendar/list')
  for (const { calendarId } of calendars) {
    const file = await zhang.file(`file/calendar/${calendarId}`)
    expect(file.status).toBe(200)
    expect(await file.text()).toContain('END:VCALENDAR')
  }
  expect(server.problems.filter((problem) => problem.startsWith('error'))).toEqual([])
}

const vevent = (uid: string, lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20261101T000000Z',
  ...lines,
  'SUMMARY:极端',
  'END:VEVENT',
]
const file = (method: string, ...events: readonly string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    ...(method ? [`METHOD:${method}`] : []),
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const big = fc.oneof(
  fc.constantFrom('P100000000D', 'P999999999999999999D', '-P100000000D', 'PT9999999999999999S', 'P1W', 'P0D', 'PX'),
  fc.integer({ min: 0, max: 999_999_999 }).map((days) => `P${days}D`),
)
const stamp = fc.oneof(
  fc.constantFrom(
    '00010101T000000Z',
    '99991231T235959Z',
    '20261123T010000Z',
    '18991231T235959Z',
    '22000101T000001Z',
    '20260230T250000Z',
    'x',
  ),
  fc.integer({ min: 0, max: 9_999 }).map((year) => `${String(year).padStart(4, '0')}0601T120000Z`),
)
const lines = fc
  .tuple(
    stamp,
    fc.option(stamp),
    fc.option(big),
    fc.constantFrom('', '1', '99999999999999999999', '-1', '1e300'),
    fc.option(stamp),
  )
  .map(([start, end, duration, sequence, extra]) => [
    `DTSTART:${start}`,
    ...(end ? [`DTEND:${end}`] : duration ? [`DURATION:${duration}`] : []),
    ...(sequence ? [`SEQUENCE:${sequence}`] : []),
    ...(extra ? [`RRULE:FREQ=YEARLY;COUNT=3`, `RDATE:${extra}`, `EXDATE:${extra}`] : []),
  ])

test('given extreme times by import, by CalDAV, by an invitation and by the page, then every view and call still answers', async () => {
  const { zhang, home, server } = inviting
  let uid = 0
  const headers = { authorization: `Basic ${Buffer.from(`zhang.wei@yanshu.test:${code}`).toString('base64')}` }
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: 4, maxLength: 8 }), async (events) => {
      const made = events.map((one) => vevent(`extreme-${++uid}`, one))
      const good = vevent(`good-${uid}`, ['DTSTART:20261124T010000Z', 'DTEND:20261124T020000Z'])
      const form = new FormData()
      form.set('file', new Blob([file('', ...made, good)]), 'x.ics')
      const answer = await fetch(`${server.url}/api/calendar/import?calendarId=${home}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${zhang.login?.accessToken}` },
        body: form,
      })
      const { data } = (await answer.json()) as { data: { added: number; updated: number; skipped: number } }
      // Nothing is left out in silence.
      expect(data.added + data.updated + data.skipped).toBe(made.length + 1)
      expect(data.added).toBeGreaterThan(0)
      for (const [at, one] of made.entries()) {
        const body = file(
          '',
          one.map((line) => line.replace('UID:extreme', 'UID:dav')),
        )
        const put = await fetch(`${server.url}/dav/calendars/zhang.wei@yanshu.test/${home}/${uid}-${at}.ics`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'text/calendar' },
          body,
        })
        expect(put.status, body).toBeLessThan(500)
      }
      await everythingAnswers()
    }),
    { seed: 31, numRuns: 12 },
  )
  for (const [at, duration] of ['P100000000D', 'P1000000000000D'].entries()) {
    const people = ['ORGANIZER:mailto:anna@partner.example', 'ATTENDEE:mailto:zhang.wei@yanshu.test']
    const invitation = file(
      'REQUEST',
      vevent(`mailed-${at}`, ['DTSTART:20261123T010000Z', `DURATION:${duration}`, ...people]),
    )
    const mail = `From: anna@partner.example\r\nTo: zhang.wei@yanshu.test\r\nSubject: 邀请 ${at}\r\nMIME-Version: 1.0\r\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\n${invitation}`
    expect(await inviting.sendFrom('anna@partner.example', 'zhang.wei@yanshu.test', mail)).toMatch(/^250/)
  }
  await everythingAnswers()
  const { list } = await zhang.get('mail/email/mailbox/list', { role: 'inbox' })
  const mailId = list.find(({ subject }) => subject === '邀请 0')?.mailId ?? 0
  expect((await zhang.raw('GET', 'calendar/invitation', { query: { mailId } })).status).toBeLessThan(500)

  for (const [start, end] of [
    [NOW, 9e15],
    [-9e15, NOW],
    [NOW, CALENDAR_MOMENT_MAX + 1],
    [CALENDAR_MOMENT_MIN - 1, NOW],
  ] as const) {
    const event = { calendarId: home, title: 'x', allDay: false, start, end, zone: 'Asia/Shanghai' }
    expect((await zhang.raw('POST', 'calendar/event/save', { body: { event } })).status).toBe(400)
    expect(
      (await zhang.raw('POST', 'calendar/task/save', { body: { task: { calendarId: home, title: 'x', due: end } } }))
        .status,
    ).toBe(400)
    expect((await zhang.raw('GET', 'calendar/events', { query: { from: end, to: end + DAY } })).status).toBeLessThan(
      500,
    )
  }
})

test('given one series with tens of thousands of single times, then no more are taken than it may have, and the rest is named', () => {
  const times = Array.from({ length: 20_000 }, (_, at) => {
    const stamp = `20270101T${String(at % 24).padStart(2, '0')}0000Z`
    return vevent('many', [`RECURRENCE-ID:${stamp}`, `DTSTART:${stamp}`])
  })
  const read = readIcs(
    file('', vevent('many', ['DTSTART:20260101T000000Z', 'RRULE:FREQ=HOURLY;COUNT=24000']), ...times),
    'UTC',
  )
  expect(read.events).toHaveLength(1 + SERIES_TIMES_MAX)
  expect(read.skipped).toHaveLength(20_000 - SERIES_TIMES_MAX)
  expect(new Set(read.skipped.map(({ reason }) => reason))).toEqual(new Set(['too-long']))
})
