import { bareAddresses } from '../bareAddresses.ts'
import type { MailPass } from '../mailPass.ts'

/** Where an address stays text: it is a link already, or it is not shown as text. */
const NOT_IN = 'a, style, title, details > summary'
/** Cheaper than the search itself, which most texts need not go through. */
const MAY_HOLD_ONE = /:\/\/|www\.|@/i

/**
 * Makes links of web and mail addresses that stand in the text as such. Not in mode `quote`: what goes on to others stays
 * as it was written.
 */
export const linkAddresses: MailPass = (document, { mode }) => {
  if (mode === 'quote') return
  const walker = document.createTreeWalker(document.body, SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (MAY_HOLD_ONE.test(node.nodeValue ?? '') && !node.parentElement?.closest(NOT_IN)) texts.push(node as Text)
  }
  for (const text of texts) {
    let rest = text
    let cut = 0
    for (const { index, address, target } of bareAddresses(text.data)) {
      const begin = rest.splitText(index - cut)
      rest = begin.splitText(address.length)
      cut = index + address.length
      const link = document.createElement('a')
      link.setAttribute('href', target)
      begin.replaceWith(link)
      link.append(begin)
    }
  }
}

/** NodeFilter.SHOW_TEXT (DOM §6): the parsed document has no window to ask. */
const SHOW_TEXT = 4
