import { isZone } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { readIcs } from './readIcs.ts'
import { WINDOWS_ZONES } from './windowsZones.ts'
import { zoneNamed } from './zoneNames.ts'

const utc = (ms: number | undefined) => new Date(ms ?? 0).toISOString().slice(0, 16)
const part = (kind: string, from: string, to: string, ...lines: string[]) => [
  `BEGIN:${kind}`,
  ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:16010101T000000']),
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...lines,
  `END:${kind}`,
]
const read = (parts: readonly string[], ...moments: string[]) => {
  const events = moments.map((moment, at) => [
    'BEGIN:VEVENT',
    `UID:${at}`,
    `SUMMARY:${at}`,
    `DTSTART;TZID="Own":${moment}`,
    'END:VEVENT',
  ])
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTIMEZONE', 'TZID:Own', ...parts, 'END:VTIMEZONE']
  return readIcs([...lines, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n'), 'Asia/Shanghai')
}
const BERLIN = [
  ...part('STANDARD', '+0200', '+0100', 'DTSTART:16011028T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
  ...part('DAYLIGHT', '+0100', '+0200', 'DTSTART:16010325T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
]

describe('a zone that a file defines', () => {
  test('given the rules of Berlin under another name, then its clock and its zone are right all year', () => {
    const { events, noted } = read(BERLIN, '20270706T090000', '20261208T090000', '20270324T090000', '20270331T090000')
    expect(events.map(({ start }) => utc(start))).toEqual([
      '2027-07-06T07:00',
      '2026-12-08T08:00',
      '2027-03-24T08:00',
      '2027-03-31T07:00',
    ])
    expect(new Set(events.map(({ zone }) => zone))).toEqual(new Set(['Europe/Berlin']))
    expect(noted).toEqual([])
  })

  test('given half hours, then they count', () => {
    expect(read(part('STANDARD', '+0530', '+0530'), '20261209T090000').events[0]).toMatchObject({
      start: Date.parse('2026-12-09T03:30Z'),
      zone: 'Asia/Kolkata',
    })
  })

  test('given rules that no zone of the list has, then each time is read by them', () => {
    const own = [
      ...part('STANDARD', '+0330', '+0230', 'DTSTART:20000115T000000', 'RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15'),
      ...part('DAYLIGHT', '+0230', '+0330', 'DTSTART:20000508T000000', 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=MO;BYMONTHDAY=8,9,10,11,12,13,14'),
    ] // biome-ignore format: rules
    expect(read(own, '20270101T090000', '20270201T090000', '20270601T090000').events.map(({ start }) => utc(start))).toEqual([
      '2027-01-01T05:30',
      '2027-02-01T06:30',
      '2027-06-01T05:30',
    ]) // biome-ignore format: times
  })

  test('given rules that changed over the years, then each year has its own', () => {
    const parts = [
      ...part('STANDARD', '+0900', '+0900', 'DTSTART:20100101T000000'),
      ...part('STANDARD', '+0900', '+0800', 'DTSTART:20250601T000000'),
    ]
    expect(read(parts, '20250531T120000', '20250602T120000').events.map(({ start }) => utc(start))).toEqual([
      '2025-05-31T03:00',
      '2025-06-02T04:00',
    ])
  })

  test.each([
    ['a rule of seconds', part('STANDARD', '+0100', '+0100', 'RRULE:FREQ=SECONDLY')],
    ['no offset', ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'END:STANDARD']],
    ['nothing', []],
  ])('given %s, then the zone is not known, and its event is named', (_what, parts) => {
    const { events, noted } = read(parts, '20261209T090000')
    expect(utc(events[0]?.start)).toBe('2026-12-09T01:00')
    expect(noted).toEqual([{ title: '0', reason: 'zone' }])
  })
})

describe('names of zones', () => {
  test('every name that CLDR has for a zone of Windows is known', () => {
    const names = Object.entries(WINDOWS_ZONES)
    expect(names.length).toBeGreaterThanOrEqual(138)
    for (const [name, zone] of names) {
      expect(isZone(zone), name).toBe(true)
      expect(zoneNamed(name), name).toBe(zone)
    }
  })

  test.each([
    ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
    ['(GMT+01.00) Sarajevo', 'Europe/Sarajevo'],
    ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
    ['(UTC+10:00) Canberra, Melbourne, Sydney', 'Australia/Melbourne'],
    ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
    ['(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi', 'Asia/Shanghai'],
    ['UTC+05:45', 'Asia/Kathmandu'],
    ['GMT+0800', 'Asia/Shanghai'],
    ['(UTC+13:00) Nuku’alofa', 'Etc/GMT-13'],
  ])('given %j, then it is %j', (name, zone) => expect(zoneNamed(name)).toBe(zone))
})
