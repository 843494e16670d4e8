import { classifyAddress } from '../addresses.ts'
import { resolveImage, showOrHold } from '../images.ts'
import type { MailPass } from '../mailPass.ts'

/** Sets the given blob:, data: or same-origin address where an image refers to a part of the mail (RFC 2392). */
export const inlineCid: MailPass = (document, context) => {
  for (const image of document.querySelectorAll('img[src]')) {
    const source = image.getAttribute('src') ?? ''
    if (classifyAddress(source).kind === 'cid') showOrHold(image, source, resolveImage(source, context))
  }
}
