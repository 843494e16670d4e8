import { randomUUID } from 'node:crypto'
import { VERSION } from '../../platform/config/version.ts'
import type { Context } from '../context/context.ts'
import { SEEN_EVERY_MS } from '../database/contracting.ts'
import { inspectStore } from '../database/inspectStore.ts'
import { newestStep } from '../database/migrations.ts'
import { inBackground, type Trx, transact } from '../database/transact.ts'

/** How long the row of a server that was killed is kept, in milliseconds. */
const KEEP_MS = 86_400_000

/**
 * Notes that this server answers, again and again until the function that it returns is called, so that no other one removes
 * from the store what this one uses (`contracting`). By the machine's clock, which a test does not move. On a full disk the
 * server begins all the same.
 * Throws an `OperatorError` when another server has brought the store to a newer version since it was opened.
 */
export async function registerServer(
  context: Pick<Context, 'config' | 'store' | 'log' | 'now'>,
): Promise<() => Promise<void>> {
  const { config, store, log } = context
  const row = { id: randomUUID(), version: VERSION, step: newestStep(store.engine), since: Date.now() }
  const write = (work: (trx: Trx) => Promise<unknown>) =>
    transact(inBackground(context), work, { grows: true }).catch((err: unknown) =>
      log.warn({ err }, 'the store was not notified whether this server answers'),
    )
  const note = () =>
    write((trx) =>
      trx
        .insertInto('live_server')
        .values({ ...row, seen_at: Date.now() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: Date.now() }))
        .execute(),
    )
  const forget = () =>
    write((trx) =>
      trx
        .deleteFrom('live_server')
        .where((eb) => eb.or([eb('id', '=', row.id), eb('seen_at', '<', Date.now() - KEEP_MS)]))
        .execute(),
    )
  await note()
  try {
    await inspectStore(config.database)
  } catch (error) {
    await forget()
    throw error
  }
  let noting: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    noting = note()
  }, SEEN_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await noting
    await forget()
  }
}
