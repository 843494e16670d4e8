import { PAGE_ROWS } from './page.ts'

/** Rows of a list, from one row number to another. */
export interface RowSpan {
  readonly from: number
  /** Not included. */
  readonly to: number
}

/** What of a list is loaded. */
interface LoadedRows {
  at(index: number): unknown
  gaps(from: number, to: number): readonly RowSpan[]
}

/**
 * What is asked for to fill a gap: a whole page where it goes on from rows that are loaded, which is how one scrolls;
 * after a jump nothing but the rows on screen.
 */
function asPage(rows: LoadedRows, { from, to }: RowSpan, total: number): RowSpan {
  const size = Math.max(PAGE_ROWS, to - from)
  if (rows.at(from - 1) !== undefined) return { from, to: Math.min(from + size, total) }
  if (rows.at(to) !== undefined) return { from: Math.max(0, to - size), to }
  return { from, to }
}

/**
 * The pages that bring what is missing of the rows on screen, and when nothing is, of as many as `ahead` on each
 * side. What is on its way already, as `covers` answers for a span, is left out; it is asked
 * page by page, because what is asked for one gap may fill the next.
 */
export function* missingPages(
  rows: LoadedRows,
  looked: RowSpan,
  total: number,
  ahead: number,
  covers: (from: number, to: number) => boolean,
): Generator<RowSpan> {
  const shown = { from: Math.max(0, Math.min(looked.from, total)), to: Math.min(looked.to, total) }
  const missing = rows.gaps(shown.from, shown.to)
  const gaps =
    missing.length > 0 ? missing : rows.gaps(Math.max(0, shown.from - ahead), Math.min(shown.to + ahead, total))
  for (const gap of gaps) {
    const { from, to } = asPage(rows, gap, total)
    for (let start = from; start < to; start += PAGE_ROWS * 2) {
      const end = Math.min(start + PAGE_ROWS * 2, to)
      if (!covers(Math.max(start, gap.from), Math.min(end, gap.to))) yield { from: start, to: end }
    }
  }
}
