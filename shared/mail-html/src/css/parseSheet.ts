import { MAX_CSS_DEPTH } from '@yanshu/contracts'
import { type CssToken, tokenizeCss } from './tokenize.ts'

/** `name: value` with the value's tokens trimmed and `!important` taken out. */
export interface CssDeclaration {
  readonly name: string
  readonly value: readonly CssToken[]
  readonly important: boolean
}

export interface CssStyleRule {
  readonly kind: 'style'
  /** One list of tokens per selector of the comma-separated list. */
  readonly selectors: readonly (readonly CssToken[])[]
  readonly declarations: readonly CssDeclaration[]
}

export interface CssMediaRule {
  readonly kind: 'media'
  readonly prelude: readonly CssToken[]
  readonly rules: readonly CssRule[]
}

export type CssRule = CssStyleRule | CssMediaRule

/** Deeper media rules are dropped: no mail needs them, and they would let a mail exhaust the stack. */
const MAX_MEDIA_DEPTH = 4

/**
 * Reads a style sheet into style rules and media rules (CSS Syntax Level 3 §5.4).
 * Every other at-rule (`@import`, `@font-face`, `@keyframes`, `@namespace`, …) is skipped with all it holds.
 */
export function parseStyleSheet(source: string): CssRule[] {
  return parseRules(tokenizeCss(source), 0)
}

/** Reads the text of a style attribute. */
export function parseDeclarations(source: string): CssDeclaration[] {
  return declarationsOf(tokenizeCss(source))
}

function parseRules(tokens: readonly CssToken[], depth: number): CssRule[] {
  const rules: CssRule[] = []
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at]
    if (!token || token.type === 'space' || token.type === 'cdo' || token.type === 'cdc') {
      at += 1
      continue
    }
    const isAtRule = token.type === 'at'
    const end = endOfPrelude(tokens, at, isAtRule)
    if (!isDelim(tokens[end], '{')) {
      at = end + 1
      continue
    }
    const close = endOfBlock(tokens, end)
    const prelude = trimmed(tokens.slice(isAtRule ? at + 1 : at, end))
    const block = tokens.slice(end + 1, close)
    if (!isAtRule) {
      rules.push({ kind: 'style', selectors: splitByComma(prelude), declarations: declarationsOf(block) })
    } else if (token.value === 'media' && depth < MAX_MEDIA_DEPTH) {
      rules.push({ kind: 'media', prelude, rules: parseRules(block, depth + 1) })
    }
    at = close + 1
  }
  return rules
}

/** Index of the `{` that opens the block, of the `;` that ends an at-rule without one, or past the end. */
function endOfPrelude(tokens: readonly CssToken[], from: number, isAtRule: boolean): number {
  let at = from
  while (at < tokens.length) {
    const token = tokens[at]
    if (isDelim(token, '{') || (isAtRule && isDelim(token, ';'))) return at
    at = opens(token) ? endOfBlock(tokens, at) + 1 : at + 1
  }
  return at
}

/** Index of the bracket that closes the one at `from`; the end of the tokens when it is never closed. */
function endOfBlock(tokens: readonly CssToken[], from: number): number {
  const expected: string[] = []
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token && opens(token)) expected.push(closerOf(token))
    else if (isDelim(token, expected.at(-1))) {
      expected.pop()
      if (expected.length === 0) return at
    }
  }
  return tokens.length
}

function declarationsOf(tokens: readonly CssToken[]): CssDeclaration[] {
  const declarations: CssDeclaration[] = []
  let start = 0
  let at = 0
  while (at <= tokens.length) {
    const token = tokens[at]
    if (at === tokens.length || isDelim(token, ';')) {
      const declaration = declarationOf(trimmed(tokens.slice(start, at)))
      if (declaration) declarations.push(declaration)
      at += 1
      start = at
    } else at = opens(token) ? Math.min(endOfBlock(tokens, at) + 1, tokens.length) : at + 1
  }
  return declarations
}

function declarationOf(tokens: readonly CssToken[]): CssDeclaration | undefined {
  const [name, ...rest] = tokens
  if (name?.type !== 'ident') return
  const afterName = trimmed(rest)
  if (!isDelim(afterName[0], ':')) return
  const value = trimmed(afterName.slice(1))
  const important = endsWithImportant(value)
  const own = important ? trimmed(value.slice(0, important)) : value
  if (own.length === 0) return
  return { name: name.value.toLowerCase(), value: own, important: important > 0 }
}

/** Index of the `!` of a closing `!important`, or 0. */
function endsWithImportant(value: readonly CssToken[]): number {
  const last = value.at(-1)
  if (last?.type !== 'ident' || last.value.toLowerCase() !== 'important') return 0
  let at = value.length - 2
  while (value[at]?.type === 'space') at -= 1
  return isDelim(value[at], '!') ? at : 0
}

/** Splits at commas outside of brackets, so `:is(a, b), c` are two. */
export function splitByComma(tokens: readonly CssToken[]): CssToken[][] {
  const parts: CssToken[][] = [[]]
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at]
    if (!token) break
    if (isDelim(token, ',')) {
      parts.push([])
      at += 1
      continue
    }
    const end = opens(token) ? Math.min(endOfBlock(tokens, at) + 1, tokens.length) : at + 1
    for (; at < end; at += 1) parts.at(-1)?.push(tokens[at] ?? token)
  }
  return parts.map(trimmed)
}

/**
 * Whether brackets stand deeper inside each other than MAX_CSS_DEPTH. The browser's parser goes down once for each, and
 * ends the page where it has no room left.
 */
export function isTooDeep(tokens: readonly CssToken[]): boolean {
  let depth = 0
  for (const token of tokens) {
    if (opens(token)) depth += 1
    else if (depth > 0 && token.type === 'delim' && ')]}'.includes(token.value)) depth -= 1
    if (depth > MAX_CSS_DEPTH) return true
  }
  return false
}

function trimmed(tokens: readonly CssToken[]): CssToken[] {
  let start = 0
  let end = tokens.length
  while (tokens[start]?.type === 'space') start += 1
  while (end > start && tokens[end - 1]?.type === 'space') end -= 1
  return tokens.slice(start, end)
}

export function isDelim(token: CssToken | undefined, value: string | undefined): boolean {
  return token?.type === 'delim' && token.value === value
}

function opens(token: CssToken | undefined): boolean {
  return token?.type === 'function' || isDelim(token, '{') || isDelim(token, '(') || isDelim(token, '[')
}

function closerOf(token: CssToken): string {
  if (token.value === '{' && token.type === 'delim') return '}'
  return token.value === '[' && token.type === 'delim' ? ']' : ')'
}
