import { describe, expect, test } from 'vitest'
import { decodeIcs } from './decodeIcs.ts'
import { readIcs } from './readIcs.ts'

const ZONE = 'Asia/Shanghai'
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  'DTSTART:20261205T010000Z',
  ...lines,
  'END:VEVENT',
]
const read = (...lines: string[]) => readIcs(file(...lines), ZONE)
const titles = (...lines: string[]) => read(...lines).events.map(({ title }) => title)

describe('a line that cannot be read', () => {
  test('given a text with bare line ends, then it is whole, and the events beside it are read', () => {
    const { events, skipped, noted } = read(
      ...event('before'),
      ...event('broken', 'DESCRIPTION:议程如下', '1. 回顾上周, 十分钟', '', '2. 详见 https://wiki.example/page', 'LOCATION:上海市\\, 100 号'),
      '3 楼会议室',
      ...event('after'),
    ) // biome-ignore format: lines
    expect(events.map(({ title }) => title)).toEqual(['before', 'broken', 'after'])
    expect(events[1]?.description).toBe('议程如下\n1. 回顾上周, 十分钟\n\n2. 详见 https://wiki.example/page')
    expect(skipped).toEqual([])
    expect(noted).toEqual([])
  })

  test('given a line that is nothing, or a quote without its end, then its event is read and named', () => {
    const { events, noted } = read(
      ...event('a'),
      ...event('b', 'ATTENDEE;CN="Doe:mailto:doe@p.example', 'LOCATION:三楼'),
      ...event('c', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:soon', '???', 'END:VALARM'),
      ...event('d', 'DURATION:long'),
    )
    expect(events.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd'])
    expect(events[1]?.place).toBe('三楼')
    expect(noted).toEqual([
      { title: 'b', reason: 'line' },
      { title: 'c', reason: 'line' },
    ])
  })

  test('given a day that no month has, then the event is named, and no other day is made of it', () => {
    const starting = (uid: string, start: string) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SUMMARY:${uid}`,
      `DTSTART:${start}`,
      'END:VEVENT',
    ]
    const { events, skipped } = read(
      ...event('a'),
      ...['20261301T010000Z', '20270229T010000Z', '20261205T250000Z', '20261200T000000Z'].flatMap((at) =>
        starting(at, at),
      ),
      ...starting('leap', '20280229T010000Z'),
      ...event('b', 'EXDATE:20261332T010000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
    )
    expect(events.map(({ title, exdates }) => [title, exdates])).toEqual([
      ['a', []],
      ['leap', []],
      ['b', []],
    ])
    expect(skipped.map(({ reason }) => reason)).toEqual(['no-start', 'no-start', 'no-start', 'no-start'])
  })

  test('given a rule that cannot be read, then the event is refused by its rule alone', () => {
    const { events } = read(...event('a'), ...event('b', 'RRULE:FREQ=SOMETIMES'), ...event('c'))
    expect(events.map(({ title, repeat }) => [title, repeat])).toEqual([
      ['a', null],
      ['b', { kind: 'rule', rule: 'FREQ=SOMETIMES' }],
      ['c', null],
    ])
  })

  test('given a time of a series without a readable name, then it does not replace the series', () => {
    const { events, skipped } = read(...event('a', 'RRULE:FREQ=DAILY;COUNT=3'), ...event('a', 'RECURRENCE-ID:tomorrow'))
    expect(events).toHaveLength(1)
    expect(skipped).toEqual([{ title: 'a', reason: 'unreadable' }])
  })

  test('given an event without its end, then it and the next are read; of a file that is cut off the last is not', () => {
    const [a, b] = [event('a').slice(0, -1), event('b')]
    expect(read(...a, ...b)).toMatchObject({ events: [{ title: 'a' }, { title: 'b' }], cutOff: false, unread: [] })
    const cut = readIcs(file(...b, ...a).replace('END:VCALENDAR\r\n', ''), ZONE)
    expect(cut).toMatchObject({ events: [{ title: 'b' }], skipped: [{ title: 'a' }], unread: ['a'], cutOff: true })
  })

  test('given dates that are none, then the events beside them are read', () => {
    const lines = [...event('a'), 'BEGIN:VEVENT', 'UID:x', 'SUMMARY:x', 'DTSTART:20261399', 'END:VEVENT', ...event('b', 'EXDATE:x', 'DTEND:2026')]
    expect(titles(...lines).filter((title) => title !== 'x')).toEqual(['a', 'b'])
  }) // biome-ignore format: lines
})

describe('bytes of a calendar file', () => {
  const lines = file(...event('a'), ...event('b')).replace('SUMMARY:a', 'SUMMARY:长城会议')

  test('given a character that is folded in its middle, then it is whole', () => {
    const bytes = Buffer.from(lines)
    const at = bytes.indexOf(Buffer.from('城')) + 1
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
    expect(readIcs(decodeIcs(folded), ZONE).events[0]?.title).toBe('长城会议')
  })

  test('given one line in another charset, then the others stay readable', () => {
    const bytes = Buffer.from(lines.replace('SUMMARY:b', 'SUMMARY:@').replace('UID:b', 'UID:b\r\nLOCATION:三楼'))
    const at = bytes.indexOf(Buffer.from('SUMMARY:@')) + 8
    const mixed = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xd6, 0xdc]), bytes.subarray(at + 1)])
    const { events } = readIcs(decodeIcs(mixed), ZONE)
    expect(events.map(({ title, place }) => [title, place])).toEqual([['长城会议', ''], ['周', '三楼']])
  }) // biome-ignore format: pairs

  test('given GB18030, then it is read as that', () => {
    const gbk = Buffer.concat([
      Buffer.from(lines.slice(0, lines.indexOf('长城'))),
      Buffer.from([0xb3, 0xa4, 0xb3, 0xc7]),
      Buffer.from(lines.slice(lines.indexOf('会议') + 2)),
    ])
    expect(readIcs(decodeIcs(gbk), ZONE).events[0]?.title).toBe('长城')
  })
})

describe('vCalendar 1.0', () => {
  const old = (...lines: string[]) =>
    readIcs(['BEGIN:VCALENDAR', 'VERSION:1.0', 'BEGIN:VEVENT', 'UID:o', 'DTSTART:20261205T010000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'), ZONE).events[0] // biome-ignore format: a file

  test('given quoted-printable over several lines, with a charset, then the text is whole', () => {
    const title = 'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=91=A8=E4=BC=9A,=\r\n=20=E4=B8=89=E6=A5=BC'
    expect(old(title)).toMatchObject({ title: '周会, 三楼' })
    expect(old('SUMMARY;CHARSET=GBK;QUOTED-PRINTABLE:=D6=DC=BB=E1')).toMatchObject({ title: '周会' })
    expect(old('DESCRIPTION;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo')).toMatchObject({ description: 'one\ntwo' })
  })

  test.each([
    ['D2 #5', 'FREQ=DAILY;INTERVAL=2;COUNT=5'],
    ['W1 MO WE #0', 'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,WE'],
    ['W2 FR', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=2'],
    ['MP1 1+ MO 2- FR #3', 'FREQ=MONTHLY;INTERVAL=1;BYDAY=1MO,-2FR;COUNT=3'],
    ['MD1 15 LD 20270301T000000Z', 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15,-1;UNTIL=20270301T000000Z'],
    ['YM1 3 #0', 'FREQ=YEARLY;INTERVAL=1;BYMONTH=3'],
  ])('given the rule %s, then it is %s', (given, rule) => {
    const parts = (text: string) => text.split(';').toSorted()
    const { repeat } = old(`RRULE:${given}`) ?? {}
    expect(repeat?.kind === 'rule' ? parts(repeat.rule).filter((part) => part !== 'INTERVAL=1') : []).toEqual(
      parts(rule).filter((part) => part !== 'INTERVAL=1'),
    )
  })
})
