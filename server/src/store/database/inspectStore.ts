import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { LIVE_MS, type LiveServer } from './contracting.ts'
import { type Engine, engineOf } from './engine.ts'
import { replacedOf, sinceBaseline } from './landed.ts'
import { migrationsFor } from './migrations.ts'
import { readable, storeFailure } from './storeFailure.ts'

const CONNECT_WITHIN_MS = 10_000
/** The table in which the migrator notes what it has done. */
const STEPS_TABLE = 'kysely_migration'
const SERVERS_TABLE = 'live_server'

/** Noted among the steps while a move into the database has not ended, so that nothing else uses it. */
export const MOVING_STEP = '9999_moving'

/** What a store is before it is used. */
export interface StoreState {
  readonly engine: Engine
  /** Whether nothing is in it yet. */
  readonly isNew: boolean
  /** Names of the steps that have made its schema in the place of the baseline. */
  readonly replaced: readonly string[]
  /** Steps of the schema that the next start makes. */
  readonly stepsToMake: number
  /** The servers that answer on it. */
  readonly servers: readonly LiveServer[]
}

interface Content {
  readonly tables: readonly string[]
  /** Names of the schema's steps that were made; null when none ever was. */
  readonly steps: readonly string[] | null
  readonly servers: readonly LiveServer[]
}

/** Asked only where the table is. */
const liveSince = () => `select version, since from live_server where seen_at > ${Date.now() - LIVE_MS} order by since`

const asServer = (row: Readonly<Record<string, unknown>>): LiveServer => ({
  version: String(row.version),
  since: Number(row.since),
})

/**
 * Inspects a store without changing it. `source` is what `openStore` takes.
 * Throws an `OperatorError` when it cannot be reached, is no database, belongs to another program, was made by a newer
 * version or by one from before the baseline, or lacks a step between those that it has.
 */
export async function inspectStore(source: string): Promise<StoreState> {
  const engine = engineOf(source)
  let content: Content
  try {
    content = engine === 'postgres' ? await readPostgres(source) : readSqlite(source)
  } catch (error) {
    throw storeFailure(source, error)
  }
  const { tables } = content
  const [foreign] = tables
  if (content.steps === null && foreign !== undefined) {
    throw new OperatorError(
      `${readable(source)} is the database of another program: it has a table “${foreign}” and none of Yanshu's. ${
        engine === 'postgres'
          ? 'Name an empty database in DATABASE_URL'
          : 'Choose another data folder with YANSHU_DATA, or move this file away'
      }`,
    )
  }
  if (content.steps?.includes(MOVING_STEP)) {
    throw new OperatorError(
      `The move into ${readable(source)} has not ended. Run \`yanshu move\` again; it goes on where it stopped`,
    )
  }
  const steps = content.steps && sinceBaseline(content.steps, readable(source))
  const known = Object.keys(migrationsFor(engine))
  const unknown = steps?.find((step) => !known.includes(step))
  if (unknown !== undefined) {
    throw new OperatorError(
      `${readable(source)} was made by a newer version of Yanshu, or by another program (it has the step “${unknown}”). ` +
        'Start the version that made it, or restore a backup of this one',
    )
  }
  const skipped =
    steps &&
    known
      .sort()
      .slice(0, steps.length)
      .find((step) => !steps.includes(step))
  if (skipped) {
    throw new OperatorError(
      `${readable(source)} cannot be upgraded by this version of Yanshu: it lacks the step “${skipped}” and has later ones, ` +
        'as a version in development leaves it. Start the version that made it, or restore a backup of a released one',
    )
  }
  return {
    engine,
    isNew: steps === null,
    replaced: replacedOf(content.steps ?? []),
    stepsToMake: known.length - (steps?.length ?? 0),
    servers: content.servers,
  }
}

function readSqlite(file: string): Content {
  if (!existsSync(file)) return { tables: [], steps: null, servers: [] }
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    connection.exec('pragma busy_timeout=5000')
    const names = (query: string) =>
      connection
        .prepare(query)
        .all()
        .map((row) => String(row.name))
    const tables = names("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    return {
      tables,
      steps: tables.includes(STEPS_TABLE) ? names(`select name from ${STEPS_TABLE}`) : null,
      servers: tables.includes(SERVERS_TABLE) ? connection.prepare(liveSince()).all().map(asServer) : [],
    }
  } finally {
    connection.close()
  }
}

async function readPostgres(connectionString: string): Promise<Content> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  // A connection that breaks while it is used rejects the query as well.
  client.on('error', () => {})
  try {
    await client.connect()
    const names = async (query: string) => (await client.query<{ name: string }>(query)).rows.map((row) => row.name)
    // Tables that belong to an extension are not counted.
    const tables = await names(`select relname as name from pg_class where relkind in ('r', 'p')
      and relnamespace = to_regnamespace(current_schema())
      and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')`)
    return {
      tables,
      steps: tables.includes(STEPS_TABLE) ? await names(`select name from ${STEPS_TABLE}`) : null,
      servers: tables.includes(SERVERS_TABLE) ? (await client.query(liveSince())).rows.map(asServer) : [],
    }
  } finally {
    await client.end().catch(() => {})
  }
}
