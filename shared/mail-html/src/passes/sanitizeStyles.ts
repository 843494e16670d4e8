import { filterDeclarations, printDeclarations } from '../css/filterDeclarations.ts'
import { filterMedia, filterStyleSheet } from '../css/filterSheet.ts'
import { parseDeclarations } from '../css/parseSheet.ts'
import { tokenizeCss } from '../css/tokenize.ts'
import { resolveImage } from '../images.ts'
import type { MailContext, MailPass } from '../mailPass.ts'

/** More CSS than this is dropped sheet by sheet: the largest ordinary newsletters stay below a fifth of it. */
const MAX_CSS_LENGTH = 500_000

/** Selectors times elements: the browser may have to try each on each, at about a hundred nanoseconds. */
const MAX_MATCHES = 30_000_000

/** Keeps of every style sheet and style attribute what the allow-list has, written afresh from parsed tokens. */
export const sanitizeStyles: MailPass = (document, context) => {
  let asked = false
  const resolveImageUrl = (url: string) => {
    asked = true
    return resolveImage(url, context)
  }
  let budget = MAX_CSS_LENGTH
  for (const { css, media } of context.sheets) {
    budget -= css.length
    if (budget < 0) break
    const condition = filterMedia(tokenizeCss(media), context.scheme)
    if (condition === undefined) continue
    const rules = filterStyleSheet(css, context.scheme, resolveImageUrl)
    for (const rule of rules) {
      context.rules.push(condition ? { ...rule, media: [condition, ...rule.media] } : rule)
    }
  }
  dropBeyond(context, MAX_MATCHES / document.querySelectorAll('*').length)
  /** By attribute as written: a mail gives hundreds of its cells the same style. */
  const known = new Map<string, string>()
  for (const element of document.querySelectorAll('[style]')) {
    const style = element.getAttribute('style') ?? ''
    const safe = known.get(style) ?? safeStyle(style)
    if (safe) element.setAttribute('style', safe)
    else element.removeAttribute('style')
  }

  function safeStyle(style: string): string {
    asked = false
    const declarations = style.length > MAX_CSS_LENGTH ? [] : parseDeclarations(style)
    const safe = printDeclarations(filterDeclarations(declarations, resolveImageUrl))
    // What is held back is counted for each element.
    if (!asked) known.set(style, safe)
    return safe
  }
}

/** Drops the rules behind the first `most` selectors. */
function dropBeyond(context: MailContext, most: number): void {
  let count = 0
  const end = context.rules.findIndex(({ selectors }) => {
    count += selectors.length
    return count > most
  })
  if (end >= 0) context.rules = context.rules.slice(0, end)
}
