import { searchQuery } from '@yanshu/contracts/schemas'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Trx, transact } from '../../store/database/transact.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { putMailIn } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { markFound, quickSearch, search } from './search.service.ts'

/** More than a search puts into the index while each of them takes the time of a whole transaction. */
const WAITING = 50

describe.each(engines)('a search while mails wait for the index, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let other: number
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    accountId = await server.addUser('zhang.wei')
    other = await server.addUser('li.na')
    await transact(server.context, async (trx) => {
      for (let number = 0; number < WAITING; number++) {
        const receivedAt = Date.parse('2026-10-01T08:00:00Z') + number * 60_000
        await putMailIn(trx, server.context, accountId, { subject: number === 0 ? '预算' : '周报', receivedAt })
      }
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  const putMailInto = (account: number) =>
    transact(server.context, (trx) => putMailIn(trx, server.context, account, { subject: '预算' }))

  /** Keeps searches from putting mails into the index until the transaction ends; on SQLite every transaction does. */
  const lockWaiting = (trx: Trx) =>
    trx
      .updateTable('mail_to_index')
      .set(({ ref }) => ({ account_id: ref('account_id') }))
      .execute()

  /** Without the thread that puts many mails into the index: its clock is its own. */
  const context = () => ({ ...server.context, store: { ...server.context.store, apart: null } })
  const searchBy = (account: number) =>
    search(context(), systemActor(account), searchQuery.parse({ searchKeyword: '预算' }))

  /** A clock on which each look takes so long, however fast the machine is. */
  const lookTakes = (milliseconds: number) => {
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += milliseconds
      return now
    })
  }

  test('given a slow machine and a search that is marked as a whole, then no hit that waits for the index is left out', async () => {
    lookTakes(1_000)
    const query = { ...searchQuery.parse({ searchKeyword: '周报' }), before: undefined }
    const { list, before } = await markFound(context(), systemActor(accountId), query)
    expect([list.length, before]).toEqual([WAITING - 1, null])
  })

  test('given a slow machine, then the answer says that it is not all, and the next ones find the oldest mail too', async () => {
    lookTakes(1_000)
    expect(await searchBy(accountId)).toMatchObject({ list: [], incomplete: true })
    let found = await searchBy(accountId)
    for (let asked = 2; found.incomplete && asked < WAITING; asked++) found = await searchBy(accountId)
    expect(found.list.map(({ subject }) => subject)).toEqual(['预算'])
    expect(found.incomplete).toBeUndefined()
  })

  test('given suggestions on a slow machine, then they say so as well, until there is nothing left to add', async () => {
    const suggest = () => quickSearch(context(), systemActor(accountId), '预算', 6, async () => [])
    lookTakes(1_000)
    expect(await suggest()).toEqual({ list: [], people: [], incomplete: true })
    let found = await suggest()
    for (let asked = 2; found.incomplete && asked < WAITING; asked++) found = await suggest()
    expect(found.list.map(({ subject }) => subject)).toEqual(['预算'])
    expect(found.incomplete).toBeUndefined()
    // What no mail is looked for by waits for nothing.
    expect(await quickSearch(context(), systemActor(accountId), '……', 6, async () => [])).toEqual({
      list: [],
      people: [],
    })
  })

  test('given a quick one, or mails of somebody else, then the first answer is all', async () => {
    lookTakes(0)
    const others = await searchBy(other)
    expect([others.list, others.incomplete]).toEqual([[], undefined])
    const own = await searchBy(accountId)
    expect([own.list.length, own.incomplete]).toEqual([1, undefined])
  })
  test('given searches that wait to write what was delivered, then those of others are answered meanwhile', async () => {
    await putMailInto(other)
    const third = await server.addUser('wang.fang')
    const waiting: Promise<unknown>[] = []
    await server.context.store.db.transaction().execute(async (trx) => {
      await lockWaiting(trx)
      for (const account of [accountId, other, accountId, other]) waiting.push(searchBy(account))
      // This would wait for the end of this transaction, if those before it held the places of the queue.
      expect((await searchBy(third)).list).toEqual([])
    })
    await Promise.all(waiting)
    expect((await searchBy(other)).list).toHaveLength(1)
  })
})
