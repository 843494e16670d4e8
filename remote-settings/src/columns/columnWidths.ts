/** Widths of the columns of a table that the user has set, in px. */
export type Widths = Readonly<Record<string, number>>

/** What a column keeps at least, and what the one that has the rest keeps at least; in px. */
export const COLUMN_LEAST = 56
const REST_LEAST = 140

/**
 * Widths that fit: what was kept in a wider window is made smaller by the same part for all, so that the column that has
 * the rest stays readable.
 * @param room width of the table in px
 */
export function fittingWidths(kept: Widths, room: number): Widths {
  const wanted = sumOf(Object.values(kept))
  const part = Math.min(1, Math.max(0, room - REST_LEAST) / wanted)
  return Object.fromEntries(Object.entries(kept).map(([id, width]) => [id, Math.floor(width * part)]))
}

/** How wide a column can become: until the one that has the rest has no more to give. */
export const widestOf = (width: number, rest: number): number => width + Math.max(0, Math.floor(rest) - REST_LEAST)

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)
