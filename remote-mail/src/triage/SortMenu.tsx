import { SORTED_HITS_MAX } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { type Anchor, Chip, Menu } from '@yanshu/ui'
import type { ReactNode } from 'react'
import type { ListQuery, SearchTerms } from '../list-window/listQuery.ts'
import { arrangementOf, sortedHits } from './arrangement.ts'
import { sortEntries, wayOf } from './sortEntries.ts'
import { useTriageWords } from './words.ts'

interface SortMenuProps {
  anchor: Anchor
  /** '' for that of time. */
  order: string
  onOrder: (order: string) => void
  onClose: () => void
}

/** The orders of the hits of a search, with a line about how many hits are put in order. */
export function SortMenu({ anchor, order, onOrder, onClose }: SortMenuProps) {
  const say = useTriageWords()
  const format = useFormat()
  const note = say('sort.hits', { count: format.count(SORTED_HITS_MAX) })
  return (
    <Menu
      open
      anchor={anchor}
      label={say('sort.title')}
      items={[
        { kind: 'heading', id: 'note', label: note },
        ...sortEntries(arrangementOf(order, ''), onOrder, false, say),
      ]}
      onClose={onClose}
    />
  )
}

interface SortedHitsProps {
  search: SearchTerms
  order: string
  /** Shows the list. */
  children: (list: ListQuery) => ReactNode
}

/** The hits of a search in an order. */
export const SortedHits = ({ search, order, children }: SortedHitsProps) =>
  children(sortedHits(search, arrangementOf(order, '')))

/** Names the order of a list; removing it shows the newest first. */
export function SortChip({ order, onOrder }: Pick<SortMenuProps, 'order' | 'onOrder'>) {
  const say = useTriageWords()
  const { sort, ascending } = arrangementOf(order, '')
  return (
    <Chip onRemove={() => onOrder('')}>
      {say('sortedBy', { by: say(`sort.${sort}`), way: say(wayOf(sort, ascending)) })}
    </Chip>
  )
}
