import { classifyAddress } from '../addresses.ts'
import { deceptionOf } from '../deceptiveText.ts'
import type { MailPass } from '../mailPass.ts'

/** Attribute under which a rewritten link keeps the address that the sender wrote. */
export const ORIGINAL_LINK = 'data-yanshu-href'

/**
 * Sends every web link through the link warning page, in a tab without access to this one; drops what is neither
 * web, mail, telephone nor a place in the mail itself. Links whose text lies are reported.
 * In mode `quote` addresses stay as they are, because the mail goes on to others.
 */
export const rewriteLinks: MailPass = (document, { mode, linkUrl, deceptiveLinks }) => {
  for (const link of document.querySelectorAll('[href]')) {
    const address = classifyAddress(link.getAttribute('href') ?? '')
    link.removeAttribute('href')
    if (address.kind === 'web') {
      const deception = deceptionOf(link.textContent ?? '', address)
      if (deception) deceptiveLinks.push(deception)
    }
    const target = address.kind === 'web' && mode !== 'quote' ? linkUrl(address.url) : address.url
    if (!['web', 'mailto', 'tel', 'anchor'].includes(address.kind)) continue
    link.setAttribute('href', address.kind === 'mailto' && mode !== 'quote' ? '#' : target)
    if (address.kind === 'anchor') continue
    link.setAttribute('rel', 'noopener noreferrer')
    if (address.kind === 'web') link.setAttribute('target', '_blank')
    if (mode !== 'quote') link.setAttribute(ORIGINAL_LINK, address.url)
  }
}
