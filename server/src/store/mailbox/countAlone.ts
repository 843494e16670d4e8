import type { Store } from '../database/open.ts'
import type { Trx } from '../database/transact.ts'
import { lockMailboxes } from './lock.ts'

/**
 * To be called in a transaction before it counts what an account has and adds to it: from there on no other transaction
 * counts for the same account until this one ends, so that a limit by number holds for calls at the same moment, on any
 * server.
 */
export const countAlone = (trx: Trx, { engine }: Pick<Store, 'engine'>, accountId: number): Promise<void> =>
  lockMailboxes(trx, engine, [accountId])
