import { isDelim } from './parseSheet.ts'
import type { CssToken } from './tokenize.ts'

/**
 * Weight of a selector (Selectors Level 4 §17) as one number that sorts right: ids, then classes, then types.
 * What stands in the brackets of `:not(…)` counts as if it stood outside, which is exact for single arguments.
 */
export function specificityOf(selector: readonly CssToken[]): number {
  let ids = 0
  let classes = 0
  let types = 0
  let inAttribute = false
  selector.forEach((token, at) => {
    const before = selector[at - 1]
    if (isDelim(token, '[')) {
      inAttribute = true
      classes += 1
    } else if (isDelim(token, ']')) inAttribute = false
    else if (inAttribute) return
    else if (token.type === 'hash') ids += 1
    else if (token.type === 'ident' && isDelim(before, '.')) classes += 1
    else if (token.type === 'ident' && isDelim(before, ':')) {
      if (isDelim(selector[at - 2], ':')) types += 1
      else classes += 1
    } else if (token.type === 'function' && token.value.startsWith('nth-')) classes += 1
    else if (token.type === 'ident' && before?.type !== 'function') types += 1
  })
  return ids * 1e6 + classes * 1e3 + types
}
