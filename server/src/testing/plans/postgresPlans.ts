import { truncate } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { entriesOf, type Keyed, nullsOf, rowsFor, SIZES, sizeOf, valuesOf } from './largeOrganisation.ts'
import type { Step } from './step.ts'

/** What `explain (format json)` answers, as far as it is read. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
  readonly 'Parent Relationship'?: string
  readonly 'Join Type'?: string
}

const NOT_OURS = /^kysely_/

/** The number of a limit. */
const ROWS_WANTED = 100
const PAGE_BYTES = 8_192
/** Rows of a page, and entries of a page of an index, as they are in the mean. */
const ROWS_OF_PAGE = 60
const ENTRIES_OF_PAGE = 150

/**
 * Gives a database the statistics of a large organisation. PostgreSQL multiplies the pages that a file has by the rows that
 * it knows of on each: every table has one row, and its files are as long as they would be, without content. The server has
 * to be of this machine.
 */
export async function enlargePostgres(address: string): Promise<void> {
  await using(address, async (client) => {
    const { tables, indexes, references } = await schemaOf(client)
    await client.query('set session_replication_role = replica; set allow_system_table_mods = on')
    const { rows: columns } = await client.query<{
      table: string
      column: string
      type: string
      at: number
      open: boolean
      nullable: boolean
    }>(
      `select relname as table, attname as column, typname as type, attnum as at, attgenerated = '' and attnotnull as open,
         not attnotnull as nullable
       from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
       where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
    )
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table)
      const filled = own.filter(({ open }) => open)
      const values = filled.map(({ type }) => (/^int|float|numeric/.test(type) ? '1' : "''"))
      const names = filled.map(({ column }) => `"${column}"`)
      await client.query(
        `insert into ${table} (${names.join(', ')}) overriding system value values (${values.join(', ')})`,
      )
      for (const { column, at, nullable } of own) {
        const distinct = valuesOf(table, column, references)
        await client.query(
          `insert into pg_statistic (starelid, staattnum, stainherit, stanullfrac, stawidth, stadistinct, stakind1, stakind2,
             stakind3, stakind4, stakind5, staop1, staop2, staop3, staop4, staop5, stacoll1, stacoll2, stacoll3, stacoll4, stacoll5)
           values ('${table}'::regclass, ${at}, false, ${nullable ? nullsOf(column) : 0}, 16, ${distinct === sizeOf(table) ? -1 : distinct},
             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
        )
      }
    }
    // What was written is in the files before they are made longer.
    await client.query('checkpoint')
    for (const table of tables) await lengthen(client, table, sizeOf(table), ROWS_OF_PAGE)
    for (const index of indexes) await lengthen(client, index.name, entriesOf(index), ENTRIES_OF_PAGE)
  })
}

/** Makes the file of a table or an index as long as so many rows would make it. */
async function lengthen(client: pg.Client, name: string, rows: number, ofPage: number): Promise<void> {
  const { rows: found } = await client.query<{ folder: string; file: string; pages: number }>(
    `select current_setting('data_directory') as folder, pg_relation_filepath('${name}') as file,
       pg_relation_size('${name}') / ${PAGE_BYTES} as pages`,
  )
  const [one] = found
  if (!one) throw new Error(`${name} has no file`)
  const pages = Math.max(Number(one.pages), Math.ceil(rows / ofPage))
  await truncate(path.join(one.folder, one.file), pages * PAGE_BYTES)
  await client.query(
    `update pg_class set relpages = ${pages}, reltuples = ${rows}, relallvisible = ${pages} where oid = '${name}'::regclass`,
  )
}

/** By address: every test file of a worker asks of the same database. */
const schemas = new Map<string, Pick<Awaited<ReturnType<typeof schemaOf>>, 'indexes' | 'references'>>()

/** Asks PostgreSQL for its plans over such statistics, as it makes them for statements that it plans once. */
export async function postgresPlans(address: string) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan; set jit = off')
  const { indexes, references } = schemas.get(address) ?? (await schemaOf(client))
  schemas.set(address, { indexes, references })
  const byName = new Map(indexes.map((index) => [index.name, index]))

  const stepsOf = async (text: string): Promise<Step[]> => {
    await client.query(`prepare asked as ${withLimits(text)}`)
    try {
      const { rows: types } = await client.query<{ count: number }>(
        "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'asked'",
      )
      const count = types[0]?.count ?? 0
      const values = count > 0 ? `(${Array(count).fill('null').join(', ')})` : ''
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) execute asked${values}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      return plan ? steps(plan, false) : []
    } finally {
      await client.query('deallocate asked')
    }
  }

  function steps(node: PlanNode, endsEarly: boolean): Step[] {
    const type = node['Node Type']
    const below = (node.Plans ?? []).flatMap((one) => steps(one, passesOn(node, one, endsEarly)))
    const index = byName.get(node['Index Name'] ?? '')
    const table = node['Relation Name'] ?? index?.table
    if (table === undefined || !SIZES.has(table) || !/Scan/.test(type) || type === 'Bitmap Heap Scan') return below
    const condition = node['Index Cond'] ?? ''
    const text = `${type} on ${table} ${node['Index Name'] ?? ''} ${condition}`.trim()
    if (!index)
      return [...below, { table, rows: sizeOf(table), endsEarly: endsEarly && node.Filter === undefined, text }]
    const equal = index.columns.findIndex((column) => !isCompared(condition, column))
    const rows = rowsFor(index, equal === -1 ? index.columns.length : equal, references)
    const isFiltered = condition === '' && node.Filter !== undefined
    return [...below, { table, rows, endsEarly: endsEarly && !isFiltered, text }]
  }

  return { stepsOf, close: () => client.end() }
}

/**
 * A statement with numbers for its limits: of a limit that it does not know PostgreSQL assumes a tenth of all rows, and then
 * plans for each value anew, because that costs less.
 */
function withLimits(text: string): string {
  const limited = text.replace(/\blimit \$\d+/gi, `limit ${ROWS_WANTED}`)
  const places = [...new Set(limited.match(/\$\d+/g))]
  return limited.replace(/\$\d+/g, (place) => `$${places.indexOf(place) + 1}`)
}

/** Whether a node may stop before it has read all rows of the one below it. */
function passesOn(node: PlanNode, below: PlanNode, endsEarly: boolean): boolean {
  const type = node['Node Type']
  if (type === 'Limit') return true
  if (/Semi|Anti/.test(node['Join Type'] ?? '') && below['Parent Relationship'] === 'Inner')
    return type === 'Nested Loop' && below.Filter === undefined
  if (/^(?:Sort|Incremental Sort|Aggregate|Hash|HashAggregate|WindowAgg|SetOp)$/.test(type)) return false
  return endsEarly
}

/** Whether a condition names one value of a column, or a list of them. */
const isCompared = (condition: string, column: string): boolean =>
  new RegExp(`\\(\\(?(?:\\w+\\.)?"?${column}"?\\)?(?:::\\w+)? (?:= |IS NULL)`).test(condition)

async function using(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function schemaOf(client: pg.Client) {
  const { rows: named } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  )
  const { rows: links } = await client.query<{ child: string; column: string; parent: string }>(
    `select conrelid::regclass::text as child, attname as column, confrelid::regclass::text as parent
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f'`,
  )
  const { rows: indexes } = await client.query<Keyed>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as table, indisunique as unique,
       indpred is not null as partial,
       array(select coalesce((select attname from pg_attribute where attrelid = indrelid and attnum = key), '<expr>')::text
             from unnest(indkey::int[]) with ordinality as keys(key, at) where at <= indnkeyatts order by at) as columns
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = current_schema()::regnamespace`,
  )
  const tables = named.map(({ name }) => name).filter((name) => !NOT_OURS.test(name))
  const references = new Map(links.map(({ child, column, parent }) => [`${child}.${column}`, parent]))
  return { tables, references, indexes: indexes.filter(({ table }) => !NOT_OURS.test(table)) }
}
