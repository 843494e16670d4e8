import { Code, type EventInput } from '@yanshu/contracts'
import { createDAVClient } from 'tsdav'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { calendarJobs } from '../calendar/calendarJobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** What a list that is cut short ends with (RFC 6578 §3.6). */
const MORE = '507 Insufficient Storage'
/** Monday, 9:00 in Shanghai. */
const MONDAY = Date.parse('2026-11-23T01:00Z')

const object = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//1//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const vevent = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20261120T000000Z',
  ...lines,
  'END:VEVENT',
]
const vtodo = (uid: string, ...lines: string[]) => [
  'BEGIN:VTODO',
  `UID:${uid}`,
  'DTSTAMP:20261120T000000Z',
  ...lines,
  'END:VTODO',
]
const at9 = ['DTSTART;TZID=Asia/Shanghai:20261123T090000', 'DTEND;TZID=Asia/Shanghai:20261123T100000']

/** The filter of tasks, as tsdav writes filters. */
const todoFilter = {
  'comp-filter': { _attributes: { name: 'VCALENDAR' }, 'comp-filter': { _attributes: { name: 'VTODO' } } },
}

describe.each(engines)('CalDAV, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let liId: number
  let home: number
  const codes = new Map<string, string>()
  beforeAll(async () => {
    // No one is invited to what is over.
    server = await startTestServer({ engine, startsAt: MONDAY - DAY })
    await server.addUser('zhang.wei', { name: '张伟' })
    liId = await server.addUser('li.na', { name: '李娜' })
    await server.addUser('wang.fang', { name: '王芳' })
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    for (const [local, scopes] of [
      ['zhang.wei', 'carddav,caldav'],
      ['li.na', 'caldav'],
      ['wang.fang', 'carddav'],
    ] as const) {
      const client = await server.login(local)
      codes.set(local, (await client.get('user/client/generatePassword', { name: local, scopes })).code)
    }
  })
  afterAll(() => server.stop())

  const call = (
    method: string,
    path: string,
    { body, headers = {}, as = 'zhang.wei' }: { body?: string; headers?: Record<string, string>; as?: string } = {},
  ) =>
    fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Basic ${Buffer.from(`${as}@yanshu.test:${codes.get(as)}`).toString('base64')}`,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  const homeOf = (local: string) => `/dav/calendars/${local}%40yanshu.test/`
  const calendarOf = (id: number, local = 'zhang.wei') => `${homeOf(local)}${id}/`
  const put = (name: string, body: string, { headers = {}, as = 'zhang.wei', id = home } = {}) =>
    call('PUT', `${calendarOf(id, as)}${name}`, { body, headers: { 'content-type': 'text/calendar', ...headers }, as })
  const textOf = async (name: string, id = home, as = 'zhang.wei') =>
    (await call('GET', calendarOf(id, as) + encodeURIComponent(name), { as })).text()
  const clientOf = (local: string) =>
    createDAVClient({
      serverUrl: server.url,
      credentials: { username: `${local}@yanshu.test`, password: codes.get(local) ?? '' },
      authMethod: 'Basic',
      defaultAccountType: 'caldav',
    })
  const event = (more: Partial<EventInput> = {}): EventInput => ({
    calendarId: home,
    title: '周会',
    allDay: false,
    start: MONDAY,
    end: MONDAY + HOUR,
    zone: 'Asia/Shanghai',
    ...more,
  })
  const save = async (more: Partial<EventInput> = {}, who = zhang) =>
    who.post('calendar/event/save', { event: event(more) })
  const calendar = async (name: string, who = zhang) => (await who.post('calendar/save', { name })).calendarId
  const shown = async (id: number, who = zhang, days = 60) =>
    (await who.get('calendar/events', { from: MONDAY - DAY, to: MONDAY + days * DAY, calendarIds: `${id}` })).instances
  const report = async (path: string, body: string, as = 'zhang.wei') => {
    const response = await call('REPORT', path, { body, headers: { depth: '1' }, as })
    return { status: response.status, text: await response.text() }
  }
  const query = (filter: string, data = '<C:calendar-data/>') =>
    `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/>${data}</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${filter}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`
  const sync = async (path: string, token: string, limit?: number) => {
    const { status, text } = await report(
      path,
      `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${limit === undefined ? '' : `<D:limit><D:nresults>${limit}</D:nresults></D:limit>`}<D:prop><D:getetag/></D:prop></D:sync-collection>`,
    )
    const entries = text.split('<D:response>').slice(1)
    const count = (gone: boolean) =>
      entries.filter((entry) => !entry.includes(MORE) && entry.includes('404 Not Found') === gone).length
    const next = /<D:sync-token>([^<]*)<\/D:sync-token>/.exec(text)?.[1] ?? ''
    return { status, text, token: next, changed: count(false), removed: count(true), more: text.includes(MORE) }
  }

  test('a client finds the calendars by itself, reads, makes, changes and deletes, and the pages show the same', async () => {
    await save({ title: '网页里的会', reminders: [15] })
    const client = await clientOf('zhang.wei')
    const calendars = await client.fetchCalendars()
    const mine = calendars.find(({ url }) => url.endsWith(`/${home}/`))
    expect(mine).toMatchObject({
      displayName: '我的日历',
      components: ['VEVENT', 'VTODO'],
      calendarColor: expect.stringMatching(/^#/),
    })
    if (!mine) throw new Error('the calendar was not found')
    const [web] = await client.fetchCalendarObjects({ calendar: mine })
    expect(web?.data).toContain('SUMMARY:网页里的会')
    expect(web?.data).toContain('TRIGGER:-PT15M')
    const made = await client.createCalendarObject({
      calendar: mine,
      filename: 'phone-1.ics',
      iCalString: object(
        ...vevent(
          'phone-1',
          ...at9,
          'SUMMARY:手机上的会',
          'LOCATION:三楼',
          'RRULE:FREQ=WEEKLY;COUNT=3',
          'X-PHONE-ICON:star',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-PT10M',
          'END:VALARM',
        ),
      ),
    })
    expect(made.status).toBe(201)
    const [one] = (await shown(home)).filter(({ title }) => title === '手机上的会')
    expect(one).toMatchObject({ place: '三楼', start: MONDAY, end: MONDAY + HOUR, repeats: true })
    const read = await zhang.get('calendar/event/get', { eventId: one?.eventId ?? 0 })
    expect([read.reminders, read.zone]).toEqual([[10], 'Asia/Shanghai'])

    // One of its times is moved on the page: the client gets it as an exception, and keeps what only it understands.
    await zhang.post('calendar/event/move', {
      eventId: read.eventId,
      version: read.version,
      at: MONDAY + 7 * DAY,
      scope: 'this',
      start: MONDAY + 7 * DAY + HOUR,
      end: MONDAY + 7 * DAY + 2 * HOUR,
    })
    const objects = await client.fetchCalendarObjects({ calendar: mine })
    const phone = objects.find(({ url }) => url.endsWith('phone-1.ics'))
    expect(phone?.data).toContain('X-PHONE-ICON:star')
    expect(phone?.data).toContain('RECURRENCE-ID;TZID=Asia/Shanghai:20261130T090000')
    if (!phone) throw new Error('the event is gone')
    const data = String(phone.data).replaceAll('手机上的会', '改过的会')
    expect((await client.updateCalendarObject({ calendarObject: { ...phone, data } })).status).toBe(204)
    expect((await shown(home)).filter(({ title }) => title === '改过的会').map(({ start }) => start)).toEqual([
      MONDAY,
      MONDAY + 7 * DAY + HOUR,
      MONDAY + 14 * DAY,
    ])
    // The tag that the client had is an old one now.
    expect((await client.updateCalendarObject({ calendarObject: phone })).status).toBe(412)
    const fresh = (await client.fetchCalendarObjects({ calendar: mine })).find(({ url }) => url === phone.url)
    if (!fresh) throw new Error('the event is gone')
    expect((await client.deleteCalendarObject({ calendarObject: fresh })).status).toBe(204)
    expect((await shown(home)).map(({ title }) => title)).toEqual(['网页里的会'])
  })

  test('a client finds colleagues to invite, and learns that it may make calendars', async () => {
    const search = (text: string) =>
      report(
        '/dav/principals/',
        `<D:principal-property-search xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" test="anyof"><D:property-search><D:prop><D:displayname/></D:prop><D:match match-type="contains">${text}</D:match></D:property-search><D:prop><D:displayname/><C:calendar-user-address-set/></D:prop></D:principal-property-search>`,
      )
    const { status, text } = await search('李娜')
    expect([status, text.includes('mailto:li.na@yanshu.test'), text.includes('wang.fang')]).toEqual([207, true, false])
    expect((await search('wang')).text).toContain('mailto:wang.fang@yanshu.test')
    expect((await search('')).text).not.toContain('mailto:')
    const set = await report('/dav/principals/', '<D:principal-search-property-set xmlns:D="DAV:"/>')
    expect([set.status, set.text.includes('calendar-user-address-set')]).toEqual([200, true])
    const found = await call('PROPFIND', homeOf('zhang.wei'), {
      headers: { depth: '0' },
      body: '<D:propfind xmlns:D="DAV:"><D:prop><D:current-user-privilege-set/><D:supported-report-set/></D:prop></D:propfind>',
    })
    expect(await found.text()).toMatch(/supported-report-set[\s\S]*principal-property-search|privilege[\s\S]*bind/)
  })

  test('given people to whom a client sends by itself, then no mail leaves, nor one about their end', async () => {
    const lines = [
      'ORGANIZER;SCHEDULE-AGENT=CLIENT;CN=Zhang Wei:mailto:zhang.wei@yanshu.test',
      'ATTENDEE;SCHEDULE-AGENT=CLIENT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:li.na@yanshu.test',
    ]
    const known = async () => (await server.mailsOf(liId)).length
    const before = await known()
    const runAll = async () => {
      server.wait(60_000)
      await jobsOf(server.context).runDue(calendarJobs)
      await server.dispatcher.runDue()
    }
    expect((await put('agent.ics', object(...vevent('agent', ...at9, 'SUMMARY:自己发信', ...lines)))).status).toBe(201)
    await runAll()
    expect(await textOf('agent.ics')).toContain('SCHEDULE-AGENT=CLIENT')
    // Taken off the list, and then the event ends.
    expect((await put('agent.ics', object(...vevent('agent', ...at9, 'SUMMARY:自己发信')))).status).toBe(204)
    await runAll()
    expect((await call('DELETE', `${calendarOf(home)}agent.ics`)).status).toBe(204)
    await runAll()
    expect(await known()).toBe(before)
  })

  test('what changed since is told exactly once, whoever changed it and however', async () => {
    const id = await calendar('同步')
    const path = calendarOf(id)
    const first = await sync(path, '')
    expect([first.status, first.changed]).toEqual([207, 0])
    const made = []
    for (const title of ['甲', '乙', '丙']) made.push(await save({ calendarId: id, title }))
    await zhang.post('calendar/event/delete', { ...(made[2] ?? { eventId: 0, version: 0 }), scope: 'all' })
    const next = await sync(path, first.token)
    expect([next.changed, next.removed]).toEqual([2, 1])
    expect(await sync(path, next.token)).toMatchObject({ changed: 0, removed: 0 })
    const undone = await save({ calendarId: id, title: '丁' })
    await zhang.post('calendar/event/undo', { undo: undone.undo })
    // One that is deleted and put back by "undo", and one that moves to another calendar.
    const gone = await zhang.post('calendar/event/delete', { ...(made[0] ?? { eventId: 0, version: 0 }), scope: 'all' })
    await zhang.post('calendar/event/undo', { undo: gone.undo })
    await zhang.post('calendar/event/save', {
      target: { eventId: made[1]?.eventId ?? 0, version: made[1]?.version ?? 0, scope: 'all' },
      event: event({ title: '乙' }),
    })
    const part = await sync(path, next.token, 1)
    expect([part.changed + part.removed, part.more]).toEqual([1, true])
    const rest = await sync(path, part.token)
    expect([part.changed + rest.changed, part.removed + rest.removed, rest.more]).toEqual([1, 2, false])
    for (const token of ['urn:yanshu:sync:999999', 'nonsense']) {
      const refused = await sync(path, token)
      expect([refused.status, refused.text.includes('valid-sync-token')]).toEqual([403, true])
    }
  })

  test('a query finds what happens in its window, expanded where that is asked', async () => {
    const id = await calendar('查询')
    await save({ calendarId: id, title: '每周', repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=4' } })
    await save({ calendarId: id, title: '一次', start: MONDAY + 3 * DAY, end: MONDAY + 3 * DAY + HOUR })
    const find = async (filter: string, data?: string) => {
      const { text } = await report(calendarOf(id), query(filter, data))
      return [...text.matchAll(/SUMMARY:(\S+?)(&#13;|\s)/g)].map(([, title]) => title).toSorted()
    }
    const range = (start: string, end: string) => `<C:time-range start="${start}T000000Z" end="${end}T000000Z"/>`
    expect(await find('')).toEqual(['一次', '每周'])
    expect(await find(range('20261130', '20261201'))).toEqual(['每周'])
    expect(await find(range('20261126', '20261127'))).toEqual(['一次'])
    expect(await find(range('20270101', '20270201'))).toEqual([])
    const title = '<C:prop-filter name="SUMMARY"><C:text-match>一</C:text-match></C:prop-filter>'
    expect(await find(title)).toEqual(['一次'])
    const expand = '<C:calendar-data><C:expand start="20261123T000000Z" end="20261208T000000Z"/></C:calendar-data>'
    expect(await find(range('20261123', '20261208'), expand)).toEqual(['一次', '每周', '每周', '每周'])
    const tasks = query('').replace('"VEVENT"', '"VTODO"')
    expect((await report(calendarOf(id), tasks)).text).not.toContain('SUMMARY')
  })

  test('tasks: a client makes, finds, changes and deletes them, and the pages show the same', async () => {
    const { calendarId: id } = await zhang.post('calendar/save', { name: '任务' })
    const client = await clientOf('zhang.wei')
    const mine = (await client.fetchCalendars()).find(({ url }) => url.endsWith(`/${id}/`))
    if (!mine) throw new Error('the calendar was not found')
    const open = async () =>
      (await zhang.get('calendar/task/list')).tasks.filter((one) => one.calendarId === id && one.closedAt === null)
    const zone = 'Asia/Shanghai'
    const due = MONDAY + 4 * DAY
    await zhang.post('calendar/task/save', { task: { calendarId: id, title: '网页任务', allDay: false, due, zone } })
    await save({ calendarId: id, title: '会议' })
    const before = await sync(calendarOf(id), '')
    const lines = ['SUMMARY:手机任务', 'DUE;VALUE=DATE:20261130', 'PRIORITY:1', 'X-SORT:7', 'RELATED-TO:parent']
    const made = await client.createCalendarObject({
      calendar: mine,
      filename: 'todo-1.ics',
      iCalString: object(...vtodo('todo-1', ...lines)),
    })
    expect(made.status).toBe(201)
    const find = async (filter: string) => {
      const { text } = await report(calendarOf(id), query(filter).replace('"VEVENT"', '"VTODO"'))
      return [...text.matchAll(/SUMMARY:(\S+?)(&#13;|\s)/g)].map(([, title]) => title).toSorted()
    }
    const range = (start: string, end: string) => `<C:time-range start="${start}T000000Z" end="${end}T000000Z"/>`
    const notDone = '<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>'
    expect(await find('')).toEqual(['手机任务', '网页任务'])
    expect(await find(range('20261127', '20261128'))).toEqual(['网页任务'])
    expect(await find(range('20270101', '20270201'))).toEqual([])
    expect((await open()).map(({ title, due, priority }) => [title, due, priority])).toEqual([
      ['网页任务', due, 0],
      ['手机任务', Date.parse('2026-11-30'), 1],
    ])
    const [seen] = (await open()).slice(1)
    await zhang.post('calendar/task/done', { taskId: seen?.taskId ?? 0, version: seen?.version ?? 0, done: true })
    const text = await textOf('todo-1.ics', id)
    for (const line of ['STATUS:COMPLETED', 'PERCENT-COMPLETE:100', 'COMPLETED:', 'X-SORT:7', 'RELATED-TO:parent']) {
      expect(text).toContain(line)
    }
    expect(await find(notDone)).toEqual(['网页任务'])
    const changes = await sync(calendarOf(id), before.token)
    expect([before.changed, changes.changed, changes.removed]).toEqual([2, 1, 0])
    const ticked = object(...vtodo('todo-1', ...lines, 'STATUS:NEEDS-ACTION'))
    expect((await put('todo-1.ics', ticked, { id })).status).toBe(204)
    expect((await open()).map(({ title }) => title)).toEqual(['网页任务', '手机任务'])
    expect((await put('other.ics', object(...vevent('todo-1', ...at9)), { id })).status).toBe(403)
    expect((await put('todo-1.ics', object(...vevent('todo-1', ...at9)), { id })).status).toBe(403)
    const after = await sync(calendarOf(id), changes.token)
    expect((await call('DELETE', `${calendarOf(id)}todo-1.ics`)).status).toBe(204)
    expect((await sync(calendarOf(id), after.token)).removed).toBe(1)
    expect((await open()).map(({ title }) => title)).toEqual(['网页任务'])
    await zhang.post('calendar/share/save', {
      calendarId: id,
      shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level: 'view' }],
    })
    expect((await put('theirs.ics', object(...vtodo('theirs')), { as: 'li.na', id })).status).toBe(403)
    // What no rule of iCalendar expresses goes out as times, and is still what it was when it comes back.
    const lunar = { kind: 'lunar', every: 'year', until: null } as const
    const yearly = { calendarId: id, title: '祭祖', allDay: true, zone, due: Date.parse('2026-12-22'), repeat: lunar }
    const { taskId } = await zhang.post('calendar/task/save', { task: yearly })
    const sent = (await client.fetchCalendarObjects({ calendar: mine, filters: todoFilter })).find(({ data }) =>
      String(data).includes('祭祖'),
    )
    if (!sent) throw new Error('the task was not found')
    const data = String(sent.data).replace('SUMMARY:祭祖', 'SUMMARY:祭祖！')
    expect((await client.updateCalendarObject({ calendarObject: { ...sent, data } })).status).toBe(204)
    expect(await zhang.get('calendar/task/get', { taskId })).toMatchObject({ title: '祭祖！', repeat: lunar })
    const secret = { calendarId: id, title: '私事', allDay: true, zone, private: true }
    await zhang.post('calendar/task/save', { task: secret })
    const { text: theirs } = await report(calendarOf(id, 'li.na'), query('').replace('"VEVENT"', '"VTODO"'), 'li.na')
    expect([theirs.includes('网页任务'), theirs.includes('私事')]).toEqual([true, false])
  })

  test('days of the Chinese calendar and legal workdays come back as they went', async () => {
    const id = await calendar('农历')
    const start = Date.parse('2026-02-17T00:00Z')
    const lunar = await save({
      calendarId: id,
      title: '春节',
      allDay: true,
      start,
      end: start + DAY,
      repeat: { kind: 'lunar', every: 'year', until: null },
    })
    const work = await save({ calendarId: id, title: '站会', repeat: { kind: 'workday', until: null } })
    const client = await clientOf('zhang.wei')
    const mine = (await client.fetchCalendars()).find(({ url }) => url.endsWith(`/${id}/`))
    if (!mine) throw new Error('the calendar was not found')
    for (const one of await client.fetchCalendarObjects({ calendar: mine })) {
      const data = String(one.data).replace(/SUMMARY:(\S+)/, 'SUMMARY:$1！')
      expect((await client.updateCalendarObject({ calendarObject: { ...one, data } })).status).toBe(204)
    }
    for (const [{ eventId }, kind] of [
      [lunar, 'lunar'],
      [work, 'workday'],
    ] as const) {
      const read = await zhang.get('calendar/event/get', { eventId })
      expect([read.repeat?.kind, read.title.endsWith('！')]).toEqual([kind, true])
    }
  })

  test('an invitation from a client is mailed, the answer of another client comes back, and only that', async () => {
    const theirs = (await li.get('calendar/list')).calendars[0]?.calendarId ?? 0
    const people = [
      'ORGANIZER;CN=张伟:mailto:zhang.wei@yanshu.test',
      'ATTENDEE;CN=张伟;PARTSTAT=ACCEPTED:mailto:zhang.wei@yanshu.test',
      'ATTENDEE;CN=李娜;PARTSTAT=ACCEPTED:mailto:li.na@yanshu.test',
    ]
    const body = object(...vevent('meet-1', ...at9, 'SUMMARY:评审', ...people))
    expect((await put('meet-1.ics', body)).status).toBe(201)
    // No one answers for others.
    const mine = (await shown(home)).find(({ title }) => title === '评审')
    const answers = async () =>
      (await zhang.get('calendar/event/get', { eventId: mine?.eventId ?? 0 })).attendees
        .filter(({ address }) => address.startsWith('li.na'))
        .map(({ answer }) => answer)
    expect(await answers()).toEqual([''])
    /** What the server does by itself every few seconds. */
    const runDue = async () => {
      await jobsOf(server.context).runDue(calendarJobs)
      await server.dispatcher.runDue()
      await server.steps.effects.runDue()
    }
    const inTheirs = async () => {
      await runDue()
      return (await shown(theirs, li)).map(({ title }) => title)
    }
    server.wait(20_000)
    await expect.poll(inTheirs).toEqual(['评审'])
    const got = await textOf('meet-1.ics', theirs, 'li.na')
    expect(got).toContain('PARTSTAT=NEEDS-ACTION')
    const answered = got
      .replaceAll(/\r\n /g, '')
      .replace(/(ATTENDEE;CN=李娜[^\r]*)PARTSTAT=NEEDS-ACTION/, '$1PARTSTAT=DECLINED')
      .replace('SUMMARY:评审', 'SUMMARY:别的题目')
    const options = { as: 'li.na', id: theirs }
    expect((await put('meet-1.ics', answered, options)).status).toBe(204)
    expect(await textOf('meet-1.ics', theirs, 'li.na')).toContain('SUMMARY:评审')
    server.wait(20_000)
    const answersNow = async () => {
      await runDue()
      return answers()
    }
    await expect.poll(answersNow).toEqual(['declined'])

    // The answer goes to the organiser once, and again where the client asks for that.
    const replies = async () =>
      (await zhang.get('mail/email/mailbox/list', { pageSize: 50 })).list.filter(({ subject }) =>
        subject.endsWith('：评审'),
      ).length
    const again = async (text: string) => {
      expect((await put('meet-1.ics', text, options)).status).toBe(204)
      server.wait(20_000)
      await runDue()
      await runDue()
    }
    const once = await replies()
    await again(answered)
    expect(await replies()).toBe(once)
    await again(answered.replace('ORGANIZER;', 'ORGANIZER;SCHEDULE-FORCE-SEND=REPLY;'))
    expect(await replies()).toBe(once + 1)
  })

  test('given a client that asks to send again, then those it names get the event once more, and the mark is not kept', async () => {
    const event = (...marks: string[]) =>
      object(...vevent('force', ...at9, 'SUMMARY:再发一次', 'ORGANIZER:mailto:zhang.wei@yanshu.test',
        ...['li.na', 'wang.fang'].map((name, at) => `ATTENDEE;CN="a:b"${marks[at] ?? ''};PARTSTAT=NEEDS-ACTION:mailto:${name}@yanshu.test`))) // biome-ignore format: lines
    const mails = async () => (await server.mailsOf(liId)).length
    const runAll = async () => {
      server.wait(60_000)
      await jobsOf(server.context).runDue(calendarJobs)
      await server.dispatcher.runDue()
    }
    const before = await mails()
    expect((await put('force.ics', event())).status).toBe(201)
    await runAll()
    expect(await mails()).toBe(before + 1)
    expect((await put('force.ics', event())).status).toBe(204)
    await runAll()
    expect((await put('force.ics', event('', ';SCHEDULE-FORCE-SEND=REQUEST'))).status).toBe(204)
    await runAll()
    expect(await mails()).toBe(before + 1)
    expect((await put('force.ics', event(';SCHEDULE-FORCE-SEND=REQUEST'))).status).toBe(204)
    await runAll()
    expect(await mails()).toBe(before + 2)
    expect(await textOf('force.ics')).not.toContain('SCHEDULE-FORCE-SEND')
  })

  test('when colleagues are busy is asked at the outbox and of one calendar', async () => {
    const id = await calendar('忙闲')
    await save({ calendarId: id, title: '保密的题目', start: MONDAY + 5 * DAY, end: MONDAY + 5 * DAY + HOUR })
    const range = `<C:time-range start="20261128T000000Z" end="20261129T000000Z"/>`
    const { text } = await report(
      calendarOf(id),
      `<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">${range}</C:free-busy-query>`,
    )
    expect(text).toContain('FREEBUSY;FBTYPE=BUSY:20261128T010000Z/20261128T020000Z')
    expect(text).not.toContain('保密')
    const ask = object(
      'METHOD:REQUEST',
      'BEGIN:VFREEBUSY',
      'UID:q1',
      'DTSTAMP:20261120T000000Z',
      'DTSTART:20261128T000000Z',
      'DTEND:20261129T000000Z',
      'ORGANIZER:mailto:li.na@yanshu.test',
      'ATTENDEE;CN="a:b":mailto:zhang.wei@yanshu.test',
      'ATTENDEE:mailto:nobody@elsewhere.example',
      'END:VFREEBUSY',
    )
    const outbox = `${homeOf('li.na')}outbox/`
    const asked = async () => (await call('POST', outbox, { body: ask, as: 'li.na' })).text()
    const answer = await asked()
    expect(answer).toContain('FREEBUSY;FBTYPE=BUSY:20261128T010000Z/20261128T020000Z')
    expect(answer).toContain('3.7;Invalid calendar user')
    await zhang.post('calendar/settings/save', { showBusy: false })
    expect(await asked()).toContain('3.8;No authority')
    await zhang.post('calendar/settings/save', { showBusy: true })
    expect((await call('POST', calendarOf(id), { body: ask })).status).toBe(405)
    expect((await call('POST', outbox, { body: 'x', as: 'li.na' })).status).toBe(403)
  })

  test('what is shared is there as far as it is shared, and nobody reaches what is not', async () => {
    const id = await calendar('共享')
    const theirs = (path = '') => `${calendarOf(id, 'li.na')}${path}`
    await save({ calendarId: id, title: '大家的' })
    const secret = await save({ calendarId: id, title: '自己的', private: true })
    const share = (level: 'view' | 'edit' | 'busy') =>
      zhang.post('calendar/share/save', {
        calendarId: id,
        shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test', name: '' }, level }],
      })
    expect((await call('PROPFIND', theirs(), { as: 'li.na' })).status).toBe(404)
    await share('busy')
    expect((await call('PROPFIND', theirs(), { as: 'li.na' })).status).toBe(404)
    await share('view')
    const seen = (await report(theirs(), query(''), 'li.na')).text
    expect([seen.includes('大家的'), seen.includes('自己的')]).toEqual([true, false])
    const { uid } = await server.context.store.db
      .selectFrom('event')
      .select('uid')
      .where('id', '=', secret.eventId)
      .executeTakeFirstOrThrow()
    expect((await call('GET', theirs(`${encodeURIComponent(uid)}.ics`), { as: 'li.na' })).status).toBe(404)
    const body = object(...vevent('guest', ...at9, 'SUMMARY:客人写的'))
    expect((await put('guest.ics', body, { as: 'li.na', id })).status).toBe(403)
    await share('edit')
    expect((await put('guest.ics', body, { as: 'li.na', id })).status).toBe(201)
    expect((await shown(id)).map(({ title }) => title)).toContain('客人写的')
    // A UID that is there and hidden from who writes is not written over.
    const stolen = object(...vevent(uid, ...at9, 'SUMMARY:盖掉'))
    expect((await put('stolen.ics', stolen, { as: 'li.na', id })).status).toBe(403)
    expect((await call('DELETE', theirs(), { as: 'li.na' })).status).toBe(403)
    expect((await call('GET', `${calendarOf(id)}guest.ics`, { as: 'li.na' })).status).toBe(404)
    // A code for the address book opens no calendar, and does not name one.
    expect((await call('PROPFIND', homeOf('wang.fang'), { as: 'wang.fang' })).status).toBe(401)
    const principal = await call('PROPFIND', '/dav/principals/wang.fang%40yanshu.test/', { as: 'wang.fang' })
    const text = await principal.text()
    expect([text.includes('addressbook-home-set'), text.includes('calendar-home-set')]).toEqual([true, false])
  })

  test('a client makes a calendar, renames and colours it, and deletes it', async () => {
    const path = `${homeOf('zhang.wei')}from-phone/`
    const body =
      '<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>手机做的一个名字很长很长很长的日历</D:displayname></D:prop></D:set></C:mkcalendar>'
    expect((await call('MKCALENDAR', path, { body })).status).toBe(201)
    expect((await call('MKCALENDAR', path, { body })).status).toBe(405)
    const patch = (inside: string) =>
      call('PROPPATCH', path, {
        body: `<D:propertyupdate xmlns:D="DAV:" xmlns:I="http://apple.com/ns/ical/"><D:set><D:prop>${inside}</D:prop></D:set></D:propertyupdate>`,
      }).then((response) => response.text())
    expect(await patch('<D:displayname>家</D:displayname><I:calendar-color>#409d48</I:calendar-color>')).toContain(
      '200 OK',
    )
    const mixed = await patch('<D:displayname>别的</D:displayname><I:calendar-order>1</I:calendar-order>')
    expect([mixed.includes('403 Forbidden'), mixed.includes('424 Failed')]).toEqual([true, true])
    const named = (await zhang.get('calendar/list')).calendars.find(({ name }) => name === '家')
    expect(named).toMatchObject({ color: 5, level: 'own' })
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('PROPFIND', path)).status).toBe(404)
    expect((await call('MKCALENDAR', `${homeOf('li.na')}x/`, { body })).status).toBe(404)
  })

  test.each([
    ['no calendar', 'hello', 'valid-calendar-data'],
    ['a person', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nEND:VCARD\r\n', 'valid-calendar-data'],
    ['a journal', object('BEGIN:VJOURNAL', 'UID:t', 'SUMMARY:x', 'END:VJOURNAL'), 'supported-calendar-component'],
    ['a task beside an event', object(...vtodo('t'), ...vevent('a', ...at9)), 'valid-calendar-object-resource'],
    ['a task without a UID', object('BEGIN:VTODO', 'SUMMARY:x', 'END:VTODO'), 'valid-calendar-object-resource'],
    [
      'a task of each second',
      object(...vtodo('t', 'DUE:20261123T000000Z', 'RRULE:FREQ=SECONDLY')),
      'valid-calendar-data',
    ],
    ['two events', object(...vevent('a', ...at9), ...vevent('b', ...at9)), 'valid-calendar-object-resource'],
    ['a message', object('METHOD:REQUEST', ...vevent('a', ...at9)), 'valid-calendar-object-resource'],
    ['an event without a UID', object('BEGIN:VEVENT', ...at9, 'END:VEVENT'), 'valid-calendar-object-resource'],
    ['an event without a time', object(...vevent('a', 'SUMMARY:x')), 'valid-calendar-data'],
    ['a rule of seconds', object(...vevent('a', ...at9, 'RRULE:FREQ=SECONDLY')), 'valid-calendar-data'],
    ['a character that no store keeps', object(...vevent('a', ...at9, 'SUMMARY:x\0y')), 'valid-calendar-data'],
    ['half of it', object(...vevent('a', ...at9)).slice(0, 120), 'valid-calendar-data'],
  ])('%s is refused, with the condition that it breaks', async (_what, body, condition) => {
    const response = await put('refused.ics', body)
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining(condition)])
  })

  test('a large object is refused, a UID that another has too, and If-None-Match makes none twice', async () => {
    const large = object(...vevent('large', ...at9, `DESCRIPTION:${'x'.repeat(6_300_000)}`))
    expect((await put('large.ics', large)).status).toBe(413)
    const body = object(...vevent('once', ...at9, 'SUMMARY:只有一个'))
    expect((await put('once.ics', body, { headers: { 'if-none-match': '*' } })).status).toBe(201)
    expect((await put('once.ics', body, { headers: { 'if-none-match': '*' } })).status).toBe(412)
    const conflict = await put('other.ics', body)
    expect([conflict.status, await conflict.text()]).toEqual([403, expect.stringContaining('no-uid-conflict')])
    expect((await put('once.ics', object(...vevent('twice', ...at9)))).status).toBe(403)
    expect((await call('DELETE', `${calendarOf(home)}once.ics`, { headers: { 'if-match': '"0-0"' } })).status).toBe(412)
    expect((await call('DELETE', `${calendarOf(home)}once.ics`)).status).toBe(204)
    expect((await put('other.ics', body)).status).toBe(201)
    expect(await textOf('other.ics')).toContain('UID:once')
  })

  test('given the calendar is switched off, then no client finds one', async () => {
    const switchCalendar = (value: boolean) =>
      setSwitch(server.context, { scope: 'organisation' }, { name: 'calendarEnable', value, locked: false })
    await switchCalendar(false)
    expect((await call('PROPFIND', calendarOf(home))).status).toBe(404)
    expect(await zhang.refused('GET', 'calendar/list')).toBe(Code.forbidden)
    await switchCalendar(true)
    expect((await call('PROPFIND', calendarOf(home))).status).toBe(207)
  })
})
