/** px between tiles, and around them. */
export const TILE_GAP = 12

/** The least width of a tile in px, and the height of each, by the size of the letters. */
const WIDTH_MIN = { 1: 148, 2: 164, 3: 180 } as const
const HEIGHT = { 1: 172, 2: 184, 3: 196 } as const
export type FontSize = keyof typeof HEIGHT

/** How tiles stand in a room of some width. */
export interface TilePlaces {
  readonly columns: number
  /** px from the top of one row of tiles to the top of the next. */
  readonly step: number
  /** Rows of tiles. */
  readonly rows: number
  /** px of all rows with what stands around them. */
  readonly height: number
}

/** @param width px of the room; two tiles stand side by side at the least, so that a phone shows them in pairs. */
export function tilePlaces(count: number, width: number, fontSize: FontSize): TilePlaces {
  const columns = Math.max(2, Math.floor((width - TILE_GAP) / (WIDTH_MIN[fontSize] + TILE_GAP)))
  const rows = Math.ceil(count / columns)
  const step = HEIGHT[fontSize] + TILE_GAP
  return { columns, step, rows, height: rows * step + TILE_GAP }
}

/** The rows of tiles that can be seen, both ends included; none is below the last. */
export function rowsInSight({ step, rows }: TilePlaces, top: number, room: number): { first: number; last: number } {
  const last = Math.max(0, rows - 1)
  return {
    first: Math.max(0, Math.min(last, Math.floor((top - TILE_GAP) / step))),
    last: Math.max(0, Math.min(last, Math.floor((top + room) / step))),
  }
}

/** Where a key leads from a tile; undefined for other keys. */
export function tileAfter(key: string, at: number, count: number, { columns }: TilePlaces, page: number) {
  const steps = new Map([
    ['ArrowRight', at + 1],
    ['ArrowLeft', at - 1],
    ['ArrowDown', at + columns],
    ['ArrowUp', at - columns],
    ['PageDown', at + columns * page],
    ['PageUp', at - columns * page],
    ['Home', 0],
    ['End', count - 1],
  ])
  const to = steps.get(key)
  if (to === undefined) return undefined
  // Up from the first row and down from the last stay in their column.
  const isSideways = key === 'ArrowRight' || key === 'ArrowLeft' || key === 'Home' || key === 'End'
  if (isSideways || (to >= 0 && to < count)) return Math.max(0, Math.min(count - 1, to))
  return to < 0 ? at % columns : count - 1
}
