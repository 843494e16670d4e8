import { createHash } from 'node:crypto'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { openStore } from '../database/open.ts'
import { readText } from '../database/storedText.ts'
import {
  type MovedRow,
  type MovedTable,
  type MovedValue,
  openSource,
  type Piece,
  type SourceStore,
} from './sourceStore.ts'
import { openTarget, type TargetStore } from './targetStore.ts'

/** What one statement writes; a body may have a megabyte. */
const PIECE: Piece = { rows: 1_000, characters: 4_000_000 }
const READ_AT_ONCE = 200

/** What was moved of one table, found equal on both sides. */
export interface MovedCount {
  readonly table: string
  readonly rows: number
  /** SHA-256 of the rows, the same on both sides. */
  readonly hash: string
}

export interface MoveResult {
  readonly tables: readonly MovedCount[]
  /** Texts with the character NUL, which PostgreSQL cannot keep: it has become U+FFFD in them. */
  readonly replaced: number
}

export interface MoveOptions {
  /** Called after each piece. */
  readonly onProgress?: (phase: 'write' | 'compare', done: number, total: number) => void
  readonly signal?: AbortSignal
}

/**
 * Moves a SQLite store into an empty PostgreSQL database: every table, then rows and hashes of both sides are compared,
 * and only when all are equal a server may start on the database. A move that was interrupted is begun again with the
 * same call and goes on. The file is not changed, except that a store of an older version gets the newest schema first.
 * No server may work on it meanwhile. Throws an `OperatorError` when the two differ.
 */
export async function moveStore(file: string, database: string, options: MoveOptions = {}): Promise<MoveResult> {
  await (await openStore(file)).close()
  let replaced = 0
  const readStored = (value: string | Uint8Array): string => {
    const text = readText(value)
    if (!text.includes('\0')) return text
    replaced++
    return text.replaceAll('\0', '\ufffd')
  }
  const source = openSource(file, readStored)
  try {
    const target = await openTarget(database)
    try {
      requireSameTables(source, target)
      await writeAll(source, target, options)
      // Counted once over the whole file: a part of it may have been written by an interrupted move.
      replaced = 0
      const tables = await compareAll(source, target, options)
      await target.complete(new Map(source.tables.map(({ name }) => [name, source.lastNumber(name)])))
      await target.finish()
      return { tables, replaced }
    } finally {
      await target.close()
    }
  } finally {
    source.close()
  }
}

/** Both have the newest schema, so a difference is a fault of this program: nothing is left out in silence. */
function requireSameTables({ tables }: SourceStore, { columns }: TargetStore): void {
  for (const { name, columns: own } of tables) {
    const there = columns.get(name) ?? []
    if (own.join() !== there.join()) throw new Error(`the table ${name} differs between the engines`)
  }
}

async function writeAll(source: SourceStore, target: TargetStore, { onProgress, signal }: MoveOptions): Promise<void> {
  const total = source.tables.reduce((sum, table) => sum + source.count(table), 0)
  let done = 0
  for (const table of source.tables) {
    let { last, written, done: isDone } = await target.progressOf(table.name)
    done += written
    while (!isDone) {
      signal?.throwIfAborted()
      const { rows, isLast } = source.rowsAfter(table, last, PIECE)
      await target.write(table, rows, isLast)
      last = keyOf(table, rows) ?? last
      written += rows.length
      done += rows.length
      isDone = isLast
      onProgress?.('write', done, total)
    }
  }
}

function keyOf({ key }: MovedTable, rows: readonly MovedRow[]): MovedValue[] | null {
  const last = rows.at(-1)
  return last ? key.map((column) => last[column] ?? null) : null
}

async function compareAll(
  source: SourceStore,
  target: TargetStore,
  { onProgress, signal }: MoveOptions,
): Promise<MovedCount[]> {
  const total = source.tables.reduce((sum, table) => sum + source.count(table), 0)
  let done = 0
  const counted: MovedCount[] = []
  for (const table of source.tables) {
    const there = await hashOf(table, async (after) => source.rowsAfter(table, after, PIECE).rows)
    const here = await hashOf(table, async (after) => {
      signal?.throwIfAborted()
      const rows = await target.rowsAfter(table, after, READ_AT_ONCE)
      done += rows.length
      if (rows.length > 0) onProgress?.('compare', done, total)
      return rows
    })
    if (there.rows !== here.rows || there.hash !== here.hash) {
      throw new OperatorError(
        `The table ${table.name} has ${there.rows} rows in the file and ${here.rows} in the database, or other content. The store was changed during the move: make an empty database and move again, with the server stopped`,
      )
    }
    // Both sides are read by the same pages, so rows that these pass over would be missing on both.
    const held = source.count(table)
    if (held !== there.rows) {
      throw new OperatorError(
        `Of the table ${table.name} ${there.rows} of ${held} rows can be read in the order of their keys, so the store cannot be moved. Nothing was changed in it; go on with SQLite`,
      )
    }
    counted.push({ table: table.name, ...here })
  }
  return counted
}

async function hashOf(
  table: MovedTable,
  read: (after: readonly MovedValue[] | null) => Promise<readonly MovedRow[]>,
): Promise<{ readonly rows: number; readonly hash: string }> {
  const hash = createHash('sha256')
  let count = 0
  let after: readonly MovedValue[] | null = null
  for (;;) {
    const rows: readonly MovedRow[] = await read(after)
    if (rows.length === 0) return { rows: count, hash: hash.digest('hex') }
    for (const row of rows) hash.update(JSON.stringify(table.columns.map((column) => row[column])))
    count += rows.length
    after = keyOf(table, rows)
  }
}
