import type { DayHeading } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { headingSpans } from '../../store/mailbox/dayHeadings.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** A Wednesday, half past ten in Beijing. */
const NOW = Date.parse('2026-11-18T02:30:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

const namesOf = (spans: readonly { kind: string; from: number }[]) =>
  spans.map(({ kind, from }) => `${kind} ${new Date(from).toISOString().slice(0, 16)}`)

describe('headings', () => {
  test('end each where the one above begins, and months go down to the oldest mail', () => {
    const spans = headingSpans(NOW, 8, Date.parse('2026-09-30T15:59:59Z'))
    expect(namesOf(spans)).toEqual([
      'today 2026-11-17T16:00',
      'yesterday 2026-11-16T16:00',
      'thisWeek 2026-11-15T16:00',
      'lastWeek 2026-11-08T16:00',
      'month 2026-10-31T16:00',
      'month 2026-09-30T16:00',
      'month 2026-08-31T16:00',
    ])
    for (const [at, span] of spans.entries()) if (at > 0) expect(span.high).toBe(spans[at - 1]?.low)
  })

  test('on a Monday this week is nothing but today', () => {
    const [today, yesterday, week, last] = headingSpans(Date.parse('2026-11-16T12:00:00Z'), 0, NOW)
    expect(today?.from).toBe(Date.parse('2026-11-16'))
    expect(yesterday?.from).toBe(Date.parse('2026-11-15'))
    expect(week?.low).toBe(week?.high)
    expect(last?.from).toBe(Date.parse('2026-11-09'))
  })
})

describe.each(engines)('headings of a list, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let accountId: number
  let inbox: number
  let ids: number[]
  let labelId: number

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    person = await server.login('zhang.wei')
    inbox = await folderOfRole(server.context.store.db, accountId, 'inbox')
    ids = await transact(server.context, async (trx) => {
      const made: number[] = []
      for (let i = 0; i < 150; i++) {
        // Closer together the newer they are: hours, days, then months apart, at every hour of the day.
        const receivedAt = NOW - Math.round(i ** 2.6 * 7 * 60_000)
        made.push((await putMailIn(trx, server.context, accountId, { receivedAt, seen: i % 3 === 0 })).mailId)
      }
      // The first and the last moment of a month in Beijing.
      for (const moment of ['2026-08-31T15:59:59.999Z', '2026-08-31T16:00:00Z']) {
        const receivedAt = Date.parse(moment)
        made.push((await putMailIn(trx, server.context, accountId, { receivedAt })).mailId)
      }
      return made
    })
    labelId = (await person.post('mail/main/label/save', { labelName: '红' })).labelId
    await person.post('mail/email/label/update', {
      mailIds: ids.filter((_, i) => i % 2 === 0),
      add: [labelId],
      remove: [],
    })
    await person.post('mail/email/color/update', { mailIds: ids.filter((_, i) => i % 5 === 0), color: 1 })
    await person.post('mail/email/sticky/update', { mailIds: [ids[7] ?? 0, ids[70] ?? 0], sticky: true })
  })
  afterAll(async () => {
    await server.stop()
    vi.useRealTimers()
  })

  type Path =
    | 'mail/email/mailbox/list'
    | 'mail/email/label/list'
    | 'mail/email/favorite/list'
    | 'mail/email/conversation/list'
  type Filter = { isUnread?: '0' | '1' }

  /** A whole list, and its headings as the server counts them. */
  async function read(path: Path, filter: Filter & { mailboxId?: number; labelId?: number }, timeZone: number) {
    const query = { ...filter, labelId: filter.labelId ?? 0, pageSize: 200 }
    const { list, total, headings = [] } = await person.get(path, { ...query, timeZone })
    expect(list).toHaveLength(total)
    expect(headings.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    return { list, headings }
  }

  /** The headings by the text of each row, in the words of a calendar. */
  function expected(list: readonly { date: number; sticky: boolean }[], timeZone: number, onTop: boolean) {
    const local = (moment: number) => new Date(moment + timeZone * HOUR).toISOString()
    const today = local(NOW).slice(0, 10)
    const daysAgo = (text: string) => (Date.parse(today) - Date.parse(text.slice(0, 10))) / DAY
    const weekday = (new Date(today).getUTCDay() + 6) % 7
    const counts = new Map<string, number>()
    for (const { date, sticky } of list) {
      const ago = daysAgo(local(date))
      const name =
        sticky && onTop
          ? 'sticky'
          : ago <= 0
            ? 'today'
            : ago === 1
              ? 'yesterday'
              : ago <= weekday
                ? 'thisWeek'
                : ago <= weekday + 7
                  ? 'lastWeek'
                  : local(date).slice(0, 7)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return [...counts]
  }
  const named = (headings: readonly DayHeading[], timeZone: number) =>
    headings
      .filter(({ count }) => count > 0)
      .map(({ kind, from, count }) => [
        kind === 'month' ? new Date(from + timeZone * HOUR).toISOString().slice(0, 7) : kind,
        count,
      ])

  async function checkAll(timeZone: number) {
    for (const filter of [{}, { isUnread: '1' }, { isUnread: '0' }] as const) {
      const lists = {
        folder: await read('mail/email/mailbox/list', { ...filter, mailboxId: inbox }, timeZone),
        conversations: await read('mail/email/conversation/list', { ...filter, mailboxId: inbox }, timeZone),
        all: await read('mail/email/mailbox/list', filter, timeZone),
        label: await read('mail/email/label/list', { ...filter, labelId }, timeZone),
        starred: await read('mail/email/favorite/list', filter, timeZone),
      }
      for (const [name, { list, headings }] of Object.entries(lists)) {
        expect(named(headings, timeZone), `${name} ${JSON.stringify(filter)}`).toEqual(
          expected(list, timeZone, name === 'folder' || name === 'conversations'),
        )
      }
    }
  }

  test.each([8, 0, -12, 12, -5])('say how many rows stand below each, in the zone %i', checkAll)

  test('follow mails that come, are marked, kept on top, moved, put back and deleted', async () => {
    await putMail(server.context, accountId, { receivedAt: NOW - 1_000 })
    await putMail(server.context, accountId, { receivedAt: NOW - 40 * DAY })
    await checkAll(8)
    await person.post('mail/email/seen/update', { mailIds: ids.slice(0, 60), seen: true })
    await person.post('mail/email/seen/update', { mailIds: ids.slice(30, 40), seen: false })
    await checkAll(8)
    await person.post('mail/email/sticky/update', { mailIds: ids.slice(68, 72), sticky: true })
    await person.post('mail/email/sticky/update', { mailIds: ids.slice(6, 8), sticky: false })
    await checkAll(8)
    await person.post('mail/email/recoverableDelete', { mailIds: ids.slice(20, 40) })
    await checkAll(8)
    await person.post('mail/email/recoverEmail', { mailIds: ids.slice(25, 40) })
    await person.post('mail/email/delete', { mailIds: ids.slice(80, 100) })
    await checkAll(8)
    await person.post('mail/email/allSeen', { mailboxId: inbox })
    await checkAll(8)
  })

  test('are there for an empty list, and only when they are asked for', async () => {
    const spam = await folderOfRole(server.context.store.db, accountId, 'spam')
    const { headings } = await person.get('mail/email/mailbox/list', { mailboxId: spam, timeZone: 8 })
    expect(headings?.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      'sticky 0',
      'today 0',
      'yesterday 0',
      'thisWeek 0',
      'lastWeek 0',
    ])
    expect((await person.get('mail/email/mailbox/list', { mailboxId: inbox })).headings).toBeUndefined()
    await person.refused('GET', 'mail/email/mailbox/list', { mailboxId: inbox, timeZone: 99 })
  })

  test('of another account are not answered', async () => {
    await server.addUser('li.na')
    const other = await server.login('li.na')
    await other.refused('GET', 'mail/email/mailbox/list', { mailboxId: inbox, timeZone: 8 })
    await other.refused('GET', 'mail/email/label/list', { labelId, timeZone: 8 })
    const { total, headings } = await other.get('mail/email/mailbox/list', { timeZone: 8 })
    expect([total, headings?.reduce((sum, { count }) => sum + count, 0)]).toEqual([0, 0])
  })

  test('stay right while an account is removed with its mails', async () => {
    const goneId = await server.addUser('liu.yang')
    await putMail(server.context, goneId, { receivedAt: NOW })
    const { db } = server.context.store
    await db.deleteFrom('mail').where('account_id', '=', goneId).execute()
    await db.deleteFrom('account').where('id', '=', goneId).execute()
    const folders = db.selectFrom('folder').select('id')
    expect(await db.selectFrom('mail_day').select('folder_id').where('folder_id', 'not in', folders).execute()).toEqual(
      [],
    )
  })
})
