import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { withoutPassword } from '../../platform/config/values.ts'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'

/** Runs a tool of PostgreSQL to its end. The password travels in the environment, where no list of processes shows it. */
async function run(tool: 'pg_dump' | 'pg_restore', parameters: readonly string[], database: string): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(database)
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname) || searchParams.get('host') || '',
    PGPORT: port || searchParams.get('port') || '',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') ?? '' } : {}),
  }
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const child = spawn(tool, parameters, { env: set, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const output = text(child.stderr)
  const code = await ended.catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error
    throw new OperatorError(`${tool} is not installed here. Install PostgreSQL’s client (Debian: postgresql-client)`)
  })
  if (code === 0) return
  throw new OperatorError(`${tool} could not work on ${withoutPassword(database)}: ${(await output).trim()}`)
}

/** Writes a consistent copy of the whole database to a file while it is in use. */
export const dumpPostgres = (database: string, file: string): Promise<void> =>
  run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], database)

/** Puts such a copy into a database that has no table yet, whole or not at all. */
export async function loadPostgres(database: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const { rowCount } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1")
    if (rowCount) {
      throw new OperatorError(`${withoutPassword(database)} is not empty. Make a new database for the restored system`)
    }
  } finally {
    await client.end()
  }
  const name = decodeURIComponent(new URL(database).pathname.slice(1))
  const whole = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  await run('pg_restore', [...whole, `--dbname=${name}`, file], database)
}
