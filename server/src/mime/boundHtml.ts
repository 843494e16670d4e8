import { MAX_HTML_DEPTH, MAX_HTML_ELEMENTS } from '@yanshu/contracts'
import { boundCss } from './boundCss.ts'
import { type HtmlToken, htmlTokens, RAW_ELEMENTS } from './htmlTokens.ts'
import { OpenElements } from './openElements.ts'

/** Elements on lines of their own: where their tags are left out, a line break keeps the words apart. */
const LINES = new Set(
  (
    'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol option p pre section summary table td th tr ul'
  ).split(' '),
)
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr'.split(' '),
)
/** Parts that mean nothing without the table around them. */
const TABLE_PARTS = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '))
/** Elements of which there is one; its further tags add their attributes to it. */
const ONLY_ONE = new Set(['html', 'head', 'body'])
const MAX_ONLY_ONES = 16
/** Raw elements that a browser shows, as text. */
const SHOWN_RAW = new Set(['xmp', 'plaintext', 'textarea'])
/** Left out with what is in them: no client shows them in a mail, and inside them HTML is read by other rules. */
const SKIPPED = new Set(['svg', 'math', 'template'])
/** A drawing without its end tag ends where one of these starts (HTML Standard §13.2.6.5). */
const ENDS_DRAWING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
)
/** Inside drawings HTML may stand in these. */
const HTML_IN_DRAWING = new Set(['foreignobject', 'desc', 'annotation-xml'])
/** Tags left out, because browsers differ over what they close. */
const LEFT_OUT = new Set(['frameset', 'frame', 'dialog', 'search'])
/** What may stand in a list of choices; every other tag in it means nothing. */
const IN_SELECT = new Set(['option', 'optgroup', 'hr'])
/** What ends a list of choices that was not closed. */
const ENDS_SELECT = new Set([...TABLE_PARTS, 'table', 'select', 'input', 'keygen', 'textarea'])

export interface BoundOptions {
  /**
   * Writes the HTML so that parsers that know less than a browser come to the same depth: end tags that HTML lets one
   * leave out stand there, those that close nothing do not, text is escaped, comments and raw elements but `style` are
   * left out.
   */
  readonly plain?: boolean
}

/**
 * Bounds what a mail's HTML costs a parser: elements deeper than `MAX_HTML_DEPTH` or beyond `MAX_HTML_ELEMENTS`
 * lose their tags and keep their text, styles nested deeper than `MAX_CSS_DEPTH` are cut (`boundCss`). HTML within the
 * limits comes back as it is, unless `plain` is asked for. Depth is what a browser makes of the tags (HTML Standard
 * §13.2.6), rather too many than too few: a formatting element that was never closed goes on in every block behind it.
 * One pass without recursion; time grows with the length alone.
 */
export function boundHtml(html: string, { plain = false }: BoundOptions = {}): string {
  return new Bounding(html, plain).run()
}

class Bounding {
  readonly #html: string
  readonly #plain: boolean
  readonly #open = new OpenElements()
  readonly #kept: string[] = []
  /** From here on nothing of the source was written yet. */
  #from = 0
  #changed = false
  #elements = 0
  #onlyOnes = 0
  /** Tags left out that opened an element, by name: as many of its end tags are left out with them. */
  readonly #left = new Map<string, number>()
  /** What is being left out with everything in it, and how many of its name, and places for HTML, are open in it. */
  #skipped: { readonly name: string; depth: number; html: number } | null = null
  #inSelect = false
  /** Whether only text is written any more. */
  #flat = false
  /** What becomes of the content of the raw element that was opened last. */
  #raw: 'keep' | 'text' | 'drop' = 'keep'

  constructor(html: string, plain: boolean) {
    this.#html = html
    this.#plain = plain
  }

  run(): string {
    for (const token of htmlTokens(this.#html)) {
      if (this.#skipped && this.#skips(token, this.#skipped)) this.#replace(token, '')
      else if (token.kind === 'text') this.#text(token)
      else if (token.kind === 'open') this.#openTag(token)
      else if (token.kind === 'close') this.#closeTag(token)
      else if (token.kind === 'raw') this.#rawContent(token)
      else if (token.kind === 'broken' || this.#plain || this.#flat) this.#replace(token, '')
    }
    const end = this.#html.length
    if (this.#flat) this.#insert(end, '</div>')
    else if (this.#plain) this.#insert(end, this.#open.names().map(endTag).join(''))
    if (!this.#changed) return this.#html
    this.#kept.push(this.#html.slice(this.#from))
    return this.#kept.join('')
  }

  #insert(at: number, text: string): void {
    if (text === '') return
    this.#kept.push(this.#html.slice(this.#from, at), text)
    this.#from = at
    this.#changed = true
  }

  #replace(token: HtmlToken, text: string): void {
    this.#kept.push(this.#html.slice(this.#from, token.start), text)
    this.#from = token.end
    this.#changed = true
  }

  /** Leaves a tag out; where it began or ended a line, a line ends. */
  #leaveOut(token: HtmlToken): void {
    this.#replace(token, LINES.has(token.name) ? '\n' : '')
  }

  /** The same for an element: its end tag is left out as well. */
  #leaveOutElement(token: HtmlToken): void {
    this.#left.set(token.name, (this.#left.get(token.name) ?? 0) + 1)
    this.#leaveOut(token)
  }

  #skips(token: HtmlToken, skipped: { readonly name: string; depth: number; html: number }): boolean {
    const step = token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0
    if (token.name === skipped.name) {
      skipped.depth += step
      if (skipped.depth === 0) this.#skipped = null
      return true
    }
    if (skipped.name === 'template') return true
    if (HTML_IN_DRAWING.has(token.name)) skipped.html = Math.max(0, skipped.html + step)
    if (step === 1 && skipped.html === 0 && ENDS_DRAWING.has(token.name)) {
      this.#skipped = null
      return false
    }
    return true
  }

  #text(token: HtmlToken): void {
    const text = this.#html.slice(token.start, token.end)
    this.#elements += this.#open.reopen()
    if (this.#flat) this.#replace(token, escaped(text.replace(/\s+/g, ' ')))
    else if (this.#plain && text.includes('<')) this.#replace(token, escaped(text))
  }

  #rawContent(token: HtmlToken): void {
    const content = this.#html.slice(token.start, token.end)
    if (this.#raw === 'drop') this.#replace(token, '')
    else if (this.#raw === 'text') this.#replace(token, escaped(content))
    else if (token.name === 'style') {
      const bounded = boundCss(content)
      if (bounded !== content) this.#replace(token, bounded)
    }
  }

  #openTag(token: HtmlToken): void {
    const { name } = token
    if (SKIPPED.has(name)) {
      this.#skipped = { name, depth: 1, html: 0 }
      this.#replace(token, '')
    } else if (LEFT_OUT.has(name)) this.#replace(token, LINES.has(name) ? '\n' : '')
    else if (ONLY_ONE.has(name)) {
      if (this.#plain || this.#flat || token.costly || ++this.#onlyOnes > MAX_ONLY_ONES) this.#replace(token, '')
    } else if (RAW_ELEMENTS.has(name)) this.#openRaw(token)
    else if (this.#flat) this.#leaveOut(token)
    else if (this.#inSelect && !ENDS_SELECT.has(name) && !IN_SELECT.has(name)) this.#leaveOutElement(token)
    else if (TABLE_PARTS.has(name) && this.#left.has('table')) this.#leaveOutElement(token)
    else this.#openElement(token)
  }

  #openRaw(token: HtmlToken): void {
    const { name } = token
    const plain = this.#plain || this.#flat
    if (this.#inSelect) this.#endSelect(token)
    // Where a script ends can be written so that programs differ over it; none shows one.
    if (name === 'script' || (plain && (name !== 'style' || this.#flat))) {
      this.#raw = plain && SHOWN_RAW.has(name) ? 'text' : 'drop'
      this.#leaveOutElement(token)
      return
    }
    this.#raw = 'keep'
    this.#elements++
    this.#noteClosed(token, this.#open.beforeOpen(name))
  }

  #openElement(token: HtmlToken): void {
    const { name, costly } = token
    if (this.#inSelect && ENDS_SELECT.has(name)) this.#endSelect(token)
    this.#noteClosed(token, this.#open.beforeOpen(name))
    this.#elements += LINES.has(name) && name !== 'br' ? 1 : 1 + this.#open.reopen()
    const isVoid = VOID.has(name)
    if (this.#elements > MAX_HTML_ELEMENTS) this.#flatten(token)
    else if (!isVoid && this.#open.depth >= MAX_HTML_DEPTH) this.#leaveOutElement(token)
    else {
      if (!isVoid) this.#open.push(name)
      this.#inSelect ||= name === 'select'
      if (costly) this.#replace(token, `<${name}>`)
    }
  }

  #closeTag(token: HtmlToken): void {
    const { name } = token
    const left = this.#left.get(name)
    if (left !== undefined) {
      if (left > 1) this.#left.set(name, left - 1)
      else this.#left.delete(name)
      this.#leaveOut(token)
    } else if (this.#flat || LEFT_OUT.has(name)) this.#leaveOut(token)
    else if (SKIPPED.has(name)) this.#replace(token, '')
    else if (this.#inSelect && name !== 'select' && !IN_SELECT.has(name)) this.#replace(token, '')
    else if (!RAW_ELEMENTS.has(name)) {
      this.#inSelect &&= name !== 'select'
      const closed = this.#open.close(name)
      if (this.#plain) this.#replace(token, closed.map(endTag).join(''))
    } else if (this.#plain && name !== 'style') this.#replace(token, '')
  }

  #endSelect(token: HtmlToken): void {
    this.#inSelect = false
    this.#open.close('select')
    this.#insert(token.start, '</select>')
  }

  /** Elements that the start of another closed without an end tag. */
  #noteClosed(token: HtmlToken, closed: readonly string[]): void {
    if (this.#plain) this.#insert(token.start, closed.map(endTag).join(''))
  }

  /** From here on there is text alone, in one element, on its lines. */
  #flatten(token: HtmlToken): void {
    this.#flat = true
    const ends = this.#open.names().map(endTag).join('')
    this.#open.clear()
    this.#replace(token, `${ends}<div style="white-space: pre-line">${LINES.has(token.name) ? '\n' : ''}`)
  }
}

const endTag = (name: string) => `</${name}>`
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
