import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './engine.ts'

/**
 * Whether a column holds one of many numbers, as one parameter however many there are. Name the account beside it as
 * `ownedBy` does, or SQLite may scan the whole account to test a handful of ids.
 */
export const numberIn = (engine: Engine, column: string, values: readonly number[]): RawBuilder<boolean> =>
  isListed(engine, column, 'bigint', listValue(engine, values))

/** The types of PostgreSQL that a list may have. */
export type ListType = 'bigint' | 'text'

/** Whether a column holds one of a list. @param list from `listValue`, or what stands for it */
export const isListed = (engine: Engine, column: string, type: ListType, list: unknown): RawBuilder<boolean> =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(cast(${list} as ${sql.raw(type)}[]))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`

/** A list as one parameter. */
export const listValue = (engine: Engine, values: readonly (number | string)[]): unknown =>
  engine === 'postgres' ? [...values] : JSON.stringify(values)

/** A list of numbers as a table `wanted` with the column `value`, as one parameter however many there are. */
export const numbersAsTable = (engine: Engine, values: readonly number[]): RawBuilder<unknown> => {
  const list = listValue(engine, values)
  return engine === 'postgres'
    ? sql`unnest(cast(${list} as bigint[])) as wanted(value)`
    : sql`json_each(${list}) wanted`
}

/** The account as a filter that is never used as the index (the unary plus prevents it). */
export const ownedBy = (column: string, accountId: number): RawBuilder<boolean> =>
  sql<boolean>`+${sql.ref(column)} = ${accountId}`

/** Rows of numbers as a table `v` with the columns `a` and `b`, to update many rows in one statement. */
export const numberPairs = (engine: Engine, pairs: readonly (readonly [number, number])[]): RawBuilder<unknown> => {
  const json = JSON.stringify(pairs)
  const rows = engine === 'postgres' ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`
  return sql`(select cast(value->>0 as bigint) as a, cast(value->>1 as bigint) as b from ${rows}) as v`
}
