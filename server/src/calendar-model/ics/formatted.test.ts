import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { eventHtml } from '../rows/eventHtml.ts'
import { readIcs } from './readIcs.ts'

const read = (...lines: string[]) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20280315T020000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', '']
  const [event] = readIcs(text.join('\r\n'), 'Asia/Shanghai').events
  return { description: event?.description, html: event?.descriptionHtml }
} // biome-ignore format: lines

describe('formatted words of an event', () => {
  test.each([
    ['of Outlook', ['DESCRIPTION:议程\\n1. 预算', 'X-ALT-DESC;FMTTYPE=text/html:<!DOCTYPE HTML><HTML><HEAD><STYLE>p{color:red}</STYLE></HEAD>\\n<BODY><P>议程</P><B>1\\, 预算\\; 完</B></BODY></HTML>'], '议程\n1. 预算', '<p>议程</p><b>1, 预算; 完</b>'],
    ['of RFC 9073', ['DESCRIPTION:Agenda', 'STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<p>Agenda\\, <i>short</i></p>'], 'Agenda', '<p>Agenda, <i>short</i></p>'],
    ['of Google, inside of the plain text', ['DESCRIPTION:<b>Agenda</b><br>one &amp\\; two'], 'Agenda\none & two', '<b>Agenda</b><br />one &amp; two'],
    ['without plain text', ['X-ALT-DESC;FMTTYPE=text/html:<p>one</p><p>two</p>'], 'one\n\ntwo', '<p>one</p><p>two</p>'],
    ['of another type', ['DESCRIPTION:a < b > c', 'X-ALT-DESC;FMTTYPE=text/rtf:{rtf}'], 'a < b > c', ''],
  ])('%s are read, and the plain words too', (_, lines, description, html) => {
    expect(read(...lines)).toEqual({ description, html })
  }) // biome-ignore format: cases

  test.each([
    ['<img src=x onerror=alert(1)>words', 'words'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example/x" style="position:fixed">x</a>', '<a>x</a>'],
    ['<p onclick="x()" style="background:url(https://evil.example)">x</p>', '<p>x</p>'],
    ['<svg><script>alert(1)</script></svg><iframe src="https://evil.example"></iframe>y', 'y'],
    ['<style>@import "https://evil.example"</style><form><input name=q><button>z</button></form>', 'z'],
    ['<p> </p><br>', ''],
    ['<a href="tel:+86-21-5555,123#">x</a>', '<a href="tel:+86-21-5555,123#">x</a>'],
    ['<a href="https://ok.example/?a=1&amp;b=2">ok</a>', '<a href="https://ok.example/?a=1&amp;b=2">ok</a>'],
  ])('%s is cleaned, and cleaning it again changes nothing', (html, clean) => {
    expect(eventHtml(html)).toBe(clean)
    expect(eventHtml(clean)).toBe(clean)
  })

  test('a long row of tags that do not end is read as quickly as any other text', () => {
    expect(read(`DESCRIPTION:${'<a '.repeat(60_000)}`).html).toBe('')
  })

  test('tags inside each other by the ten thousand are flattened', () => {
    expect((eventHtml(`${'<b>'.repeat(13_000)}x`).match(/<b>/g) ?? []).length).toBeLessThan(1_000)
  })
})

describe.each(engines)('formatted words on their way, on %s', (engine) => {
  let server: TestServer
  let li: TestClient
  let home: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('li.na', { name: '李娜' })
    li = await server.login('li.na')
    home = (await li.get('calendar/list')).calendars[0]?.calendarId ?? 0
  })
  afterAll(() => server.stop())

  test('what is written is cleaned, has plain words, and goes out in both forms, which read back as they were', async () => {
    const start = Date.parse('2028-03-15T02:00:00Z')
    const event = {
      calendarId: home,
      title: '评审',
      allDay: false,
      start,
      end: start + 3_600_000,
      zone: 'Asia/Shanghai',
    }
    const html = '<p>议程，<b>很重要；急</b></p><ul><li>预算, 人员</li></ul><script>alert(1)</script>'
    const { eventId } = await li.post('calendar/event/save', { event: { ...event, descriptionHtml: html } })
    const clean = '<p>议程，<b>很重要；急</b></p><ul><li>预算, 人员</li></ul>'
    const detail = await li.get('calendar/event/get', { eventId })
    expect(detail.descriptionHtml).toBe(clean)
    expect(detail.description.split('\n').filter(Boolean)).toEqual(['议程，很重要；急', '预算, 人员'])
    const { ics } = await li.post('calendar/event/createIcs', { eventId })
    expect(ics).toContain('STYLED-DESCRIPTION;FMTTYPE=text/html;VALUE=TEXT:')
    expect(ics).toContain('X-ALT-DESC;FMTTYPE=text/html:')
    for (const without of ['STYLED-DESCRIPTION', 'X-ALT-DESC']) {
      const [back] = readIcs(ics.replace(new RegExp(`${without}(?:.*\\r\\n)(?: .*\\r\\n)*`), ''), 'UTC').events
      expect(back).toMatchObject({ descriptionHtml: clean, description: detail.description })
    }
    const { version } = detail
    await li.post('calendar/event/move', { eventId, version, start: start + 3_600_000, end: start + 7_200_000 })
    expect(await li.get('calendar/event/get', { eventId })).toMatchObject({ descriptionHtml: clean })
  })
})
