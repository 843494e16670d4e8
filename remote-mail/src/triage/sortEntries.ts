import type { MenuEntry } from '@yanshu/ui'
import { type Arrangement, beginsAscending, orderText, SORTS } from './arrangement.ts'

/** Translates a key of the words of triage. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** Ticks for an order. */
export function sortEntries(
  arranged: Arrangement,
  onOrder: (order: string) => void,
  own: boolean,
  say: Say,
): readonly MenuEntry[] {
  const sorts = SORTS.map(
    (sort): MenuEntry => ({
      id: `sort-${sort}`,
      label: say(sort === 'sender' && own ? 'sort.recipient' : `sort.${sort}`),
      checked: arranged.sort === sort,
      radio: true,
      onSelect: () => onOrder(orderText({ sort, ascending: beginsAscending(sort) })),
    }),
  )
  const ways = [true, false].map(
    (ascending): MenuEntry => ({
      id: ascending ? 'up' : 'down',
      label: say(wayOf(arranged.sort, ascending)),
      checked: arranged.ascending === ascending,
      radio: true,
      onSelect: () => onOrder(orderText({ ...arranged, ascending })),
    }),
  )
  return [...sorts, { kind: 'separator', id: 'ways' }, ...ways]
}

/** The words for a way: an order by time goes from new to old, one by names from A to Z. */
export function wayOf(sort: Arrangement['sort'], ascending: boolean): string {
  const kind = sort === 'sender' || sort === 'subject' ? 'text' : sort
  return `way.${kind}${ascending ? 'Up' : 'Down'}`
}
