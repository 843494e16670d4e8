import { type CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder } from 'kysely'
import type { Engine } from './engine.ts'
import { isListed, type ListType, listValue } from './ids.ts'
import type { Schema } from './schema.ts'

/** Longer lists are rare and have many lengths. */
const LONGEST_PREPARED_LIST = 8

/** A placeholder for a value that is given with each run. */
class Slot {
  readonly name: string | symbol

  constructor(name: string | symbol) {
    this.name = name
  }
}

/**
 * A statement that is built once for each engine and run with other values each time: for what runs with every mail that
 * arrives, where building costs more than running. `build` gets stand-ins and may only use them as values.
 *
 * @example
 * const folderId = prepared((db, by: { account: number }) =>
 *   db.selectFrom('folder').select('id').where('account_id', '=', by.account).compile(),
 * )
 * const [row] = await folderId(trx, { account: 7 })
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Schema>, values: Values) => CompiledQuery<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<Row[]> {
  const built = new Map<unknown, CompiledQuery<Row>>()
  // Every property is a stand-in for the one of the same name; the query builder never reads a value.
  const slots = new Proxy({}, { get: (_target, name) => new Slot(name) }) as Values
  return async (db, values) => {
    const engine = db.getExecutor().adapter.constructor
    let query = built.get(engine)
    if (!query) {
      query = build(db, slots)
      built.set(engine, query)
    }
    const parameters = query.parameters.map((one) => (one instanceof Slot ? values[one.name as keyof Values] : one))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** The same for `in (…)` and a few values: one statement for each number of them. */
export function preparedForList<Value extends string | number, Row>(
  build: (db: Kysely<Schema>, values: readonly Value[]) => CompiledQuery<Row>,
): (db: Kysely<Schema>, values: readonly Value[]) => Promise<Row[]> {
  const byLength = new Map<number, (db: Kysely<Schema>, values: readonly Value[]) => Promise<Row[]>>()
  return async (db, values) => {
    if (values.length > LONGEST_PREPARED_LIST) return (await db.executeQuery(build(db, values))).rows
    let run = byLength.get(values.length)
    if (!run) {
      const places = Array.from(values.keys())
      run = prepared((slotted, slots: readonly Value[]) =>
        build(
          slotted,
          places.flatMap((place) => slots[place] ?? []),
        ),
      )
      byLength.set(values.length, run)
    }
    return run(db, values)
  }
}

type Listed<Type extends ListType> = Type extends 'bigint' ? number : string

/**
 * The same for a list of any length, which is one value: one statement, however many there are. SQLite asks once for each
 * of them, so this is for columns with an index.
 * @param build gets what asks whether a column holds one of the list, and the other values
 */
export function preparedForMany<Type extends ListType, Row, Values extends object = object>(
  type: Type,
  build: (db: Kysely<Schema>, isListed: (column: string) => RawBuilder<boolean>, values: Values) => CompiledQuery<Row>,
): (db: Kysely<Schema>, list: readonly Listed<Type>[], values: Values) => Promise<Row[]> {
  const run = prepared((db, values: Values & { readonly list: unknown }) =>
    build(db, (column) => isListed(engineOf(db), column, type, values.list), values),
  )
  return (db, list, values) => run(db, { ...values, list: listValue(engineOf(db), list) })
}

const engineOf = (db: Kysely<Schema>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
