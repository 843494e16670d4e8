import { MAX_HTML_DEPTH } from '@yanshu/contracts'
import { RAW_TEXT, REFUSED_WITH_CONTENT, TAGS } from '../elements.ts'
import { CLOSES_PARAGRAPH, TABLE_PARTS, VOID } from './elementKinds.ts'
import { OpenElements } from './OpenElements.ts'
import { attributeOf, type TagPiece, TagScanner, type TextPiece } from './scanTags.ts'

/** A style sheet of a mail as written. */
export interface MailSheet {
  readonly css: string
  readonly media: string
}

/** A mail that a browser's parser reads in time and depth that are known. */
export interface BoundMail {
  readonly html: string
  readonly sheets: readonly MailSheet[]
  /** Whether the mail goes on behind what is here. */
  readonly more: boolean
}

/** Characters of text that cost a browser about as much as one element. */
const TEXT_PER_UNIT = 50

const KNOWN: ReadonlySet<string> = new Set([...TAGS, 'image'])
const REFUSED: ReadonlySet<string> = new Set(REFUSED_WITH_CONTENT)
const ROOTS: ReadonlySet<string> = new Set(['html', 'head', 'body'])

/**
 * What elements become that would ask for something: a mail may present, but not ask for a password inside our window.
 * They are renamed here, for in a document each would be taken out with all that it holds and put in again.
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['form', 'div'],
  ['fieldset', 'div'],
  ['legend', 'div'],
  ['button', 'span'],
  ['label', 'span'],
])

/** Renamed as well where no `select` is around them. */
const CHOICES: ReadonlySet<string> = new Set(['option', 'optgroup'])

/** Leave what they hold: an image, or what senders put there for readers like us. */
const UNWRAPPED: ReadonlySet<string> = new Set(['picture', 'video'])

/** Where text and blocks are moved before the table (HTML §13.2.6.1, foster parenting). */
const BETWEEN_CELLS = /^(?:table|tbody|thead|tfoot|tr)$/

/**
 * Removes from a mail's source what could crash or stop the parser of a browser, in one pass over the text and before
 * any parser sees it: style sheets (given back as text), elements that are refused anyway, elements nested deeper than
 * MAX_HTML_DEPTH (their content stays), attributes beyond count, and everything behind `units` of work: an element is
 * one, also where a browser opens formatting once more, and so is a line of text. An ordinary mail loses nothing
 * visible.
 */
export function boundMail(html: string, units: number): BoundMail {
  const scanner = new TagScanner(html)
  const open = new OpenElements()
  /** By name, start tags left out whose end tag has to go as well. */
  const leftOut = new Map<string, number>()
  const sheets: MailSheet[] = []
  const out: string[] = []
  let left = units
  let more = false

  for (let piece = scanner.next(); piece && !more; piece = scanner.next()) {
    if (piece.kind === 'text') text(piece)
    else if (piece.kind === 'end') end(piece.name)
    else if (REFUSED.has(piece.name)) skip(piece)
    else if (KNOWN.has(piece.name)) start(piece)
  }
  return { html: out.join(''), sheets, more }

  function text({ from, to }: TextPiece): void {
    left -= open.reopen()
    const cost = Math.ceil((to - from) / TEXT_PER_UNIT)
    const whole = cost <= left || html.slice(from, to).trim() === ''
    const until = whole ? to : textEnd(html, from, from + Math.max(0, left) * TEXT_PER_UNIT)
    left -= cost
    more = !whole
    out.push(escaped(html.slice(from, until)))
  }

  function start(tag: TagPiece): void {
    const source = html.slice(tag.from, tag.attributesEnd) + (tag.attributesEnd < tag.to ? '>' : '')
    const name = nameFor(tag.name)
    if (ROOTS.has(name)) {
      out.push(source)
      return
    }
    // Outside of a table a browser does not see them.
    if (TABLE_PARTS.has(name) && name !== 'table' && !open.has('table')) return
    if (left <= 0) {
      more = true
      return
    }
    open.beforeStart(name)
    if (!CLOSES_PARAGRAPH.has(name) && !TABLE_PARTS.has(name)) left -= open.reopen()
    left -= 1
    if (VOID.has(name)) out.push(source)
    else if (UNWRAPPED.has(name)) out.push(name === 'video' ? posterOf(source) : '')
    else if (name === 'textarea') textarea(source)
    else if (open.depth >= MAX_HTML_DEPTH || (tag.name === 'form' && BETWEEN_CELLS.test(open.innermost))) {
      leftOut.set(tag.name, (leftOut.get(tag.name) ?? 0) + 1)
    } else {
      open.start(name, source)
      out.push(`<${name}${source.slice(1 + tag.name.length)}`)
    }
  }

  function end(written: string): void {
    if (!KNOWN.has(written) || ROOTS.has(written) || UNWRAPPED.has(written)) return
    const dropped = leftOut.get(written) ?? 0
    if (dropped > 0) {
      leftOut.set(written, dropped - 1)
      return
    }
    const name = nameFor(written)
    // An end tag of these that ends nothing makes an element (HTML §13.2.6.4.7).
    if (!open.end(name) && (name === 'p' || name === 'br')) left -= 1
    if (left >= 0) out.push(`</${name}>`)
    else more = true
  }

  function nameFor(written: string): string {
    if (CHOICES.has(written)) return open.has('select') ? written : 'span'
    return RENAMED.get(written) ?? written
  }

  /** Its content is text, whatever stands there (HTML §13.2.5.2). */
  function textarea(source: string): void {
    const from = scanner.position
    const to = scanner.endTagOf('textarea')
    const content = html.slice(from, to < 0 ? html.length : to)
    left -= Math.ceil(content.length / TEXT_PER_UNIT)
    out.push(source, escaped(content))
    if (scanner.skipTo('textarea')) return
    scanner.skipAll()
    out.push('</textarea>')
  }

  /** Leaves out an element with its content; where nothing closes it, its tag alone. */
  function skip({ name, from, to }: TagPiece): void {
    const content = scanner.position
    if (name === 'plaintext' || (!scanner.skipTo(name) && RAW_TEXT.has(name))) scanner.skipAll()
    if (name === 'style') {
      sheets.push({ css: html.slice(content, scanner.position), media: attributeOf(html.slice(from, to), 'media') })
    }
  }
}

/** The picture that stands for a film. */
function posterOf(video: string): string {
  const poster = attributeOf(video, 'poster')
  const quoted = (value: string) => `"${value.replaceAll('"', '&quot;')}"`
  return poster && `<img src=${quoted(poster)} alt=${quoted(attributeOf(video, 'title'))}>`
}

/** Text as text: joined to what follows, a `<` in it must not become a tag that was not checked. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;')
}

/** The last place up to `wanted` where a text can be cut: not inside a character, nor inside a character reference. */
function textEnd(html: string, from: number, wanted: number): number {
  const reference = html.lastIndexOf('&', wanted - 1)
  if (reference > Math.max(from, wanted - LONGEST_REFERENCE) && !html.slice(reference, wanted).includes(';')) {
    return reference
  }
  return /[\ud800-\udbff]/.test(html[wanted - 1] ?? '') ? wanted - 1 : wanted
}

/** Characters of a named character reference (HTML §13.5). */
const LONGEST_REFERENCE = 33
