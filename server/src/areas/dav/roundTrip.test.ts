import type { EventInput } from '@yanshu/contracts'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY = 86_400_000
/** Monday, 9:00 in Shanghai. */
const MONDAY = Date.parse('2026-11-23T01:00Z')
const SEED = 20_261_127

type Component = [string, [string, Record<string, unknown>, string, ...unknown[]][], Component[]]

let server: TestServer
let zhang: TestClient
let home: number
let code: string
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true, startsAt: MONDAY - DAY })
  const accountId = await server.addUser('zhang.wei', { name: '张伟' })
  zhang = await server.as(accountId)
  home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  code = (await zhang.get('user/client/generatePassword', { name: 'phone', scopes: 'carddav,caldav' })).code
})
afterAll(() => server.stop())

const call = (method: string, path: string, body?: string) =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`zhang.wei@yanshu.test:${code}`).toString('base64')}` },
    ...(body === undefined ? {} : { body }),
  })
const eventAt = (uid: string) => `/dav/calendars/zhang.wei%40yanshu.test/${home}/${uid}.ics`

/** Written anew by each program: who wrote it last, and when. */
const ANEW = new Set(['dtstamp', 'last-modified', 'sequence'])

/** The events and tasks of an object, each as the lines of it in one order. */
function propertiesOfText(text: string): string[] {
  const [, , components] = ICAL.parse(text) as unknown as Component
  const linesOf = ([kind, properties, parts]: Component): string[] => [
    ...properties.filter(([name]) => !ANEW.has(name)).map((property) => `${kind} ${sorted(property)}`),
    ...parts.map((part) => `${kind} (${linesOf(part).toSorted().join(' ')})`),
  ]
  return components
    .filter(([kind]) => kind !== 'vtimezone')
    .flatMap((component) => {
      const time = component[1].find(([name]) => name === 'recurrence-id')?.[3] ?? ''
      return linesOf(component).map((line) => `${time} ${line}`)
    })
    .toSorted()
}

const sorted = ([name, parameters, type, ...values]: Component[1][number]): string =>
  JSON.stringify([
    name,
    Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    type,
    values.map((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
        : value,
    ),
  ])

const some = (...lines: string[]) => fc.subarray(lines)
const alarm = (...lines: string[]) => ['BEGIN:VALARM', ...lines, 'END:VALARM'].join('\r\n')

/** Events as phones and desktops write them. */
interface Sample {
  readonly times: readonly string[]
  readonly rule: readonly string[]
  readonly words: readonly string[]
  readonly people: readonly string[]
  readonly alarms: readonly string[]
  readonly time: readonly string[]
}
const object: fc.Arbitrary<Sample> = fc.record<Sample>({
  times: fc.constantFrom(
    ['DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DTEND;TZID=Asia/Tokyo:20261123T110000'],
    ['DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DURATION:PT1H'],
    ['DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z'],
    ['DTSTART;TZID=America/New_York:20261123T090000', 'DTEND;TZID=America/New_York:20261123T093000'],
  ),
  rule: fc.constantFrom([], ['RRULE:FREQ=WEEKLY;WKST=SU;BYDAY=MO;COUNT=5'], ['RRULE:COUNT=4;FREQ=DAILY']),
  words: some(
    'LOCATION;ALTREP="cid:room":三楼\\, 302',
    'DESCRIPTION;LANGUAGE=zh:第一行\\n第二行',
    'CATEGORIES:工作,一个比日历所能保存的长度还要长得多得多得多得多得多得多的类别名称',
    'CATEGORIES;LANGUAGE=en:Work',
    'COMMENT:带上合同',
    'CLASS:CONFIDENTIAL',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'GEO:31.2;121.4',
    'PRIORITY:5',
    'COLOR:turquoise',
    'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example/1',
    'URL:https://wiki.example/page',
    'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="上海\\, 徐汇":geo:31.2,121.4',
    'X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M',
    'RELATED-TO;RELTYPE=PARENT:parent@x',
    'CREATED:20261101T000000Z',
  ),
  people: fc.constantFrom(
    [],
    [
      'ORGANIZER;CN=张伟;EMAIL=zhang.wei@yanshu.test;SCHEDULE-AGENT=CLIENT:mailto:zhang.wei@yanshu.test',
      'ATTENDEE;CN=王海;CUTYPE=INDIVIDUAL;X-NUM-GUESTS=2;SCHEDULE-AGENT=CLIENT:mailto:wang.hai@partner.example',
      'ATTENDEE;CUTYPE=RESOURCE;ROLE=NON-PARTICIPANT;SCHEDULE-AGENT=NONE:urn:uuid:projector',
    ],
  ),
  alarms: some(
    alarm('ACTION:DISPLAY', 'DESCRIPTION:提醒', 'TRIGGER:-PT15M', 'ACKNOWLEDGED:20261120T000000Z', 'UID:a1'),
    alarm('ACTION:AUDIO', 'TRIGGER;VALUE=DATE-TIME:20261123T000000Z', 'ATTACH;VALUE=URI:Chord'),
    alarm('ACTION:DISPLAY', 'DESCRIPTION:x', 'TRIGGER;RELATED=END:PT5M'),
    alarm('ACTION:EMAIL', 'SUMMARY:x', 'DESCRIPTION:x', 'ATTENDEE:mailto:zhang.wei@yanshu.test', 'TRIGGER:-P1D'),
  ),
  time: some('X-OF-ONE-TIME:yes', 'LOCATION:另一处', 'PRIORITY:1'),
})

const textOf = (uid: string, { times, rule, words, people, alarms, time }: Sample) => {
  const head = (...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261120T000000Z', ...lines]
  const [start = ''] = times
  // The second time of a series, with properties of its own.
  const moment = rule.length > 0 && rule[0]?.includes('DAILY') ? start.replace('20261123', '20261124') : start.replace('20261123', '20261130')
  const single = head(moment.replace('DTSTART', 'RECURRENCE-ID'), moment, 'DURATION:PT2H', 'SUMMARY:一次', ...people, ...time)
  return [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//1//EN',
    ...head('SUMMARY:周会', ...times, ...rule, ...words, ...people, ...alarms, 'END:VEVENT'),
    ...(rule.length > 0 ? [...single, 'END:VEVENT'] : []),
    'END:VCALENDAR', '',
  ].join('\r\n')
} // biome-ignore format: lines of a file

test('what a program puts it gets back, also after one field was changed on the page', async () => {
  const samples = fc.sample(object, { numRuns: 40, seed: SEED })
  for (const [at, sample] of samples.entries()) {
    const uid = `round-${at}`
    const put = textOf(uid, sample)
    expect((await call('PUT', eventAt(uid), put)).status, put).toBe(201)
    const got = await (await call('GET', eventAt(uid))).text()
    expect(propertiesOfText(got), put).toEqual(propertiesOfText(put))
    // Every zone that is named is defined.
    for (const [, zone] of got.matchAll(/TZID=([\w/]+)/g)) expect(got).toContain(`TZID:${zone}`)

    const { event_id } = await server.context.store.db
      .selectFrom('event')
      .select('id as event_id')
      .where('uid', '=', uid)
      .where('series_id', 'is', null)
      .executeTakeFirstOrThrow()
    const { eventId, version, level, at: _at, cancelled, exception, organizer, invited, answer, updatedAt, updatedBy, ...fields } =
      await zhang.get('calendar/event/get', { eventId: event_id }) // biome-ignore format: what is no input
    const event: EventInput = { ...fields, title: '改了名的会', files: [] }
    await zhang.post('calendar/event/save', { target: { eventId, version, scope: 'all' }, event })
    const changed = propertiesOfText(await (await call('GET', eventAt(uid))).text())
    const wanted = propertiesOfText(put.replace('SUMMARY:周会', 'SUMMARY:改了名的会'))
    expect(changed, put).toEqual(wanted)
  }
})

test('given a reminder that is removed on the page, then alarms of other kinds stay', async () => {
  const alarms = [
    alarm('ACTION:DISPLAY', 'DESCRIPTION:a', 'TRIGGER:-PT15M', 'X-SOUND:bell'),
    alarm('ACTION:DISPLAY', 'DESCRIPTION:b', 'TRIGGER:-PT30M'),
    alarm('ACTION:DISPLAY', 'DESCRIPTION:c', 'TRIGGER:PT10M'),
  ]
  const times = ['DTSTART:20261123T010000Z', 'DTEND:20261123T020000Z']
  await call('PUT', eventAt('alarms'), textOf('alarms', { times, rule: [], words: [], people: [], alarms, time: [] }))
  const row = await server.context.store.db
    .selectFrom('event')
    .select(['id', 'version'])
    .where('uid', '=', 'alarms')
    .executeTakeFirstOrThrow()
  const { title, allDay, start, end, zone, calendarId } = await zhang.get('calendar/event/get', { eventId: row.id })
  const event = { title, allDay, start, end, zone, calendarId, reminders: [15, 60] }
  await zhang.post('calendar/event/save', { target: { eventId: row.id, version: row.version, scope: 'all' }, event })
  const got = await (await call('GET', eventAt('alarms'))).text()
  expect([...got.matchAll(/TRIGGER:(\S+)/g)].map(([, trigger]) => trigger).toSorted()).toEqual([
    '-PT15M',
    '-PT1H',
    'PT10M',
  ])
  expect(got).toContain('X-SOUND:bell')
})
