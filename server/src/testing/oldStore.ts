import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect } from 'vitest'
import type { Engine } from '../store/database/engine.ts'
import { migrationsFor } from '../store/database/migrations.ts'
import { makeTestDatabase } from './testDatabase.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tables as the version before had them
export type Old = Kysely<any>

export function openOld(engine: Engine, address: string): Old {
  if (engine === 'postgres') {
    return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: address }) }) })
  }
  const connection = new DatabaseSync(address)
  const database: SqliteDatabase = {
    close: () => connection.close(),
    prepare: (text) => {
      const statement = connection.prepare(text)
      type Values = (null | number | bigint | string)[]
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as Values)),
        run: (values) => statement.run(...(values as Values)),
        iterate: (values) => statement.iterate(...(values as Values)) as IterableIterator<unknown>,
      }
    },
  }
  return new Kysely({ dialect: new SqliteDialect({ database }) })
}

/** A store as an older version left it, filled with what that version held. */
export async function makeOld(engine: Engine, version: string, fill: (old: Old) => Promise<void>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-upgrade-'))
  const database = await makeTestDatabase(engine, folder, { empty: true })
  const old = openOld(engine, database.address)
  const migrations = migrationsFor(engine)
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(version)
  expect(error).toBeUndefined()
  await fill(old)
  await old.destroy()
  const forget = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, forget }
}
