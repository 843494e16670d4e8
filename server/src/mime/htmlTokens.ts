import { isDeepStyleAttribute } from './boundCss.ts'

/** A piece of HTML, from `start` up to `end` of the source. */
export interface HtmlToken {
  /**
   * `raw` is the content of an element without elements in it, such as `style`; `hidden` is what a browser shows
   * nowhere: comments, declarations, `</>`; `broken` is a tag or comment that the end of the HTML cuts off.
   */
  readonly kind: 'text' | 'open' | 'close' | 'raw' | 'hidden' | 'broken'
  readonly start: number
  readonly end: number
  /** Of tags and `raw`, in lower case. */
  readonly name: string
  /** A tag whose attributes cost more than they can be worth: too many of them, or a style that is nested too deep. */
  readonly costly: boolean
}

/** Attributes of one element; real mail has some ten. */
const MAX_ATTRIBUTES = 128

/** Elements whose content a browser does not read as HTML, up to their end tag (scripts off, as in a mail). */
export const RAW_ELEMENTS = new Set('style script xmp iframe noembed noframes title textarea plaintext'.split(' '))

const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f
const EQUALS = 0x3d
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c

/**
 * Cuts HTML into tokens where a browser does (HTML Standard §13.2.5), in one pass without recursion. Every character
 * belongs to one token. What differs inside `svg` and `math` is left to the caller.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const length = html.length
  const bangEnd = nextOf(html, '--!>')
  let at = 0
  while (at < length) {
    if (html.charCodeAt(at) !== LESS || !startsToken(html, at)) {
      // A bracket that starts nothing is text itself.
      let end = html.indexOf('<', at + 1)
      while (end >= 0 && !startsToken(html, end)) end = html.indexOf('<', end + 1)
      if (end < 0) end = length
      yield token('text', at, end)
      at = end
      continue
    }
    const second = html.charCodeAt(at + 1)
    const closing = second === SLASH
    if (isLetter(closing ? html.charCodeAt(at + 2) : second)) {
      const tag = readTag(html, at, closing)
      yield tag
      at = tag.end
      if (tag.kind === 'open' && RAW_ELEMENTS.has(tag.name)) {
        const end = rawEnd(html, at, tag.name)
        if (end > at) yield { kind: 'raw', start: at, end, name: tag.name, costly: false }
        at = end
      }
      continue
    }
    const end = html.startsWith('<!--', at) ? commentEnd(html, at, bangEnd) : html.indexOf('>', at) + 1
    yield end > 0 ? token('hidden', at, end) : token('broken', at, length)
    at = end > 0 ? end : length
  }
}

const token = (kind: HtmlToken['kind'], start: number, end: number): HtmlToken => ({
  kind,
  start,
  end,
  name: '',
  costly: false,
})

function startsToken(html: string, at: number): boolean {
  const next = html.charCodeAt(at + 1)
  if (next === SLASH) return at + 2 < html.length
  return isLetter(next) || next === 0x21 || next === 0x3f
}

/** Finds the next place of a text at or behind an index that only grows; never searches the same stretch twice. */
function nextOf(html: string, text: string): (from: number) => number {
  let known = -2
  return (from) => {
    if (known === -2 || (known >= 0 && known < from)) known = html.indexOf(text, from)
    return known
  }
}

/** Behind a comment that starts at `at`, 0 when it has no end. `<!-->` and `<!--->` are whole comments. */
function commentEnd(html: string, at: number, bangEnd: (from: number) => number): number {
  const plain = html.indexOf('-->', at + 2)
  const bang = bangEnd(at + 4)
  if (bang >= 0 && (plain < 0 || bang < plain)) return bang + 4
  return plain < 0 ? 0 : plain + 3
}

/** Where the content of a raw element ends: before its end tag, or with the HTML. */
function rawEnd(html: string, from: number, name: string): number {
  if (name === 'plaintext') return html.length
  const end = new RegExp(`</${name}[\\t\\n\\f\\r />]`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

function readTag(html: string, start: number, closing: boolean): HtmlToken {
  const length = html.length
  let at = start + (closing ? 2 : 1)
  const nameStart = at
  while (at < length && !endsName(html.charCodeAt(at))) at++
  // A name longer than any element's is none that matters; cut, it still separates opening and closing tags.
  const name = html.slice(nameStart, Math.min(at, nameStart + 40)).toLowerCase()
  let attributes = 0
  let costly = false
  while (at < length) {
    const code = html.charCodeAt(at)
    if (code === GREATER) {
      costly ||= attributes > MAX_ATTRIBUTES
      return { kind: closing ? 'close' : 'open', start, end: at + 1, name, costly }
    }
    if (isBlank(code) || code === SLASH) {
      at++
      continue
    }
    attributes++
    const attributeStart = at++
    while (at < length && !endsName(html.charCodeAt(at)) && html.charCodeAt(at) !== EQUALS) at++
    const isStyle = at - attributeStart === 5 && html.slice(attributeStart, at).toLowerCase() === 'style'
    while (isBlank(html.charCodeAt(at))) at++
    if (html.charCodeAt(at) !== EQUALS) continue
    at++
    while (isBlank(html.charCodeAt(at))) at++
    const quote = html.charCodeAt(at)
    const quoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE
    const valueStart = quoted ? at + 1 : at
    if (quoted) {
      at = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", valueStart)
      if (at < 0) break
    } else while (at < length && !isBlank(html.charCodeAt(at)) && html.charCodeAt(at) !== GREATER) at++
    if (isStyle && isDeepStyleAttribute(html.slice(valueStart, at))) costly = true
    if (quoted) at++
  }
  return { kind: 'broken', start, end: length, name, costly: true }
}

const endsName = (code: number) => isBlank(code) || code === SLASH || code === GREATER
