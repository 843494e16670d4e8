import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { MESSAGE_HOLDERS } from './messageHolders.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite', still: true })
})
afterAll(() => server.stop())

test('every reference to a message that forbids deleting it belongs to a table that holds messages', async () => {
  const { rows } = await sql<{ name: string }>`select m.name from sqlite_master as m
    join pragma_foreign_key_list(m.name) as f where m.type = 'table' and f."table" = 'message' and f.on_delete = 'NO ACTION'`.execute(
    server.context.store.db,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...MESSAGE_HOLDERS].sort())
})
