import { http } from '@yanshu/shell-api'
import type { OwnList, SearchTerms } from '../list-window/listQuery.ts'
import { pagingOf } from '../mailbox/pageCall.ts'

/** The hits of a search, the best first. The server decides about their order; what comes meanwhile is found when it is asked again. */
export function rankedList(search: SearchTerms): OwnList {
  const call = { ...search, order: 'best' as const }
  const places = new Map<number, number>()
  let bySort = new Map<string, number>()
  return {
    kind: 'own',
    folderId: search.mailboxId === undefined ? 0 : Number(search.mailboxId),
    name: `best ${JSON.stringify(call)}`,
    belongs: (row, here) => row !== undefined && here,
    compare: (a, b) => (places.get(a.mailId) ?? 0) - (places.get(b.mailId) ?? 0) || b.sortValues[1] - a.sortValues[1],
    slips: true,
    ask: async (start, options) => {
      const page = await http.get('mail/email/search', { ...pagingOf(start), ...call }, options)
      const behind = start.sortValues ? (bySort.get(start.sortValues.join()) ?? -1) + 1 : (start.offset ?? 0)
      if (behind === 0) bySort = new Map()
      page.list.forEach((row, at) => {
        places.set(row.mailId, behind + at)
        bySort.set(row.sortValues.join(), behind + at)
      })
      return page
    },
    askMarked: (before, options) =>
      http.get('mail/email/search/marked', { ...call, ...(before === null ? {} : { before }) }, options),
  }
}
