/** Steps down from a node, each by its place among the child nodes. */
type Steps = readonly number[]

/**
 * Where text was being written: the field, by its place among those of its tag, and in it the two ends of the selection. What
 * comes late above it, such as a line that a letter is open elsewhere, does not change that place.
 */
export interface Caret {
  readonly field: number
  readonly tag: string
  /** Characters of a plain field, or steps down from a rich one with the place in the last node. */
  readonly from: number | Steps
  readonly to: number | Steps
}

const PLAIN = new Set(['text', 'search', 'email', 'tel', 'url', 'textarea'])

const isPlain = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && PLAIN.has(element.type)

const isRich = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.contentEditable === 'true'

function stepsTo(root: Node, node: Node): Steps | null {
  const steps: number[] = []
  let at: Node = node
  while (at !== root) {
    const parent: Node | null = at.parentNode
    if (!parent) return null
    steps.unshift([...parent.childNodes].indexOf(at as ChildNode))
    at = parent
  }
  return steps
}

const follow = (root: Node, steps: Steps): Node | undefined =>
  steps.reduce<Node | undefined>((at, step) => at?.childNodes[step], root)

const fieldsOf = (panel: Element, tag: string): Element[] =>
  [...panel.getElementsByTagName(tag)].filter((one) => isPlain(one) || isRich(one))

/** Where in a panel the caret is; null when no field of it has the focus. */
export function caretIn(panel: Element): Caret | null {
  const focused = document.activeElement
  if (!focused || !panel.contains(focused)) return null
  const tag = focused.tagName
  const field = fieldsOf(panel, tag).indexOf(focused)
  if (field < 0) return null
  if (isPlain(focused)) {
    const { selectionStart, selectionEnd } = focused
    return selectionStart === null ? null : { field, tag, from: selectionStart, to: selectionEnd ?? selectionStart }
  }
  const selection = document.getSelection()
  if (!selection?.anchorNode || !selection.focusNode) return null
  const [from, to] = [stepsTo(focused, selection.anchorNode), stepsTo(focused, selection.focusNode)]
  return from && to && { field, tag, from: [...from, selection.anchorOffset], to: [...to, selection.focusOffset] }
}

const lengthOf = (node: Node): number => node.nodeValue?.length ?? node.childNodes.length

/** The node and the place in it that steps lead to; null while the text is not there, or is another. */
function caretPoint(field: Element, steps: Steps): { readonly node: Node; readonly offset: number } | null {
  const node = follow(field, steps.slice(0, -1))
  const offset = steps.at(-1) ?? 0
  return node && lengthOf(node) >= offset ? { node, offset } : null
}

/** Restores the caret. Answers false while its field, or the text before it, is not there yet. */
export function putCaret(panel: Element, { field: place, tag, from, to }: Caret): boolean {
  const field = fieldsOf(panel, tag)[place]
  if (!(field instanceof HTMLElement)) return false
  if (typeof from === 'number' || typeof to === 'number') {
    if (!isPlain(field) || typeof from !== 'number' || typeof to !== 'number' || field.value.length < to) return false
    field.focus({ preventScroll: true })
    field.setSelectionRange(from, to)
    return true
  }
  const [start, end] = [caretPoint(field, from), caretPoint(field, to)]
  if (!start || !end) return false
  field.focus({ preventScroll: true })
  document.getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset)
  return true
}

const isSteps = (value: unknown): value is Steps => Array.isArray(value) && value.every(Number.isInteger)

/** Whether a kept value is the place of a caret. */
export const isCaret = (value: unknown): value is Caret =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  Number.isInteger(value.field) &&
  'tag' in value &&
  typeof value.tag === 'string' &&
  'from' in value &&
  'to' in value &&
  [value.from, value.to].every((place) => Number.isInteger(place) || isSteps(place))
