/** Px that a list is high at most: browsers place nothing below some 17.9 million (Firefox) or 33.5 million (Chromium). */
export const SHEET_MAX = 16_000_000

/** What a scroll position leaves out of a list that is higher than {@link SHEET_MAX}: 0 for every other one. */
const leftOut = (listHeight: number): number => Math.max(0, listHeight - SHEET_MAX)

/** Where a list stands. */
export interface Sight {
  /** Px from the beginning of the list to what is in sight. */
  top: number
  readonly height: number
  /** Px of the list above what its element begins with: `top` less the scroll position. */
  readonly shift: number
}

/**
 * Where a list of this height stands after its element was scrolled to `now`. A scroll by a little moves the rows by as much; one
 * by more than two screens, as of the scroll bar, goes to the same part of the list. At either end of the element the scroll
 * position is set anew where there are rows beyond, so that the wheel reaches the first and the last row.
 */
export function sightAfter(was: Sight, now: number, listHeight: number, height: number): Sight {
  const most = leftOut(listHeight)
  const end = SHEET_MAX - height
  const isJump = Math.abs(now - was.top + was.shift) > 2 * height
  const shift = isJump ? Math.round((now / end) * most) : Math.min(was.shift, most)
  return { top: now + shift, height, shift: now <= 0 ? 0 : now >= end ? most : shift }
}

/** Where it stands with `top` in sight. */
export function sightAt(top: number, listHeight: number, height: number): Sight {
  const most = leftOut(listHeight)
  return { top, height, shift: most && Math.round((top / (listHeight - height)) * most) }
}
