/** Where somebody was writing in a view: in which element, and between which characters of its text. */
export interface Caret {
  /** The steps from the panel down to the element, each by its place among its siblings. */
  readonly path: readonly number[]
  readonly start: number
  readonly end: number
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (element: Element): element is Field =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && /^(?:text|search|url|tel|)$/.test(element.type))

/** How many characters of an element stand before a point of it. */
function charactersBefore(element: Element, node: Node, offset: number): number {
  const range = document.createRange()
  range.setStart(element, 0)
  range.setEnd(node, offset)
  return range.toString().length
}

/** The point of an element with so many characters before it; null while its text is shorter. */
function pointAt(element: Element, characters: number): readonly [Node, number] | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let left = characters
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? ''
    if (left <= length) return [node, left]
    left -= length
  }
  return left === 0 ? [element, 0] : null
}

/** The caret in a panel; null when nobody writes there, or what is written must not be noted. */
export function caretIn(panel: Element, pathTo: (element: Element) => readonly number[]): Caret | null {
  const element = document.activeElement
  if (!element || !panel.contains(element)) return null
  if (isField(element)) {
    return { path: pathTo(element), start: element.selectionStart ?? 0, end: element.selectionEnd ?? 0 }
  }
  const selection = getSelection()
  if (!(element instanceof HTMLElement && element.isContentEditable) || !selection || selection.rangeCount === 0) {
    return null
  }
  const range = selection.getRangeAt(0)
  if (!element.contains(range.commonAncestorContainer)) return null
  return {
    path: pathTo(element),
    start: charactersBefore(element, range.startContainer, range.startOffset),
    end: charactersBefore(element, range.endContainer, range.endOffset),
  }
}

/** Puts the caret back. Answers whether the element was there, with enough text. */
export function putCaret(panel: Element, { path, start, end }: Caret): boolean {
  const element = path.reduce<Element | undefined>((at, index) => at?.children[index], panel)
  if (!element) return false
  if (isField(element)) {
    if (element.value.length < end) return false
    element.focus({ preventScroll: true })
    element.setSelectionRange(start, end)
    return true
  }
  if (!(element instanceof HTMLElement && element.isContentEditable)) return false
  const from = pointAt(element, start)
  const to = pointAt(element, end)
  if (!from || !to) return false
  element.focus({ preventScroll: true })
  getSelection()?.setBaseAndExtent(from[0], from[1], to[0], to[1])
  return true
}

export const isCaret = (value: unknown): value is Caret =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  Array.isArray(value.path) &&
  'start' in value &&
  typeof value.start === 'number' &&
  'end' in value &&
  typeof value.end === 'number'
