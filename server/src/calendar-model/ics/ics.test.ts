import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { readIcs } from './readIcs.ts'
import { zoneNamed } from './zoneNames.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) =>
  calendar('BEGIN:VEVENT', 'UID:1@x', 'DTSTAMP:20261101T000000Z', 'SUMMARY:会', ...lines, 'END:VEVENT')
const first = (...lines: string[]) => readIcs(event(...lines), 'Asia/Shanghai').events[0]
const utc = (ms: number | undefined) => new Date(ms ?? 0).toISOString().slice(0, 16)

describe('reading a calendar file', () => {
  test.each<[string, string[], string]>([
    ['a moment of UTC', ['DTSTART:20261123T010000Z'], '2026-11-23T01:00'],
    ['no zone', ['DTSTART:20261123T090000'], '2026-11-23T01:00'],
    ['a zone of the list', ['DTSTART;TZID=Europe/Berlin:20261123T090000'], '2026-11-23T08:00'],
    [
      'a zone of Windows without its definition',
      ['DTSTART;TZID=Pacific Standard Time:20261123T090000'],
      '2026-11-23T17:00',
    ],
    ['a zone in words', ['DTSTART;TZID="(UTC+08:00) Beijing, Chongqing":20261123T090000'], '2026-11-23T01:00'],
    [
      'a zone at the end of a path',
      ['DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/America/New_York:20261123T090000'],
      '2026-11-23T14:00',
    ],
    ['a zone that nobody knows', ['DTSTART;TZID=Somewhere:20261123T090000'], '2026-11-23T01:00'],
    ['a whole day', ['DTSTART;VALUE=DATE:20261123'], '2026-11-23T00:00'],
  ])('given %s, then the start is right', (_name, lines, wanted) => {
    expect(utc(first(...lines)?.start)).toBe(wanted)
  })

  test('given a zone that the file defines under a name of its own, then its offset counts', () => {
    const text = calendar(
      'BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900', 'END:STANDARD', 'END:VTIMEZONE',
      'BEGIN:VEVENT', 'UID:1', 'DTSTART;TZID=Customized Time Zone:20261123T090000', 'SUMMARY:x', 'END:VEVENT',
    ) // biome-ignore format: lines
    expect(utc(readIcs(text, 'Asia/Shanghai').events[0]?.start)).toBe('2026-11-23T00:00')
  })

  test.each<[string, string[], number]>([
    ['an end', ['DTEND:20261123T023000Z'], 90],
    ['a length', ['DURATION:PT45M'], 45],
    ['neither', [], 0],
    ['an end before its start', ['DTEND:20261122T010000Z'], 0],
  ])('given %s, then it lasts as long', (_name, lines, minutes) => {
    const read = first('DTSTART:20261123T010000Z', ...lines)
    expect(((read?.end ?? 0) - (read?.start ?? 0)) / 60_000).toBe(minutes)
  })

  test('given everything that people write, then it is read', () => {
    expect(
      first(
        'DTSTART;TZID=Asia/Shanghai:20261123T090000',
        'DTEND;TZID=Asia/Shanghai:20261123T100000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T010000Z',
        'EXDATE;TZID=Asia/Shanghai:20261130T090000,20261207T090000',
        'LOCATION:三楼\\, 302',
        'DESCRIPTION:第一行\\n第二行',
        'CLASS:PRIVATE',
        'CATEGORIES:工作,例会',
        'ORGANIZER;CN=张伟:mailto:Zhang.Wei@Example.com',
        'ATTENDEE;CN="李娜";PARTSTAT=ACCEPTED;ROLE=OPT-PARTICIPANT:MAILTO:li.na@example.com',
        'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
        'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'END:VALARM',
      ),
    ).toMatchObject({
      title: '会',
      place: '三楼, 302',
      description: '第一行\n第二行',
      private: true,
      availability: 'away',
      categories: ['工作', '例会'],
      reminders: [15],
      repeat: { kind: 'rule', rule: expect.stringContaining('FREQ=WEEKLY') },
      exdates: [Date.parse('2026-11-30T01:00Z'), Date.parse('2026-12-07T01:00Z')],
      organizer: { name: '张伟', address: 'zhang.wei@example.com' },
      attendees: [{ name: '李娜', address: 'li.na@example.com', optional: true, answer: 'accepted' }],
    })
  }) // biome-ignore format: an alarm in one line

  test('given an event without a start, then it is left out and named; the others are read', () => {
    const text = calendar(
      'BEGIN:VEVENT', 'UID:1', 'SUMMARY:无时间', 'END:VEVENT',
      'BEGIN:VEVENT', 'UID:2', 'SUMMARY:有时间', 'DTSTART:20261123T010000Z', 'END:VEVENT',
    ) // biome-ignore format: lines
    expect(readIcs(text, 'UTC')).toMatchObject({
      events: [{ title: '有时间' }],
      skipped: [{ title: '无时间', reason: 'no-start' }],
    })
  })

  test.each([
    ['a text that is none', 'hello'],
    ['a card', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nEND:VCARD\r\n'],
    ['components inside each other a hundred thousand deep', 'BEGIN:VEVENT\r\n'.repeat(100_000)],
  ])('given %s, then it is refused', (_name, text) => {
    expect(() => readIcs(text, 'UTC')).toThrow()
  })

  test.each([
    ['China Standard Time', 'Asia/Shanghai'],
    ['中国标准时间', 'Asia/Shanghai'],
    ['(GMT-05:00) Eastern', 'Etc/GMT+5'],
    ['../../etc/passwd', null],
    ['', null],
  ])('given the zone %j, then it is %j', (name, wanted) => expect(zoneNamed(name)).toBe(wanted))
})

describe('files in and out of the server', () => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let home: number
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite' })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  })
  afterAll(() => server.stop())

  const upload = async (who: TestClient, calendarId: number, content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'calendar.ics')
    const response = await fetch(`${server.url}/api/calendar/import?calendarId=${calendarId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.login?.accessToken}` },
      body: form,
    })
    return (await response.json()) as { code: number; data: { added: number; updated: number; skipped: number } }
  }
  const exported = async (calendarId: number) => {
    const response = await fetch(`${server.url}/api/file/calendar/${calendarId}`, {
      headers: { authorization: `Bearer ${zhang.login?.accessToken}` },
    })
    expect(response.headers.get('content-type')).toContain('text/calendar')
    return response.text()
  }
  const from = Date.parse('2026-11-01T00:00Z')
  const instances = async (calendarId: number) =>
    (
      await zhang.get('calendar/events', { from, to: from + 90 * 86_400_000, calendarIds: `${calendarId}` })
    ).instances.map(({ start, end, title, place, allDay, exception }) => ({
      start,
      end,
      title,
      place,
      allDay,
      exception,
    }))

  test('a calendar that is exported and imported again is the same, and a second import adds nothing', async () => {
    const { calendarId: source } = await zhang.post('calendar/save', { name: '来源' })
    const base = { calendarId: source, zone: 'America/New_York', allDay: false }
    const start = Date.parse('2026-11-02T14:00Z')
    const series = await zhang.post('calendar/event/save', {
      event: {
        ...base,
        title: '例会；一,二',
        start,
        end: start + 3_600_000,
        repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=6' },
      },
    })
    const at = start + 7 * 86_400_000
    await zhang.post('calendar/event/move', {
      eventId: series.eventId, version: series.version, at, scope: 'this', start: at + 3_600_000, end: at + 7_200_000,
    }) // biome-ignore format: one call
    const day = Date.parse('2026-11-20T00:00Z')
    await zhang.post('calendar/event/save', {
      event: {
        ...base,
        title: '生日',
        allDay: true,
        start: day,
        end: day + 86_400_000,
        repeat: { kind: 'lunar', every: 'month', until: null },
      },
    })
    await zhang.post('calendar/event/save', {
      event: {
        ...base,
        zone: 'Asia/Shanghai',
        title: '打卡',
        start: start - 3_600_000 * 13,
        end: start - 3_600_000 * 12,
        repeat: { kind: 'workday', until: '2026-12-31' },
      },
    })
    const text = await exported(source)
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/New_York')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const { calendarId: target } = await zhang.post('calendar/save', { name: '去处' })
    expect(await upload(zhang, target, text)).toMatchObject({ data: { added: 3, updated: 0, skipped: 0 } })
    expect(await instances(target)).toEqual(await instances(source))
    expect(await upload(zhang, target, text)).toMatchObject({ data: { added: 0, updated: 3, skipped: 0 } })
    expect(await instances(target)).toEqual(await instances(source))
  })

  test('a file in GB18030 is read', async () => {
    const text = new Uint8Array([
      ...Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:gb\r\nDTSTART:20261123T010000Z\r\nSUMMARY:'),
      0xbb,
      0xe1,
      0xd2,
      0xe9,
      ...Buffer.from('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
    ])
    const { calendarId } = await zhang.post('calendar/save', { name: '旧程序' })
    expect(await upload(zhang, calendarId, text)).toMatchObject({ data: { added: 1 } })
    expect((await instances(calendarId)).map(({ title }) => title)).toEqual(['会议'])
  })

  test('a rule of every second is left out and reported, the rest is imported', async () => {
    const text = calendar(
      'BEGIN:VEVENT', 'UID:fast', 'DTSTART:20261123T010000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:快', 'END:VEVENT',
      'BEGIN:VEVENT', 'UID:fine', 'DTSTART:20261123T010000Z', 'SUMMARY:好', 'END:VEVENT',
    ) // biome-ignore format: lines
    expect(await upload(zhang, home, text)).toMatchObject({
      data: { added: 1, skipped: 1, reasons: [{ title: '快', reason: 'rule' }] },
    })
  })

  test.each([
    ['no calendar', 'hello', Code.calendarFileRefused],
    ['nested without end', 'BEGIN:VEVENT\r\n'.repeat(200_000), Code.calendarFileRefused],
    ['more than 10 MB', 'x'.repeat(10 * 1_024 * 1_024 + 1), Code.tooLarge],
  ])('a file that is %s is refused, and the server goes on', async (_name, text, code) => {
    expect((await upload(zhang, home, text)).code).toBe(code)
    expect((await zhang.get('calendar/list')).calendars.length).toBeGreaterThan(0)
  })

  test('a file of ten megabytes with twenty thousand events is imported while other calls are answered', async () => {
    const filler = 'x'.repeat(360)
    const lines = Array.from(
      { length: 20_000 },
      (_, at) =>
        `BEGIN:VEVENT\r\nUID:bulk-${at}\r\nDTSTART:20261123T${`${at % 24}`.padStart(2, '0')}0000Z\r\nDURATION:PT30M\r\nSUMMARY:第 ${at} 次\r\nDESCRIPTION:${filler}\r\nEND:VEVENT\r\n`,
    )
    const text = `BEGIN:VCALENDAR\r\n${lines.join('')}END:VCALENDAR\r\n`
    const { calendarId } = await zhang.post('calendar/save', { name: '大文件' })
    const importing = upload(zhang, calendarId, text)
    let answered = 0
    for (let at = 0; at < 20; at += 1) {
      await li.get('calendar/list')
      answered += 1
    }
    expect(answered).toBe(20)
    expect(await importing).toMatchObject({ code: 200, data: { added: 20_000 } })
    // A view gets what it can draw.
    expect((await instances(calendarId)).length).toBe(5_000)
  }, 60_000)

  test('nobody else can import into a calendar, or export it', async () => {
    expect((await upload(li, home, event('DTSTART:20261123T010000Z'))).code).toBe(Code.calendarNotFound)
    const response = await fetch(`${server.url}/api/file/calendar/${home}`, {
      headers: { authorization: `Bearer ${li.login?.accessToken}` },
    })
    expect(response.status).toBe(404)
  })

  test('an event as a file has one event that other programs read', async () => {
    const start = Date.parse('2026-11-25T06:00Z')
    const { eventId } = await zhang.post('calendar/event/save', {
      event: {
        calendarId: home,
        title: '../评审/\r\nX',
        allDay: false,
        start,
        end: start + 3_600_000,
        zone: 'Asia/Shanghai',
        reminders: [10],
      },
    })
    const { fileName, ics } = await zhang.post('calendar/event/createIcs', { eventId })
    expect(fileName).not.toMatch(/[\\/\r\n]/)
    expect(readIcs(ics, 'UTC').events).toMatchObject([{ start, reminders: [10], zone: 'Asia/Shanghai' }])
  })
})
