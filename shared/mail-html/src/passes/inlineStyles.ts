import { printDeclarations, type SafeDeclaration } from '../css/filterDeclarations.ts'
import { serializeCss } from '../css/serialize.ts'
import { specificityOf } from '../css/specificity.ts'
import type { MailPass } from '../mailPass.ts'

/**
 * Moves the rules of style sheets into style attributes, for the editor, where a sheet would reach the reader's own text
 * and be lost on the way. Rules under a media condition or with pseudo-classes of a live page stay behind.
 */
export const inlineStyles: MailPass = (document, context) => {
  const matches = new Map<Element, Match[]>()
  context.rules.forEach(({ selectors, declarations, media }, order) => {
    if (media.length > 0) return
    for (const selector of selectors) {
      const weight = specificityOf(selector)
      for (const element of select(document, serializeCss(selector))) {
        const list = matches.get(element) ?? []
        list.push({ weight, order, declarations })
        matches.set(element, list)
      }
    }
  })
  for (const [element, list] of matches) {
    list.sort((a, b) => a.weight - b.weight || a.order - b.order)
    const all = list.flatMap(({ declarations }) => declarations)
    const own = element.getAttribute('style')
    // The element's own style comes last and wins, except over what a sheet calls important.
    const normal = printDeclarations(all.filter(({ important }) => !important))
    const important = printDeclarations(all.filter((declaration) => declaration.important))
    element.setAttribute('style', [normal, own, important].filter(Boolean).join(';'))
  }
  context.rules = []
}

interface Match {
  readonly weight: number
  readonly order: number
  readonly declarations: readonly SafeDeclaration[]
}

function select(document: Document, selector: string): Iterable<Element> {
  if (/:(?:hover|focus|active|visited|target|before|after|first-l)/i.test(selector)) return []
  try {
    return document.querySelectorAll(selector)
  } catch {
    return []
  }
}
