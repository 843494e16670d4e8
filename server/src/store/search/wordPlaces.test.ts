import { afterEach, beforeEach, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { transact } from '../database/transact.ts'
import type { Finding, Window } from './searchIndex.ts'
import { phrasesOf } from './tokens.ts'
import { firstPlace, spreadOf, takePlace } from './wordPlaces.ts'

let mailServer: TestServer
let accountId: number
beforeEach(async () => {
  mailServer = await startTestServer({ engine: 'sqlite', still: true })
  accountId = await mailServer.addUser('zhang.wei')
})
afterEach(() => mailServer.stop())

const finding = (more: Partial<Finding> = {}): Finding => ({
  accountId,
  phrases: phrasesOf('项目'),
  fields: [],
  unlisted: [],
  ...more,
})
const keys = async (window: Partial<Window> = {}, more: Partial<Finding> = {}) => {
  const whole = { limit: 100, offset: 0, before: null, counted: true, ...window }
  const { hits } = await mailServer.context.search.find(mailServer.context, finding(more), whole)
  return hits.map(({ sort_key }) => sort_key)
}
const mailKeys = async () => {
  const { db } = mailServer.context.store
  const rows = await db.selectFrom('mail').select('sort_key').orderBy('sort_key', 'desc').execute()
  return rows.map(({ sort_key }) => sort_key)
}

test('given many mails of one second among others, then pages and bounds are exactly in the order of lists', async () => {
  const second = Date.UTC(2026, 3, 1, 12)
  // Indexed from the newest on, and one round after the other.
  for (const round of [0, 1]) {
    for (let number = 0; number < 15; number++) {
      const receivedAt = second + (number < 9 ? number * 7 + round : (number - 9) * 1_000)
      await putMail(mailServer.context, accountId, { subject: '项目', receivedAt })
    }
    await keys()
  }
  const all = await mailKeys()
  expect(all).toHaveLength(30)
  expect(await spreadOf(mailServer.context.store.db, accountId)).toBeGreaterThan(10)
  expect(await keys()).toEqual(all)
  for (let at = 0; at < all.length; at += 4) {
    expect(await keys({ limit: 4, offset: at })).toEqual(all.slice(at, at + 4))
    expect(await keys({ limit: 4, before: all[at] ?? null })).toEqual(all.slice(at + 1, at + 5))
    expect(await keys({}, { until: all[at] })).toEqual(all.slice(at + 1))
    expect(await keys({}, { from: all[at] })).toEqual(all.slice(0, at + 1))
  }
})

test('given mails are removed, then their places are free and others stay found', async () => {
  const receivedAt = Date.UTC(2026, 3, 1, 12)
  for (let number = 0; number < 3; number++)
    await putMail(mailServer.context, accountId, { subject: '项目', receivedAt })
  const all = await keys()
  const [, middle] = all
  const { db } = mailServer.context.store
  await db.transaction().execute(async (trx) => {
    await mailServer.context.search.remove(trx, [middle ?? 0])
    await trx
      .deleteFrom('mail')
      .where('sort_key', '=', middle ?? 0)
      .execute()
  })
  expect(await keys()).toEqual(all.filter((key) => key !== middle))
  const places = await db.selectFrom('word_place').select('sort_key').execute()
  expect(places.map(({ sort_key }) => sort_key).sort()).toEqual(all.filter((key) => key !== middle).sort())
})

test('given more mails of one second than are looked at one by one, then all have places and pages are in order', async () => {
  const { context } = mailServer
  const count = 1_200
  await putMail(context, accountId, { subject: '项目', receivedAt: Date.UTC(2026, 3, 1, 12) })
  const [key] = await mailKeys()
  await transact(context, async (trx) => {
    // Only the places are needed; a mail of each would take the test's whole time.
    for (let number = 1; number < count; number++) await takePlace(trx, accountId, (key ?? 0) + 2 ** 18 + number)
  })
  const { db } = context.store
  const { most } = await db
    .selectFrom('word_spread')
    .select('most')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(most).toBeGreaterThan(512)
  expect(most).toBeLessThan(50_000)
  for (let number = 0; number < 3; number++) {
    await putMail(context, accountId, { subject: '项目', receivedAt: Date.UTC(2026, 3, 1, 12, number) })
  }
  expect(await keys()).toEqual(await mailKeys())
  expect(await keys({ limit: 2, offset: 1 })).toEqual((await mailKeys()).slice(1, 3))
})

test('given accounts beside each other, then none of their places meet until the year 2106', () => {
  const last = 2 ** 53 - 1
  expect(firstPlace(7, last)).toBeLessThan(firstPlace(8, 0))
  expect(Number.isSafeInteger(firstPlace(2 ** 20, last))).toBe(true)
})
