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

const NEWLINE = /[\n\r\f]/
const SPACE = /[ \t\n\r\f]/
const HEX = /[0-9a-fA-F]/
const NAME_START = /[a-zA-Z_\u0080-\u{10ffff}]/u
const NAME = /[-\w\u0080-\u{10ffff}]/u
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y

/**
 * Cuts a style sheet into tokens as a browser would (CSS Syntax Level 3 §4.3): escapes are resolved, comments are gone,
 * broken strings and addresses are told apart. Never throws; what makes no sense becomes a `bad` token.
 */
export function tokenizeCss(source: string): CssToken[] {
  return new Tokenizer(source).run()
}

class Tokenizer {
  private readonly text: string
  private at = 0

  constructor(source: string) {
    this.text = source.replaceAll('\0', '\ufffd').replace(/\r\n?|\f/g, '\n')
  }

  run(): CssToken[] {
    const tokens: CssToken[] = []
    while (this.at < this.text.length) tokens.push(this.next())
    return tokens
  }

  private peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? ''
  }

  private startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at)
  }

  private next(): CssToken {
    const char = this.peek()
    if (this.startsWith('/*')) return this.comment()
    if (SPACE.test(char)) return this.space()
    if (char === '"' || char === "'") return this.string(char)
    if (char === '#' && (NAME.test(this.peek(1)) || this.escapeAt(1))) {
      this.at += 1
      return token('hash', this.name())
    }
    if (this.startsWith('<!--')) return this.take('cdo', 4)
    if (this.startsWith('-->')) return this.take('cdc', 3)
    if (this.numberAt()) return this.number()
    if (char === '@' && this.identAt(1)) {
      this.at += 1
      return token('at', this.name().toLowerCase())
    }
    if (this.identAt(0)) return this.ident()
    if (char === '\\') return this.take('bad', 1)
    this.at += 1
    return token('delim', char)
  }

  private take(type: CssTokenType, length: number): CssToken {
    this.at += length
    return token(type, '')
  }

  /** The standard drops comments; here a space stays, or `url` and `(` on its two sides would grow together when printed. */
  private comment(): CssToken {
    const end = this.text.indexOf('*/', this.at + 2)
    this.at = end < 0 ? this.text.length : end + 2
    return token('space', ' ')
  }

  private space(): CssToken {
    while (SPACE.test(this.peek())) this.at += 1
    return token('space', ' ')
  }

  private string(quote: string): CssToken {
    this.at += 1
    let value = ''
    while (this.at < this.text.length) {
      const char = this.peek()
      if (char === quote) {
        this.at += 1
        break
      }
      if (char === '\n') return token('bad', '')
      if (char === '\\') {
        if (this.peek(1) === '\n') this.at += 2
        else if (this.at + 1 >= this.text.length) this.at += 1
        else value += this.escape()
      } else {
        value += char
        this.at += 1
      }
    }
    return token('string', value)
  }

  private numberAt(): boolean {
    return /^[+-]?(?:\d|\.\d)/.test(this.text.slice(this.at, this.at + 3))
  }

  private number(): CssToken {
    NUMBER.lastIndex = this.at
    let raw = NUMBER.exec(this.text)?.[0] ?? ''
    if (raw.endsWith('.')) raw = raw.slice(0, -1)
    this.at += raw.length
    const value = plainNumber(Number(raw))
    if (this.peek() === '%') {
      this.at += 1
      return token('percentage', value)
    }
    if (this.identAt(0)) return token('dimension', value, this.name().toLowerCase())
    return token('number', value)
  }

  private ident(): CssToken {
    const name = this.name()
    if (this.peek() !== '(') return token('ident', name)
    this.at += 1
    if (name.toLowerCase() !== 'url') return token('function', name.toLowerCase())
    let ahead = 0
    while (SPACE.test(this.peek(ahead))) ahead += 1
    const quote = this.peek(ahead)
    if (quote === '"' || quote === "'") return token('function', 'url')
    return this.url()
  }

  private url(): CssToken {
    while (SPACE.test(this.peek())) this.at += 1
    let value = ''
    while (this.at < this.text.length) {
      const char = this.peek()
      if (char === ')') {
        this.at += 1
        return token('url', value)
      }
      if (SPACE.test(char)) {
        while (SPACE.test(this.peek())) this.at += 1
        if (this.peek() === ')' || this.peek() === '') continue
        return this.badUrl()
      }
      if (char === '"' || char === "'" || char === '(' || isUnprintable(char)) return this.badUrl()
      if (char === '\\') {
        if (!this.escapeAt(0)) return this.badUrl()
        value += this.escape()
      } else {
        value += char
        this.at += 1
      }
    }
    return token('url', value)
  }

  private badUrl(): CssToken {
    while (this.at < this.text.length) {
      const char = this.peek()
      if (this.escapeAt(0)) {
        this.escape()
        continue
      }
      this.at += 1
      if (char === ')') break
    }
    return token('bad', '')
  }

  private escapeAt(ahead: number): boolean {
    return this.peek(ahead) === '\\' && this.at + ahead + 1 < this.text.length && !NEWLINE.test(this.peek(ahead + 1))
  }

  private identAt(ahead: number): boolean {
    const first = this.peek(ahead)
    if (first === '-') {
      const second = this.peek(ahead + 1)
      return second === '-' || NAME_START.test(second) || this.escapeAt(ahead + 1)
    }
    return NAME_START.test(first) || this.escapeAt(ahead)
  }

  private name(): string {
    let value = ''
    while (this.at < this.text.length) {
      const char = this.peek()
      if (NAME.test(char) || isSurrogate(char)) {
        value += char
        this.at += 1
      } else if (this.escapeAt(0)) value += this.escape()
      else break
    }
    return value
  }

  private escape(): string {
    this.at += 1
    let hex = ''
    while (hex.length < 6 && HEX.test(this.peek())) {
      hex += this.peek()
      this.at += 1
    }
    if (hex) {
      if (SPACE.test(this.peek())) this.at += 1
      const code = Number.parseInt(hex, 16)
      const broken = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
      return broken ? '\ufffd' : String.fromCodePoint(code)
    }
    const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0xfffd)
    this.at += char.length
    return char
  }
}

function token(type: CssTokenType, value: string, unit = ''): CssToken {
  return { type, value, unit }
}

function isSurrogate(char: string): boolean {
  return char >= '\ud800' && char <= '\udfff'
}

function isUnprintable(char: string): boolean {
  const code = char.charCodeAt(0)
  return code <= 8 || code === 11 || (code >= 14 && code <= 31) || code === 127
}

/** Prints without exponent, because `1e3px` and `1em` are easily confused by whoever reads the result next. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '0'
  const clamped = Math.max(-1e7, Math.min(1e7, value))
  return String(Math.round(clamped * 1e5) / 1e5)
}
