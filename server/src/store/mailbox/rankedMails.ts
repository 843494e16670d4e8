import { type MailList, RANKED_HITS_MAX } from '@yanshu/contracts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import type { Finding, Hit, SearchField } from '../search/searchIndex.ts'
import { cursorOf, type Paging, pageOf } from './page.ts'

/** Where words stand that say most of what a mail is about, the best first. */
const BY_WORTH: readonly (readonly SearchField[])[] = [['subject'], ['addresses'], ['body', 'files']]

/**
 * The hits of a search by where its words stand: in the subject, in names and addresses, in text and files; each part newest
 * first. Of more hits than `RANKED_HITS_MAX` the newest of each part are in it. A mail stands in the first part alone that
 * has it.
 */
export async function findRanked(
  context: Pick<Context, 'search' | 'store' | 'now'>,
  finding: Finding,
): Promise<{ readonly hits: readonly Hit[]; readonly incomplete: boolean }> {
  const { fields } = finding
  const wanted = BY_WORTH.map((some) => some.filter((field) => fields.length === 0 || fields.includes(field)))
  // Words of one search may stand in several places, which only the search in all of them finds.
  const parts = [...wanted.filter((some) => some.length > 0).slice(0, -1), fields]
  const page = { limit: RANKED_HITS_MAX, offset: 0, before: null, counted: false }
  const hits = new Map<number, Hit>()
  let incomplete = false
  for (const part of parts) {
    const found = await context.search.find(context, { ...finding, fields: part }, page)
    for (const hit of found.hits) if (!hits.has(hit.id)) hits.set(hit.id, hit)
    incomplete ||= found.incomplete
  }
  return { hits: [...hits.values()].slice(0, RANKED_HITS_MAX), incomplete }
}

/** A page of {@link findRanked}. Throws `MailNotFoundError` where the mail behind which it begins is a hit no longer. */
export async function rankedPage(context: Context, finding: Finding, paging: Paging): Promise<MailList> {
  const { hits, incomplete } = await findRanked(context, finding)
  const cursor = cursorOf(paging)
  const last = cursor ? hits.findIndex(({ sort_key }) => sort_key === cursor.sortKey) : -1
  if (cursor && last < 0) throw new MailNotFoundError()
  const from = cursor ? last + 1 : (paging.offset ?? 0)
  const ids = hits.slice(from, from + paging.pageSize + 1).map(({ id }) => id)
  const found = await pageOf(context, finding.accountId, ids, paging, hits.length)
  return incomplete ? { ...found, incomplete } : found
}
