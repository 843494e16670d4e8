import { classifyAddress } from './addresses.ts'
import { ORIGINAL_SOURCE } from './images.ts'

/**
 * Gives quoted images back the addresses their sender wrote, just before the answer is sent: the editor showed
 * placeholders or proxied copies, the recipient must get neither. Changes the given tree in place.
 */
export function restoreAddresses(root: ParentNode): void {
  for (const image of root.querySelectorAll(`img[${ORIGINAL_SOURCE}]`)) {
    const original = image.getAttribute(ORIGINAL_SOURCE) ?? ''
    const { kind } = classifyAddress(original)
    if (kind === 'web' || kind === 'cid') image.setAttribute('src', original)
    image.removeAttribute(ORIGINAL_SOURCE)
    image.classList.remove('yanshu-held', 'yanshu-pixel')
    if (image.classList.length === 0) image.removeAttribute('class')
  }
}
