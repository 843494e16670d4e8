import { useFormat } from '@yanshu/shell-api'
import { Checkbox, IconButton, Segmented } from '@yanshu/ui'
import type { ReactNode } from 'react'
import type { UnreadFilter } from '../list-window/listQuery.ts'
import { useFoldersLater, useWords } from '../mailbox/useMailbox.ts'
import css from './ListHeader.module.css'
import type { Arranging } from './listProps.ts'

interface ListHeaderProps {
  title: string
  folderId?: number | undefined
  labelId?: number | undefined
  /** Rows of the list itself, shown where no folder counts. */
  total: number | null
  filter: UnreadFilter | null
  onFilter?: ((filter: UnreadFilter) => void) | undefined
  onRefresh: () => void
  onSelectAll: () => void
  /** There is a menu of the list. */
  arranging?: Arranging | undefined
  /** Opens it at its button. */
  onMore: (button: HTMLElement) => void
  more: boolean
  after?: ReactNode
}

/** Name of the list, its counts, what is shown of it, and what can be done with all of it. */
export function ListHeader(props: ListHeaderProps) {
  const { title, folderId, labelId, total, filter, onFilter, onRefresh, onSelectAll, onMore, more, after } = props
  const say = useWords()
  const format = useFormat()
  const tree = useFoldersLater()
  const folder = folderId === undefined ? undefined : tree.byId(folderId)
  const counted = folder ?? (labelId === undefined ? undefined : tree.label(labelId))
  const count = counted?.mail ?? total
  const isDrafts = folder?.role === 'drafts'
  // A draft was written here: none of them is unread.
  const unread = isDrafts ? 0 : (counted?.unread ?? 0)
  return (
    <header className={css.header}>
      <Checkbox
        label={say('select.all')}
        hideLabel
        checked={false}
        disabled={!total}
        onChange={onSelectAll}
        className={css.all}
      />
      <div className={css.heading}>
        <h1 className={css.title} title={title}>
          {title}
        </h1>
        {count !== null && (
          <span className={css.counts}>
            <span>{say('list.total', { count, mails: format.count(count) })}</span>{' '}
            {unread > 0 && <span>{say('list.unread', { count: format.count(unread) })}</span>}
          </span>
        )}
      </div>
      <div className={css.tools}>
        {filter !== null && !isDrafts && (
          <Segmented
            label={say('filter.label')}
            hideLabel
            value={filter === 'unread' ? 'unread' : 'any'}
            options={[
              { value: 'any', label: say('filter.all') },
              { value: 'unread', label: say('filter.unread') },
            ]}
            onChange={(value) => onFilter?.(value === 'unread' ? 'unread' : 'any')}
            className={css.filter}
          />
        )}
        {after}
        <IconButton
          icon="refresh"
          label={say('action.refresh')}
          className={props.arranging && css.inMenu}
          onClick={onRefresh}
        />
        {props.arranging && (
          <IconButton
            icon="more"
            label={say('list.more')}
            aria-haspopup="menu"
            aria-expanded={more}
            onClick={(event) => onMore(event.currentTarget)}
          />
        )}
      </div>
    </header>
  )
}
