import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Engine } from '../store/database/engine.ts'

/** The stores every server test runs on; the check before a commit asks for the quicker one alone. */
export const engines: readonly Engine[] =
  process.env.YANSHU_TEST_STORES === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

export interface TestDatabase {
  /** What `Config.database` takes. */
  readonly address: string
  drop(): Promise<void>
}

/**
 * A database of its own: a file in the folder, or a new one on the PostgreSQL of the run.
 * @param empty without any table, also where a copy of the newest schema would be quicker
 */
export async function makeTestDatabase(
  engine: Engine,
  folder: string,
  { empty = false }: { readonly empty?: boolean } = {},
): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const file = path.join(folder, 'yanshu.db')
    const template = process.env.YANSHU_TEST_SQLITE_TEMPLATE
    if (template && !empty) await copyFile(template, file)
    return { address: file, drop: async () => {} }
  }
  const server = process.env.YANSHU_TEST_POSTGRES
  if (!server) {
    throw new Error('There is no PostgreSQL to test on. Run the tests from the root of the repository: pnpm test:unit')
  }
  const name = `yanshu_${randomBytes(8).toString('hex')}`
  const address = await createDatabase(server, name, empty ? undefined : process.env.YANSHU_TEST_TEMPLATE)
  return { address, drop: () => administer(server, `drop database ${name} with (force)`) }
}

/** Makes a database, empty or as a copy of another without connections. Answers its address. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await administer(server, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.toString()
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
