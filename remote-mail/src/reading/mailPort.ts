import type { MailPort, TextRange } from '@yanshu/contracts'

/** The name of the marks in the mail's document; its base style sets their colours. */
const MARKS = 'yanshu-marks'

/** What is no text, and the button that unfolds a quote, which is no part of the mail. */
const NO_TEXT = 'style, script, .yanshu-quote > summary'

interface Piece {
  readonly node: Text
  readonly start: number
}

/** The text of a mail as its reader sees it: what is folded counts, what is no text (styles) does not. */
function piecesOf(root: Element): { readonly pieces: readonly Piece[]; readonly text: string } {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const pieces: Piece[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType !== Node.TEXT_NODE || node.parentElement?.closest(NO_TEXT)) continue
    // A node of another window's classes; the tree walker gives text alone.
    const found = node as Text
    pieces.push({ node: found, start: text.length })
    text += found.data
  }
  return { pieces, text }
}

/** A range of the document for a part of its text, null where there is no such part. */
function rangeOf(root: Element, { start, end }: TextRange): Range | null {
  const { pieces, text } = piecesOf(root)
  if (!(start >= 0 && start < end && end <= text.length)) return null
  const at = (offset: number, last: boolean) =>
    pieces.findLast((piece) => (last ? piece.start < offset : piece.start <= offset))
  const first = at(start, false)
  const final = at(end, true)
  if (!first || !final) return null
  const range = root.ownerDocument.createRange()
  range.setStart(first.node, start - first.start)
  range.setEnd(final.node, end - final.start)
  return range
}

/** What is folded around a part of the mail. */
function foldedAround({ startContainer }: Range): HTMLDetailsElement[] {
  const folded: HTMLDetailsElement[] = []
  let at = startContainer.parentElement?.closest('details')
  while (at) {
    if (!at.open) folded.push(at)
    at = at.parentElement?.closest('details')
  }
  return folded
}

/** The element that scrolls another one, as that of the frame of a mail. */
export function scrollerOf(inner: Element | null): Element | null {
  let at = inner?.parentElement ?? null
  while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement
  return at
}

/** Scrolls a part of the mail to the middle of the view, and not its paragraph, which may be many screens long. */
function bringToMiddle(range: Range, view: Window): void {
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  const scroller = scrollerOf(view.frameElement)
  if (!scroller || !view.frameElement) return
  const at = view.frameElement.getBoundingClientRect().top + range.getBoundingClientRect().top
  scroller.scrollTop += at - scroller.getBoundingClientRect().top - scroller.clientHeight / 2
}

/**
 * What another remote may do with the mail in a frame. Marks are the browser's highlights: the document stays as it is.
 * @param root the element that holds the mail, undefined while there is none
 */
export function mailPortOf(root: () => Element | undefined): MailPort {
  const highlights = () => {
    const view = root()?.ownerDocument.defaultView
    return view && 'Highlight' in view && 'highlights' in view.CSS ? view : undefined
  }
  const clear = () => void highlights()?.CSS.highlights.delete(MARKS)
  return {
    text() {
      const body = root()
      return body ? piecesOf(body).text : ''
    },
    mark(ranges) {
      const view = highlights()
      const body = root()
      if (!view || !body) return
      const found = ranges.map((range) => rangeOf(body, range)).filter((range) => range !== null)
      const marks = new view.Highlight()
      for (const range of found) marks.add(range)
      view.CSS.highlights.set(MARKS, marks)
    },
    scrollTo(wanted) {
      const body = root()
      const view = body?.ownerDocument.defaultView
      const range = body && rangeOf(body, wanted)
      if (!view || !range) return
      const folded = foldedAround(range)
      if (folded.length === 0) return bringToMiddle(range, view)
      for (const quote of folded) quote.open = true
      // The frame grows with the drawing of what was unfolded; there is nowhere to scroll to before.
      view.requestAnimationFrame(() => view.requestAnimationFrame(() => bringToMiddle(range, view)))
    },
    clear,
  }
}
