import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** A value of a column on either side, as both are compared: numbers, texts, null. */
export type MovedValue = string | number | null
export type MovedRow = Readonly<Record<string, MovedValue>>

/** A table that is moved. */
export interface MovedTable {
  readonly name: string
  /** In the order of their names, which is the order in which rows are compared. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/**
 * Tables of SQLite that stay behind: the full-text index, which is made anew, the space that is kept for a full disk, and
 * what the engine, the migrator and the servers note for themselves.
 */
export const STAYS_BEHIND: ReadonlySet<string> = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'live_server',
  'document_terms',
  'document_to_index',
  'mail_to_index',
  'mail_to_index_again',
  'mail_terms',
  'reserve',
  'word_place',
  'word_spread',
])

const isOfEngine = (name: string): boolean => /^sqlite_|^(?:mail|document)_terms_/.test(name)

export interface Piece {
  readonly rows: number
  readonly characters: number
}

interface Rows {
  readonly rows: MovedRow[]
  readonly isLast: boolean
}

/** Reads the SQLite file that is moved, as it was when it was opened. */
export interface SourceStore {
  readonly tables: readonly MovedTable[]
  count(table: MovedTable): number
  /**
   * Rows behind a key in the order of the key, at most so many, and no more behind the one with which their texts have so
   * many characters. Texts that SQLite keeps compressed are as they were written. `isLast` when there are no more.
   */
  rowsAfter(table: MovedTable, after: readonly MovedValue[] | null, most: Piece): Rows
  /** The largest number that a table with numbers of its own has given. */
  lastNumber(table: string): number
  close(): void
}

/** @param readStored the text of a value of bytes, and a text without characters that PostgreSQL refuses */
export function openSource(file: string, readStored: (value: string | Uint8Array) => string): SourceStore {
  const connection = new DatabaseSync(file, { readOnly: true })
  connection.exec('pragma busy_timeout=5000; begin')
  const all = (query: string, ...values: SQLInputValue[]) => connection.prepare(query).all(...values)
  const names = all("select name from sqlite_master where type = 'table' order by name").map(({ name }) => String(name))
  const tables = names
    .filter((name) => !STAYS_BEHIND.has(name) && !isOfEngine(name))
    .map((name): MovedTable => {
      const columns = all('select name, pk from pragma_table_info(?)', name)
      const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
      return {
        name,
        columns: columns.map((column) => String(column.name)).sort(),
        key: key.map((column) => String(column.name)),
      }
    })
  return {
    tables,
    count: ({ name }) => Number(all(`select count(*) as n from ${quoted(name)}`)[0]?.n),
    rowsAfter({ name, columns, key }, after, most) {
      const order = key.map(quoted).join(', ')
      const behind = after ? `where (${order}) > (${after.map(() => '?').join(', ')})` : ''
      const found = connection
        .prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)} ${behind} order by ${order}`)
        .iterate(...(after ?? []))
      const rows: MovedRow[] = []
      let characters = 0
      for (const row of found) {
        if (rows.length === most.rows || characters > most.characters) return { rows, isLast: false }
        const moved = Object.fromEntries(columns.map((column) => [column, movedValue(row[column], readStored)]))
        for (const value of Object.values(moved)) if (typeof value === 'string') characters += value.length
        rows.push(moved)
      }
      return { rows, isLast: true }
    },
    lastNumber: (table) => Number(all('select seq from sqlite_sequence where name = ?', table)[0]?.seq ?? 0),
    close: () => connection.close(),
  }
}

function movedValue(value: unknown, readStored: (value: string | Uint8Array) => string): MovedValue {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'string' || value instanceof Uint8Array) return readStored(value)
  throw new Error(`a value of the kind ${typeof value} cannot be moved`)
}

/** A name of a table or column in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
