import { Code, type TaskInput } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readIcs } from '../../../calendar-model/ics/readIcs.ts'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import { jobsOf } from '../../../store/jobs/index.ts'
import { setSwitch } from '../../../store/switches/switches.ts'
import type { TestClient } from '../../../testing/testClient.ts'
import { engines } from '../../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { taskRemindersJob } from './taskReminders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SHANGHAI = 8 * HOUR

describe.each(engines)('tasks, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  let home: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
    // The clock is moved by days, which is not what these sessions end by.
    await server.context.store.db.updateTable('session').set({ access_expires_at: Number.MAX_SAFE_INTEGER }).execute()
    home = (await zhang.get('calendar/list')).calendars[0]?.calendarId ?? 0
    await li.get('calendar/list')
  })
  afterAll(() => server.stop())

  /** Today in Shanghai, as whole days lie. */
  const today = () => Math.floor((server.context.now() + SHANGHAI) / DAY) * DAY
  const task = (more: Partial<TaskInput> = {}): TaskInput => ({
    calendarId: home,
    title: '交报告',
    allDay: true,
    due: today() + 2 * DAY,
    zone: 'Asia/Shanghai',
    ...more,
  })
  const create = async (more: Partial<TaskInput> = {}, who = zhang) =>
    who.post('calendar/task/save', { task: task(more) })
  const calendar = async (name: string) => (await zhang.post('calendar/save', { name })).calendarId
  const share = (calendarId: number, level: 'busy' | 'view' | 'edit') =>
    zhang.post('calendar/share/save', {
      calendarId,
      shares: [{ subject: { kind: 'person', address: 'li.na@yanshu.test' }, level }],
    })
  const listed = async (calendarId: number, who = zhang) =>
    (await who.get('calendar/task/list')).tasks.filter((one) => one.calendarId === calendarId)
  const body = (name: string, text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text], { type: 'text/calendar' }), name)
    return form
  }
  const importFile = async (calendarId: number, text: string) => {
    const response = await fetch(`${server.url}/api/calendar/import?calendarId=${calendarId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${zhang.login?.accessToken}` },
      body: body('tasks.ics', text),
    })
    return (await response.json()) as { code: number; data: { added: number; updated: number; skipped: number } }
  }

  test.each<[string, Partial<Record<keyof TaskInput, unknown>>]>([
    ['no title', { title: '  ' }],
    ['a title too long', { title: '长'.repeat(201) }],
    ['a start after it is due', { start: Date.parse('2100-01-01') }],
    ['a repetition and no due date', { due: null, repeat: { kind: 'rule', rule: 'FREQ=DAILY' } }],
    ['a zone that is none', { zone: 'Mars/Olympus' }],
    ['a priority that is none', { priority: 10 }],
    ['a due date in words', { due: 'Friday' }],
    ['a text of 10 MB', { description: 'x'.repeat(10_000_000) }],
  ])('a task with %s is refused', async (_what, more) => {
    const code = await zhang.refused('POST', 'calendar/task/save', { task: { ...task(), ...more } })
    expect([Code.badRequest, Code.tooLarge]).toContain(code)
  })

  test('what is written comes back, a change needs the version that was seen, and undo puts all back', async () => {
    const id = await calendar('写')
    const wanted = task({
      calendarId: id,
      description: '给客户的那份',
      start: today(),
      priority: 1,
      percent: 40,
      status: 'in-process',
      categories: ['报告'],
      reminders: [60, 15],
    })
    const made = await zhang.post('calendar/task/save', { task: wanted })
    const read = await zhang.get('calendar/task/get', { taskId: made.taskId })
    expect(read).toMatchObject({ ...wanted, reminders: [15, 60], level: 'own', closedAt: null, updatedBy: '张伟' })
    const target = { taskId: made.taskId, version: made.version }
    const changed = await zhang.post('calendar/task/save', { target, task: { ...wanted, title: '交终稿' } })
    expect(await zhang.refused('POST', 'calendar/task/save', { target, task: wanted })).toBe(Code.taskChanged)
    expect((await listed(id)).map(({ title }) => title)).toEqual(['交终稿'])
    await zhang.post('calendar/task/undo', { undo: changed.undo })
    expect(await zhang.get('calendar/task/get', { taskId: made.taskId })).toMatchObject({
      ...wanted,
      reminders: [15, 60],
    })
    expect(await zhang.refused('POST', 'calendar/task/undo', { undo: changed.undo })).toBe(Code.taskNotFound)
    const [now] = await listed(id)
    const gone = await zhang.post('calendar/task/delete', { taskId: made.taskId, version: now?.version ?? 0 })
    expect(await listed(id)).toEqual([])
    await zhang.post('calendar/task/undo', { undo: gone.undo })
    expect(await listed(id)).toHaveLength(1)
    const [first] = await Promise.all([zhang.refused('POST', 'calendar/task/delete', target), listed(id)])
    expect(first).toBe(Code.taskChanged)
  })

  test('a task is ticked off and opened again; its due date moves with its start', async () => {
    const id = await calendar('勾')
    const { taskId, version } = await create({ calendarId: id, start: today() })
    const done = await zhang.post('calendar/task/done', { taskId, version, done: true })
    expect(done.next).toBeNull()
    const [ticked] = await listed(id)
    expect(ticked).toMatchObject({ status: 'completed', percent: 100 })
    expect(ticked?.closedAt).toBeGreaterThan(0)
    const again = await zhang.post('calendar/task/done', { taskId, version: done.version, done: false })
    expect((await listed(id))[0]).toMatchObject({ status: 'needs-action', percent: 0, closedAt: null })
    await zhang.post('calendar/task/move', { taskId, version: again.version, due: today() + 5 * DAY, allDay: true })
    expect((await listed(id))[0]).toMatchObject({ start: today() + 3 * DAY, due: today() + 5 * DAY })
  })

  test('a task that repeats goes on when it is done, past days on which it was late, and undo takes both back', async () => {
    const id = await calendar('重复')
    const due = today() - 16 * DAY
    const repeat = { kind: 'rule', rule: 'FREQ=WEEKLY;COUNT=5' } as const
    const { taskId, version } = await create({ calendarId: id, title: '周报', start: due - DAY, due, repeat })
    const done = await zhang.post('calendar/task/done', { taskId, version, done: true })
    // Two of the five are past, so that the next one is the fourth.
    expect(done.next).toBe(due + 21 * DAY)
    const tasks = await listed(id)
    expect(tasks.map((one) => [one.due, one.status, one.repeats])).toEqual([
      [due + 21 * DAY, 'needs-action', true],
      [due, 'completed', false],
    ])
    expect(await zhang.get('calendar/task/get', { taskId })).toMatchObject({
      start: due + 20 * DAY,
      repeat: { rule: 'FREQ=WEEKLY;COUNT=2' },
    })
    await zhang.post('calendar/task/undo', { undo: done.undo })
    expect((await listed(id)).map((one) => [one.due, one.status])).toEqual([[due, 'needs-action']])
    expect((await zhang.get('calendar/task/get', { taskId })).repeat).toEqual(repeat)
    // Its last time is ticked off like any other.
    const [now] = await listed(id)
    let seen = { taskId, version: now?.version ?? 0 }
    for (let times = 0; times < 3; times += 1) seen = await zhang.post('calendar/task/done', { ...seen, done: true })
    expect((await listed(id)).filter(({ closedAt }) => closedAt === null)).toEqual([])
  })

  test.each([
    ['by the clock of its zone', { allDay: false }, { kind: 'rule', rule: 'FREQ=DAILY' }, 1],
    ['on legal workdays', { allDay: true }, { kind: 'workday', until: null }, null],
    ['by the Chinese calendar', { allDay: true }, { kind: 'lunar', every: 'year', until: null }, null],
  ] as const)('what repeats %s has a next time', async (_how, more, repeat, days) => {
    const due = today() + (more.allDay ? 0 : 10 * HOUR)
    const { taskId, version } = await create({ ...more, due, repeat })
    const { next } = await zhang.post('calendar/task/done', { taskId, version, done: true })
    expect(next).toBeGreaterThan(due)
    if (days !== null) expect(next).toBe(due + days * DAY)
  })

  test('what a calendar is shared for holds for its tasks: view, edit, and free/busy shows none', async () => {
    const id = await calendar('共享')
    const made = await create({ calendarId: id, title: '大家的' })
    const secret = await create({ calendarId: id, title: '自己的', private: true })
    const { taskId, version } = made
    const calls = [
      ['calendar/task/done', { taskId, version, done: true }],
      ['calendar/task/move', { taskId, version, due: today(), allDay: true }],
      ['calendar/task/delete', { taskId, version }],
      ['calendar/task/save', { target: { taskId, version }, task: task({ calendarId: id }) }],
    ] as const
    const stranger = async (code: number) => {
      for (const [path, sent] of calls) expect([path, await li.refused('POST', path, sent)]).toEqual([path, code])
    }
    await stranger(Code.taskNotFound)
    expect(await li.refused('POST', 'calendar/task/save', { task: task({ calendarId: id }) })).toBe(
      Code.calendarNotFound,
    )
    expect(await li.refused('POST', 'calendar/task/undo', { undo: made.undo })).toBe(Code.taskNotFound)
    await share(id, 'busy')
    await stranger(Code.forbidden)
    expect(await li.refused('GET', 'calendar/task/get', { taskId })).toBe(Code.taskNotFound)
    expect(await li.refused('POST', 'calendar/task/createIcs', { taskId })).toBe(Code.taskNotFound)
    expect(await listed(id, li)).toEqual([])
    expect((await li.get('calendar/search', { keyword: '大家' })).tasks).toEqual([])
    await share(id, 'view')
    expect((await listed(id, li)).map(({ title }) => title)).toEqual(['大家的'])
    expect(await li.refused('GET', 'calendar/task/get', { taskId: secret.taskId })).toBe(Code.taskNotFound)
    expect((await li.post('calendar/task/createIcs', { taskId })).ics).toContain('SUMMARY:大家的')
    await stranger(Code.forbidden)
    await share(id, 'edit')
    const socket = await zhang.socket()
    const done = await li.post('calendar/task/done', { taskId, version, done: true })
    expect(await socket.nextOf('event')).toMatchObject({ name: 'calendar.changed', data: { calendarIds: [id] } })
    socket.close()
    const hidden = { taskId: secret.taskId, version: secret.version }
    expect(await li.refused('POST', 'calendar/task/delete', hidden)).toBe(Code.taskNotFound)
    await li.post('calendar/task/undo', { undo: done.undo })
    // What one has changed cannot be taken back when one may no longer change it.
    const [now] = (await listed(id, li)).filter(({ title }) => title === '大家的')
    const last = await li.post('calendar/task/delete', { taskId, version: now?.version ?? 0 })
    await share(id, 'view')
    expect(await li.refused('POST', 'calendar/task/undo', { undo: last.undo })).toBe(Code.forbidden)
  })

  test('whoever was away asks what has changed since, and gets that and no more', async () => {
    const [id, other] = [await calendar('之后'), await calendar('别的')]
    const kept = await create({ calendarId: id, title: '不变' })
    const moved = await create({ calendarId: id, title: '换日历' })
    const gone = await create({ calendarId: id, title: '删掉' })
    await share(id, 'view')
    const theirs = (await li.get('calendar/task/list')).tokens
    const { tasks, tokens } = await zhang.get('calendar/task/list')
    const uidOf = (taskId: number) => tasks.find((one) => one.taskId === taskId)?.uid
    expect(await zhang.post('calendar/task/changes', { tokens })).toMatchObject({
      tasks: [],
      removed: [],
      again: false,
    })
    const made = await create({ calendarId: id, title: '新的' })
    await zhang.post('calendar/task/save', {
      target: { taskId: moved.taskId, version: moved.version },
      task: task({ calendarId: other, title: '换日历' }),
    })
    await zhang.post('calendar/task/delete', { taskId: gone.taskId, version: gone.version })
    const since = await zhang.post('calendar/task/changes', { tokens })
    expect(since.tasks.map(({ taskId }) => taskId).toSorted((a, b) => a - b)).toEqual([moved.taskId, made.taskId])
    expect(since.removed.map(({ uid }) => uid).toSorted()).toEqual([uidOf(moved.taskId), uidOf(gone.taskId)].toSorted())
    expect(since.tasks).not.toContainEqual(expect.objectContaining({ taskId: kept.taskId }))
    const [mine] = (await li.post('calendar/task/changes', { tokens: theirs })).tasks
    expect(mine).toMatchObject({ title: '新的' })
    await zhang.post('calendar/share/save', { calendarId: id, shares: [] })
    expect((await li.post('calendar/task/changes', { tokens: theirs })).gone).toEqual([id])
    expect((await zhang.post('calendar/task/changes', { tokens: [] })).again).toBe(true)
  })

  test('a file brings tasks and takes them out again; the same file once more adds nothing', async () => {
    const id = await calendar('文件')
    const text = [
      'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Other//1//EN',
      'BEGIN:VTODO', 'UID:a@other', 'SUMMARY:带闹钟', 'DTSTART;TZID=Asia/Shanghai:20301120T090000',
      'DUE;TZID=Asia/Shanghai:20301122T180000', 'PRIORITY:5', 'PERCENT-COMPLETE:25', 'STATUS:IN-PROCESS',
      'CATEGORIES:工作,报告', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;RELATED=END:-PT30M', 'END:VALARM', 'END:VTODO',
      'BEGIN:VTODO', 'UID:b@other', 'SUMMARY:做完的', 'DUE;VALUE=DATE:20301101', 'COMPLETED:20301031T020000Z', 'END:VTODO',
      'BEGIN:VTODO', 'UID:c@other', 'SUMMARY:没有日期', 'END:VTODO',
      'BEGIN:VTODO', 'UID:d@other', 'SUMMARY:每秒', 'DUE:20301101T000000Z', 'RRULE:FREQ=SECONDLY', 'END:VTODO',
      'BEGIN:VTODO', 'UID:e@other', 'SUMMARY:按月', 'DTSTART;VALUE=DATE:20301105', 'DUE;VALUE=DATE:20301105',
      'RRULE:FREQ=MONTHLY', 'END:VTODO',
      'BEGIN:VTODO', 'UID:e@other', 'RECURRENCE-ID;VALUE=DATE:20301105', 'SUMMARY:按月', 'STATUS:COMPLETED', 'END:VTODO',
      'END:VCALENDAR', '',
    ].join('\r\n') // biome-ignore format: lines of a file
    expect((await importFile(id, text)).data).toMatchObject({ added: 4, updated: 0, skipped: 1 })
    expect((await importFile(id, text)).data).toMatchObject({ added: 0, updated: 4 })
    const of = async (title: string) => (await listed(id)).find((one) => one.title === title)
    expect(await of('带闹钟')).toMatchObject({
      due: Date.parse('2030-11-22T10:00Z'), priority: 5, percent: 25, status: 'in-process', categories: ['工作', '报告'],
    }) // biome-ignore format: one task
    expect(await of('做完的')).toMatchObject({ status: 'completed', closedAt: Date.parse('2030-10-31T02:00Z') })
    expect(await of('没有日期')).toMatchObject({ due: null, start: null, status: 'needs-action' })
    // The time that another program has done is over.
    expect(await of('按月')).toMatchObject({ due: Date.parse('2030-12-05'), start: null })
    const file = await (await zhang.file(`file/calendar/${id}`)).text()
    expect(file.match(/BEGIN:VTODO/g)).toHaveLength(4)
    expect(file).toContain('BEGIN:VTIMEZONE')
    const back = readIcs(file, 'Asia/Shanghai').tasks
    const again = back.find((one) => one.title === '带闹钟')
    expect(again).toMatchObject({
      allDay: false,
      due: Date.parse('2030-11-22T10:00Z'),
      reminders: [30],
      uid: 'a@other',
    })
    expect(back.find((one) => one.title === '按月')).toMatchObject({ repeat: { rule: 'FREQ=MONTHLY' }, start: null })
    const { secret } = await zhang.post('calendar/publish', { calendarId: id, level: 'busy' })
    expect(await (await fetch(`${server.url}/api/calendar/published/${secret}.ics`)).text()).not.toContain('VTODO')
  })

  test('a reminder comes once before a task is due, as a notice and as a mail, and can be put off', async () => {
    await zhang.post('calendar/settings/save', { remindByMail: true })
    const due = Math.ceil(server.context.now() / MINUTE) * MINUTE + 2 * HOUR
    const made = await create({ title: '提醒我', allDay: false, due, reminders: [30] })
    const done = await create({ title: '做完了', allDay: false, due, reminders: [30] })
    await zhang.post('calendar/task/done', { taskId: done.taskId, version: done.version, done: true })
    const notices = async () => (await zhang.get('calendar/reminders')).tasks
    await jobsOf(server.context).runDue([taskRemindersJob])
    expect(await notices()).toEqual([])
    server.wait(91 * MINUTE)
    await Promise.all(Array.from({ length: 4 }, () => jobsOf(server.context).runDue([taskRemindersJob])))
    await jobsOf(server.context).runDue([taskRemindersJob])
    expect(await notices()).toEqual([{ taskId: made.taskId, due, allDay: false, title: '提醒我', late: 0 }])
    expect((await li.get('calendar/reminders')).tasks).toEqual([])
    await mailTransportOf(server.context).dispatcher.runDue()
    const { db } = server.context.store
    const mails = await db.selectFrom('message').select('subject').where('subject', 'like', '提醒%').execute()
    expect(mails).toEqual([{ subject: '提醒：提醒我' }])
    await li.post('calendar/reminders/close', { ids: [], taskIds: [made.taskId] })
    expect(await notices()).toHaveLength(1)
    await zhang.post('calendar/reminders/close', { ids: [], taskIds: [made.taskId], snooze: 10 })
    expect(await notices()).toEqual([])
    server.wait(11 * MINUTE)
    await jobsOf(server.context).runDue([taskRemindersJob])
    expect(await notices()).toHaveLength(1)
    await zhang.post('calendar/reminders/close', { ids: [], taskIds: [made.taskId] })
    expect(await notices()).toEqual([])
  })

  test('the home page names what is due and late, the search finds titles, and others find nothing', async () => {
    const id = await calendar('今天到期')
    await create({ calendarId: id, title: '迟了的任务', due: today() - 3 * DAY })
    await create({ calendarId: id, title: '今天的任务', due: today() })
    await create({ calendarId: id, title: '以后的任务', due: today() + 40 * DAY })
    const from = today() - DAY
    const asked = { from, to: from + 3 * DAY, date: new Date(today()).toISOString().slice(0, 10) }
    const { tasks } = await zhang.get('calendar/today', asked)
    expect(tasks.filter((one) => one.calendarId === id).map(({ title }) => title)).toEqual(['迟了的任务', '今天的任务'])
    expect((await li.get('calendar/today', asked)).tasks).toEqual([])
    const found = (await zhang.get('calendar/search', { keyword: '的任务' })).tasks.map(({ title }) => title)
    expect(found).toEqual(['迟了的任务', '今天的任务', '以后的任务'])
    expect((await zhang.get('calendar/search', { keyword: '%' })).tasks).toEqual([])
    await zhang.post('calendar/view', { calendars: [{ calendarId: id, shown: false }] })
    const left = (await zhang.get('calendar/today', asked)).tasks.filter((one) => one.calendarId === id)
    expect(left).toEqual([])
  })

  test('where the calendar is switched off, every call is refused', async () => {
    const id = await server.addUser(`off-${engine}`)
    await setSwitch(server.context, { scope: 'user', id }, { name: 'calendarEnable', value: false, locked: false })
    const off = await server.login(`off-${engine}`)
    expect(await off.refused('GET', 'calendar/task/list')).toBe(Code.forbidden)
    expect(await off.refused('POST', 'calendar/task/save', { task: task() })).toBe(Code.forbidden)
  })
})
