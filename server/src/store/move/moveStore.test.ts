import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { putMail } from '../../testing/putMail.ts'
import { temporaryRoot } from '../../testing/temporaryRoot.ts'
import { engines, makeTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { runYanshu } from '../../testing/yanshuCommand.ts'
import { createBackup } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { recordBlobs } from '../blobs/blobRows.ts'
import { openBlobStore } from '../blobs/openBlobStore.ts'
import { openContext } from '../context/openContext.ts'
import { openStore } from '../database/open.ts'
import { storedText } from '../database/storedText.ts'
import { transact } from '../database/transact.ts'
import { indexAccount } from '../search/indexer.ts'
import { phrasesOf } from '../search/tokens.ts'
import { moveStore } from './moveStore.ts'
import { STAYS_BEHIND } from './sourceStore.ts'

/** Tables of PostgreSQL without rows to move: the index, made anew, and the steps of the schema. */
const MADE_THERE = [
  ...['document_to_index', 'document_words', 'kysely_migration', 'kysely_migration_lock', 'live_server'],
  ...['mail_to_index', 'mail_to_index_again', 'mail_words'],
]
const ROWS = 3
const LONG = '长文字 𠮷 é "引号" \\ 反斜线\n'.repeat(60)

describe.each(engines.filter((engine) => engine === 'postgres'))('moving a store from SQLite to %s', () => {
  let folder: string
  let source: TestDatabase
  let target: TestDatabase
  beforeEach(async () => {
    folder = await mkdtemp(path.join(temporaryRoot(), 'yanshu-move-'))
    source = await makeTestDatabase('sqlite', folder)
    target = await makeTestDatabase('postgres', folder, { empty: true })
  })
  afterEach(async () => {
    await target.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Some rows in every table: numbers, and texts of which one of each table is long enough to be kept compressed. */
  function fillEveryTable(): string[] {
    const file = new DatabaseSync(source.address)
    file.exec('pragma foreign_keys=off')
    for (const { name } of file.prepare("select name from sqlite_master where type = 'trigger'").all()) {
      file.exec(`drop trigger "${name}"`)
    }
    const tables = file
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !STAYS_BEHIND.has(name) && !/^(?:mail|document)_terms_/.test(name))
    for (const table of tables) {
      const columns = file.prepare('select name, type, pk, "notnull" as needed from pragma_table_info(?)').all(table)
      for (let row = 1; row <= ROWS; row++) {
        const values = columns.map(({ name, type, pk, needed }) => {
          if (Number(pk) === 0 && Number(needed) === 0 && row === ROWS) return null
          if (!/text/i.test(String(type))) return row
          // What is kept compressed on SQLite are bodies; any column of texts may hold bytes there.
          return table === 'message_body' && name === 'text' && row === 1 ? storedText('sqlite', LONG) : `${row}-文字-é`
        })
        const list = columns.map(({ name }) => `"${name}"`).join(', ')
        file.prepare(`insert into "${table}" (${list}) values (${values.map(() => '?').join(', ')})`).run(...values)
      }
    }
    file.close()
    return tables.sort()
  }

  const rowsOf = async (query: string) => {
    const client = new pg.Client({ connectionString: target.address })
    await client.connect()
    try {
      return (await client.query(query)).rows
    } finally {
      await client.end()
    }
  }

  test('given rows in every table, then every table has them there, and no table of either side is forgotten', async () => {
    const tables = fillEveryTable()
    const { tables: moved, replaced } = await moveStore(source.address, target.address)
    expect(moved.map(({ table, rows }) => [table, rows])).toEqual(tables.map((table) => [table, ROWS]))
    expect(replaced).toBe(0)
    const there = await rowsOf(
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    )
    expect(there.map(({ name }) => name).sort()).toEqual([...tables, ...MADE_THERE].sort())
    expect(await rowsOf('select text from message_body where message_id = 1')).toEqual([{ text: LONG }])
    expect(await rowsOf('select count(*)::int as n from mail_to_index')).toEqual([{ n: ROWS }])
    // References, triggers and numbers work as in a database that was made empty.
    const fresh = await makeTestDatabase('postgres', folder)
    const facts = `select conname, conrelid::regclass::text as of, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = to_regnamespace(current_schema()) order by 1, 2`
    const [client, other] = [target.address, fresh.address].map(
      (connectionString) => new pg.Client({ connectionString }),
    )
    if (!client || !other) throw new Error('no clients')
    await Promise.all([client.connect(), other.connect()])
    expect((await client.query(facts)).rows).toEqual((await other.query(facts)).rows)
    await Promise.all([client.end(), other.end()])
    await fresh.drop()
    expect(await rowsOf("select 1 from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([])
    expect(await rowsOf("insert into domain (name, created_at) values ('next', 1) returning id::int as id")).toEqual([
      { id: ROWS + 1 },
    ])
  })

  test('given a move that is interrupted, then no server starts there, and the next run goes on and ends the same', async () => {
    const tables = fillEveryTable()
    const stop = new AbortController()
    let pieces = 0
    const onProgress = () => {
      if (++pieces === 20) stop.abort()
    }
    await expect(moveStore(source.address, target.address, { onProgress, signal: stop.signal })).rejects.toThrow(
      'abort',
    )
    await expect(openStore(target.address)).rejects.toThrow('yanshu move')
    pieces = 0
    const moved = await moveStore(source.address, target.address, { onProgress: () => void pieces++ })
    expect(moved.tables.map(({ rows }) => rows)).toEqual(tables.map(() => ROWS))
    // A piece of each table is written and one is compared; those of the first run are not written again.
    expect(pieces).toBe(2 * tables.length - 20)
    await expect(moveStore(source.address, target.address)).rejects.toThrow('is not empty')
  })

  test('given a file that differs from what was written, then the move is refused and no server starts there', async () => {
    fillEveryTable()
    const stop = new AbortController()
    const onProgress = (phase: string) => phase === 'compare' && stop.abort()
    await expect(moveStore(source.address, target.address, { onProgress, signal: stop.signal })).rejects.toThrow(
      'abort',
    )
    const file = new DatabaseSync(source.address)
    file.exec("pragma foreign_keys=off; update account set name = '改了' where id = 2")
    file.close()
    await expect(moveStore(source.address, target.address)).rejects.toThrow('The table account has 3 rows')
    await expect(openStore(target.address)).rejects.toThrow('yanshu move')
  })

  test('given a running system, then the command waits for its end; a copy and a backup of it work on PostgreSQL', async () => {
    const server = await startTestServer({ engine: 'sqlite' })
    const backup = path.join(folder, 'backup')
    let file = { hash: '', size: 0 }
    try {
      const { dataFolder } = server.context.config
      const wei = await server.addUser('zhang.wei')
      await putMail(server.context, wei, { subject: '年度合同', text: `${LONG}付款条件` })
      await putMail(server.context, wei, { subject: 'nul', text: 'a\0b' })
      file = await server.context.blobs.put(Buffer.from('short content'))
      await transact(server.context, (trx) => recordBlobs(trx, 'sqlite', [file], 1))
      const early = await runYanshu({ dataFolder, database: target.address }, ['move'])
      expect(early).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first') })
      await createBackup(server.context, backup)
    } finally {
      await server.stop()
    }
    const copy = path.join(folder, 'copy')
    await restoreBackup(backup, { dataFolder: copy, s3: null, database: path.join(copy, 'yanshu.db') })
    const done = await runYanshu({ dataFolder: copy, database: target.address }, ['move'])
    expect(done).toMatchObject({ code: 0 })
    expect(done.out).toContain('are the same on both sides')
    expect(done.out).toContain('1 files of mail were brought')
    expect((await readdir(copy)).filter((name) => name.startsWith('yanshu.db') && !name.includes('.moved'))).toEqual([])
    const files = await openBlobStore({ dataFolder: copy, s3: null, database: target.address })
    expect(Buffer.from(await files.readAll(file.hash)).toString()).toBe('short content')
    await files.close()
    expect(done.out).toContain('2 texts held the character NUL')
    const list = await runYanshu({ dataFolder: copy, database: target.address }, ['user', 'list'])
    expect(list).toMatchObject({ code: 0, out: expect.stringContaining('zhang.wei') })
    const again = await runYanshu({ dataFolder: copy, database: target.address }, ['move'])
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('There is no') })

    const other = await makeTestDatabase('postgres', folder, { empty: true })
    try {
      const restored = path.join(folder, 'restored')
      await restoreBackup(backup, { dataFolder: restored, s3: null, database: other.address })
      expect((await readdir(restored)).filter((name) => name.startsWith('yanshu.db'))).toEqual([])
      const people = await runYanshu({ dataFolder: restored, database: other.address }, ['user', 'list'])
      expect(people).toMatchObject({ code: 0, out: expect.stringContaining('zhang.wei') })
      const parts = { config: { ...configOf(restored), database: other.address }, log: QUIET }
      const { context, close } = await openContext(parts)
      const { id } = await context.store.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
      await indexAccount(context, id)
      const finding = { accountId: id, phrases: phrasesOf('付款条件'), fields: [], unlisted: [] }
      const found = await context.search.find(context, finding, { limit: 5, offset: 0, before: null, counted: true })
      expect(found.hits).toHaveLength(1)
      await close()
    } finally {
      await other.drop()
    }
  })
})

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const configOf = (folder: string) => readConfig({ YANSHU_DATA: folder, YANSHU_DEMO: 'off' })
