import { describe, expect, test } from 'vitest'
import { type ReadEvent, readIcs } from './readIcs.ts'

/**
 * Events after the kinds of the public corpora (ical.js, sabre/vobject, ical4j, Evolution, Exchange): what programs write,
 * and what they should not. All of it is our own text. The reader lives in Shanghai.
 */
const ZONE = 'Asia/Shanghai'
const at = (iso: string) => Date.parse(iso)
const S = 'DTSTART:20261123T010000Z'
const L = 'DTSTART;TZID=Asia/Shanghai:20261123T090000'
const D = 'DTSTART;VALUE=DATE:20261123'
const NINE = at('2026-11-23T01:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const file = (lines: readonly string[], head: readonly string[] = []) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Corpus//EN',
    ...head,
    'BEGIN:VEVENT',
    'UID:c',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const alarm = (...lines: string[]) => ['BEGIN:VALARM', 'ACTION:DISPLAY', ...lines, 'END:VALARM']
type Case = [what: string, lines: readonly string[], event: Partial<ReadEvent>]

const times: readonly Case[] = [
  ['UTC', [S], { start: NINE, zone: 'UTC', allDay: false }],
  ['a named zone', [L], { start: NINE, zone: 'Asia/Shanghai' }],
  ['a floating time, of the reader', ['DTSTART:20261123T090000'], { start: NINE, zone: ZONE }],
  [
    'a zone below a path of Mozilla',
    ['DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20261123T100000'],
    { start: NINE, zone: 'Asia/Tokyo' },
  ],
  ['a zone of Windows', ['DTSTART;TZID=China Standard Time:20261123T090000'], { start: NINE, zone: 'Asia/Shanghai' }],
  ['a quoted zone', ['DTSTART;TZID="Asia/Shanghai":20261123T090000'], { start: NINE }],
  ['a zone that nobody knows, as of the reader', ['DTSTART;TZID=Nowhere:20261123T090000'], { start: NINE, zone: ZONE }],
  ['summer time of New York', ['DTSTART;TZID=America/New_York:20260701T090000'], { start: at('2026-07-01T13:00Z') }],
  ['winter time of New York', ['DTSTART;TZID=America/New_York:20261201T090000'], { start: at('2026-12-01T14:00Z') }],
  ['half an hour of Kolkata', ['DTSTART;TZID=Asia/Kolkata:20261123T063000'], { start: NINE }],
  ['a day', [D], { allDay: true, start: at('2026-11-23T00:00Z'), end: at('2026-11-24T00:00Z') }],
  ['three days', [D, 'DTEND;VALUE=DATE:20261126'], { allDay: true, end: at('2026-11-26T00:00Z') }],
  ['a day that ends on itself', [D, 'DTEND;VALUE=DATE:20261123'], { end: at('2026-11-24T00:00Z') }],
  ['no end', [S], { end: NINE }],
  ['an end before the start', [S, 'DTEND:20261122T010000Z'], { end: NINE }],
  ['a duration of an hour and a half', [S, 'DURATION:PT1H30M'], { end: NINE + 1.5 * HOUR }],
  ['a duration of a week', [S, 'DURATION:P1W'], { end: NINE + 7 * DAY }],
  ['a duration of two days on a day', [D, 'DURATION:P2D'], { end: at('2026-11-25T00:00Z') }],
  ['an end in another zone', [L, 'DTEND;TZID=Asia/Tokyo:20261123T110000'], { end: NINE + HOUR }],
  ['before 1970', ['DTSTART:19491001T070000Z'], { start: at('1949-10-01T07:00Z') }],
  ['a leap day', ['DTSTART;VALUE=DATE:20280229'], { start: at('2028-02-29T00:00Z') }],
]

const words: readonly Case[] = [
  ['a line that is folded in a character', [S, 'SUMMARY:长', ' 城'], { title: '长城' }],
  ['folded by a tab', [S, 'SUMMARY:a', '\tb'], { title: 'ab' }],
  ['escapes', [S, 'SUMMARY:a\\, b\\; c\\\\d'], { title: 'a, b; c\\d' }],
  ['line ends in a text', [S, 'DESCRIPTION:one\\ntwo\\Nthree'], { description: 'one\ntwo\nthree' }],
  ['no title', [S], { title: '（无标题）' }],
  ['an empty title', [S, 'SUMMARY:'], { title: '（无标题）' }],
  [
    'a title in two languages, the first',
    [S, 'SUMMARY;LANGUAGE=zh:周会', 'SUMMARY;LANGUAGE=en:Weekly'],
    { title: '周会' },
  ],
  ['names in lower case', ['dtstart:20261123T010000Z', 'summary:small'], { title: 'small', start: NINE }],
  ['a title of 300 characters, cut', [S, `SUMMARY:${'长'.repeat(300)}`], { title: '长'.repeat(200) }],
  ['a character of four bytes', [S, 'SUMMARY:𠮷野家 🍜'], { title: '𠮷野家 🍜' }],
  ['a place with a picture of it', [S, 'LOCATION;ALTREP="cid:x":三楼'], { place: '三楼' }],
  ['a link', [S, 'URL:https://meet.example/1'], { link: 'https://meet.example/1' }],
  ['a link that runs code, left out', [S, 'URL:javascript:alert(1)'], { link: '' }],
  [
    'a link of Teams',
    [S, 'X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/x'],
    { link: 'https://teams.example/x' },
  ],
  [
    'a link of a conference before the page',
    [S, 'URL:https://a.example/p', 'CONFERENCE;VALUE=URI:https://b.example/m'],
    { link: 'https://b.example/m' },
  ],
  ['categories in one line and in two', [S, 'CATEGORIES:a,b', 'CATEGORIES:c'], { categories: ['a', 'b', 'c'] }],
  ['private', [S, 'CLASS:PRIVATE'], { private: true }],
  ['confidential', [S, 'CLASS:CONFIDENTIAL'], { private: true }],
  ['public', [S, 'CLASS:PUBLIC'], { private: false }],
  ['free', [S, 'TRANSP:TRANSPARENT'], { availability: 'free' }],
  ['tentative', [S, 'STATUS:TENTATIVE'], { availability: 'tentative' }],
  ['out of office, as Outlook says it', [S, 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'], { availability: 'away' }],
  ['cancelled', [S, 'STATUS:CANCELLED'], { cancelled: true }],
  ['a number of changes', [S, 'SEQUENCE:7'], { sequence: 7 }],
  ['a number of changes that is none', [S, 'SEQUENCE:x'], { sequence: 0 }],
]

const repeats: readonly Case[] = [
  ['each week', [L, 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE'], { repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;BYDAY=MO,WE' } }],
  [
    'with an end as a day',
    [D, 'RRULE:FREQ=DAILY;UNTIL=20261130'],
    { repeat: { kind: 'rule', rule: 'FREQ=DAILY;UNTIL=20261130' } },
  ],
  [
    'without one time',
    [L, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=Asia/Shanghai:20261124T090000'],
    { exdates: [NINE + DAY] },
  ],
  [
    'without two in one line',
    [L, 'RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20261124T010000Z,20261125T010000Z'],
    { exdates: [NINE + DAY, NINE + 2 * DAY] },
  ],
  ['with one more', [L, 'RDATE:20261201T010000Z'], { rdates: [at('2026-12-01T01:00Z')] }],
  [
    'with one more as a period',
    [S, 'DURATION:PT2H', 'RDATE;VALUE=PERIOD:20261201T010000Z/PT2H'],
    { rdates: [at('2026-12-01T01:00Z')] },
  ],
  ['one of its times', [L, 'RECURRENCE-ID;TZID=Asia/Shanghai:20261124T090000'], { recurrenceAt: NINE + DAY }],
  ['one of its days', [D, 'RECURRENCE-ID;VALUE=DATE:20261124'], { recurrenceAt: at('2026-11-24T00:00Z') }],
  [
    'one and all that follow',
    [L, 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261124T010000Z'],
    { recurrenceAt: NINE + DAY, andFuture: true },
  ],
]

const people: readonly Case[] = [
  [
    'an organiser with a name',
    [S, 'ORGANIZER;CN=周明:mailto:Zhou@P.example'],
    { organizer: { name: '周明', address: 'zhou@p.example' } },
  ],
  [
    'an organiser in capital letters',
    [S, 'ORGANIZER:MAILTO:a@b.example'],
    { organizer: { name: '', address: 'a@b.example' } },
  ],
  [
    'a name with a comma',
    [S, 'ATTENDEE;CN="Doe, Jane":mailto:j@d.example'],
    { attendees: [{ name: 'Doe, Jane', address: 'j@d.example', optional: false, answer: '' }] },
  ],
  [
    'an optional one who comes',
    [S, 'ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:j@d.example'],
    { attendees: [{ name: '', address: 'j@d.example', optional: true, answer: 'accepted' }] },
  ],
  ['one without an address, left out', [S, 'ATTENDEE;CN=Projector:urn:uuid:1'], { attendees: [] }],
  [
    'an address beside a name of Exchange',
    [S, 'ATTENDEE;EMAIL=j@d.example:/o=Org/cn=jane'],
    { attendees: [{ name: '', address: 'j@d.example', optional: false, answer: '' }] },
  ],
  [
    'who writes for the organiser',
    [S, 'ORGANIZER;SENT-BY="mailto:S@b.example":mailto:a@b.example'],
    { sentBy: 's@b.example' },
  ],
  ['words with an answer', [S, 'COMMENT:晚到十分钟'], { comment: '晚到十分钟' }],
]

const alarms: readonly Case[] = [
  ['a quarter of an hour before', [S, ...alarm('TRIGGER:-PT15M')], { reminders: [15] }],
  ['a day and two hours before', [S, ...alarm('TRIGGER:-P1DT2H')], { reminders: [1_560] }],
  ['at the start', [S, ...alarm('TRIGGER:PT0S')], { reminders: [0] }],
  ['after the start, left out', [S, ...alarm('TRIGGER:PT5M')], { reminders: [] }],
  ['before the end, left out', [S, ...alarm('TRIGGER;RELATED=END:-PT5M')], { reminders: [] }],
  ['at a moment, left out', [S, ...alarm('TRIGGER;VALUE=DATE-TIME:20261123T000000Z')], { reminders: [] }],
  [
    'two, and one twice',
    [S, ...alarm('TRIGGER:-PT5M'), ...alarm('TRIGGER:-PT1H'), ...alarm('TRIGGER:-PT5M')],
    { reminders: [5, 60] },
  ],
]

describe('a corpus of calendar files', () => {
  test.each([...times, ...words, ...repeats, ...people, ...alarms])('%s', (_what, lines, event) => {
    const { events, skipped } = readIcs(file(lines), ZONE)
    expect(skipped).toEqual([])
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject(event)
  })

  test.each<[string, string, number]>([
    ['line ends of Unix', file([S]).replaceAll('\r\n', '\n'), 1],
    ['a mark of the byte order', `\uFEFF${file([S])}`, 1],
    ['two calendars in one file', file([S]) + file([S]), 2],
    ['an event without a start', file(['SUMMARY:x']), 0],
    ['a start that is no date', file(['DTSTART:tomorrow']), 0],
    [
      'a task beside the event',
      file([S]).replace('BEGIN:VEVENT', 'BEGIN:VTODO\r\nUID:t\r\nEND:VTODO\r\nBEGIN:VEVENT'),
      1,
    ],
    ['a property of an unknown kind', file([S, 'X-WHATEVER;X-A="b:c";X-D=e:f:g']), 1],
    ['an empty line between', file([S]).replace('UID:c', 'UID:c\r\n'), 1],
  ])('%s', (_what, text, count) => {
    expect(readIcs(text, ZONE).events).toHaveLength(count)
  })
})
