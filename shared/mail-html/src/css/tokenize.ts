import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer'

/** A token of CSS Syntax Level 3 (§4); `value` is already unescaped. */
export interface CssToken {
  readonly type: CssTokenType
  /** Name, text or delimiter without its quotes, `#`, `@` or `(`; for numbers the digits as a JavaScript number prints them. */
  readonly value: string
  /** Unit of a dimension in lower case, otherwise empty. */
  readonly unit: string
}

export type CssTokenType =
  | 'ident'
  | 'function'
  | 'at'
  | 'hash'
  | 'string'
  | 'url'
  | 'bad'
  | 'number'
  | 'percentage'
  | 'dimension'
  | 'space'
  | 'delim'
  | 'cdo'
  | 'cdc'

/** The library makes an error with its stack for each mistake, which a mail of broken strings alone would make cost seconds. */
const MAX_MISTAKES = 1_000

/**
 * Cuts a style sheet into tokens as a browser would (CSS Syntax Level 3 §4.3): escapes are resolved, comments are gone,
 * broken strings and addresses have own kinds. Never throws; what makes no sense becomes a `bad` token, and what stands
 * behind a thousand mistakes is left out.
 */
export function tokenizeCss(source: string): CssToken[] {
  // §3.3: the library leaves this step to its callers.
  const css = source.replaceAll('\0', '\ufffd').replace(/\r\n?|\f/g, '\n')
  const tokens: CssToken[] = []
  let mistakes = 0
  const input = tokenizer({ css }, { onParseError: () => (mistakes += 1) })
  while (mistakes <= MAX_MISTAKES && !input.endOfFile()) {
    const found = input.nextToken()
    if (found[0] !== TokenType.EOF) tokens.push(tokenOf(found))
  }
  return tokens
}

function tokenOf(found: CSSToken): CssToken {
  switch (found[0]) {
    case TokenType.Ident:
      return token('ident', found[4].value)
    case TokenType.Function:
      return token('function', found[4].value.toLowerCase())
    case TokenType.AtKeyword:
      return token('at', found[4].value.toLowerCase())
    case TokenType.Hash:
      return token('hash', found[4].value)
    case TokenType.String:
      return token('string', found[4].value)
    case TokenType.URL:
      return token('url', found[4].value)
    case TokenType.Number:
      return token('number', plainNumber(found[4].value))
    case TokenType.Percentage:
      return token('percentage', plainNumber(found[4].value))
    case TokenType.Dimension:
      return token('dimension', plainNumber(found[4].value), found[4].unit.toLowerCase())
    case TokenType.CDO:
      return token('cdo', '')
    case TokenType.CDC:
      return token('cdc', '')
    case TokenType.Whitespace:
    // The standard drops comments; here a space stays, or `url` and `(` on its two sides would grow together when printed.
    case TokenType.Comment:
      return token('space', ' ')
    case TokenType.BadString:
    case TokenType.BadURL:
      return token('bad', '')
    default:
      // Brackets and marks stand for themselves; a backslash that escapes nothing is invalid.
      return found[1] === '\\' ? token('bad', '') : token('delim', found[1])
  }
}

function token(type: CssTokenType, value: string, unit = ''): CssToken {
  return { type, value, unit }
}

/** Prints without exponent, because `1e3px` and `1em` are easily confused by the next parser. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '0'
  const clamped = Math.max(-1e7, Math.min(1e7, value))
  return String(Math.round(clamped * 1e5) / 1e5)
}
