import type { ViewProps } from '@yanshu/contracts'
import { useFolders } from '@yanshu/shell-api'
import { Skeleton } from '@yanshu/ui'
import { Suspense } from 'react'
import MailListView from '../list-view/MailListView.tsx'
import type { ListQuery, UnreadFilter } from '../list-window/listQuery.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { Arranged, EmptyPlace, useArranging } from './FolderView.tsx'
import { Missing } from './Missing.tsx'
import { useFilter } from './useFilter.ts'

interface AcrossProps extends ViewProps {
  title: string
  place: string
  queryOf: (filter: UnreadFilter) => ListQuery
  labelId?: number
  /** The list itself is a filter. */
  fixed?: UnreadFilter
}

/** A list over several folders. */
function Across({ title, place, queryOf, labelId, fixed, ...props }: AcrossProps) {
  const [filter, setFilter] = useFilter(props, fixed)
  const arranging = useArranging(props.tab, place + (labelId ?? ''))
  const { lists } = useFolders()
  // Roles of folders decide what belongs to such a list.
  if (!lists) return <Skeleton lines={8} />
  const list = queryOf(filter)
  const view = {
    ...props,
    title,
    labelId,
    filter: fixed ? null : filter,
    onFilter: setFilter,
    empty: <EmptyPlace filter={fixed ? 'any' : filter} onAll={() => setFilter('any')} place={place} />,
  }
  // Who wrote to whom is found by words, and who wrote what is unread among the newest: both in the order of time alone.
  if (list.kind !== 'label' && list.kind !== 'favorite' && list.kind !== 'all') {
    return <MailListView {...view} list={list} />
  }
  const Shown: typeof Arranged = arranging.order || arranging.only ? Arranged : MailListView
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Shown {...view} list={list} arranging={arranging} List={MailListView} />
    </Suspense>
  )
}

/** `favorite`: starred mails. */
export function Favorite(props: ViewProps) {
  const say = useWords()
  return (
    <Across
      {...props}
      title={say('routes.favorite')}
      place="favorite"
      queryOf={(unread) => ({ kind: 'favorite', unread })}
    />
  )
}

/** `noread`: unread mails of all folders; `noread?from=` those from one address or of one group. */
export function NoRead(props: ViewProps) {
  const say = useWords()
  const address = props.query.get('from')
  return (
    <Across
      key={address}
      {...props}
      title={address ? titleOf(say, address) : say('routes.noread')}
      place="noread"
      fixed="unread"
      queryOf={() => (address ? { kind: 'sender', address, unread: 'unread' } : { kind: 'all', unread: 'unread' })}
    />
  )
}

/** What the unread mails of an address are called, or those of a group. */
const titleOf = (say: ReturnType<typeof useWords>, address: string): string =>
  address === 'people' || address === 'invitations'
    ? say(`list.unreadOf.${address}`)
    : say('list.unreadFrom', { address })

/** `readed`: read mails of all folders. */
export function Readed(props: ViewProps) {
  const say = useWords()
  return (
    <Across
      {...props}
      title={say('routes.readed')}
      place="readed"
      fixed="read"
      queryOf={() => ({ kind: 'all', unread: 'read' })}
    />
  )
}

/** `otherfolders2/other2/{labelId}`: mails with a label. */
export function LabelBox(props: ViewProps) {
  const say = useWords()
  const tree = useFolders()
  const labelId = Number(props.params.labelId)
  const label = tree.label(labelId)
  if (!tree.lists) return <Skeleton lines={8} />
  if (!label) return <Missing what={say('list.noLabel')} advice={say('list.noFolderAdvice')} />
  return (
    <Across
      key={labelId}
      {...props}
      title={label.labelName}
      place="label"
      labelId={labelId}
      queryOf={(unread) => ({ kind: 'label', labelId, unread })}
    />
  )
}

/** `inboxct?address=`: what was written between the user and an address. */
export function Correspondence(props: ViewProps) {
  const say = useWords()
  const address = props.query.get('address')?.trim() ?? ''
  if (!address) return <Missing what={say('list.noAddress')} advice={say('list.noAddressAdvice')} />
  return (
    <Across
      key={address}
      {...props}
      title={say('list.related', { address })}
      place="related"
      queryOf={(unread) => ({ kind: 'related', address, unread })}
    />
  )
}
