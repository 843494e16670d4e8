import type { CssToken } from './tokenize.ts'

/**
 * Writes tokens back as text that can mean only one thing: names and strings escaped afresh, no comment, no `<`.
 * What the browser reads is therefore what the allow-list has seen.
 */
export function serializeCss(tokens: readonly CssToken[]): string {
  return tokens.map((token, at) => (joinsBefore(tokens[at - 1], token) ? ' ' : '') + serializeToken(token)).join('')
}

/** A name directly before a bracket would be read as a function that nobody has judged. */
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
      return `${token.value}${escapeIdent(token.unit)}`
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

function escapeIdent(name: string): string {
  return escapeName(name)
    .replace(/^-?\d/, (start) => (start.length > 1 ? `-${escapeCode(start.slice(1))}` : escapeCode(start)))
    .replace(/^-$/, '\\-')
}

function escapeName(name: string): string {
  return name.replace(/[^-\w\u0080-\u{10ffff}]/gu, escapeCode)
}

function escapeCode(char: string): string {
  return `\\${(char.codePointAt(0) ?? 0xfffd).toString(16)} `
}
