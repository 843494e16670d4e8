import type { ContactRow } from '@yanshu/contracts'
import { useGeneral } from '@yanshu/shell-api'
import { Avatar, ErrorCard, HEADING_HEIGHTS, Icon, MailList, type MailListHandle } from '@yanshu/ui'
import { type ReactNode, useRef } from 'react'
import { useWords } from '../useWords.ts'
import css from './contacts.module.css'
import { InitialsIndex } from './InitialsIndex.tsx'
import type { ContactListState } from './useContactList.ts'
import { workplaceOf } from './workplaceOf.ts'

/** px, by the size of the letters. */
const ROW_HEIGHTS = { 1: 56, 2: 62, 3: 70 } as const

interface ContactListProps {
  label: string
  list: ContactListState
  openId: number | null
  onOpen: (contactId: number) => void
  onDelete: (row: ContactRow) => void
  empty: ReactNode
}

/** The contacts by pinyin, of any number, with their initials at the edge. */
export function ContactList({ label, list, openId, onOpen, onDelete, empty }: ContactListProps) {
  const say = useWords()
  const { fontSize } = useGeneral()
  const handle = useRef<MailListHandle>(null)
  if (list.status === 'failed') {
    return (
      <div className={css.notice}>
        <ErrorCard what={say('list.failed')} advice={say('list.failedAdvice')} onRetry={list.retry} />
      </div>
    )
  }
  return (
    <div className={css.rows}>
      <MailList<ContactRow>
        ref={handle}
        label={label}
        count={list.count}
        rowHeight={ROW_HEIGHTS[fontSize]}
        headings={list.headings}
        headingHeight={HEADING_HEIGHTS[fontSize]}
        rowAt={list.rowAt}
        keyOf={({ contactId }) => String(contactId)}
        renderRow={(row) => <Row row={row} starred={say('list.starred')} />}
        empty={list.status === 'loading' ? null : empty}
        openKey={openId === null ? undefined : String(openId)}
        onOpen={({ contactId }) => onOpen(contactId)}
        onRange={list.onRange}
        onKeyDown={(event, row) => {
          if (event.key !== 'Delete' || !row) return
          event.preventDefault()
          onDelete(row)
        }}
        swipeLeft={{ icon: 'trash', label: say('card.delete'), tone: 'danger', onSwipe: onDelete }}
        className={css.grid}
      />
      {list.headings.length > 1 && (
        <InitialsIndex
          headings={list.headings}
          onGo={(start) => {
            handle.current?.scrollToIndex(start, 'start')
            handle.current?.setActive(start)
          }}
        />
      )}
    </div>
  )
}

function Row({ row, starred }: { row: ContactRow; starred: string }) {
  return (
    <div className={css.row}>
      <Avatar name={row.name} address={row.address || row.name} src={row.photo || undefined} size={36} />
      <span className={css.who}>
        <span className={css.name}>
          {row.name}
          {row.starred && <Icon name="star-filled" size={14} label={starred} className={css.star} />}
        </span>
        <span className={css.about}>{workplaceOf(row) || row.address || row.phone}</span>
      </span>
    </div>
  )
}
