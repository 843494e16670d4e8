import { usePreference } from '@yanshu/shell-api'
import { Splitter, useBodyWidth } from '@yanshu/ui'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './columns.module.css'
import { COLUMN_LEAST, fittingWidths, type Widths, widestOf } from './columnWidths.ts'

/** Below this width of the window tables leave columns out or let them wrap; there is nothing to set. */
const ROOMY_PX = 900
const NONE: Widths = {}

export interface Column {
  readonly id: string
  readonly title: string
  readonly className?: string | undefined
  /** Its width follows from what stands in it, such as buttons. */
  readonly fixed?: boolean
}

interface ColumnTitlesProps {
  /** By this name the widths are kept; tables of one name keep them together. */
  table: string
  columns: readonly Column[]
  /** The column that has what the others leave. */
  rest: string
}

/**
 * The titles of a table, with lines between them that make columns wider and narrower, by pointer and by arrow keys. The
 * widths are kept on this device. Until the user sets one, the widths are those of the style sheet.
 */
export function ColumnTitles({ table, columns, rest }: ColumnTitlesProps) {
  const say = useWords()
  const roomy = useBodyWidth() >= ROOMY_PX
  const [kept, keep] = usePreference<Widths>(`settings.columns.${table}`, NONE)
  const [moving, setMoving] = useState<Widths | null>(null)
  const row = useRef<HTMLTableRowElement>(null)
  const drawn = useDrawnWidths(row, columns)

  const room = columns.reduce((sum, { id, fixed }) => sum + (fixed ? 0 : (drawn[id] ?? 0)), 0)
  const shown = moving ?? kept
  const sized = columns.filter(({ id, fixed }) => id !== rest && !fixed)
  const isSet = roomy && sized.some(({ id }) => shown[id] !== undefined)
  const here = Object.fromEntries(sized.map(({ id }) => [id, shown[id] ?? drawn[id] ?? 0]))
  const widths = isSet && room > 0 ? fittingWidths(here, room) : NONE
  const restAt = columns.findIndex(({ id }) => id === rest)
  const withOne = (id: string, width: number): Widths => ({ ...kept, ...here, ...widths, [id]: width })

  return (
    <thead className={css.titles} data-set={isSet || undefined}>
      <tr ref={row}>
        {columns.map(({ id, title, className, fixed }, at) => {
          const now = Math.round(widths[id] ?? drawn[id] ?? 0)
          return (
            <th key={id} scope="col" aria-label={title} className={className} style={{ width: widths[id] }}>
              {title}
              {roomy && id !== rest && !fixed && now > 0 && (
                <span className={css.edge} data-before={at > restAt || undefined}>
                  <Splitter
                    label={say('columnWidth', { title })}
                    value={now}
                    min={COLUMN_LEAST}
                    max={widestOf(now, drawn[rest] ?? 0)}
                    after={at > restAt}
                    onChange={(width) => setMoving(withOne(id, width))}
                    onCommit={(width) => {
                      keep(withOne(id, width))
                      setMoving(null)
                    }}
                  />
                </span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** How wide the columns are drawn, in px, by their ids. */
function useDrawnWidths(row: RefObject<HTMLTableRowElement | null>, columns: readonly Column[]): Widths {
  const [widths, setWidths] = useState(NONE)
  const ids = columns.map(({ id }) => id).join(' ')
  useLayoutEffect(() => {
    const cells = row.current?.cells
    if (!cells) return
    const observer = new ResizeObserver(() =>
      setWidths(Object.fromEntries(ids.split(' ').map((id, at) => [id, cells[at]?.offsetWidth ?? 0]))),
    )
    for (const cell of cells) observer.observe(cell)
    return () => observer.disconnect()
  }, [row, ids])
  return widths
}
