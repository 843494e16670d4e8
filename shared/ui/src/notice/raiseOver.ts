/** What is pressed or written in. Rows of a list are not: they are everywhere, and another part of one can be pressed. */
const CONTROLS = 'button, a[href], input, textarea, select, [contenteditable="true"]'
/** Pixels between the points that are asked for what lies there. */
const STEP = 20
/** Pixels that a notice is moved up at most; beyond, it would no longer be where notices are. */
const RAISE_MAX = 280
const GAP = 8
const TRIES = 4

/** What is asked of the page: all that lies at a point of the window. */
export type ElementsAt = (x: number, y: number) => readonly Element[]

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** The highest edge of the controls that lie behind a box, moved up by so much; undefined where there is none. */
function highestBehind({ left, right, top, bottom }: Box, raise: number, notice: Element, at: ElementsAt) {
  let highest: number | undefined
  // One that is not drawn has no height, and a step of nothing would never end.
  for (let y = top - raise; y <= bottom - raise; y += Math.max(1, Math.min(STEP, bottom - top))) {
    for (let x = left; x <= right; x += STEP) {
      for (const element of at(x, y)) {
        const control = notice.contains(element) ? null : element.closest(CONTROLS)
        if (control) highest = Math.min(highest ?? Number.POSITIVE_INFINITY, control.getBoundingClientRect().top)
      }
    }
  }
  return highest
}

/**
 * By how many pixels a notice is moved up so that it covers nothing that can be pressed: tiles of files and buttons at the
 * end of a mail. 0 where no place near to its own is free.
 */
export function raiseOver(notice: Element, at: ElementsAt): number {
  const box = notice.getBoundingClientRect()
  let raise = 0
  for (let tried = 0; tried < TRIES && raise <= RAISE_MAX; tried += 1) {
    const highest = highestBehind(box, raise, notice, at)
    if (highest === undefined) return raise
    raise = Math.ceil(box.bottom - highest + GAP)
  }
  return 0
}
