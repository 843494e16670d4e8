import type { MailPass } from '../mailPass.ts'
import {
  ATTRIBUTION,
  blockOf,
  DIVIDER,
  fold,
  HEADER_FIELDS,
  HEADER_START,
  hasContentAfter,
  hasContentBefore,
  outermostStart,
  SHOW_TEXT,
  withFollowing,
} from './collapseQuotes.ts'

/** Characters of the earlier mail that have to be repeated at the end; fewer may be a greeting or a signature. */
const REPEATED_MIN = 16

/** Characters of a fold that the earlier mail does not have before it is shown open: an answer stands inside. */
const NEW_MIN = 12

/** Texts that are compared, from the end of a mail backwards. */
const TEXTS_MAX = 4_000

/** A text without white space and without the marks of quotes, in which programs that quote change both. */
const compact = (text: string): string => text.replace(/[\s>\u200b]+/g, '')

/** Characters of an earlier mail that are compared: what is quoted of a longer one mostly is its end. */
const EARLIER_MAX = 100_000

/**
 * Folds what a mail repeats of an earlier one at its end, whatever its program marks it with, and opens a fold in which
 * something stands that the earlier mail does not have. Each text is looked for before the one that follows it, so the
 * earlier mail is read once.
 * @param text of the earlier mail
 */
export function foldRepeated(text: string): MailPass {
  const earlier = compact(text.slice(-EARLIER_MAX))
  return (document, context) => {
    if (earlier === '' || context.mode !== 'read') return
    const folded = document.querySelector('details.yanshu-quote')
    if (folded) {
      if (hasNews(folded, earlier)) folded.setAttribute('open', '')
      return
    }
    const start = startOfRepeated(document, earlier)
    if (!start) return
    context.hasQuote = true
    fold(document, start, withFollowing(start), context)
  }
}

/** Whether a text belongs to what introduces earlier mail: a line of dashes, a line that ends in "wrote:", a head. */
function isIntroduction(text: Node, root: Element): boolean {
  const own = text.textContent ?? ''
  if (DIVIDER.test(own) || HEADER_START.test(own) || HEADER_FIELDS.some((field) => own.search(field) === 0)) return true
  if (ATTRIBUTION.test(blockOf(text, root).textContent ?? '')) return true
  // An address in the line is a link, which parts it into several texts.
  const block = text.parentElement?.closest('div, p, td, li, pre, section, article, center')
  return block != null && block !== root && root.contains(block) && ATTRIBUTION.test(block.textContent ?? '')
}

/** The line above a signature (RFC 3676 §4.3). */
const SIGNATURE = '--'

/** Whether a text belongs to mail that the earlier one quotes itself: that may stand shorter in it, or not at all. */
const isOlder = (text: Node, root: Element): boolean => {
  const inner = text.parentElement?.closest('blockquote')
  const outer = inner?.parentElement?.closest('blockquote')
  return outer !== null && outer !== undefined && root.contains(outer)
}

/** Whether a fold repeats an earlier mail, and has more than that. Its signature and what it quotes itself count for nothing. */
function hasNews(details: Element, earlier: string): boolean {
  let repeated = 0
  let news = 0
  let signed: Element | null = null
  for (const text of textsIn(details)) {
    const piece = compact(text.textContent ?? '')
    const quote = text.parentElement?.closest('blockquote') ?? null
    if (piece === SIGNATURE) signed = quote
    if (isOlder(text, details) || (signed !== null && quote === signed)) continue
    if (earlier.includes(piece)) repeated += piece.length
    else if (!text.parentElement?.matches('summary') && !isIntroduction(text, details)) news += piece.length
  }
  return news >= NEW_MIN && repeated > news
}

/** Where the end of a mail begins that an earlier one has too; undefined where nothing would be left, or too little is alike. */
function startOfRepeated(document: Document, earlier: string): Node | undefined {
  const { body } = document
  const texts = textsIn(body)
  const repeated: Node[] = []
  let before = earlier.length
  let length = 0
  let at = texts.length - 1
  for (; at >= 0; at--) {
    const text = texts[at]
    const piece = compact(text?.textContent ?? '')
    if (!text || piece.length > before) break
    const found = earlier.lastIndexOf(piece, before - piece.length)
    if (found < 0) break
    before = found
    length += piece.length
    repeated.unshift(text)
  }
  if (length < REPEATED_MIN) return
  for (let text = texts[at]; text && isIntroduction(text, body); text = texts[--at]) repeated.unshift(text)
  for (const text of repeated) {
    const start = outermostStart(text, body)
    const last = withFollowing(start).at(-1)
    if (!hasContentBefore(start, body)) continue
    if (last && !hasContentAfter(last, body)) return start
  }
  return
}

/** The texts of an element that are not white space alone, the last ones of very many. */
function textsIn(root: Element): Node[] {
  const walker = root.ownerDocument.createTreeWalker(root, SHOW_TEXT)
  const texts: Node[] = []
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (compact(text.textContent ?? '') !== '') texts.push(text)
  }
  return texts.slice(-TEXTS_MAX)
}
