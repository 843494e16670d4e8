import type { MailCache, MailRow } from '../mail-cache/mailCache.ts'
import { belongs, compareRows, type ListQuery, type RoleOf } from './listQuery.ts'

/** A row that is counted (1) or no longer (-1). */
export interface Move {
  readonly row: MailRow
  readonly by: 1 | -1
}

/** What actions on their way put into a list and take out of it, or from one place in it to another. */
export function movesOnTheirWay(query: ListQuery, cache: MailCache, roleOf: RoleOf): readonly Move[] {
  const moves: Move[] = []
  for (const known of cache.baseRows()) {
    const row = cache.row(known.mailId)
    if (row === known) continue
    const was = belongs(query, known, false, roleOf)
    const is = belongs(query, row, false, roleOf)
    if (was && is && row && compareRows(query, known, row) === 0) continue
    if (was) moves.push({ row: known, by: -1 })
    if (is && row) moves.push({ row, by: 1 })
  }
  return moves
}
