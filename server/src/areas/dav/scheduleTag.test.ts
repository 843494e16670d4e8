import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { calendarJobs } from '../calendar/calendarJobs.ts'

const DAY = 86_400_000
/** Monday, 9:00 in Shanghai. */
const MONDAY = Date.parse('2026-11-23T01:00Z')

const meeting = (title: string, ...more: string[]) =>
  [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Phone//1//EN',
      'BEGIN:VEVENT',
      'UID:meet',
      'DTSTAMP:20261120T000000Z',
    ],
    ...['DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DTEND;TZID=Asia/Shanghai:20261123T100000'],
    ...['RRULE:FREQ=DAILY;COUNT=5', `SUMMARY:${title}`, 'ORGANIZER;CN=张伟:mailto:zhang.wei@yanshu.test'],
    'ATTENDEE;CN=张伟;PARTSTAT=ACCEPTED:mailto:zhang.wei@yanshu.test',
    ...['ATTENDEE;CN=李娜:mailto:li.na@yanshu.test', 'ATTENDEE;CN=王芳:mailto:wang.fang@yanshu.test'],
    ...[...more, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

describe.each(engines)('schedule tags of CalDAV, on %s', (engine) => {
  let server: TestServer
  const people = new Map<string, { client: TestClient; code: string; home: number }>()
  beforeAll(async () => {
    server = await startTestServer({ engine, startsAt: MONDAY - DAY })
    for (const [local, name] of [
      ['zhang.wei', '张伟'],
      ['li.na', '李娜'],
      ['wang.fang', '王芳'],
    ] as const) {
      const client = await server.as(await server.addUser(local, { name }))
      const { code } = await client.get('user/client/generatePassword', { name: local, scopes: 'caldav' })
      people.set(local, { client, code, home: (await client.get('calendar/list')).calendars[0]?.calendarId ?? 0 })
    }
  })
  afterAll(() => server.stop())

  const of = (local: string) => {
    const person = people.get(local)
    if (!person) throw new Error(`${local} was not added`)
    return person
  }
  const call = (
    method: string,
    { as = 'zhang.wei', name = 'meet.ics', body = '', ...headers }: Record<string, string> = {},
  ) =>
    fetch(`${server.url}/dav/calendars/${as}%40yanshu.test/${of(as).home}/${name}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${as}@yanshu.test:${of(as).code}`).toString('base64')}`,
        ...headers,
      },
      ...(body === '' ? {} : { body }),
    })
  const tagsOf = async (as = 'zhang.wei') => {
    const answer = await call('GET', { as })
    await answer.arrayBuffer()
    return { tag: answer.headers.get('schedule-tag') ?? '', etag: answer.headers.get('etag') ?? '' }
  }
  /** The tag that a report or a PROPFIND names. */
  const tagIn = async (method: string, body: string) => {
    const text = await (await call(method, { name: '', body, depth: '1' })).text()
    return /<[^>]*schedule-tag>([^<]*)</.exec(text)?.[1]?.replaceAll('&quot;', '"')
  }
  /** What the server does by itself. */
  const runAll = async () => {
    server.wait(20_000)
    await jobsOf(server.context).runDue(calendarJobs)
    await server.dispatcher.runDue()
    await server.steps.effects.runDue()
    await jobsOf(server.context).runDue(calendarJobs)
  }
  const answer = async (local: string, more: { at?: number }) => {
    const { client, home } = of(local)
    const { instances } = await client.get('calendar/events', {
      from: MONDAY - DAY,
      to: MONDAY + 9 * DAY,
      calendarIds: `${home}`,
    })
    await client.post('calendar/event/answer', {
      eventId: instances[0]?.eventId ?? 0,
      answer: 'accepted',
      ...more,
    })
    await runAll()
  }
  const answers = async () => ((await (await call('GET')).text()).match(/PARTSTAT=ACCEPTED/g) ?? []).length

  test('an answer leaves the tag of the organiser and of others as it is; a change gives a new one', async () => {
    const made = await call('PUT', { body: meeting('评审') })
    expect(made.status).toBe(201)
    const first = await tagsOf()
    expect(first.tag).not.toBe('')
    expect(made.headers.get('schedule-tag')).toBe(first.tag)
    const prop = '<D:prop><C:schedule-tag/></D:prop>'
    const spaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
    expect(await tagIn('PROPFIND', `<D:propfind ${spaces}>${prop}</D:propfind>`)).toBe(first.tag)
    const sync = `<D:sync-collection ${spaces}><D:sync-token/><D:sync-level>1</D:sync-level>${prop}</D:sync-collection>`
    expect(await tagIn('REPORT', sync)).toBe(first.tag)

    await runAll()
    const theirs = await tagsOf('wang.fang')
    await answer('li.na', {})
    await answer('li.na', { at: MONDAY + DAY })
    const second = await tagsOf()
    expect(second.etag).not.toBe(first.etag)
    expect(second.tag).toBe(first.tag)
    expect((await tagsOf('wang.fang')).tag).toBe(theirs.tag)

    // The client has not seen the answers: its change is stored, and they stay.
    const before = await answers()
    expect((await call('PUT', { body: meeting('评审'), 'if-match': first.etag })).status).toBe(412)
    const changed = await call('PUT', { body: meeting('评审二'), 'if-schedule-tag-match': first.tag })
    expect(changed.status).toBe(204)
    const third = await tagsOf()
    expect(third.tag).toBe(changed.headers.get('schedule-tag'))
    expect(third.tag).not.toBe(first.tag)
    expect(await answers()).toBe(before)
    await runAll()
    expect((await tagsOf('wang.fang')).tag).not.toBe(theirs.tag)
  })

  test('given another tag, then nothing is written or deleted, nor where there is no event to which people are invited', async () => {
    const stale = { 'if-schedule-tag-match': '"s-old"' }
    expect((await call('PUT', { body: meeting('改了'), ...stale })).status).toBe(412)
    expect((await call('DELETE', stale)).status).toBe(412)
    const alone = meeting('一个人')
      .replaceAll(/(?:ORGANIZER|ATTENDEE).*\r\n/g, '')
      .replace('UID:meet', 'UID:alone')
    expect((await call('PUT', { name: 'alone.ics', body: alone, ...stale })).status).toBe(412)
    const made = await call('PUT', { name: 'alone.ics', body: alone })
    expect([made.status, made.headers.get('schedule-tag')]).toEqual([201, null])
    expect((await tagsOf()).tag).not.toBe('')
    const { tag } = await tagsOf('li.na')
    expect((await call('DELETE', { as: 'li.na', 'if-schedule-tag-match': tag })).status).toBe(204)
    await runAll()
    expect((await (await call('GET')).text()).match(/PARTSTAT=DECLINED/g)?.length).toBeGreaterThan(0)
  })
})
