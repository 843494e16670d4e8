import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { Code, EXPORTS_AT_ONCE } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'

/** A place counts for so long without a word of its server, which renews it more often. */
const LEASE_MS = 2 * 60_000
const RENEW_MS = 30_000

type Parts = Pick<Context, 'store' | 'now' | 'log'>

/** As many exports of the account as there may be at a time are going on. */
export class ExportsRunningError extends CallError {
  constructor() {
    super(Code.exportsRunning)
  }
}

/**
 * Makes an answer that reads many mails count among the exports of the account until the connection of `answer` closes. Counted
 * under the lock of the mailbox, so that calls at the same moment, on whichever server, count like calls one after the other.
 * When `begin` throws, the place is free again. Throws `ExportsRunningError` where `EXPORTS_AT_ONCE` are going on.
 */
export async function asExport<T>(
  context: Parts,
  accountId: number,
  answer: EventEmitter & { readonly closed: boolean },
  begin: () => Promise<T>,
): Promise<T> {
  const id = await takePlace(context, accountId)
  const renewing = setInterval(() => {
    write(context, () =>
      context.store.db
        .updateTable('export_place')
        .set({ until: context.now() + LEASE_MS })
        .where('id', '=', id)
        .execute(),
    )
  }, RENEW_MS).unref()
  const end = () => {
    clearInterval(renewing)
    return write(context, () => context.store.db.deleteFrom('export_place').where('id', '=', id).execute())
  }
  try {
    const begun = await begin()
    if (answer.closed) await end()
    else answer.once('close', () => void end())
    return begun
  } catch (error) {
    await end()
    throw error
  }
}

const takePlace = (context: Parts, accountId: number): Promise<string> =>
  transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const now = context.now()
    await trx.deleteFrom('export_place').where('account_id', '=', accountId).where('until', '<=', now).execute()
    const { count } = await trx
      .selectFrom('export_place')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= EXPORTS_AT_ONCE) throw new ExportsRunningError()
    const id = randomUUID()
    await trx
      .insertInto('export_place')
      .values({ id, account_id: accountId, until: now + LEASE_MS })
      .execute()
    return id
  })

/** No call waits for it, and the place ends by itself: a failure is noted in the log alone. */
async function write({ log }: Pick<Context, 'log'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error }, 'the place of an export could not be written')
  }
}
