import { classifyAddress } from '../addresses.ts'
import { isPixel, resolveImage, showOrHold } from '../images.ts'
import type { MailPass } from '../mailPass.ts'

/**
 * Removes every remote image, or sends it through the proxy when the reader asked for images.
 * The frame's own policy is what prevents requests; this pass lets the reader see that there are images, and choose.
 */
export const holdRemoteImages: MailPass = (document, context) => {
  for (const image of document.querySelectorAll('img[src]')) {
    const source = image.getAttribute('src') ?? ''
    if (context.issued.has(source)) continue
    const { kind, url } = classifyAddress(source)
    if (kind === 'web') showOrHold(image, source, resolveImage(source, context, isPixel(image)))
    else if (kind === 'data-image') image.setAttribute('src', url)
    else image.removeAttribute('src')
  }
}
