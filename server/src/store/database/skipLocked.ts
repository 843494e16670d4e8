import type { SelectQueryBuilder } from 'kysely'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'

/**
 * Locks what a query finds until the transaction ends and passes over what another server has locked, so that nobody
 * waits for work that is in somebody's hands. SQLite has one writer and needs nothing.
 */
export const skipLocked = <Tables extends keyof Schema, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> => (engine === 'postgres' ? query.forUpdate().skipLocked() : query)
