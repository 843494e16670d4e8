import type { CssToken } from './tokenize.ts'

/**
 * Writes tokens back as text that can mean only one thing: names and strings escaped afresh, no comment, no `<`.
 * What the browser reads is therefore what the allow-list has seen.
 */
export function serializeCss(tokens: readonly CssToken[]): string {
  return tokens.map((token, at) => (joinsBefore(tokens[at - 1], token) ? ' ' : '') + serializeToken(token)).join('')
}

/** A name directly before a bracket would be read as a function that was not checked. */
function joinsBefore(before: CssToken | undefined, token: CssToken): boolean {
  return before?.type === 'ident' && token.type === 'delim' && token.value === '('
}

function serializeToken(token: CssToken): string {
  switch (token.type) {
    case 'ident':
      return escapeIdent(token.value)
    case 'function':
      return `${escapeIdent(token.value)}(`
    case 'at':
      return `@${escapeIdent(token.value)}`
    case 'hash':
      return `#${escapeName(token.value)}`
    case 'string':
      return quoteCssString(token.value)
    case 'url':
      return `url(${quoteCssString(token.value)})`
    case 'percentage':
      return `${token.value}%`
    case 'dimension':
      return `${token.value}${escapeUnit(token.unit)}`
    case 'number':
    case 'space':
      return token.value
    case 'delim':
      return token.value === '<' ? '' : token.value
    default:
      return ''
  }
}

/** A CSS string in double quotes, safe inside `<style>` and inside an attribute that is escaped as HTML. */
export function quoteCssString(text: string): string {
  return `"${text.replace(/["\\<>&\p{Cc}]/gu, escapeCode)}"`
}

/** A unit that looks like an exponent would be read as one: of `1e1e5vh` the unit is `e5vh`, of `10e5vh` it is `vh`. */
function escapeUnit(unit: string): string {
  const escaped = escapeIdent(unit)
  return /^e[-+]?\d/i.test(escaped) ? `${escapeCode('e')}${escaped.slice(1)}` : escaped
}

function escapeIdent(name: string): string {
  return escapeName(name)
    .replace(/^-?\d/, (start) => (start.length > 1 ? `-${escapeCode(start.slice(1))}` : escapeCode(start)))
    .replace(/^-$/, '\\-')
}

/** What may stand in a name as it is (§4.2, "ident code point"); browsers of different age differ over the rest, such as U+00A0. */
const NOT_IN_NAMES =
  /[^-\w\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}]/gu

function escapeName(name: string): string {
  return name.replace(NOT_IN_NAMES, escapeCode)
}

function escapeCode(char: string): string {
  return `\\${(char.codePointAt(0) ?? 0xfffd).toString(16)} `
}
