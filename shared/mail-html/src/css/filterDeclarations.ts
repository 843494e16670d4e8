import { ALLOWED_FUNCTIONS, ALLOWED_PROPERTIES, IMAGE_PROPERTIES, REFUSED_UNITS } from './allowList.ts'
import { type CssDeclaration, isTooDeep } from './parseSheet.ts'
import { serializeCss } from './serialize.ts'
import type { CssToken } from './tokenize.ts'

/** Decides what an image address in CSS becomes: an address the frame may show, or nothing. */
export type ResolveImageUrl = (url: string) => string | undefined

/** A declaration that passed, ready to be written. */
export interface SafeDeclaration {
  readonly name: string
  readonly value: string
  readonly important: boolean
}

/** Keeps what is on the allow-list; an image that may not be shown becomes `none` and leaves the colour beside it. */
export function filterDeclarations(
  declarations: readonly CssDeclaration[],
  resolveImageUrl: ResolveImageUrl,
): SafeDeclaration[] {
  const safe: SafeDeclaration[] = []
  for (const { name, value, important } of declarations) {
    if (!ALLOWED_PROPERTIES.has(name)) continue
    const tokens = filterValue(name, value, resolveImageUrl)
    if (tokens) safe.push({ name, value: serializeCss(tokens), important })
  }
  return safe
}

export function printDeclarations(declarations: readonly SafeDeclaration[]): string {
  return declarations.map(({ name, value, important }) => `${name}:${value}${important ? ' !important' : ''}`).join(';')
}

function filterValue(
  name: string,
  value: readonly CssToken[],
  resolveImageUrl: ResolveImageUrl,
): CssToken[] | undefined {
  if (isTooDeep(value)) return
  const result: CssToken[] = []
  for (let at = 0; at < value.length; at += 1) {
    const token = value[at]
    if (!token) return
    if (token.type === 'url' || (token.type === 'function' && token.value === 'url')) {
      if (!IMAGE_PROPERTIES.has(name)) return
      const address = token.type === 'url' ? { url: token.value, end: at } : quotedUrl(value, at)
      if (!address) return
      const shown = resolveImageUrl(address.url)
      result.push(shown === undefined ? NONE : { type: 'url', value: shown, unit: '' })
      at = address.end
    } else if (isHarmless(token, name)) result.push(token)
    else return
  }
  return result
}

const NONE: CssToken = { type: 'ident', value: 'none', unit: '' }

function quotedUrl(value: readonly CssToken[], from: number): { url: string; end: number } | undefined {
  let at = from + 1
  while (value[at]?.type === 'space') at += 1
  const text = value[at]
  if (text?.type !== 'string') return
  at += 1
  while (value[at]?.type === 'space') at += 1
  const close = value[at]
  // The end of the sheet closes a bracket left open (CSS Syntax §5.4.8).
  if (close && !(close.type === 'delim' && close.value === ')')) return
  return { url: text.value, end: at }
}

function isHarmless(token: CssToken, property: string): boolean {
  switch (token.type) {
    case 'ident':
    case 'hash':
    case 'number':
    case 'percentage':
    case 'space':
      return true
    case 'dimension':
      return !REFUSED_UNITS.test(token.unit)
    case 'function':
      return ALLOWED_FUNCTIONS.has(token.value)
    case 'string':
      return property === 'font' || property === 'font-family' || property === 'quotes'
    case 'delim':
      return '(),/+-*'.includes(token.value)
    default:
      return false
  }
}
