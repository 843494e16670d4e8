import type { ItemCache } from '../cache/itemCache.ts'
import type { ItemId, ItemRow, ListRules } from '../itemKind.ts'

/** A row that is counted (1) or no longer (-1). */
export interface Move<Row> {
  readonly row: Row
  readonly by: 1 | -1
}

/** What actions on their way put into a list and take out of it, or from one place in it to another. */
export function movesOnTheirWay<Row extends ItemRow, Id extends ItemId>(
  rules: ListRules<Row>,
  cache: ItemCache<Row, Id>,
): readonly Move<Row>[] {
  const moves: Move<Row>[] = []
  for (const [id, known] of cache.baseRows()) {
    const row = cache.row(id)
    if (row === known) continue
    const was = rules.belongs(known, false)
    const is = rules.belongs(row, false)
    if (was && is && row && rules.compare(known, row) === 0) continue
    if (was) moves.push({ row: known, by: -1 })
    if (is && row) moves.push({ row, by: 1 })
  }
  return moves
}
