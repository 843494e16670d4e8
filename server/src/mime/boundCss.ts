import { MAX_CSS_DEPTH } from '@yanshu/contracts'

const CLOSERS = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
])
/** What begins or ends something in CSS (CSS Syntax Level 3 §4). */
const MARK = /\/\*|["'{}()[\]\\]/g
/** The rest of a name from an escape in it on. */
const ESCAPED_NAME = /(?:\\[0-9a-f]{1,6}(?:\r\n|[ \t\n\r\f])?|\\[^\n\r\f]|[\w-]|[^\0-\x7f])+/iy
const URL_BEFORE = /(?:^|[\0-,./:-@[-^`{-\x7f])url$/i
const QUOTE_NEXT = /\s*["']/y
/** Character references that stand for no bracket. */
const HARMLESS_REFERENCE = /&(?:quot|apos|amp|lt|gt|nbsp|#39|#34|#x27|#x22);?/gi

/** Whether the value of a `style` attribute, as it stands in the HTML, may nest deeper than `MAX_CSS_DEPTH`. */
export function isDeepStyleAttribute(value: string): boolean {
  // Any other reference may be a bracket that opens.
  const plain = value.includes('&') ? value.replace(HARMLESS_REFERENCE, ' ').replaceAll('&', '(') : value
  return (plain.match(/[{([]/g)?.length ?? 0) > MAX_CSS_DEPTH && boundCss(plain) !== plain
}

/**
 * Takes out of a style sheet what stands deeper in brackets of any kind than `MAX_CSS_DEPTH`: browsers parse nested
 * blocks, functions and selectors by recursion and run out of stack. A sheet that could be read in two ways is left out
 * whole. Time grows with the length alone.
 */
export function boundCss(css: string): string {
  const kept: string[] = []
  const open: string[] = []
  // Where what is kept begins; -1 while too deep.
  let from = 0
  const marks = new RegExp(MARK)
  for (let found = marks.exec(css); found; found = marks.exec(css)) {
    const mark = found[0]
    const at = found.index
    const closer = CLOSERS.get(mark)
    if (mark === '/*') {
      const end = css.indexOf('*/', at + 2)
      if (end < 0) break
      marks.lastIndex = end + 2
    } else if (mark === '\\') {
      const end = escapedNameEnd(css, at)
      // With its escapes undone the name may be `url`, whose brackets follow other rules.
      if (css.charAt(end) === '(') return ''
      marks.lastIndex = end
    } else if (mark === '"' || mark === "'") {
      marks.lastIndex = stringEnd(css, at + 1, mark)
    } else if (mark === '(' && isBareUrl(css, at)) {
      marks.lastIndex = bareUrlEnd(css, at + 1)
    } else if (closer) {
      open.push(closer)
      if (open.length > MAX_CSS_DEPTH && from >= 0) {
        kept.push(css.slice(from, at))
        from = -1
      }
    } else if (open.at(-1) === mark) {
      // A bracket of another kind closes nothing.
      open.pop()
      if (from < 0 && open.length === MAX_CSS_DEPTH) from = at + 1
    }
  }
  if (from === 0) return css
  if (from > 0) kept.push(css.slice(from))
  return kept.join('')
}

function escapedNameEnd(css: string, at: number): number {
  ESCAPED_NAME.lastIndex = at
  return ESCAPED_NAME.test(css) ? ESCAPED_NAME.lastIndex : at + 1
}

/** Behind a string: a line end that is not escaped ends it as well. */
function stringEnd(css: string, from: number, quote: string): number {
  for (let at = from; at < css.length; at++) {
    const character = css.charAt(at)
    if (character === '\\') at++
    else if (character === quote) return at + 1
    else if (character === '\n' || character === '\r' || character === '\f') return at
  }
  return css.length
}

/** Whether a bracket opens an address without quotes, which ends with the next bracket that closes. */
function isBareUrl(css: string, at: number): boolean {
  QUOTE_NEXT.lastIndex = at + 1
  return URL_BEFORE.test(css.slice(Math.max(0, at - 4), at)) && !QUOTE_NEXT.test(css)
}

function bareUrlEnd(css: string, from: number): number {
  for (let at = from; at < css.length; at++) {
    const character = css.charAt(at)
    if (character === '\\') at++
    else if (character === ')') return at + 1
  }
  return css.length
}
