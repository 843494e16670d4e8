import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type Store } from './open.ts'

let folder: string
let store: Store
const open = async (longRead: number) => {
  store = await openStore(path.join(folder, 'yanshu.db'), { longRead })
}
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-threads-'))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** A query that takes some tenths of a second for each three million, and ends by itself. */
const counting = (rows: number) =>
  sql<{ rows: number }>`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    select count(*) as rows from n`

test('given a read that takes long, then other calls are answered while it goes on, and it sees the last commit', async () => {
  await open(60_000)
  await store.db.insertInto('domain').values({ name: 'a.example', created_at: 1 }).execute()
  const order: string[] = []
  const slow = counting(3_000_000)
    .execute(store.longReads)
    .then(({ rows }) => order.push(`long ${rows[0]?.rows}`))
  const domains = await store.longReads.selectFrom('domain').select('name').execute()
  expect(domains).toEqual([{ name: 'a.example' }])
  await store.db.selectFrom('domain').select('name').execute()
  order.push('short')
  await slow
  expect(order).toEqual(['short', 'long 3000000'])
})

test('given a read that takes longer than it may, then it is refused and the next one is answered', async () => {
  await open(1_000)
  await expect(counting(20_000_000).execute(store.longReads)).rejects.toMatchObject({
    name: 'TaskLimitError',
    limit: 'time',
  })
  await expect
    .poll(async () => (await sql`select 1 as one`.execute(store.longReads)).rows, { timeout: 20_000 })
    .toEqual([{ one: 1 }])
})

test('given something that writes, then a connection for reads refuses it', async () => {
  await open(60_000)
  await expect(store.longReads.deleteFrom('domain').execute()).rejects.toThrow()
  await expect(store.longReads.transaction().execute(async () => {})).rejects.toThrow('threads only read')
})
