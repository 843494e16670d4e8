import { MailList, type MailListProps, type Selection } from '@yanshu/ui'
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useRef } from 'react'
import type { ItemId, ItemRow } from '../itemKind.ts'
import type { Lists } from '../window/lists.ts'
import type { ListWindow } from '../window/listWindow.ts'
import { LOOKED_AT } from '../window/page.ts'
import type { WindowView } from '../window/windowView.ts'
import type { OpenItem } from './useItemCommands.ts'

/** Rows loaded beside those in sight, for the first turn of a wheel; the next ones bring a page. */
const BESIDE_ROWS = 3

/** Rows drawn as skeletons before the first answer. */
const FIRST_ROWS = 12

/** What of the component for rows the list itself sees to. */
type Own = 'count' | 'rowAt' | 'keyOf' | 'openKey' | 'onActive' | 'onRange' | 'selection' | 'onSelectionChange'

export interface ItemListProps<Row extends ItemRow, Id extends ItemId, Query> extends Omit<MailListProps<Id>, Own> {
  readonly lists: Lists<Row, Id, Query>
  readonly list: ListWindow<Row, Id, Query>
  readonly view: WindowView
  /** The view is in front: what it shows is loaded. */
  readonly active: boolean
  readonly opened: OpenItem<Id>
  /** The list and the open item stand side by side, so that the keys which move the cursor open the item under it. */
  readonly beside: boolean
  readonly selection: Selection
  readonly onSelection: Dispatch<SetStateAction<Selection>>
  /** {@link ListSurroundings.room}; undefined while it is not known. */
  readonly room?: number | undefined
  /** The list is asked for again where it is out of date when this changes, as with the next day. */
  readonly asOf?: string | number | undefined
  /** Stands in place of the rows when none could be loaded. */
  readonly failed: ReactNode
  /** The first row that is drawn is another one. */
  readonly onFirst?: ((first: number) => void) | undefined
}

/** The rows of a list of any kind: loads what comes into sight, and has its selection, cursor, headings and swipes. */
export function ItemList<Row extends ItemRow, Id extends ItemId, Query>(props: ItemListProps<Row, Id, Query>) {
  const { lists, list, view, active, opened, beside, selection, onSelection, room, asOf, failed, onFirst, ...rows } =
    props
  const { openId } = opened
  const looked = useRef({ from: 0, to: LOOKED_AT })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, or another time zone, has other headings
  useEffect(() => {
    if (!active) return
    if (room !== undefined) lists.drawn(list, room)
    list.show(looked.current.from, looked.current.to)
  }, [active, lists, list, asOf, room])
  const count = list.length
  if (view.status === 'failed' && count === 0) return failed
  return (
    <MailList<Id>
      {...rows}
      count={view.status === 'loading' || view.status === 'new' ? Math.max(count, FIRST_ROWS) : count}
      rowAt={(index) => list.idAt(index)}
      keyOf={String}
      openKey={openId === null ? undefined : String(openId)}
      onActive={(id, index, cause) => {
        if (cause === 'keyboard' && beside && openId !== null && id !== undefined) rows.onOpen(id, index)
      }}
      selection={selection}
      onSelectionChange={onSelection}
      onRange={(first, last, inSight = { first, last }) => {
        looked.current = { from: Math.max(0, inSight.first - BESIDE_ROWS), to: inSight.last + 1 + BESIDE_ROWS }
        onFirst?.(first)
        list.show(looked.current.from, looked.current.to)
      }}
    />
  )
}
