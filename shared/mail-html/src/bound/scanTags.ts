/** A piece of HTML source. Positions count UTF-16 units; `to` is exclusive. */
export type HtmlPiece = TextPiece | TagPiece

export interface TextPiece {
  readonly kind: 'text'
  readonly from: number
  readonly to: number
}

export interface TagPiece {
  readonly kind: 'start' | 'end'
  /** In lower case. */
  readonly name: string
  readonly from: number
  readonly to: number
  /** Whether the tag ends in `/>`. */
  readonly selfClosing: boolean
  /** Where the attribute after the last permitted one begins; `to` when there are not that many. */
  readonly attributesEnd: number
}

/** Ordinary mails stay below thirty; a tag with 100,000 attributes would be searched once for each of them. */
const MAX_ATTRIBUTES = 100

const SPACE = /[\t\n\f\r ]/
const LETTER = /[a-z]/i
const END_OF_TAG_NAME = /[\t\n\f\r />]/g
const END_OF_ATTRIBUTE_NAME = /[\t\n\f\r />=]/g
const END_OF_BARE_VALUE = /[\t\n\f\r >]/g
const END_OF_COMMENT = /--!?>/g

/**
 * Cuts HTML into tags and text, in one pass, where a browser's tokenizer would (HTML §13.2.5). Comments and what browsers
 * read as comments are left out, as is a tag that the source ends in. It has no rules for elements: a caller that meets a tag
 * whose content is no markup (`style`, `textarea`) goes on from its end by `skipTo`.
 */
export class TagScanner {
  readonly #html: string
  #at = 0
  /** Names whose end tag is known not to come any more, so that nothing is searched for twice. */
  readonly #endless = new Set<string>()

  constructor(html: string) {
    this.#html = html
  }

  /** Where the next piece begins. */
  get position(): number {
    return this.#at
  }

  next(): HtmlPiece | undefined {
    const html = this.#html
    for (;;) {
      const from = this.#at
      if (from >= html.length) return
      const tag = html[from] === '<' ? this.#markup(from) : undefined
      if (tag === 'nothing') continue
      if (tag) return tag
      // A `<` that opens nothing is text.
      const next = html.indexOf('<', from + 1)
      this.#at = next < 0 ? html.length : next
      return { kind: 'text', from, to: this.#at }
    }
  }

  /** Goes to the next end tag of this name without reading what stands before it. Returns whether there is one. */
  skipTo(name: string): boolean {
    const found = this.endTagOf(name)
    if (found >= 0) this.#at = found
    return found >= 0
  }

  /** Where the next end tag of this name begins; -1 when none comes. */
  endTagOf(name: string): number {
    if (this.#endless.has(name)) return -1
    const found = findFrom(new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'), this.#html, this.#at)
    if (found < 0) this.#endless.add(name)
    return found
  }

  /** Skips all that is left. */
  skipAll(): void {
    this.#at = this.#html.length
  }

  /** A tag, `nothing` for what is left out, `undefined` when it is text after all. */
  #markup(from: number): TagPiece | 'nothing' | undefined {
    const html = this.#html
    const second = html[from + 1] ?? ''
    if (LETTER.test(second)) return this.#tag('start', from, from + 1)
    if (second === '/') {
      if (LETTER.test(html[from + 2] ?? '')) return this.#tag('end', from, from + 2)
      if (from + 2 >= html.length) return
      return this.#leaveOut(html.indexOf('>', from + 2))
    }
    if (html.startsWith('!--', from + 1)) return this.#comment(from + 4)
    if (second === '!' || second === '?') return this.#leaveOut(html.indexOf('>', from + 2))
    return
  }

  #comment(from: number): 'nothing' {
    const html = this.#html
    if (html[from] === '>') return this.#leaveOut(from)
    if (html.startsWith('->', from)) return this.#leaveOut(from + 1)
    END_OF_COMMENT.lastIndex = from
    const end = END_OF_COMMENT.exec(html)
    return this.#leaveOut(end ? end.index + end[0].length - 1 : -1)
  }

  /** Goes on behind the last character of something; past the end when it never ends. */
  #leaveOut(last: number): 'nothing' {
    this.#at = last < 0 ? this.#html.length : last + 1
    return 'nothing'
  }

  #tag(kind: TagPiece['kind'], from: number, nameFrom: number): TagPiece | 'nothing' {
    const html = this.#html
    let at = endOf(END_OF_TAG_NAME, html, nameFrom)
    const name = html.slice(nameFrom, at).toLowerCase()
    let attributesEnd = 0
    let selfClosing = false
    for (let attributes = 0; at < html.length; attributes += 1) {
      selfClosing = false
      while (at < html.length && (html[at] === '/' || SPACE.test(html[at] ?? ''))) {
        selfClosing = html[at] === '/'
        at += 1
      }
      if (html[at] === '>') {
        this.#at = at + 1
        return { kind, name, from, to: this.#at, selfClosing, attributesEnd: attributesEnd || this.#at }
      }
      if (attributes === MAX_ATTRIBUTES) attributesEnd = at
      at = endOfAttribute(html, at)
    }
    this.#at = html.length
    return 'nothing'
  }
}

/** The value of an attribute of a start tag, as written; empty when it has none of the name. */
export function attributeOf(tag: string, name: string): string {
  let at = endOf(END_OF_TAG_NAME, tag, 1)
  while (at < tag.length) {
    while (tag[at] === '/' || SPACE.test(tag[at] ?? '')) at += 1
    const end = endOfAttribute(tag, at)
    const [, written = '', value = ''] = /^([^=\s]+)\s*=\s*(.*)$/s.exec(tag.slice(at, end)) ?? []
    if (written.toLowerCase() === name) return value.replace(/^(["'])(.*)\1$/s, '$2')
    at = end
  }
  return ''
}

/** HTML §13.2.5.33 to §13.2.5.37: a name, and perhaps `=` and a value. */
function endOfAttribute(html: string, from: number): number {
  // A name may begin with `=`.
  const nameEnd = endOf(END_OF_ATTRIBUTE_NAME, html, from + 1)
  let at = afterSpace(html, nameEnd)
  if (html[at] !== '=') return nameEnd
  at = afterSpace(html, at + 1)
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, at + 1)
    return end < 0 ? html.length : end + 1
  }
  return endOf(END_OF_BARE_VALUE, html, at)
}

function afterSpace(html: string, from: number): number {
  let at = from
  while (SPACE.test(html[at] ?? '')) at += 1
  return at
}

/** Where a pattern matches from a place on; the end of the text when it does not. */
function endOf(pattern: RegExp, text: string, from: number): number {
  const found = findFrom(pattern, text, from)
  return found < 0 ? text.length : found
}

function findFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
