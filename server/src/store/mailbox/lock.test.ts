import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { lockMailboxes } from './lock.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ engine: 'postgres', still: true })
})
afterEach(() => server.stop())

test('given a transaction that locks accounts again, then it asks once for each, and others wait until its end', async () => {
  const wei = await server.addUser('zhang.wei')
  const na = await server.addUser('li.na')
  const { db } = server.context.store
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const order: string[] = []
  let other = Promise.resolve()
  await db.transaction().execute(async (plain) => {
    const trx = plain.withPlugin(counting)
    await lockMailboxes(trx, 'postgres', [wei])
    await lockMailboxes(trx, 'postgres', [wei])
    await lockMailboxes(trx, 'postgres', [wei, na])
    await lockMailboxes(trx, 'postgres', [na])
    expect(asked).toBe(2)
    other = db.transaction().execute(async (second) => {
      await lockMailboxes(second, 'postgres', [na])
      order.push('other')
    })
    // By now the other one asks.
    await plain.selectFrom('account').select('id').execute()
    order.push('first')
  })
  await other
  expect(order).toEqual(['first', 'other'])
})
