import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { contracting, LIVE_MS } from '../database/contracting.ts'
import { inspectStore } from '../database/inspectStore.ts'
import { registerServer } from './liveServers.ts'

describe.each(engines)('the servers of a store on %s', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
  })
  afterEach(() => server.stop())

  const answering = async () => (await inspectStore(server.context.config.database)).servers
  const contract = (since: string) =>
    server.context.store.db.transaction().execute((trx) =>
      contracting(engine, since, {
        up: async (db) => void (await sql`drop table muted_thread`.execute(db)),
      }).up(trx as never),
    )

  test('given servers of different versions, then nothing is removed while an older one answers', async () => {
    const stop = await registerServer(server.context)
    const older = { id: 'older', version: '0.0.9', step: '0140_before', since: 1 }
    const { db } = server.context.store
    await db
      .insertInto('live_server')
      .values({ ...older, seen_at: Date.now() })
      .execute()
    expect(await answering()).toMatchObject([{ version: '0.0.9', since: 1 }, { version: expect.any(String) }])

    await expect(contract('0150_live_servers')).rejects.toThrow(OperatorError)
    await expect(contract('0150_live_servers')).rejects.toThrow(/1 of them still answer \(0\.0\.9 since 1970-01-01/)
    expect(await db.selectFrom('muted_thread').selectAll().execute()).toEqual([])

    // Killed a while ago.
    await db
      .updateTable('live_server')
      .set({ seen_at: Date.now() - LIVE_MS - 1 })
      .where('id', '=', 'older')
      .execute()
    expect(await answering()).toHaveLength(1)
    await contract('0150_live_servers')
    await expect(db.selectFrom('muted_thread').selectAll().execute()).rejects.toThrow(/muted_thread/)
    await stop()
    expect(await answering()).toEqual([])
  })

  test('given a store that was brought to a newer version after it was opened, then the server does not begin', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9998_later', '')`.execute(server.context.store.db)
    await expect(registerServer(server.context)).rejects.toThrow(/made by a newer version .*9998_later/)
    await sql`delete from kysely_migration where name = '9998_later'`.execute(server.context.store.db)
    expect(await answering()).toEqual([])
  })
})
