import { DOMParser, type Node, type ParseOptions, type Slice } from 'prosemirror-model'
import type { ParserWindow } from './parserWindow.ts'
import { alignmentOf, BLOCKS, SIGNATURE_MARK, schema } from './schema.ts'
import { sealSignatures } from './signatures.ts'

const LINES = 'p, div, li, td, th, h1, h2, h3, h4, h5, h6, blockquote'

/** A `br` at the end of a line only holds the line open; as a break of its own it would make two lines of one. */
function dropFillers(root: ParentNode): void {
  for (const line of root.querySelectorAll(LINES)) {
    const last = line.lastChild
    if (
      last?.nodeName === 'BR' &&
      last.previousSibling?.nodeName !== 'BR' &&
      line.querySelector(':scope > br:last-child')
    ) {
      last.remove()
    }
  }
}

/**
 * Formatting of blocks must not become formatting of their text: without this, the background of a cell would come back
 * as a highlight of every word in it, and the grey of a citation as the colour of its text.
 */
function settleBlocks(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('table, tr, td, th')) {
    const ground = block.style.backgroundColor || block.getAttribute('bgcolor')
    block.style.removeProperty('background-color')
    if (!ground) continue
    const cells = /^T[DH]$/.test(block.tagName) ? [block] : block.querySelectorAll(':is(td, th):not([bgcolor])')
    for (const cell of cells) cell.setAttribute('bgcolor', ground)
  }
  for (const quote of root.querySelectorAll<HTMLElement>('blockquote')) quote.style.removeProperty('color')
}

/** The alignment of a cell, as sheets write it, becomes that of its lines, which is what letters know. */
function alignCells(root: ParentNode): void {
  for (const cell of root.querySelectorAll<HTMLElement>('td, th')) {
    const row = cell.closest('tr')
    const align = alignmentOf(cell) ?? (row && alignmentOf(row))
    if (align === null || align === 'left') continue
    if (!cell.querySelector(BLOCKS)) {
      const line = cell.ownerDocument.createElement('p')
      line.append(...cell.childNodes)
      cell.append(line)
    }
    for (const line of cell.querySelectorAll<HTMLElement>('p, div, h1, h2, h3, h4, h5, h6')) {
      if (line.closest('td, th') === cell && alignmentOf(line) === null) line.style.textAlign = align
    }
  }
}

/** Where style attributes wait while HTML passes through the page. */
const HIDDEN_STYLE = 'data-letter-style'

/**
 * Cleaned HTML on its way through the editing library, which parses what is pasted in a document of the page: there a
 * strict policy reports each style attribute. {@link LetterParser} restores them in a window of its own.
 */
export function hideStyles(html: string, window: ParserWindow): string {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('[style]')) {
    element.setAttribute(HIDDEN_STYLE, element.getAttribute('style') ?? '')
    element.removeAttribute('style')
  }
  return body.innerHTML
}

function showStyles(root: ParentNode): void {
  for (const element of root.querySelectorAll(`[${HIDDEN_STYLE}]`)) {
    element.setAttribute('style', element.getAttribute(HIDDEN_STYLE) ?? '')
    element.removeAttribute(HIDDEN_STYLE)
  }
}

/**
 * Reads cleaned HTML in a window of its own: a page that refuses inline styles would read every style attribute as
 * empty.
 */
export class LetterParser extends DOMParser {
  readonly #window: ParserWindow

  constructor(window: ParserWindow) {
    super(schema, DOMParser.fromSchema(schema).rules)
    this.#window = window
  }

  #read(html: string): HTMLElement {
    const { body } = new this.#window.DOMParser().parseFromString(html, 'text/html')
    showStyles(body)
    dropFillers(body)
    settleBlocks(body)
    alignCells(body)
    return body
  }

  parseHtml(html: string): Node {
    return sealSignatures(super.parse(this.#read(html)))
  }

  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    const html = 'innerHTML' in dom && typeof dom.innerHTML === 'string' ? dom.innerHTML : ''
    if (!html) return super.parseSlice(dom, options)
    const read = this.#read(html)
    // A signature that is pasted is text: the letter's own is the one that can be exchanged.
    for (const mark of read.querySelectorAll(`data[value^="${SIGNATURE_MARK}"]`)) mark.replaceWith(...mark.childNodes)
    return super.parseSlice(read, options)
  }
}
