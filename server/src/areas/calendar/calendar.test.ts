import { Code, type EventInput, type EventInstance } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { DAY, HOUR, MONDAY, meeting } from '../../testing/meetings.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('calendars and events, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let wang: TestClient
  let home: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    const dept = await createDepartment(server.context, { name: '市场部', parentId: null })
    await server.addUser('zhang.wei')
    await server.addUser('li.na', { deptId: dept })
    await server.addUser('wang.fang')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    wang = await server.login('wang.fang')
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
  })
  afterAll(() => server.stop())

  const event = (more: Partial<EventInput> = {}) => meeting(home, { title: '周会', ...more })
  const weekly = { kind: 'rule', rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4' } as const
  const create = async (more: Partial<EventInput> = {}, who = zhang) =>
    who.post('calendar/event/save', { event: event(more) })
  const calendar = async (name: string) => (await zhang.post('calendar/save', { name })).calendarId
  const shown = async (calendarId: number, who = zhang, from = MONDAY - DAY, days = 60): Promise<EventInstance[]> =>
    (await who.get('calendar/events', { from, to: from + days * DAY, calendarIds: `${calendarId}` })).instances
  const starts = async (calendarId: number) =>
    (await shown(calendarId)).map(({ start, title }) => `${new Date(start).toISOString().slice(5, 16)} ${title}`)

  test('the first list makes a calendar, two at once make one', async () => {
    const lists = await Promise.all([wang.get('calendar/list'), wang.get('calendar/list')])
    expect(lists.map(({ calendars }) => calendars.length)).toEqual([1, 1])
    expect(lists[0]?.calendars[0]).toMatchObject({ name: '我的日历', level: 'own', shown: true, shared: false })
  })

  test('names are required, at most fifteen characters, and not given twice', async () => {
    for (const name of ['', '   ', '一'.repeat(16)]) {
      expect(await zhang.refused('POST', 'calendar/save', { name })).toBe(Code.badRequest)
    }
    const made = await zhang.post('calendar/save', { name: ' 一二三四五六七八九十一二三四五 ' })
    expect(made.name).toBe('一二三四五六七八九十一二三四五')
    expect(await zhang.refused('POST', 'calendar/save', { name: made.name })).toBe(Code.nameTaken)
    await zhang.post('calendar/delete', { calendarId: made.calendarId })
    expect(await zhang.refused('POST', 'calendar/delete', { calendarId: home })).toBe(Code.forbidden)
  })

  test.each([
    ['no title', { title: '  ' }],
    ['an end before its start', { end: MONDAY - 1 }],
    ['a zone that is none', { zone: 'Mars/Olympus' }],
    ['a link that runs code', { link: 'javascript:alert(1)' }],
    ['a link of two lines', { link: 'https://a.example/\r\nATTENDEE:mailto:x@y.example' }],
    ['a text of 10 MB', { description: 'x'.repeat(7_000_000) }],
    ['a moment that is none', { start: 'now' }],
    [
      'too many people',
      { attendees: Array.from({ length: 301 }, (_, at) => ({ name: '', address: `a${at}@b.example` })) },
    ],
  ])('an event with %s is refused', async (_name, more) => {
    expect(await zhang.refused('POST', 'calendar/event/save', { event: { ...event(), ...more } })).toBe(Code.badRequest)
  })

  test('an event is found in the windows that it touches, and in no other', async () => {
    const id = await calendar('窗口')
    await create({ calendarId: id })
    const at = async (from: number, to: number) =>
      (await zhang.get('calendar/events', { from, to, calendarIds: `${id}` })).instances.length
    expect(await at(MONDAY, MONDAY + HOUR)).toBe(1)
    expect(await at(MONDAY + HOUR, MONDAY + 2 * HOUR)).toBe(0)
    expect(await at(MONDAY - HOUR, MONDAY)).toBe(0)
    expect(await at(MONDAY + HOUR / 2, MONDAY + HOUR / 2 + 1)).toBe(1)
    expect(await zhang.refused('GET', 'calendar/events', { from: 5, to: 5 })).toBe(Code.badRequest)
    expect(await zhang.refused('GET', 'calendar/events', { from: 0, to: 500 * DAY })).toBe(Code.badRequest)
  })

  test('one time of a series moves alone, and comes back', async () => {
    const id = await calendar('一次')
    const { eventId, version } = await create({ calendarId: id, repeat: weekly })
    const at = MONDAY + 7 * DAY
    const moved = await zhang.post('calendar/event/move', {
      eventId, version, at, scope: 'this', start: at + DAY, end: at + DAY + 2 * HOUR,
    }) // biome-ignore format: one call
    expect(await starts(id)).toEqual(['11-23T01:00 周会', '12-01T01:00 周会', '12-07T01:00 周会', '12-14T01:00 周会'])
    const one = (await shown(id)).find((instance) => instance.exception)
    expect(one).toMatchObject({ at, eventId, repeats: true, end: at + DAY + 2 * HOUR })
    expect(await zhang.get('calendar/event/get', { eventId, at })).toMatchObject({
      start: at + DAY,
      exception: true,
      repeat: weekly,
    })
    await zhang.post('calendar/event/undo', { undo: moved.undo })
    expect(await starts(id)).toEqual(['11-23T01:00 周会', '11-30T01:00 周会', '12-07T01:00 周会', '12-14T01:00 周会'])
    expect(await zhang.refused('POST', 'calendar/event/undo', { undo: moved.undo })).toBe(Code.eventNotFound)
  })

  test('from one time on, a series becomes another one; the count continues and nothing is lost', async () => {
    const id = await calendar('以后')
    const { eventId, version } = await create({ calendarId: id, repeat: weekly })
    // A change of a later time is kept.
    const late = MONDAY + 21 * DAY
    const first = await zhang.post('calendar/event/save', {
      target: { eventId, version, at: late, scope: 'this' },
      event: event({ calendarId: id, title: '总结', start: late, end: late + HOUR }),
    })
    const at = MONDAY + 14 * DAY
    const split = await zhang.post('calendar/event/save', {
      target: { eventId, version: first.version, at, scope: 'following' },
      event: event({ calendarId: id, title: '新周会', start: at + DAY, end: at + DAY + HOUR, repeat: weekly }),
    })
    expect(split.dropped).toBe(0)
    expect(split.eventId).not.toBe(eventId)
    expect(await starts(id)).toEqual(['11-23T01:00 周会', '11-30T01:00 周会', '12-08T01:00 新周会', '12-14T01:00 总结'])
    await zhang.post('calendar/event/undo', { undo: split.undo })
    expect(await starts(id)).toEqual(['11-23T01:00 周会', '11-30T01:00 周会', '12-07T01:00 周会', '12-14T01:00 总结'])
  })

  test('all times move together by the clock on the wall, with what was left out', async () => {
    const id = await calendar('全部')
    const made = await create({ calendarId: id, repeat: weekly })
    const at = MONDAY + 7 * DAY
    const gone = await zhang.post('calendar/event/delete', {
      eventId: made.eventId,
      version: made.version,
      at,
      scope: 'this',
    })
    const second = MONDAY + 14 * DAY
    const moved = await zhang.post('calendar/event/move', {
      eventId: made.eventId, version: gone.version, at: second, scope: 'all', start: second + DAY, end: second + DAY + HOUR,
    }) // biome-ignore format: one call
    expect(await starts(id)).toEqual(['11-24T01:00 周会', '12-08T01:00 周会', '12-15T01:00 周会'])
    expect(await zhang.get('calendar/event/get', { eventId: made.eventId })).toMatchObject({
      repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' },
    })
    await zhang.post('calendar/event/delete', {
      eventId: made.eventId, version: moved.version, at: second + DAY, scope: 'following',
    }) // biome-ignore format: one call
    expect(await starts(id)).toEqual(['11-24T01:00 周会'])
  })

  test('a deleted series comes back with its exceptions', async () => {
    const id = await calendar('撤销')
    const { eventId, version } = await create({ calendarId: id, repeat: weekly })
    const at = MONDAY + 7 * DAY
    const { version: next } = await zhang.post('calendar/event/move', {
      eventId, version, at, scope: 'this', start: at + HOUR, end: at + 2 * HOUR,
    }) // biome-ignore format: one call
    const before = await starts(id)
    const { undo } = await zhang.post('calendar/event/delete', { eventId, version: next })
    expect(await starts(id)).toEqual([])
    await zhang.post('calendar/event/undo', { undo })
    expect(await starts(id)).toEqual(before)
  })

  test('two people who change one event at once: one is refused, nothing is lost', async () => {
    const id = await calendar('并发')
    await zhang.post('calendar/share/save', {
      calendarId: id,
      shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level: 'edit' }],
    })
    const { eventId, version } = await create({ calendarId: id })
    const change = (who: TestClient, title: string) =>
      who.raw('POST', 'calendar/event/save', {
        body: { target: { eventId, version, scope: 'all' }, event: event({ calendarId: id, title }) },
      })
    const answers = await Promise.all([change(zhang, '甲'), change(li, '乙')])
    expect(answers.map(({ envelope }) => envelope.code).toSorted()).toEqual([200, Code.eventChanged])
    const [instance] = await shown(id)
    expect(['甲', '乙']).toContain(instance?.title)
    expect(await zhang.refused('POST', 'calendar/event/undo', { undo: 'nothing' })).toBe(Code.eventNotFound)
  })

  test('a change cannot be undone after somebody else has changed the event again', async () => {
    const id = await calendar('先后')
    const { eventId, version } = await create({ calendarId: id })
    const moved = await zhang.post('calendar/event/move', {
      eventId, version, scope: 'all', start: MONDAY + HOUR, end: MONDAY + 2 * HOUR,
    }) // biome-ignore format: one call
    await zhang.post('calendar/event/save', {
      target: { eventId, version: moved.version, scope: 'all' },
      event: event({ calendarId: id, title: '后来' }),
    })
    expect(await zhang.refused('POST', 'calendar/event/undo', { undo: moved.undo })).toBe(Code.eventChanged)
    expect(await starts(id)).toEqual(['11-23T01:00 后来'])
  })

  test('each level of sharing allows what it names, and nothing more', async () => {
    const id = await calendar('共享')
    const { eventId, version } = await create({ calendarId: id, title: '机密会', place: '302' })
    const hidden = await create({
      calendarId: id,
      title: '体检',
      private: true,
      start: MONDAY + DAY,
      end: MONDAY + DAY + HOUR,
    })
    const share = (level: 'busy' | 'view' | 'edit' | 'manage') =>
      zhang.post('calendar/share/save', {
        calendarId: id,
        shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level }],
      })
    const tries = async (who: TestClient) => [
      await who.raw('GET', 'calendar/events', { query: { from: MONDAY, to: MONDAY + DAY, calendarIds: `${id}` } }),
      await who.raw('GET', 'calendar/event/get', { query: { eventId } }),
      await who.raw('POST', 'calendar/event/createIcs', { body: { eventId } }),
      await who.raw('POST', 'calendar/event/move', {
        body: { eventId, version: 9_999, scope: 'all', start: MONDAY, end: MONDAY + HOUR },
      }),
      await who.raw('POST', 'calendar/event/save', { body: { event: event({ calendarId: id }) } }),
      await who.raw('GET', 'calendar/share/list', { query: { calendarId: id } }),
      await who.raw('POST', 'calendar/delete', { body: { calendarId: id } }),
    ]
    const codes = async (who: TestClient) => (await tries(who)).map(({ envelope }) => envelope.code)
    const { calendarNotFound, eventNotFound, forbidden, eventChanged } = Code
    expect(await codes(li)).toEqual([
      calendarNotFound, eventNotFound, eventNotFound, eventNotFound, calendarNotFound, calendarNotFound, calendarNotFound,
    ]) // biome-ignore format: in the order of the calls
    await share('busy')
    expect(await codes(li)).toEqual([200, forbidden, forbidden, forbidden, forbidden, forbidden, forbidden])
    expect((await shown(id, li)).map(({ title, place, availability }) => [title, place, availability])).toEqual([
      ['', '', 'busy'],
      ['', '', 'busy'],
    ])
    await share('view')
    expect(await codes(li)).toEqual([200, 200, 200, forbidden, forbidden, forbidden, forbidden])
    expect((await shown(id, li)).map(({ title }) => title)).toEqual(['机密会', ''])
    expect(await li.refused('GET', 'calendar/event/get', { eventId: hidden.eventId })).toBe(forbidden)
    const whole = await fetch(`${server.url}/api/file/calendar/${id}`, {
      headers: { authorization: `Bearer ${li.login?.accessToken}` },
    })
    expect(await whole.text()).not.toContain('体检')
    await share('edit')
    expect((await codes(li)).slice(0, 4)).toEqual([200, 200, 200, eventChanged])
    expect(
      await li.refused('POST', 'calendar/event/delete', { eventId: hidden.eventId, version: hidden.version }),
    ).toBe(forbidden)
    expect(await li.refused('GET', 'calendar/share/list', { calendarId: id })).toBe(forbidden)
    await share('manage')
    expect((await li.get('calendar/share/list', { calendarId: id })).shares).toHaveLength(1)
    expect(await li.refused('POST', 'calendar/delete', { calendarId: id })).toBe(forbidden)
    expect((await codes(wang))[0]).toBe(calendarNotFound)
    expect((await li.get('calendar/list')).calendars.find(({ calendarId }) => calendarId === id)).toMatchObject({
      level: 'manage',
      shown: false,
      owner: { name: 'zhang.wei' },
    })
    expect(version).toBe(1)
  })

  test('a share with a department also covers departments below it, and ends when it is removed', async () => {
    const id = await calendar('部门')
    const { departments } = await zhang.get('calendar/share/list', { calendarId: id })
    const [department] = departments
    if (!department) throw new Error('no department')
    const below = await createDepartment(server.context, { name: '品牌组', parentId: department.departmentId })
    await server.addUser('luo.dan', { deptId: below })
    const luo = await server.login('luo.dan')
    await create({ calendarId: id })
    await zhang.post('calendar/share/save', {
      calendarId: id,
      shares: [{ subject: { kind: 'department', departmentId: department.departmentId }, level: 'view' }],
    })
    expect(await shown(id, luo)).toHaveLength(1)
    expect(await shown(id, li)).toHaveLength(1)
    expect(await wang.refused('GET', 'calendar/events', { from: MONDAY, to: MONDAY + DAY, calendarIds: `${id}` })).toBe(
      Code.calendarNotFound,
    )
    await zhang.post('calendar/share/save', { calendarId: id, shares: [] })
    expect(await luo.refused('GET', 'calendar/events', { from: MONDAY, to: MONDAY + DAY, calendarIds: `${id}` })).toBe(
      Code.calendarNotFound,
    )
    expect(
      await zhang.refused('POST', 'calendar/share/save', {
        calendarId: id,
        shares: [{ subject: { kind: 'person', address: 'nobody@elsewhere.example' }, level: 'view' }],
      }),
    ).toBe(Code.badRequest)
  })

  test('open windows of whoever sees a calendar are notified of a change, and nobody else', async () => {
    const id = await calendar('推送')
    await zhang.post('calendar/share/save', {
      calendarId: id,
      shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level: 'busy' }],
    })
    const [own, shared, other] = await Promise.all([zhang.socket(), li.socket(), wang.socket()])
    await create({ calendarId: id })
    for (const socket of [own, shared]) {
      expect(await socket.nextOf('event')).toMatchObject({ name: 'calendar.changed', data: { calendarIds: [id] } })
    }
    await wang.post('calendar/settings/save', { weekStart: 0 })
    expect(await other.nextOf('event')).toMatchObject({ data: { calendarIds: [] } })
    for (const socket of [own, shared, other]) socket.close()
  })

  test('settings are kept, and wrong values are refused', async () => {
    expect(await wang.post('calendar/settings/save', { workStart: 480, secondZone: 'Europe/Berlin' })).toMatchObject({
      workStart: 480,
      workEnd: 1_080,
      secondZone: 'Europe/Berlin',
    })
    expect(await wang.refused('POST', 'calendar/settings/save', { secondZone: 'Moon/Base' })).toBe(Code.badRequest)
    expect((await wang.get('calendar/list')).settings.workStart).toBe(480)
    expect((await zhang.get('calendar/list')).settings.workStart).toBe(540)
  })

  test('the first day of the week is known to the whole client of its owner, and windows learn of it', async () => {
    const first = async (person: TestClient) => (await person.post('mail/main/index', {})).weekStart
    await wang.post('calendar/settings/save', { weekStart: 1 })
    const window = await wang.socket()
    await wang.post('calendar/settings/save', { weekStart: 6 })
    expect(await window.nextOf('mailbox')).toMatchObject({ change: 'settings' })
    expect([await first(wang), await first(zhang)]).toEqual([6, 1])
    window.close()
  })

  test('events are found by words, those to come first, others’ private ones never', async () => {
    const id = await calendar('搜索')
    await create({
      calendarId: id,
      title: '年度预算评审',
      place: '上海厅',
      repeat: { kind: 'rule', rule: 'FREQ=YEARLY' },
    })
    await create({ calendarId: id, title: '预算 100% 保密', private: true })
    expect((await zhang.get('calendar/search', { keyword: '预算 上海' })).instances.map(({ title }) => title)).toEqual([
      '年度预算评审',
    ])
    expect((await zhang.get('calendar/search', { keyword: '100%' })).instances).toHaveLength(1)
    expect((await zhang.get('calendar/search', { keyword: '%' })).instances).toHaveLength(1)
    await zhang.post('calendar/share/save', {
      calendarId: id,
      shares: [{ subject: { kind: 'everyone' }, level: 'view' }],
    })
    expect((await wang.get('calendar/search', { keyword: '预算' })).instances.map(({ title }) => title)).toEqual([
      '年度预算评审',
    ])
  })

  test('what the home page shows of today comes in one answer, and to others only what they may see', async () => {
    const [day, shownId, hiddenId] = [MONDAY + 40 * DAY, await calendar('今天'), await calendar('收起')]
    await create({ calendarId: shownId, title: '站会', start: day, end: day + HOUR })
    await create({ calendarId: hiddenId, title: '收起的', start: day, end: day + HOUR })
    await zhang.post('calendar/view', { calendars: [{ calendarId: hiddenId, shown: false }] })
    const asked = { from: day - HOUR, to: day + DAY, date: '2027-01-02' }
    const { instances, calendars, settings, day: chinese } = await zhang.get('calendar/today', asked)
    expect(instances.map(({ title }) => title)).toEqual(['站会'])
    expect(calendars.map(({ calendarId }) => calendarId)).toEqual(expect.arrayContaining([home, shownId, hiddenId]))
    expect(settings.lunar).toBe(true)
    expect(chinese).toMatchObject({ date: '2027-01-02', lunar: '廿五' })
    const others = await wang.get('calendar/today', asked)
    expect(others.instances).toEqual([])
    expect(others.calendars.map(({ calendarId }) => calendarId)).not.toContain(shownId)
    await wang.post('calendar/settings/save', { lunar: false })
    expect((await wang.get('calendar/today', asked)).day).toBeNull()
    expect(await wang.refused('GET', 'calendar/today', { ...asked, to: asked.from })).toBe(Code.badRequest)
    expect(await wang.refused('GET', 'calendar/today', { ...asked, date: 'today' })).toBe(Code.badRequest)
  })

  test('where the calendar is switched off, every call is refused', async () => {
    const id = await server.addUser('off')
    await setSwitch(server.context, { scope: 'user', id }, { name: 'calendarEnable', value: false, locked: false })
    const off = await server.login('off')
    expect(await off.refused('GET', 'calendar/list')).toBe(Code.forbidden)
    expect(await off.refused('POST', 'calendar/event/save', { event: event() })).toBe(Code.forbidden)
  })

  test('days say what the Chinese calendar says, and which years are not published', async () => {
    const { days, unpublished } = await zhang.get('calendar/days', { from: '2026-12-20', to: '2027-02-10' })
    const day = (date: string) => days.find((one) => one.date === date)
    expect(day('2026-12-22')).toMatchObject({ term: '冬至' })
    expect(day('2027-02-06')).toMatchObject({ lunar: '正月', festival: '春节' })
    expect(unpublished).toEqual([2027])
    expect((await zhang.get('calendar/days', { from: '2026-10-01', to: '2026-10-10' })).days.map(({ mark }) => mark)).toEqual([
      'off', 'off', 'off', 'off', 'off', 'off', 'off', undefined, undefined, 'work',
    ]) // biome-ignore format: ten days
    expect(await zhang.refused('GET', 'calendar/days', { from: '2026-01-01', to: '2030-01-01' })).toBe(Code.badRequest)
  })
})
