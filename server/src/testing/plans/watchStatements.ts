import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type CompiledQuery,
  createQueryId,
  DefaultQueryExecutor,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Engine } from '../../store/database/engine.ts'

const SERVER = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
/** What runs statements for others: the file that counts is the one which called it. */
const PASSED_ON = /\/node_modules\/|\/testing\/plans\/|\/store\/database\/(?:prepared|transact)\.ts/
const OF_TESTS = /\.test\.ts$|^testing\//
/** Statements of the migrations run once, over every row. */
const OF_MIGRATIONS = /\.migration\.ts$|^store\/move\//

/** A statement of the server as a test ran it. */
export interface Statement {
  readonly engine: Engine
  readonly text: string
  /** The file that asked for it, below `server/src`. */
  readonly file: string
  /** It ran on SQLite, and is asked of PostgreSQL as the query builder writes it there. */
  readonly isTranslated: boolean
}

let watching = false
/** Statements that were noted, by their shape. */
const known = new Set<string>()
/** Texts of them, so that most need no look. */
const texts = new Set<string>()
const TEXTS_MAX = 20_000
const waiting: Statement[] = []

/** Notes from now on each statement that the server's own files run, once. */
export function watchStatements(): void {
  if (watching) return
  watching = true
  const { prototype } = DefaultQueryExecutor
  const run = prototype.executeQuery
  prototype.executeQuery = function executeQuery<R>(
    this: DefaultQueryExecutor,
    ...[query, options]: Parameters<typeof run<R>>
  ): Promise<QueryResult<R>> {
    note(this.adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite', query)
    return run.call(this, query, options) as Promise<QueryResult<R>>
  }
}

/** The statements that were noted since this was asked last. */
export const newStatements = (): Statement[] => waiting.splice(0)

function note(engine: Engine, query: CompiledQuery): void {
  if (texts.has(query.sql) || !isPlanned(query.sql)) return
  const key = `${engine} ${shapeOf(query.sql)}`
  if (known.has(key)) {
    if (texts.size < TEXTS_MAX) texts.add(query.sql)
    return
  }
  const file = askingFile()
  if (file === null || OF_TESTS.test(file)) return
  known.add(key)
  if (OF_MIGRATIONS.test(file)) return
  waiting.push({ engine, text: query.sql, file, isTranslated: false })
  if (engine === 'sqlite') noteForPostgres(query, file)
}

/** Most tests run on SQLite alone; what is built by the query builder is PostgreSQL's as well. */
function noteForPostgres(query: CompiledQuery, file: string): void {
  if (query.query.kind === 'RawNode') return
  const text = new PostgresQueryCompiler().compileQuery(query.query, createQueryId()).sql
  const key = `postgres ${shapeOf(text)}`
  if (known.has(key)) return
  known.add(key)
  waiting.push({ engine: 'postgres', text, file, isTranslated: true })
}

/** Whether an engine looks for rows to run it; rows that are only added are not looked for. */
const isPlanned = (text: string): boolean =>
  /^\s*(?:select|with|update|delete)\b/i.test(text) || /^\s*insert\b.*\bselect\b/is.test(text)

/** A statement without how many values its lists have. */
const shapeOf = (text: string): string => text.replace(/\$\d+/g, '?').replace(/\(\?(?:, \?)+\)/g, '(?, ?)')

/** The first file of the server, or of a test, that is above what runs statements for others. */
function askingFile(): string | null {
  for (const site of callSites()) {
    const place = site.getFileName()?.replace(/^file:\/\/|\?.*$/g, '')
    if (place === undefined || !path.isAbsolute(place) || PASSED_ON.test(place)) continue
    const file = path.relative(SERVER, place)
    return file.startsWith('..') ? null : file
  }
  return null
}

/** As the engine has them: as text, with the lines of the sources, they would cost a hundred times as much. */
function callSites(): NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  let sites: NodeJS.CallSite[] = []
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_error, found) => {
    sites = found
    return ''
  }
  void new Error('for its stack').stack
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return sites
}
