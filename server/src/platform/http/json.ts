import { BadRequestError } from './errors.ts'

/** Values in one body; the longest call names ten thousand mails. */
const VALUES_MAX = 50_000
/** Lists and objects inside each other; the contract has no more than five. */
const DEPTH_MAX = 32

/**
 * Reads the body of a call. A body with more values than any call has is refused before it is parsed: millions of small
 * wrong values would be checked one by one. NUL, which PostgreSQL cannot store and no text needs, is removed from every
 * string. Keys like `__proto__` are kept: the schemas build new objects of the fields they know.
 */
export function readJson(text: string): unknown {
  if (text === '') return {}
  if (!isModest(text)) throw new BadRequestError()
  try {
    const value: unknown = JSON.parse(text)
    return text.includes('\\u0000') ? withoutNul(value) : value
  } catch {
    // Not JSON, or nested so deeply that a recursion over it overflows.
    throw new BadRequestError()
  }
}

/** Counts what separates and nests values outside of strings; one pass, and strings are passed over. */
function isModest(text: string): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = stringEnd(text, at + 1)
      if (at < 0) return false
    } else if (code === COMMA) {
      if (++values > VALUES_MAX) return false
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEPTH_MAX) return false
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return true
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const BACKSLASH = 0x5c

/** Index of the quote that ends a string, -1 when none does. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text.charCodeAt(before - 1) === BACKSLASH && before > from) before--
    if ((at - before) % 2 === 0) return at
  }
  return -1
}

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '')
  if (Array.isArray(value)) return value.map(withoutNul)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNul(inner)]))
}
