import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { Engine } from '../store/database/engine.ts'
import { makeTestDatabase } from './testDatabase.ts'

const FOLDER = path.join(import.meta.dirname, 'landed')

/** Runs statements on a store by a connection of its own, and answers the rows of the last one. */
export async function ask(engine: Engine, address: string, text: string): Promise<Record<string, unknown>[]> {
  if (engine === 'sqlite') {
    const file = new DatabaseSync(address)
    try {
      return file.prepare(text).all()
    } finally {
      file.close()
    }
  }
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    const answer: pg.QueryResult | pg.QueryResult[] = await client.query(text)
    return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? []
  } finally {
    await client.end()
  }
}

/**
 * A store as the last version before the baseline left it, with two mails of one account. One of them is still in the index
 * of words of a version before that, as after an upgrade that had not ended.
 */
export async function makeLanded(engine: Engine) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-landed-'))
  const database = await makeTestDatabase(engine, folder, { empty: true })
  if (engine === 'sqlite') {
    await writeFile(database.address, gunzipSync(await readFile(path.join(FOLDER, 'sqlite.db.gz'))))
  } else {
    await ask(engine, database.address, gunzipSync(await readFile(path.join(FOLDER, 'postgres.sql.gz'))).toString())
  }
  const forget = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, folder, forget }
}
