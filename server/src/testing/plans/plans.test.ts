import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Engine } from '../../store/database/engine.ts'
import { engines } from '../testDatabase.ts'
import { refusedSteps } from './judge.ts'
import { SIZES } from './largeOrganisation.ts'
import { REASONS } from './reasons.ts'

const asked = (engine: Engine, text: string, file = 'areas/x/x.ts') =>
  refusedSteps([{ engine, text: engine === 'postgres' ? text.replace('?', '$1') : text, file, isTranslated: false }])

test.each(engines)('what reads a whole table, or all rows of an account, is refused on %s', async (engine) => {
  for (const text of [
    'select id from message where from_address = ?',
    'select id from mail where account_id = ? order by received_at desc limit 50',
    'delete from outgoing where account_id = ?',
    'select id from push_note where account_id + 0 = ? limit 1',
    'update contact set starred = 1 where account_id = ?',
  ]) {
    expect(await asked(engine, text), text).toHaveLength(1)
  }
  const [refusal] = await asked(engine, 'select id from message where from_address = ?')
  expect(refusal).toMatch(/^areas\/x\/x\.ts reads some 1500000 rows of message on /)
})

test.each(engines)('what reads by an index, or no more than it answers, is not refused on %s', async (engine) => {
  for (const text of [
    'select * from mail where id = ?',
    'select id from mail where account_id = ? order by sort_key desc limit 50',
    'select id from folder where account_id = ?',
    'select max(seq) from change_log where account_id = ?',
    'select id from account where address = ? and exists (select 1 from mail where mail.account_id = account.id)',
  ]) {
    expect(await asked(engine, text), text).toEqual([])
  }
})

test.each(engines)('a file may read the tables that are named for it, and no others, on %s', async (engine) => {
  expect(await asked(engine, 'select hash from blob', 'store/backup/backup.ts')).toEqual([])
  expect(await asked(engine, 'select id from message', 'store/backup/backup.ts')).toHaveLength(1)
})

test('what is named is there, with the table that it reads', () => {
  for (const { file, tables, why } of REASONS) {
    const path = fileURLToPath(new URL(`../../${file}`, import.meta.url))
    expect(existsSync(path), file).toBe(true)
    const text = readFileSync(path, 'utf8')
    for (const table of tables) expect(text, file).toMatch(new RegExp(`\\b${table}\\b`))
    expect(why).not.toBe('')
  }
})

/** References without an index: domains are few, and hardly ever removed. */
const WITHOUT_INDEX = new Set(['account.domain_id'])

test.each(engines)(
  'each reference has an index, so that deleting a row reads no whole table, on %s',
  async (engine) => {
    const missing = engine === 'sqlite' ? withoutIndexOnSqlite() : await withoutIndexOnPostgres()
    expect(missing.filter((one) => !WITHOUT_INDEX.has(one))).toEqual([])
  },
)

function withoutIndexOnSqlite(): string[] {
  const database = new DatabaseSync(process.env.YANSHU_TEST_SQLITE_TEMPLATE ?? '', { readOnly: true })
  try {
    return database
      .prepare(
        `select t.name || '.' || f."from" as name from sqlite_master t join pragma_foreign_key_list(t.name) f
         where t.type = 'table' and not exists (
           select 1 from pragma_index_list(t.name) i join pragma_index_info(i.name) c
           where c.seqno = 0 and c.name = f."from" and i.partial = 0)
         and not exists (select 1 from pragma_table_info(t.name) p where p.name = f."from" and p.pk = 1)`,
      )
      .all()
      .map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

async function withoutIndexOnPostgres(): Promise<string[]> {
  const client = new pg.Client({ connectionString: process.env.YANSHU_TEST_PLANS ?? '' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select conrelid::regclass || '.' || attname as name from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and not exists (
         select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)`,
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

test('each table that grows is named with its size', () => {
  const database = new DatabaseSync(process.env.YANSHU_TEST_SQLITE_TEMPLATE ?? '', { readOnly: true })
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^sqlite_|^(?:mail|document)_terms/.test(name))
  database.close()
  expect(tables.filter((name) => !SIZES.has(name))).toEqual([])
})
