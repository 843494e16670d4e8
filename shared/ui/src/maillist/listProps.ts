import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { RowWindow } from './rowPlaces.ts'
import type { Selection } from './selection.ts'
import type { SwipeAction } from './useRowPress.ts'

export interface RowState {
  readonly index: number
  /** The cursor of the keyboard stands here. */
  readonly active: boolean
  readonly selected: boolean
  /** Shown in the reading pane. */
  readonly open: boolean
  /** For controls inside the row: 0 in the active row, -1 elsewhere, so that Tab does not go through the list. */
  readonly tabIndex: 0 | -1
  /** Selects or deselects this row; with `range`, everything from the last one on. */
  readonly toggle: (range?: boolean) => void
}

/** How the cursor came to a row. */
export type MoveCause = 'keyboard' | 'pointer'

/** Stands above the row at `start` and stays at the top while the rows down to the next heading pass. */
export interface ListHeading {
  readonly key: string
  readonly start: number
  readonly label: string
}

export interface MailListHandle {
  focus(): void
  scrollToIndex(index: number, align?: 'nearest' | 'start' | 'center'): void
  /** Moves the cursor to a row, shows it and brings it into sight. */
  setActive(index: number): void
  /** The row that people see the cursor on; undefined while they see none. */
  cursor(): number | undefined
  /** The first row that stands in sight as a whole. */
  firstInSight(): number
  /** Whether the row of an item can be seen now. */
  isInSight(key: string): boolean
  /** Selects or deselects the row of an item that is drawn; with `range`, everything from the last one on. */
  toggle(key: string, range?: boolean): void
}

export interface MailListProps<T> {
  label: string
  /** Rows in all, known or not. */
  count: number
  /** px, the same for every row: see `ROW_HEIGHTS`. */
  rowHeight: number
  /** In the order of the rows, the same array until one of them changes; a list without any is one run of rows. */
  headings?: readonly ListHeading[] | undefined
  /** px; needed with headings. */
  headingHeight?: number | undefined
  /** The row at an index; undefined while it is not loaded. */
  rowAt: (index: number) => T | undefined
  keyOf: (item: T) => string
  renderRow: (item: T, state: RowState) => ReactNode
  /** Buttons for the row under the pointer and the active one. They lie over the row and choose their place in it. */
  renderTools?: ((item: T, state: RowState) => ReactNode) | undefined
  renderPlaceholder?: ((index: number) => ReactNode) | undefined
  /** Shown instead of rows when `count` is 0. */
  empty?: ReactNode | undefined
  /** Key of the row in the reading pane. */
  openKey?: string | undefined
  /** A click without modifier, or Enter. */
  onOpen: (item: T, index: number) => void
  /** The cursor moved. */
  onActive?: ((item: T | undefined, index: number, cause: MoveCause) => void) | undefined
  selection?: Selection | undefined
  onSelectionChange?: ((selection: Selection) => void) | undefined
  /** Rows drawn now, for loading, and those of them in sight; both ends included. Called when they change. */
  onRange?: ((first: number, last: number, inSight: RowWindow) => void) | undefined
  onContextMenu?: ((item: T, index: number, point: { x: number; y: number }) => void) | undefined
  /** A key the list does not use itself. */
  onKeyDown?: ((event: KeyboardEvent, item: T | undefined, index: number) => void) | undefined
  /** A mouse held on a row for `dragDelay`; go on with `followDrag`. */
  onDragStart?: ((item: T, index: number, point: { x: number; y: number }) => void) | undefined
  /** ms, 700 (§9) when not given. */
  dragDelay?: number | undefined
  /** A finger held on a row; without it a long press selects the row. */
  onLongPress?: ((item: T, index: number, point: { x: number; y: number }) => void) | undefined
  swipeLeft?: SwipeAction<T> | undefined
  swipeRight?: SwipeAction<T> | undefined
  className?: string | undefined
  ref?: Ref<MailListHandle> | undefined
}
