import type { SelectQueryBuilder } from 'kysely'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'

/**
 * Locks what a query finds until the transaction ends and skips what another server has locked, so that no server waits
 * for work that another server does. SQLite has one writer and needs nothing.
 */
export const skipLocked = <Tables extends keyof Schema, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> => (engine === 'postgres' ? query.forUpdate().skipLocked() : query)

/** Claims the row that a query finds until the transaction ends: whether it is still there, and no other server has it. */
export const claims = async <Tables extends keyof Schema, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): Promise<boolean> => (await skipLocked(engine, query).executeTakeFirst()) !== undefined
