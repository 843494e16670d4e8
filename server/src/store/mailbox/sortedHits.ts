import { type MailList, SORTED_HITS_MAX } from '@yanshu/contracts'
import { sql } from 'kysely'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { numbersAsTable } from '../database/ids.ts'
import type { Database } from '../database/open.ts'
import { reading } from '../search/findOnPostgres.ts'
import type { Finding } from '../search/searchIndex.ts'
import { type Arrangement, orderOf } from './arrangedMails.ts'
import { cursorOf, type Paging, pageOf } from './page.ts'

/** The order of hits; without `sort` there is none. */
export type SortOfHits = Pick<Arrangement, 'sort' | 'ascending'>

/** The newest hits of a search, as they are put in another order than that of time. */
export const SORTED_WINDOW = { limit: SORTED_HITS_MAX, offset: 0, before: null, counted: false } as const

/**
 * A page of the newest `SORTED_HITS_MAX` hits of a search, put in an order: the index of words has that of time alone, and
 * putting all hits of a large mailbox in another one would cost as much as reading them. Throws `BusyError`,
 * `SearchTooLongError`, and `MailNotFoundError` where the mail behind which the page begins is a hit no longer.
 */
export async function sortedPage(context: Context, finding: Finding, paging: Paging & SortOfHits): Promise<MailList> {
  const { accountId } = finding
  const { hits, incomplete } = await context.search.find(context, finding, SORTED_WINDOW)
  const sorted = await sortedIds(
    context,
    accountId,
    hits.map(({ id }) => id),
    paging,
  )
  const cursor = cursorOf(paging)
  const last = cursor ? hits.find(({ sort_key }) => sort_key === cursor.sortKey) : undefined
  if (cursor && !last) throw new MailNotFoundError()
  const from = last ? sorted.indexOf(last.id) + 1 : (paging.offset ?? 0)
  const page = await pageOf(context, accountId, sorted.slice(from, from + paging.pageSize + 1), paging, sorted.length)
  return incomplete ? { ...page, incomplete } : page
}

/** Mails of an account in an order. It waits for its turn among the searches of all accounts. */
function sortedIds(
  { store, search }: Pick<Context, 'store' | 'search'>,
  accountId: number,
  mailIds: readonly number[],
  by: SortOfHits,
): Promise<readonly number[]> {
  const listed = numbersAsTable(store.engine, mailIds)
  const read = async (db: Database) => {
    const { rows } = await sql<{ id: number }>`
      select m.id from ${listed} join mail m on m.id = wanted.value and +m.account_id = ${accountId}
      join message g on g.id = m.message_id order by ${orderOf(store.engine, by, null).order}`.execute(db)
    return rows.map(({ id }) => id)
  }
  return search.readInTurn(accountId, () =>
    store.engine === 'postgres' ? reading(store, { seqScan: false }, read) : read(store.longReads),
  )
}
