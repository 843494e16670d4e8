import type { MailContext, MailPass } from '../mailPass.ts'

/** Elements after which, at their level, everything is earlier mail. */
const HISTORY_MARKS =
  '#divRplyFwdMsg, #appendonsend, #mail-editor-reference-message-container, .OutlookMessageHeader, ' +
  '[id^="isReplyContent"], [id^="isForwardContent"], .yahoo_quoted, .protonmail_quote'

/** Elements that hold earlier mail themselves; a reader may have answered below them. */
const QUOTE_MARKS = '.gmail_quote, .gmail_quote_container, blockquote[type="cite" i], .moz-cite-prefix, blockquote'

/** A line of dashes with a word for "original message" between them, as Chinese and English clients write it. */
export const DIVIDER =
  /^\s*[-—_=*]{2,}\s*(?:原始邮件|原邮件|原始信息|回复的原邮件|转发的邮件|转发邮件信息|转发邮件|original (?:message|mail)|forwarded message)\s*[-—_=*]{2,}/i

/** `在 2024年3月8日，张伟 <…> 写道：`, `On Fri, … wrote:` */
export const ATTRIBUTION = /^\s*(?:(?:在|于|[\d年]).{4,200}?写(?:道|到)\s*[:：]|on\s.{6,200}?wrote:)\s*$/is

export const HEADER_START = /^\s*(?:发件人|寄件人|寄件者|from)\s*[:：]/i
export const HEADER_FIELDS = [
  /(?:发送时间|发件时间|日期|时间|sent|date)\s*[:：]/i,
  /(?:收件人|to)\s*[:：]/i,
  /(?:主题|subject)\s*[:：]/i,
]

interface QuoteStart {
  readonly node: Node
  /** Whether all that follows is history too, or only the element itself and the block behind it. */
  readonly reachesEnd: boolean
  /** The line that introduces the quote, where it ends a block that holds more than it. */
  readonly line?: readonly Node[]
}

/**
 * Finds where the mail ends and the quoted history begins, and folds the history into `<details class="yanshu-quote">`.
 * Nothing is folded when the mail would be empty without it, or when someone has answered between or below the quotes.
 */
export const collapseQuotes: MailPass = (document, context) => {
  const start = findQuote(document)
  if (!start) return
  context.hasQuote = true
  if (context.mode === 'print' || context.mode === 'quote') return
  const first = outermostStart(start.line ? apart(start.line) : start.node, document.body)
  const parent = first.parentElement
  if (!parent || /^(?:table|tbody|thead|tfoot|tr|ul|ol|dl)$/.test(parent.localName)) return
  if (!hasContentBefore(first, document.body)) return
  const folded = start.reachesEnd ? withFollowing(first) : quoteOnly(first)
  const last = folded.at(-1)
  if (!last || (!start.reachesEnd && hasContentAfter(last, document.body))) return
  fold(document, first, folded, context)
}

export function fold(document: Document, first: Node, nodes: readonly Node[], { quoteLabel }: MailContext): void {
  const details = document.createElement('details')
  details.className = 'yanshu-quote'
  const summary = document.createElement('summary')
  summary.textContent = quoteLabel
  first.parentNode?.insertBefore(details, first)
  details.append(summary)
  for (const node of nodes) details.appendChild(node)
}

function findQuote(document: Document): QuoteStart | undefined {
  const { body } = document
  const candidates: QuoteStart[] = []
  const history = body.querySelector(HISTORY_MARKS)
  if (history) candidates.push({ node: history, reachesEnd: true })
  const quote = body.querySelector(QUOTE_MARKS)
  if (quote) candidates.push({ node: quote, reachesEnd: false })
  const written = findWritten(document)
  if (written) candidates.push(written)
  return candidates.reduce<QuoteStart | undefined>((earliest, candidate) => {
    return !earliest || precedes(candidate.node, earliest.node) ? candidate : earliest
  }, undefined)
}

/** The first line that a person would read as "here begins the old mail". */
function findWritten(document: Document): QuoteStart | undefined {
  const walker = document.createTreeWalker(document.body, SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const line = text.textContent ?? ''
    if (DIVIDER.test(line)) return { node: blockOf(text, document.body), reachesEnd: true }
    if (HEADER_START.test(line)) {
      const block = blockOf(text, document.body)
      if (isHeaderBlock(block)) return { node: block, reachesEnd: true }
    }
    if (/(?:[:：])\s*$/.test(line)) {
      const block = blockOf(text, document.body)
      if (ATTRIBUTION.test(block.textContent ?? '')) return { node: block, reachesEnd: false }
      const line = lineOf(text)
      if (line && ATTRIBUTION.test(line.map((node) => node.textContent).join(''))) {
        return { node: text, reachesEnd: false, line }
      }
    }
  }
}

/** NodeFilter.SHOW_TEXT, written out because the filter object belongs to a window and this file has none. */
export const SHOW_TEXT = 4

function isHeaderBlock(block: Node): boolean {
  let text = block.textContent ?? ''
  let next = block.nextSibling
  for (let seen = 0; next && seen < 12; seen += 1, next = next.nextSibling) text += ` ${next.textContent ?? ''}`
  const head = text.slice(0, 1000)
  return HEADER_FIELDS.filter((field) => field.test(head)).length >= 2
}

const INLINE = /^(?:a|abbr|b|em|font|i|small|span|strong|u)$/

/** Pieces of text that one line of introduction may consist of; more than that is a text of its own. */
const LINE_PIECES = 40

/**
 * The line that ends in a text and ends its block: what stands before it up to a break, where lines are parted by `br`
 * only. Undefined where something follows, or where there is too much for a line.
 */
function lineOf(text: Node): Node[] | undefined {
  let last = text
  while (last.parentElement && INLINE.test(last.parentElement.localName)) last = last.parentElement
  if (last.nextSibling) return
  const line = [last]
  for (let node = last.previousSibling; node; node = node.previousSibling) {
    if (node.nodeName !== '#text' && !INLINE.test(node.nodeName.toLowerCase())) break
    if (line.length === LINE_PIECES) return
    line.unshift(node)
  }
  return line
}

/** Gives the last line of a block one of its own behind it, so that it can be folded with the quote it introduces. */
function apart(line: readonly Node[]): Node {
  const [first] = line
  const block = first?.parentElement
  if (!first || !block) throw new Error('a line stands in an element')
  const own = block.cloneNode(false)
  if (first.previousSibling?.nodeName === 'BR') first.previousSibling.remove()
  for (const node of line) own.appendChild(node)
  block.after(own)
  return own
}

/** The block a text stands in, or the text itself where lines are parted by `br` only. */
export function blockOf(text: Node, root: Element): Node {
  let node: Node = text
  while (node.parentElement && node.parentElement !== root && !hasSiblingContentBefore(node)) {
    const parent = node.parentElement
    node = parent
    if (/^(?:div|p|td|blockquote|section|article|center|pre|li)$/.test(parent.localName)) break
  }
  return node
}

/** Climbs while nothing stands before the node, so that borders and empty wrappers are folded with it. */
export function outermostStart(node: Node, root: Element): Node {
  let start = node
  while (start.parentElement && start.parentElement !== root && !hasSiblingContentBefore(start)) {
    if (/^(?:td|th)$/.test(start.parentElement.localName)) break
    if (hasSiblingContentAfterQuote(start)) break
    start = start.parentElement
  }
  return start
}

/** An answer after the quote inside the same wrapper must not be drawn into the fold with the wrapper. */
function hasSiblingContentAfterQuote(node: Node): boolean {
  const isQuote = node.nodeName === 'BLOCKQUOTE'
  return isQuote && withFollowing(node).slice(1).some(hasContent)
}

export function withFollowing(node: Node): Node[] {
  const nodes: Node[] = []
  for (let next: Node | null = node; next; next = next.nextSibling) nodes.push(next)
  return nodes
}

/** The quote itself; when it starts with the line that introduces it, up to the end of the block that follows. */
function quoteOnly(first: Node): Node[] {
  if (isQuoteElement(first)) return [first]
  const nodes = withFollowing(first)
  const end = nodes.findIndex((node, at) => at > 0 && isQuoteElement(node))
  return end < 0 ? [first] : nodes.slice(0, end + 1)
}

function isQuoteElement(node: Node): boolean {
  return node.nodeName === 'BLOCKQUOTE' || /\bgmail_quote/.test(classOf(node))
}

function classOf(node: Node): string {
  return 'className' in node && typeof node.className === 'string' ? node.className : ''
}

function hasContent(node: Node): boolean {
  if ((node.textContent ?? '').trim() !== '' || node.nodeName === 'IMG') return true
  return [...node.childNodes].some(hasContent)
}

function hasSiblingContentBefore(node: Node): boolean {
  for (let before = node.previousSibling; before; before = before.previousSibling) if (hasContent(before)) return true
  return false
}

export function hasContentBefore(node: Node, root: Element): boolean {
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) if (hasSiblingContentBefore(at)) return true
  return false
}

export function hasContentAfter(node: Node, root: Element): boolean {
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) {
    if (withFollowing(at).slice(1).some(hasContent)) return true
  }
  return false
}

/** Whether `a` stands before `b` or around it (DOM §4.4, DOCUMENT_POSITION_FOLLOWING and _CONTAINED_BY). */
function precedes(a: Node, b: Node): boolean {
  return (a.compareDocumentPosition(b) & 4) !== 0
}
