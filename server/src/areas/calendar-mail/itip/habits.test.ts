import { describe, expect, test } from 'vitest'
import { decodeIcs } from '../../../calendar-model/ics/decodeIcs.ts'
import { readIcs } from '../../../calendar-model/ics/readIcs.ts'
import { groupsOf } from './itip.ts'

/**
 * Calendar objects as well-known programs write them, from what they publish of their formats: each one made for this
 * test, with the expected result. Times are for 23 November 2026, 9:00 in Shanghai.
 */
const NINE = Date.parse('2026-11-23T01:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const wrap = (head: readonly string[], event: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...head, 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const people = [
  'ORGANIZER;CN=Anna:mailto:anna@partner.example',
  'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:li.na@yanshu.test',
]
const event = (...lines: readonly string[]) =>
  wrap(
    ['VERSION:2.0', 'PRODID:x', 'METHOD:REQUEST'],
    ['UID:1@x', 'DTSTAMP:20261101T000000Z', 'SUMMARY:会', ...people, ...lines],
  )
const OUTLOOK = [
  'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
  'VERSION:2.0',
  'METHOD:REQUEST',
  'X-MS-OLK-FORCEINSPECTOROPEN:TRUE',
]
const EXCHANGE = ['METHOD:REQUEST', 'PRODID:Microsoft Exchange Server 2010', 'VERSION:2.0']
const GOOGLE = [
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'VERSION:2.0',
  'CALSCALE:GREGORIAN',
  'METHOD:REQUEST',
]
const CHINA_ZONE = [
  'BEGIN:VTIMEZONE', 'TZID:China Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0800',
  'TZOFFSETTO:+0800', 'END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0800', 'TZOFFSETTO:+0800',
  'END:DAYLIGHT', 'END:VTIMEZONE',
] // biome-ignore format: lines
const UID_HEX = '040000008200E00074C5B7101A82E00800000000B0C1D2E3F4A5DB01000000000000000010000000A1B2C3D4'

interface Wanted {
  readonly method?: string
  readonly start?: number
  readonly minutes?: number
  readonly event?: Readonly<Record<string, unknown>>
}

const habits: readonly [name: string, ics: string, wanted: Wanted][] = [
  ['Outlook names its zone as Windows does and defines it', wrap([...OUTLOOK, ...CHINA_ZONE], [`UID:${UID_HEX}`, 'DTSTAMP:20261101T000000Z', 'DTSTART;TZID="China Standard Time":20261123T090000', 'DTEND;TZID="China Standard Time":20261123T100000', 'SUMMARY;LANGUAGE=zh-cn:周会', ...people]), { start: NINE, minutes: 60, event: { uid: UID_HEX, title: '周会' } }],
  ['Exchange leaves the definition of the zone out', wrap(EXCHANGE, ['UID:1', 'DTSTART;TZID=China Standard Time:20261123T090000', 'DTEND;TZID=China Standard Time:20261123T093000', 'SUMMARY:x', ...people]), { start: NINE, minutes: 30 }],
  ['Exchange calls a zone of its own', wrap([...EXCHANGE, 'BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0800', 'TZOFFSETTO:+0800', 'END:STANDARD', 'END:VTIMEZONE'], ['UID:1', 'DTSTART;TZID=Customized Time Zone:20261123T090000', 'SUMMARY:x', ...people]), { start: NINE }],
  ['Outlook in Chinese names the zone in Chinese', event('DTSTART;TZID=中国标准时间:20261123T090000'), { start: NINE }],
  ['Outlook says the zone in words', event('DTSTART;TZID="(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi":20261123T090000'), { start: NINE }],
  ['Outlook writes its addresses in capitals', event('DTSTART:20261123T010000Z').replace('mailto:anna@', 'MAILTO:Anna@'), { event: { organizer: { name: 'Anna', address: 'anna@partner.example' } } }],
  ['Outlook says that it is away beside TRANSP', event('DTSTART:20261123T010000Z', 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'), { event: { availability: 'away' } }],
  ['Outlook asks as tentative until it is answered', event('DTSTART:20261123T010000Z', 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE', 'X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY'), { event: { availability: 'tentative' } }],
  ['Outlook marks a whole day by midnights', event('DTSTART;VALUE=DATE:20261123', 'DTEND;VALUE=DATE:20261124', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'), { start: Date.parse('2026-11-23T00:00Z'), minutes: 1_440, event: { allDay: true } }],
  ['Outlook lets an assistant write', event('DTSTART:20261123T010000Z').replace('ORGANIZER;CN=Anna', 'ORGANIZER;CN=Anna;SENT-BY="mailto:Secretary@partner.example"'), { event: { sentBy: 'secretary@partner.example' } }],
  ['Exchange names people without an address and puts it beside', event('DTSTART:20261123T010000Z').replace('ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:li.na@yanshu.test', 'ATTENDEE;CN=Li Na;EMAIL=li.na@yanshu.test:invalid:nomail'), { event: { attendees: [expect.objectContaining({ address: 'li.na@yanshu.test' })] } }],
  ['Exchange lists rooms among the people', event('DTSTART:20261123T010000Z', 'ATTENDEE;CUTYPE=RESOURCE;ROLE=NON-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=302:mailto:room302@partner.example'), { event: { attendees: [expect.anything(), expect.objectContaining({ address: 'room302@partner.example' })] } }],
  ['Teams puts the meeting into a property of its own', event('DTSTART:20261123T010000Z', 'X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example.com/l/meetup-join/19'), { event: { link: 'https://teams.example.com/l/meetup-join/19' } }],
  ['Outlook cancels one time of a series', wrap([...OUTLOOK.slice(0, 2), 'METHOD:CANCEL'], ['UID:1', 'RECURRENCE-ID;TZID="China Standard Time":20261123T090000', 'DTSTART;TZID="China Standard Time":20261123T090000', 'SEQUENCE:2', 'STATUS:CANCELLED', 'SUMMARY:已取消: 周会', ...people]), { method: 'CANCEL', event: { recurrenceAt: NINE, cancelled: true, sequence: 2 } }],
  ['Outlook moves one time of a series', event('RECURRENCE-ID;TZID="China Standard Time":20261122T090000', 'DTSTART;TZID="China Standard Time":20261123T090000', 'SEQUENCE:1'), { start: NINE, event: { recurrenceAt: NINE - DAY } }],
  ['Outlook answers with words in its language', wrap([...OUTLOOK.slice(0, 2), 'METHOD:REPLY'], ['UID:1', 'DTSTART:20261123T010000Z', 'SUMMARY:已接受: 周会', 'COMMENT;LANGUAGE=zh-cn:好的\\n', 'ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:li.na@yanshu.test']), { method: 'REPLY', event: { comment: '好的', attendees: [expect.objectContaining({ answer: 'accepted' })] } }],
  ['Google writes in UTC', wrap(GOOGLE, ['DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z', 'DTSTAMP:20261101T000000Z', 'ORGANIZER;CN=anna@partner.example:mailto:anna@partner.example', 'UID:abc123def456@google.com', 'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=li.na@yanshu.test;X-NUM-GUESTS=0:mailto:li.na@yanshu.test', 'SUMMARY:Sync', 'SEQUENCE:0', 'STATUS:CONFIRMED']), { start: NINE, minutes: 60, event: { uid: 'abc123def456@google.com' } }],
  ['Google repeats by the clock of a city', wrap(GOOGLE, ['UID:1', 'DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DTEND;TZID=Asia/Shanghai:20261123T100000', 'RRULE:FREQ=WEEKLY;WKST=SU;UNTIL=20270101T155959Z;BYDAY=MO', 'SUMMARY:x', ...people]), { start: NINE, event: { zone: 'Asia/Shanghai', repeat: { kind: 'rule', rule: expect.stringContaining('BYDAY=MO') } } }],
  ['Google names the conference', event('DTSTART:20261123T010000Z', 'X-GOOGLE-CONFERENCE:https://meet.example.com/abc', 'URL:https://meet.example.com/abc'), { event: { link: 'https://meet.example.com/abc' } }],
  ['Google moves one time and says it in UTC', wrap(GOOGLE, ['UID:1', 'RECURRENCE-ID:20261116T010000Z', 'DTSTART:20261123T010000Z', 'SEQUENCE:1', 'SUMMARY:x', ...people]), { start: NINE, event: { recurrenceAt: NINE - 7 * DAY } }],
  ['Google leaves the tentative answer in its own words', wrap([...GOOGLE.slice(0, 3), 'METHOD:REPLY'], ['UID:1', 'DTSTART:20261123T010000Z', 'ATTENDEE;CN=Li;PARTSTAT=TENTATIVE;X-RESPONSE-COMMENT="晚到":mailto:li.na@yanshu.test', 'SUMMARY:x']), { method: 'REPLY', event: { attendees: [expect.objectContaining({ answer: 'tentative' })] } }],
  ['Google proposes another time as COUNTER', wrap([...GOOGLE.slice(0, 3), 'METHOD:COUNTER'], ['UID:1', 'DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z', 'SEQUENCE:0', 'COMMENT:Later?', 'SUMMARY:x', 'ATTENDEE;PARTSTAT=TENTATIVE:mailto:li.na@yanshu.test']), { method: 'COUNTER', start: NINE, event: { comment: 'Later?' } }],
  ['Apple writes the path of the zone’s file', event('DTSTART;TZID=/freeassociation.sourceforge.net/Asia/Shanghai:20261123T090000'), { start: NINE }],
  ['Apple says a length for an end', event('DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DURATION:PT1H30M'), { start: NINE, minutes: 90 }],
  ['Apple gives alarms that are switched off', event('DTSTART:20261123T010000Z', 'BEGIN:VALARM', 'ACTION:NONE', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z', 'END:VALARM'), { event: { reminders: [] } }],
  ['DingTalk writes times without a zone', event('DTSTART:20261123T090000', 'DTEND:20261123T100000'), { start: NINE, minutes: 60 }],
  ['DingTalk names a zone without a definition', event('DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DTEND;TZID=Asia/Shanghai:20261123T094500', 'LOCATION:钉钉视频会议'), { start: NINE, minutes: 45, event: { place: '钉钉视频会议' } }],
  ['DingTalk gives no name of its people', event('DTSTART:20261123T010000Z').replace('ORGANIZER;CN=Anna', 'ORGANIZER'), { event: { organizer: { name: '', address: 'anna@partner.example' } } }],
  ['企业微信 writes GMT+8', event('DTSTART;TZID=GMT+8:20261123T090000'), { start: NINE }],
  ['企业微信 writes a long description with breaks', event('DTSTART:20261123T010000Z', 'DESCRIPTION:会议主题：周会\\n会议时间：2026/11/23 09:00-10:00\\n\\n点击链接入会：', ' \\nhttps://meeting.example.com/dm/x'), { event: { description: '会议主题：周会\n会议时间：2026/11/23 09:00-10:00\n\n点击链接入会：\nhttps://meeting.example.com/dm/x' } }],
  ['企业微信 sends no end', event('DTSTART;TZID=Asia/Shanghai:20261123T090000'), { start: NINE, minutes: 0 }],
  ['飞书 writes in UTC with a zone beside', event('X-WR-TIMEZONE:Asia/Shanghai', 'DTSTART:20261123T010000Z', 'DTEND:20261123T013000Z'), { start: NINE, minutes: 30 }],
  ['网易 folds in the middle of a letter', event('DTSTART:20261123T010000Z').replace('SUMMARY:会', 'SUMMARY:评\r\n 审会'), { event: { title: '评审会' } }],
  ['Zimbra names people with a dir', event('DTSTART:20261123T010000Z', 'ATTENDEE;CN=Bo;DIR="ldap://x";ROLE=OPT-PARTICIPANT;PARTSTAT=DECLINED:mailto:bo@partner.example'), { event: { attendees: [expect.anything(), { name: 'Bo', address: 'bo@partner.example', optional: true, answer: 'declined' }] } }],
  ['some end lines with a line feed alone', event('DTSTART:20261123T010000Z').replaceAll('\r\n', '\n'), { start: NINE }],
  ['some begin with a byte order mark', `\uFEFF${event('DTSTART:20261123T010000Z')}`, { start: NINE }],
] // biome-ignore format: one habit a line

describe('calendar objects as programs write them', () => {
  test.each(habits)('%s', (_name, ics, { method = 'REQUEST', start, minutes, event: wanted = {} }) => {
    const read = readIcs(decodeIcs(Buffer.from(ics)), 'Asia/Shanghai')
    expect(read.skipped).toEqual([])
    expect(read.method).toBe(method)
    const [group] = groupsOf(read.events)
    const one = group?.series ?? group?.instances[0]
    if (start !== undefined) expect(new Date(one?.start ?? 0).toISOString()).toBe(new Date(start).toISOString())
    if (minutes !== undefined) expect(((one?.end ?? 0) - (one?.start ?? 0)) / 60_000).toBe(minutes)
    expect(one).toMatchObject(wanted)
  })

  test('there are thirty of them at least', () => expect(habits.length).toBeGreaterThanOrEqual(30))

  test('a series with its exceptions is one group, the newest of two versions counts', () => {
    const ics = [
      'BEGIN:VCALENDAR', 'METHOD:REQUEST',
      ...[1, 3, 2].flatMap((sequence) => ['BEGIN:VEVENT', 'UID:1', `SEQUENCE:${sequence}`, 'DTSTART:20261123T010000Z', `SUMMARY:${sequence}`, 'END:VEVENT']),
      'BEGIN:VEVENT', 'UID:1', 'RECURRENCE-ID:20261130T010000Z', 'DTSTART:20261130T020000Z', 'SUMMARY:x', 'END:VEVENT',
      'BEGIN:VEVENT', 'DTSTART:20261130T020000Z', 'SUMMARY:no uid', 'END:VEVENT', 'END:VCALENDAR', '',
    ].join('\r\n') // biome-ignore format: lines
    const groups = groupsOf(readIcs(ics, 'UTC').events)
    expect(groups).toHaveLength(1)
    expect(groups[0]?.series?.title).toBe('3')
    expect(groups[0]?.instances).toHaveLength(1)
  })
})
