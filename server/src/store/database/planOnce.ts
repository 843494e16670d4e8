import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Statements kept planned on one connection; the server's own number some three hundred. */
const MAX_NAMED = 1_000
/** What may be named: reads and writes. A plan of all columns (`*`) fails when another server adds one meanwhile. */
const NAMEABLE = /^\s*(?:select|insert|update|delete|with)\b(?!.*(?:[\s.]\*[\s,]))/is

/**
 * Lets PostgreSQL plan each statement once for each connection: planning takes longer than running most of ours. A
 * proxy that shares connections between clients (PgBouncer) has to pass named statements on.
 * @param connect how a connection of the pool is asked for
 */
export function planOnce(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await connect()
      const made = known.get(client) ?? namingStatements(client)
      known.set(client, made)
      return made
    },
  }
}

function namingStatements(client: pg.PoolClient): PostgresPoolClient {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MAX_NAMED || !NAMEABLE.test(text)) return name
    const given = `s${names.size}`
    names.set(text, given)
    return given
  }
  // With a callback: the rows that a promise of `pg` brings outlive some hundred further queries, until V8 stops everything
  // to collect them.
  const query = (text: string, values: readonly unknown[] = []) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const name = nameOf(text)
      const asked = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] }
      client.query(asked, (error, result) => (error ? reject(error) : resolve(result)))
    })
  return new Proxy<PostgresPoolClient>(client, {
    get: (target, property) => {
      if (property === 'query') return query
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
