import { Code, SAVED_SEARCHES_CHANGED, SAVED_SEARCHES_MAX, type SavedSearch } from '@yanshu/contracts'
import { CallError, NameTakenError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'

/** The person keeps as many searches as they may (`SAVED_SEARCHES_MAX`). */
class TooManySearchesError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}

/** The searches that a person keeps, in the order in which they were saved. */
export const listSavedSearches = (db: Context['store']['db'] | Trx, accountId: number): Promise<SavedSearch[]> =>
  db
    .selectFrom('saved_search')
    .select(['name', 'query'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .orderBy('name')
    .execute()

interface Saving extends SavedSearch {
  /** The one in whose place it is kept: another name, another search, or both. */
  readonly was?: string | undefined
}

/**
 * Keeps a search, and answers all of them. Calls of one person go one after the other, so that there are never more than
 * `SAVED_SEARCHES_MAX`. Throws `NameTakenError`, `NotFoundError` where `was` is gone, `TooManySearchesError`.
 */
export const saveSearch = (context: Context, accountId: number, { name, query, was }: Saving): Promise<SavedSearch[]> =>
  changeSearches(context, accountId, (kept) => {
    const of = (called: string) => kept.findIndex((one) => one.name === called)
    if (was !== undefined && of(was) < 0) throw new NotFoundError()
    if (name !== was && of(name) >= 0) throw new NameTakenError()
    if (was === undefined && kept.length >= SAVED_SEARCHES_MAX) throw new TooManySearchesError()
    if (was === undefined) return [...kept, { name, query }]
    return kept.map((one) => (one.name === was ? { name, query } : one))
  })

/** Keeps a search no longer, and answers the others. One that is gone already is passed over. */
export const deleteSearch = (context: Context, accountId: number, name: string): Promise<SavedSearch[]> =>
  changeSearches(context, accountId, (kept) => kept.filter((one) => one.name !== name))

/** Writes what becomes of the searches of a person, in one transaction, and notifies their windows. */
async function changeSearches(
  context: Context,
  accountId: number,
  change: (kept: readonly SavedSearch[]) => readonly SavedSearch[],
): Promise<SavedSearch[]> {
  const list = await transact(context, async (trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const next = change(await listSavedSearches(trx, accountId))
    await trx.deleteFrom('saved_search').where('account_id', '=', accountId).execute()
    if (next.length > 0) {
      const rows = next.map((one, position) => ({ ...one, account_id: accountId, position }))
      await trx.insertInto('saved_search').values(rows).execute()
    }
    return [...next]
  })
  context.events.publish(accountId, { optType: 'event', name: SAVED_SEARCHES_CHANGED, data: {} })
  return list
}
