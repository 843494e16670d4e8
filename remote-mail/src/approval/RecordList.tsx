import type { ApprovalTab } from '@yanshu/contracts'
import { collectIds } from '@yanshu/lists'
import {
  ActionBar,
  type ItemAction,
  ItemList,
  NO_SELECTION,
  type OpenItem,
  useItemCommands,
  useItemList,
  useListSelection,
} from '@yanshu/lists/view'
import { http, useGeneral, useShortcuts } from '@yanshu/shell-api'
import { EmptyState, ErrorCard, type MailListHandle, NOTHING, notify, ROW_HEIGHTS, type RowState } from '@yanshu/ui'
import { useMemo, useRef, useState } from 'react'
import { type Decision, decideLater, isDecided } from './decisions.ts'
import { RecordRow } from './RecordRow.tsx'
import { RejectMany } from './RejectMany.tsx'
import { type RecordQuery, records, type Side } from './recordKind.ts'
import { refresh } from './useRecords.ts'
import { useApprovalWords } from './words.ts'

/** Mails that are decided about at once. */
const AT_ONCE = 100

interface RecordListProps {
  side: Side
  tab: ApprovalTab
  active: boolean
  opened: OpenItem<number>
  /** The open mail stands beside the list. */
  beside: boolean
  onOpen: (id: number) => void
}

/** The mails of a state, in the engine that all lists have. */
export function RecordList({ side, tab, active, opened, beside, onOpen }: RecordListProps) {
  const say = useApprovalWords()
  const collection = records()
  const { kind, cache, lists } = collection
  const { fontSize } = useGeneral()
  const query = useMemo<RecordQuery>(() => ({ side, state: tab }), [side, tab])
  const { list, view } = useItemList(collection, query)
  const [selection, onSelection] = useListSelection(kind.keyOf(query), useState(NO_SELECTION), cache)
  const handle = useRef<MailListHandle>(null)
  const [rejected, setRejected] = useState<{ all: readonly Decision[]; commentRequired: boolean } | null>(null)
  const commands = useItemCommands({
    collection,
    list,
    handle,
    opened,
    active,
    beside,
    selection,
    onSelection,
    open: onOpen,
    collect: (except) =>
      collectIds(collection, query, { except, most: AT_ONCE, pageSize: AT_ONCE }).catch(() => {
        notify.error(say('failed'))
        return null
      }),
    warnOnlyOne: () => undefined,
  })
  const step = (by: 1 | -1) => {
    const first = list.idAt(Math.max(0, handle.current?.cursor() ?? 0))
    if (opened.openId === null && first !== undefined) onOpen(first)
    else commands.step(by)
  }
  const decideAll = (pass: boolean) => async (ids: readonly number[]) => {
    const all: Decision[] = []
    let commentRequired = false
    try {
      for (const recordId of ids.slice(0, AT_ONCE)) {
        // The bytes that the decision is about are those that the server has now.
        const record = await http.get('mail/main/approval/detail', { recordId })
        if (!record.mayDecide || isDecided(recordId)) continue
        all.push({ recordId, hash: record.hash, pass, comment: '' })
        commentRequired ||= record.commentRequired
      }
    } catch {
      // `http` has shown why; the selection stays.
      return false
    }
    if (all.length === 0) notify.warning(say('closed'))
    else if (pass) decideLater(say('passingMany', { count: all.length }), all, refresh)
    else setRejected({ all, commentRequired })
    return true
  }
  const actions: readonly ItemAction<number>[] = [
    { id: 'pass', label: say('passMarked'), icon: 'check', run: decideAll(true) },
    { id: 'reject', label: say('rejectMarked'), icon: 'close', danger: true, run: decideAll(false) },
  ]
  const group = say('keys.group')
  useShortcuts(
    [
      { keys: 'j', label: say('keys.next'), group, run: () => step(1) },
      { keys: 'k', label: say('keys.previous'), group, run: () => step(-1) },
      { keys: 'x', label: say('keys.mark'), group, run: commands.toggleHere, when: () => side === 'desk' },
    ],
    active,
  )
  return (
    <>
      {side === 'desk' && (
        <ActionBar
          label={say('markedMails')}
          actions={actions}
          commands={commands}
          selection={selection}
          total={list.length}
          onSelection={onSelection}
          words={{ all: say('markAll'), none: say('markNone'), count: (count) => say('marked', { count }) }}
        />
      )}
      <ItemList
        ref={handle}
        lists={lists}
        list={list}
        view={view}
        active={active}
        opened={opened}
        beside={beside}
        selection={side === 'desk' ? selection : NOTHING}
        onSelection={onSelection}
        label={say('list')}
        rowHeight={ROW_HEIGHTS.stacked[fontSize]}
        renderRow={(id: number, state: RowState) => <RecordRow id={id} side={side} state={state} />}
        onOpen={onOpen}
        failed={<ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => list.retry()} />}
        empty={<EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      />
      {rejected && (
        <RejectMany
          decisions={rejected.all}
          commentRequired={rejected.commentRequired}
          onClose={() => setRejected(null)}
        />
      )}
    </>
  )
}
