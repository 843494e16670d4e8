/** Px that a list is high at most: browsers place nothing below some 17.9 million (Firefox) or 33.5 million (Chromium). */
export const SHEET_MAX = 16_000_000

/** What a scroll position leaves out of a list that is higher than {@link SHEET_MAX}: 0 for every other one. */
export const leftOut = (listHeight: number): number => Math.max(0, listHeight - SHEET_MAX)

/** Where a list stands. */
export interface Sight {
  /** Px from the beginning of the list to what is in sight. */
  readonly top: number
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
  if (most === 0) return { top: now, height, shift: 0 }
  const end = SHEET_MAX - height
  const isJump = Math.abs(now - (was.top - was.shift)) > 2 * height
  if (isJump) return { top: now + Math.round((now / end) * most), height, shift: Math.round((now / end) * most) }
  const shift = Math.min(was.shift, most)
  const top = now + shift
  if (now <= 0 && shift > 0) return sightAt(top, listHeight, height, 0)
  if (now >= end && shift < most) return sightAt(top, listHeight, height, most)
  return { top, height, shift }
}

/** Where it stands with `top` in sight. @param asked the shift that is wanted; that of the same part of the list when left out */
export function sightAt(top: number, listHeight: number, height: number, asked?: number): Sight {
  const most = leftOut(listHeight)
  const part = Math.round((top / Math.max(1, listHeight - height)) * most)
  const shift = Math.max(top - (SHEET_MAX - height), Math.min(asked ?? part, most, top), 0)
  return { top, height, shift: Math.min(shift, most) }
}
