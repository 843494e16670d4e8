import { ALLOWED_PSEUDO_FUNCTIONS } from './allowList.ts'
import {
  filterDeclarations,
  printDeclarations,
  type ResolveImageUrl,
  type SafeDeclaration,
} from './filterDeclarations.ts'
import { type CssRule, isDelim, isTooDeep, parseStyleSheet, splitByComma } from './parseSheet.ts'
import { serializeCss } from './serialize.ts'
import type { CssToken } from './tokenize.ts'

export type ColourScheme = 'light' | 'dark'

/** A rule that passed; `media` is empty when it always applies. */
export interface SafeRule {
  readonly selectors: readonly (readonly CssToken[])[]
  readonly declarations: readonly SafeDeclaration[]
  /** Conditions of the media rules around it, outermost first. */
  readonly media: readonly string[]
}

/**
 * Reads a mail's style sheet and keeps the rules that a mail may have.
 * `prefers-color-scheme` is decided here, because the reader's choice in the application counts, not the system's.
 */
export function filterStyleSheet(source: string, scheme: ColourScheme, resolveImageUrl: ResolveImageUrl): SafeRule[] {
  const safe: SafeRule[] = []
  collect(parseStyleSheet(source), [])
  return safe

  function collect(rules: readonly CssRule[], media: readonly string[]): void {
    for (const rule of rules) {
      if (rule.kind === 'media') {
        const condition = filterMedia(rule.prelude, scheme)
        if (condition !== undefined) collect(rule.rules, condition ? [...media, condition] : media)
        continue
      }
      const selectors = rule.selectors
      if (!selectors.every(isAllowedSelector)) continue
      const declarations = filterDeclarations(rule.declarations, resolveImageUrl)
      if (declarations.length > 0) safe.push({ selectors, declarations, media })
    }
  }
}

/**
 * Writes rules as a style sheet; `<` cannot occur in it, so it may stand inside a style element.
 * What was meant for the mail's `body` goes to the block that replaces it.
 */
export function printSheet(rules: readonly SafeRule[], bodySelector: string): string {
  return rules
    .map(({ selectors, declarations, media }) => {
      const heads = selectors.map((selector) => serializeCss(withBody(selector, bodySelector)))
      const rule = `${heads.join(',')}{${printDeclarations(declarations)}}`
      return media.reduceRight((inner, condition) => `@media ${condition}{${inner}}`, rule)
    })
    .join('\n')
}

function withBody(selector: readonly CssToken[], bodySelector: string): CssToken[] {
  return selector.map((token, at) => {
    const isBody = token.type === 'ident' && token.value.toLowerCase() === 'body'
    const before = selector[at - 1]
    const isType = !before || before.type === 'space' || before.type === 'function' || '>+~'.includes(before.value)
    return isBody && isType ? { type: 'delim', value: bodySelector, unit: '' } : token
  })
}

/** The condition to print, an empty text when it always holds, `undefined` when it never does or is not understood. */
export function filterMedia(prelude: readonly CssToken[], scheme: ColourScheme): string | undefined {
  const queries: string[] = []
  for (const query of splitByComma(prelude)) {
    if (isTooDeep(query) || !query.every(isAllowedInMedia)) continue
    const wanted = schemeOf(query)
    if (wanted === undefined) queries.push(serializeCss(query))
    else if (wanted === scheme) queries.push(serializeCss(query.map(alwaysTrue)))
  }
  if (prelude.length === 0) return ''
  return queries.length > 0 ? queries.join(',') : undefined
}

/** `prefers-color-scheme: dark` becomes `min-width: 0`, which is true everywhere; `not` in front stays right as well. */
function alwaysTrue(token: CssToken, index: number, query: readonly CssToken[]): CssToken {
  if (token.type !== 'ident') return token
  if (token.value.toLowerCase() === 'prefers-color-scheme') return { ...token, value: 'min-width' }
  const before = query.slice(0, index).findLast(({ type }) => type === 'ident')
  const isValue = before?.value.toLowerCase() === 'prefers-color-scheme'
  return isValue ? { type: 'number', value: '0', unit: '' } : token
}

function schemeOf(query: readonly CssToken[]): string | undefined {
  const at = query.findIndex(({ type, value }) => type === 'ident' && value.toLowerCase() === 'prefers-color-scheme')
  if (at < 0) return
  return (
    query
      .slice(at + 1)
      .find(({ type }) => type === 'ident')
      ?.value.toLowerCase() ?? ''
  )
}

function isAllowedInMedia({ type, value }: CssToken): boolean {
  if (type === 'delim') return '():,/'.includes(value)
  return type === 'ident' || type === 'space' || type === 'number' || type === 'dimension'
}

function isAllowedSelector(selector: readonly CssToken[]): boolean {
  if (selector.length === 0 || isTooDeep(selector)) return false
  return selector.every((token, at) => isAllowedInSelector(token, selector[at - 1], selector[at + 1]))
}

function isAllowedInSelector(token: CssToken, before: CssToken | undefined, after: CssToken | undefined): boolean {
  switch (token.type) {
    case 'ident':
      return !(isDelim(before, '.') && isReservedName(token.value))
    case 'hash':
    case 'string':
    case 'space':
    case 'number':
    case 'dimension':
      return true
    case 'function':
      return ALLOWED_PSEUDO_FUNCTIONS.has(token.value)
    case 'delim':
      // `a ~ b` examines every element before each `b`: with thousands of both the page would stand still for minutes.
      // What mails use it for, a ticked box, is never there. `[a~="b"]` compares words and is harmless.
      if (token.value === '~') return isDelim(after, '=')
      return '.:>+*()[]=^$|,-'.includes(token.value)
    default:
      return false
  }
}

/** Names with this start belong to the marks that the passes themselves set. */
export function isReservedName(name: string): boolean {
  return name.toLowerCase().startsWith('yanshu-')
}
