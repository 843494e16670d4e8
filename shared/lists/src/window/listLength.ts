import type { Move } from './movesOnTheirWay.ts'
import type { ItemPage } from './page.ts'

interface Known {
  /** Row number behind the last row of the page. */
  readonly end: number
  /** How long the list was before. */
  readonly before: number
  /** Whether actions are on their way. */
  readonly busy: boolean
  readonly moves: readonly Move<object>[]
}

/** How long a list is: the total of a page, without what actions on their way have taken out and with what they put in. */
export function listLength(page: ItemPage<object>, { end, before, busy, moves }: Known): number {
  const atLeast = end + (page.more ? 1 : 0)
  const sees = page.list.length > 0 || end === 0
  if (!page.more && sees && !busy) return end
  if (page.total < 0) return page.more ? Math.max(before, atLeast) : end
  return Math.max(
    moves.reduce((sum, { by }) => sum + by, page.total),
    atLeast,
  )
}
