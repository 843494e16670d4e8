import { ItemList } from '@yanshu/lists/view'
import { useGeneral, useOnline } from '@yanshu/shell-api'
import { ErrorCard, HEADING_HEIGHTS, type MailListHandle, type RowState } from '@yanshu/ui'
import { type RefObject, useCallback } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { HoverTools } from './HoverTools.tsx'
import type { MailListViewProps } from './listProps.ts'
import css from './MailListView.module.css'
import { MailRowView } from './MailRowView.tsx'
import { useDayHeadings } from './useDayHeadings.ts'
import type { UsedMailList } from './useMailList.ts'
import { useReadersDay } from './useReadersDay.ts'
import { useSenderColumn } from './useSenderColumn.tsx'

interface MailRowsProps extends Omit<MailListViewProps, 'list'>, UsedMailList {
  handle: RefObject<MailListHandle | null>
  /** The first row that is drawn is another one. */
  onFirst: (first: number) => void
  onMenu: (mailId: number, point: { x: number; y: number }) => void
}

const NO_TERMS: readonly string[] = []

/** The rows of a list of mails, or why there are none. */
export function MailRows(props: MailRowsProps) {
  const { list, view, commands, handle, role, labels, terms = NO_TERMS } = props
  const { variant, previewLines, Row = MailRowView, Tools = HoverTools } = props
  const { onToggle, onStar, onRemove } = commands
  const say = useWords()
  const { fontSize, showMailSize } = useGeneral()
  const online = useOnline()
  const namesFolder = props.folderId === undefined
  const headings = useDayHeadings(view.sections)
  const { day, timeZone } = useReadersDay()
  const senders = useSenderColumn(variant === 'wide' && list.length > 0)
  // A host of an earlier release has no such question.
  const isInSight = useCallback((id: number) => handle.current?.isInSight?.(String(id)) ?? true, [handle])
  // While these stay the same functions, rows stay as they are when the list is drawn.
  const renderRow = useCallback(
    (id: number, state: RowState) => (
      <Row
        mailId={id}
        variant={variant}
        folderRole={role}
        labels={labels}
        namesFolder={namesFolder}
        showSize={showMailSize}
        previewLines={previewLines}
        terms={terms}
        selected={state.selected}
        tabIndex={state.tabIndex}
        onToggle={onToggle}
        onStar={onStar}
        isInSight={isInSight}
      />
    ),
    [Row, variant, role, labels, namesFolder, showMailSize, previewLines, terms, onToggle, onStar, isInSight],
  )
  const renderTools = useCallback(
    (id: number, state: RowState) => (
      <Tools mailId={id} variant={variant} tabIndex={state.tabIndex} onRemove={onRemove} />
    ),
    [Tools, variant, onRemove],
  )
  return (
    <div className={css.body} style={senders.style}>
      <ItemList
        {...props}
        ref={handle}
        lists={mailbox().lists}
        room={props.previewColumns}
        asOf={`${day} ${timeZone}`}
        failed={
          <div className={css.notice}>
            <ErrorCard
              what={say('list.failed')}
              why={online ? undefined : say('list.offline')}
              advice={say('list.failedAdvice')}
              onRetry={() => list.retry()}
            />
          </div>
        }
        label={props.title}
        headings={headings}
        headingHeight={HEADING_HEIGHTS[fontSize]}
        renderRow={renderRow}
        renderTools={props.narrow ? undefined : renderTools}
        onOpen={commands.open}
        onContextMenu={(id, _index, point) => props.onMenu(id, point)}
        onDragStart={(id, _index, point) => commands.drag(id, point)}
        swipeLeft={{ icon: 'trash', label: say('action.delete'), tone: 'danger', onSwipe: onRemove }}
        swipeRight={{ icon: 'star', label: say('action.star'), tone: 'star', onSwipe: onStar }}
        className={css.list}
      />
      {senders.line}
    </div>
  )
}
