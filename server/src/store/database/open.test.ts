import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { putMailIn } from '../../testing/putMail.ts'
import { makeTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { folderOfRole } from '../mailbox/index.ts'
import { openStore, STORE_OF_COMMAND, type Store } from './open.ts'
import { MMAP_BYTES } from './readerPragmas.ts'
import { transact } from './transact.ts'

describe('reading while somebody writes, on SQLite', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({ engine: 'sqlite' })
  })
  afterEach(() => server.stop())

  test('given an open transaction, then lists answer as before it, its own reads see it, and its commit is seen at once', async () => {
    const { context } = server
    const wei = await server.addUser('zhang.wei')
    const person = await server.login('zhang.wei')
    const mailboxId = await folderOfRole(context.store.db, wei, 'inbox')
    const subjects = async () =>
      (await person.get('mail/email/mailbox/list', { mailboxId, pageSize: 15 })).list.map((mail) => mail.subject)

    await transact(context, async (trx) => {
      await putMailIn(trx, context, wei, { subject: '半路' })
      const own = await trx.selectFrom('mail').select('id').where('account_id', '=', wei).execute()
      expect(own).toHaveLength(1)
      // This would wait for the end of this transaction for ever, if reads waited.
      expect(await subjects()).toEqual([])
    })
    expect(await subjects()).toEqual(['半路'])
  })

  test('given the store of a command, then none of its connections maps the file, which those of a server do', async () => {
    const command = await openStore(server.context.config.database, STORE_OF_COMMAND)
    const mapped = async (store: Store) => {
      store.releaseMemory()
      const asked = [store.db, store.longReads].map((db) => sql<{ mmap_size: number }>`pragma mmap_size`.execute(db))
      return (await Promise.all(asked)).map(({ rows }) => rows[0]?.mmap_size)
    }
    expect(await mapped(command)).toEqual([0, 0])
    await command.close()
    expect(await mapped(server.context.store)).toEqual([MMAP_BYTES, MMAP_BYTES])
  })

  test('given statements that are transactions of their own, then each is read right after it', async () => {
    const { db } = server.context.store
    for (let index = 0; index < 50; index++) {
      await db
        .insertInto('domain')
        .values({ name: `d${index}.test`, created_at: index })
        .execute()
      const found = await db.selectFrom('domain').select('name').where('created_at', '=', index).executeTakeFirst()
      expect(found?.name).toBe(`d${index}.test`)
    }
  })

  test('given what writes beside an open transaction, then it waits for its end and neither is lost', async () => {
    const { db } = server.context.store
    const order: string[] = []
    const add = (name: string) => db.insertInto('domain').values({ name, created_at: 0 }).execute()
    let waiting: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('domain').values({ name: 'inside.test', created_at: 0 }).execute()
      waiting = add('beside.test').then(() => order.push('beside'))
      await trx.insertInto('domain').values({ name: 'inside-too.test', created_at: 0 }).execute()
      order.push('inside')
    })
    await waiting
    expect(order).toEqual(['inside', 'beside'])
    const names = (await db.selectFrom('domain').select('name').execute()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['inside.test', 'inside-too.test', 'beside.test']))
  })

  test('given a transaction that fails, then nothing of it is read and the next one may begin', async () => {
    const { db } = server.context.store
    await expect(
      db.transaction().execute(async (trx) => {
        await trx.insertInto('domain').values({ name: 'gone.test', created_at: 0 }).execute()
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await db.insertInto('domain').values({ name: 'kept.test', created_at: 0 }).execute()
    const names = (await db.selectFrom('domain').select('name').execute()).map(({ name }) => name)
    expect(names).toContain('kept.test')
    expect(names).not.toContain('gone.test')
  })
})

describe('the time limits of PostgreSQL', () => {
  let folder: string
  let database: TestDatabase
  const opened: Store[] = []
  const open = async (limits?: Parameters<typeof openStore>[1]) => {
    const store = await openStore(database.address, limits)
    opened.push(store)
    return store
  }
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-limits-'))
    database = await makeTestDatabase('postgres', folder)
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('given no end, then a statement is ended, and the next one runs on', async () => {
    const { db } = await open({ statement: 100, idleTransaction: 60_000, connection: 10_000 })
    await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('given a transaction in which nothing more is asked, then it is ended, and whoever waits for its rows continues', async () => {
    const { db } = await open({ statement: 60_000, idleTransaction: 200, connection: 10_000 })
    await db.insertInto('domain').values({ name: 'a.test', created_at: 0 }).execute()
    const rename = (on: typeof db, name: string) => on.updateTable('domain').set({ name }).execute()
    await expect(
      db.transaction().execute(async (trx) => {
        await rename(trx, 'forgotten.test')
        await rename(db, 'waited.test')
        await rename(trx, 'too-late.test')
      }),
    ).rejects.toThrow()
    expect((await db.selectFrom('domain').select('name').execute()).map(({ name }) => name)).toEqual(['waited.test'])
  })

  test('given all connections in use, then one more is refused instead of waiting for ever', async () => {
    const { db } = await open({ statement: 60_000, idleTransaction: 60_000, connection: 4_000 })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const holders = Array.from({ length: 10 }, () => db.connection().execute(() => held))
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/timeout/)
    letGo()
    await Promise.all(holders)
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('is limited unless told otherwise', async () => {
    const { db } = await open()
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
    expect(rows).toEqual([{ statement: '30s', idle: '1min' }])
  })
})
