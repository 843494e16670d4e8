import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import type { Engine } from './engine.ts'

/** How often a server notes that it answers, in milliseconds. */
export const SEEN_EVERY_MS = 15_000
/** A server that has not noted it for so long, in milliseconds, has ended. */
export const LIVE_MS = 4 * SEEN_EVERY_MS

/** A server that answers on a store. */
export interface LiveServer {
  readonly version: string
  /** Epoch milliseconds. */
  readonly since: number
}

/** `0.1.0 since 2026-11-28T01:00:00.000Z, …` */
export const describeServers = (servers: readonly LiveServer[]): string =>
  servers.map(({ version, since }) => `${version} since ${new Date(Number(since)).toISOString()}`).join(', ')

/**
 * A step that removes or renames what servers of a version before still use. An upgrade of several servers goes in two
 * releases: the first one has steps that only add, and servers that no longer use what is to go (expand); the second one has
 * the step that removes it (contract). The step is refused while a server answers that the first release has not reached.
 * @param since a step of the first release: servers that know it do without what this step removes
 * Throws an `OperatorError` that names the servers; the store is then as it was.
 */
export const contracting = (engine: Engine, since: string, step: Migration): Migration => ({
  async up(db: Kysely<unknown>) {
    // Until the end of the transaction no server begins or is seen: one that begins then finds a step that it does not know.
    if (engine === 'postgres') await sql`lock table live_server in share row exclusive mode`.execute(db)
    const { rows } = await sql<LiveServer>`
      select version, since from live_server where step < ${since} and seen_at > ${Date.now() - LIVE_MS}
      order by since`.execute(db)
    if (rows.length > 0) {
      throw new OperatorError(
        `This version of Yanshu removes from the database what servers of an older version use, and ${rows.length} of them ` +
          `still answer (${describeServers(rows)}). Bring each of them to the version before this one first, or stop them all; ` +
          `one that was not stopped in order is waited for ${LIVE_MS / 1_000} seconds`,
      )
    }
    await step.up(db)
  },
})
