import { MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import { useGeneral, usePreference } from '@yanshu/shell-api'
import { ROW_HEIGHTS, useBodyWidth } from '@yanshu/ui'
import { type RefObject, useState } from 'react'
import { useRoomFor } from './useRoomFor.ts'

/** What one more line of the preview adds to a row, by size of the font. A host of an earlier release has no such measure. */
const PREVIEW_LINE_HEIGHTS = { 1: 16, 2: 19, 3: 21 } as const

/** The width of half a Chinese character of a preview, or of a narrow Latin letter with those beside it. */
const COLUMN_PX = 7

/** A window that becomes a little wider does not ask for longer previews. */
const ROOM_STEP_PX = 240

/** Widths of a list beside its mail, in px. */
const LEAST_WIDTH = 320
const MOST_WIDTH = 480
const USUAL_WIDTH = 380

/** Below this width of the window a list and a mail do not fit side by side. */
const SIDE_BY_SIDE_PX = 900

/** The same of the view itself, which may be one of two. */
const VIEW_SIDE_BY_SIDE_PX = 680

/** How a list of mails and its reading pane stand, by the settings and by the room there is. */
export interface ListLayout {
  /** The list and the mail stand side by side. */
  readonly beside: boolean
  /** The window is that of a phone. */
  readonly narrow: boolean
  /** `stacked` rows have three lines, `wide` ones one. */
  readonly variant: 'stacked' | 'wide'
  /** px. */
  readonly rowHeight: number
  /** Lines of the text in a row; 0 for none. */
  readonly previewLines: number
  /** For how much of the first words rows have room, as the contract counts it; undefined before it is measured. */
  readonly previewColumns: number | undefined
  /** Width of a list beside its mail, in px, and what the line between them needs to change it. */
  readonly listWidth: {
    readonly value: number
    readonly min: number
    readonly max: number
    readonly onChange: (value: number) => void
    readonly onCommit: (value: number) => void
  }
}

/** The layout of a list in the room of an element. */
export function useListLayout(root: RefObject<HTMLElement | null>): ListLayout {
  const general = useGeneral()
  const width = useBodyWidth()
  const narrow = width > 0 && width < MOBILE_BELOW_WIDTH_PX
  const roomy = useRoomFor(root, VIEW_SIDE_BY_SIDE_PX)
  const beside = general.layout === 3 && width >= SIDE_BY_SIDE_PX && roomy
  const variant = general.layout === 3 || narrow || width < 700 || !roomy ? 'stacked' : 'wide'
  const lines = variant === 'stacked' && general.showMailList ? general.previewLines : 1
  const [keptWidth, keepWidth] = usePreference('mail.listWidth', USUAL_WIDTH)
  const [dragWidth, setDragWidth] = useState<number | null>(null)
  const previewLines = general.showMailList ? lines : 0
  const room = beside ? MOST_WIDTH : Math.ceil(width / ROOM_STEP_PX) * ROOM_STEP_PX
  return {
    beside,
    narrow,
    variant,
    rowHeight: ROW_HEIGHTS[variant][general.fontSize] + (lines - 1) * PREVIEW_LINE_HEIGHTS[general.fontSize],
    previewLines,
    previewColumns: width > 0 ? previewLines && Math.ceil(room / COLUMN_PX) * previewLines : undefined,
    listWidth: {
      value: dragWidth ?? keptWidth,
      min: LEAST_WIDTH,
      max: MOST_WIDTH,
      onChange: setDragWidth,
      onCommit: (value) => {
        keepWidth(value)
        setDragWidth(null)
      },
    },
  }
}
