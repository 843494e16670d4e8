import { parseDeclarations } from '../css/parseSheet.ts'
import type { MailPass } from '../mailPass.ts'

/** Widths above this many CSS px (the reading measure) give way on narrower screens. */
const MEASURE = 860

/**
 * Lets blocks and images wider than the reading measure shrink with it. Tables keep their columns; the frame scales or
 * scrolls them, because squeezed columns are worse than small ones.
 */
export const fitWidth: MailPass = (document, { mode }) => {
  if (mode === 'quote') return
  for (const element of document.querySelectorAll('[width], [style]')) {
    if (/^(?:table|tbody|thead|tfoot|tr|td|th|col|colgroup)$/.test(element.localName)) continue
    if (fixedWidth(element) > MEASURE) element.classList.add('yanshu-wide')
  }
}

function fixedWidth(element: Element): number {
  const attribute = /^\s*(\d+)\s*(?:px)?\s*$/.exec(element.getAttribute('width') ?? '')
  const style = element.getAttribute('style') ?? ''
  // Written afresh by the pass before, so the name stands there as it is.
  return (style.includes('width') ? parseDeclarations(style) : [])
    .filter(({ name }) => name === 'width' || name === 'min-width')
    .map(({ value: [first] }) => (first?.unit === 'px' ? Number(first.value) : 0))
    .reduce((most, width) => Math.max(most, width), Number(attribute?.[1] ?? 0))
}
