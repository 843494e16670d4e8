import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { type Counted, type CountedError, HOUR_MS } from './beaconCounts.ts'

type Parts = Pick<Context, 'store' | 'now'>

/** How long counts are kept. */
export const KEEP_MS = 35 * 24 * HOUR_MS
const ROWS_AT_ONCE = 100
/** Of one version; a version that throws everywhere needs no further ones. */
const ERRORS_OF_VERSION = 100
const ERRORS_SHOWN = 50

/** Adds counts to what is kept. Any number of processes may at once. */
export async function keepCounts(context: Parts, rows: readonly Counted[], errors: readonly CountedError[]) {
  // In one order everywhere, so that two processes never wait for each other's rows.
  const sorted = rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  await transact(
    context,
    async (trx) => {
      for (let at = 0; at < sorted.length; at += ROWS_AT_ONCE) {
        await trx
          .insertInto('beacon_count')
          .values(sorted.slice(at, at + ROWS_AT_ONCE))
          .onConflict((conflict) =>
            conflict
              .columns(['hour', 'remote', 'version', 'revision', 'kind', 'step'])
              .doUpdateSet((eb) => ({ count: eb('beacon_count.count', '+', eb.ref('excluded.count')) })),
          )
          .execute()
      }
      for (const error of errors.toSorted((a, b) => a.fingerprint.localeCompare(b.fingerprint))) {
        const { remote, version, fingerprint, name, frames, count, lastAt } = error
        const { numUpdatedRows } = await trx
          .updateTable('beacon_error')
          .set((eb) => ({ count: eb('count', '+', count), last_at: lastAt }))
          .where('remote', '=', remote)
          .where('version', '=', version)
          .where('fingerprint', '=', fingerprint)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) continue
        const { known } = await trx
          .selectFrom('beacon_error')
          .select((eb) => eb.fn.countAll<number>().as('known'))
          .where('remote', '=', remote)
          .where('version', '=', version)
          .executeTakeFirstOrThrow()
        if (Number(known) >= ERRORS_OF_VERSION) continue
        await trx
          .insertInto('beacon_error')
          .values({ remote, version, fingerprint, name, frames, count, last_at: lastAt })
          .onConflict((conflict) => conflict.columns(['remote', 'version', 'fingerprint']).doNothing())
          .execute()
      }
    },
    { grows: true },
  )
}

const keyOf = ({ hour, remote, version, revision, kind, step }: Counted) =>
  [hour, remote, version, revision, kind, step].join('\t')

/** Forgets what is older than {@link KEEP_MS}. */
export async function forgetOld({ store, now }: Parts): Promise<void> {
  const before = now() - KEEP_MS
  await store.db.deleteFrom('beacon_count').where('hour', '<', before).execute()
  await store.db.deleteFrom('beacon_error').where('last_at', '<', before).execute()
  await store.db.deleteFrom('canary_alert').where('at', '<', before).execute()
}

/** Counts of a time, summed in steps of so many milliseconds. */
export async function readCounts({ store }: Parts, from: number, stepMs: number) {
  const slot = sql<number>`hour - hour % ${sql.lit(stepMs)}`
  const rows = await store.db
    .selectFrom('beacon_count')
    .select(['remote', 'version', 'kind', 'step', slot.as('at')])
    .select((eb) => [eb.fn.sum<number>('count').as('count'), eb.fn.max('revision').as('revision')])
    .where('hour', '>=', from)
    .groupBy(['remote', 'version', 'kind', 'step', slot])
    .orderBy(slot)
    .execute()
  return rows.map((row) => ({ ...row, at: Number(row.at), count: Number(row.count) }))
}

/** The uncaught errors since then, the most frequent first. */
export async function readErrors({ store }: Parts, from: number) {
  const rows = await store.db
    .selectFrom('beacon_error')
    .selectAll()
    .where('last_at', '>=', from)
    .orderBy('count', 'desc')
    .orderBy('fingerprint')
    .limit(ERRORS_SHOWN)
    .execute()
  return rows.map(({ remote, version, name, frames, count, last_at }) => ({
    remote,
    version,
    name,
    frames: JSON.parse(frames),
    count: Number(count),
    lastAt: last_at,
  }))
}

/** How many people met a version, and for how many of them it failed. */
export interface Tried {
  readonly tried: number
  readonly failed: number
}

/** The same for each version of a remote, from a revision and the hour in which it came on. */
export async function triedVersions(
  { store }: Parts,
  remote: string,
  since: { readonly revision: number; readonly at: number },
): Promise<ReadonlyMap<string, Tried>> {
  const rows = await store.db
    .selectFrom('beacon_count')
    .select(['version', 'kind'])
    .select((eb) => eb.fn.sum<number>('count').as('count'))
    .where('remote', '=', remote)
    .where('kind', 'in', ['tried', 'failed'])
    .where('hour', '>', since.at - HOUR_MS)
    .where('revision', '>=', since.revision)
    .groupBy(['version', 'kind'])
    .execute()
  const found = new Map<string, Tried>()
  for (const { version, kind, count } of rows) {
    const before = found.get(version) ?? { tried: 0, failed: 0 }
    found.set(version, { ...before, [kind]: Number(count) })
  }
  return found
}
