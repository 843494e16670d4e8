import { DatabaseSync } from 'node:sqlite'
import { entriesOf, type Keyed, rowsFor, SIZES, sizeOf } from './largeOrganisation.ts'
import type { Step } from './step.ts'

interface Indexed extends Keyed {
  readonly isPrimary: boolean
}

/** Tables of SQLite's own, and those that belong to the full-text index. */
const NOT_OURS = /^(?:sqlite_|(?:mail|document)_terms(?:_|$))/

/** By file: every test file of a worker asks of the same store. */
const schemas = new Map<string, ReturnType<typeof schemaOf>>()

/**
 * Asks SQLite for its plans. The server never analyses a store, so that they are the same whatever is in it; only the rows
 * that a step reads are those of a large organisation.
 * @param file a store of the newest schema
 */
export function sqlitePlans(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  database.function('holds_words', { varargs: true }, () => 0)
  database.function('bare_subject', { varargs: true }, () => '')
  const { indexes, references } = schemas.get(file) ?? schemaOf(database)
  schemas.set(file, { indexes, references })
  const byName = new Map(indexes.map((index) => [index.name, index]))

  function stepOf(text: string, detail: string): Omit<Step, 'endsEarly'> | null {
    const found = /^(SCAN|SEARCH) (\S+)(?: USING (.*))?$/.exec(detail)
    if (!found || detail.includes('VIRTUAL TABLE')) return null
    const [, kind, name = '', way = ''] = found
    const named = byName.get(/INDEX (\S+)/.exec(way)?.[1] ?? '')
    const table = named?.table ?? tableNamed(text, name)
    if (table === null) return null
    const step = { table, text: detail }
    if (kind === 'SCAN' && named) return { ...step, rows: entriesOf(named) }
    if (kind === 'SCAN' || way.startsWith('AUTOMATIC')) return { ...step, rows: sizeOf(table) }
    if (way.startsWith('INTEGER PRIMARY KEY (rowid=?)')) return { ...step, rows: 1 }
    const index = named ?? indexes.find((one) => one.table === table && one.isPrimary)
    if (!index) return { ...step, rows: sizeOf(table) }
    const equal = way.match(/[\w>]=\?/g)?.length ?? 0
    return { ...step, rows: rowsFor(index, equal, references) }
  }

  /** The steps of a statement's plan that read rows of tables. */
  function stepsOf(text: string): Step[] {
    const rows = database
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => ({ detail: String(detail) }))
    const isOne = /^\s*select (?:min|max)\([^()]*\)(?: as \S+)? from/i.test(text)
    const isLimited = /\blimit\b/i.test(text) && !rows.some(({ detail }) => detail.includes('TEMP B-TREE'))
    return rows.flatMap(({ detail }) => {
      const step = stepOf(text, detail)
      if (!step) return []
      const isFiltered = detail.startsWith('SCAN') && /\bwhere\b/i.test(text)
      return [{ ...step, endsEarly: isOne || (isLimited && !isFiltered) }]
    })
  }

  return { stepsOf, close: () => database.close() }
}

/** The table that a statement calls by a name. Null when it is none: a list, or a part of the statement. */
function tableNamed(text: string, name: string): string | null {
  const plain = text.replace(/"/g, '')
  const called = [...plain.matchAll(new RegExp(`\\b(\\w+)(?: as)? ${name}\\b`, 'gi'))]
    .flatMap(([, table]) => (table !== undefined && SIZES.has(table) ? [table] : []))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
  return called[0] ?? (SIZES.has(name) ? name : null)
}

function schemaOf(database: DatabaseSync) {
  const references = new Map<string, string>()
  const indexes: Indexed[] = []
  const tables = database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !NOT_OURS.test(name))
  for (const table of tables) {
    for (const { from, table: parent } of database.prepare(`pragma foreign_key_list(${table})`).all()) {
      references.set(`${table}.${from}`, String(parent))
    }
    for (const { name, unique, partial, origin } of database.prepare(`pragma index_list(${table})`).all()) {
      const columns = database
        .prepare(`pragma index_info('${name}')`)
        .all()
        .map((column) => String(column.name ?? '<expr>'))
      const kind = { unique: unique === 1, partial: partial === 1, isPrimary: origin === 'pk' }
      indexes.push({ name: String(name), table, columns, ...kind })
    }
  }
  return { references, indexes }
}
