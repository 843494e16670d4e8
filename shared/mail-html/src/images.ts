import { classifyAddress } from './addresses.ts'
import type { MailContext } from './mailPass.ts'

/** Attribute under which a held or replaced image keeps the address that the sender wrote. */
export const ORIGINAL_SOURCE = 'data-yanshu-src'

/**
 * Decides what an image address becomes: one that the frame may load, or `undefined` when there is nothing to show.
 * Held images are counted here, whichever attribute or declaration they came from.
 * @param pixel whether it is shown too small to be seen
 */
export function resolveImage(raw: string, context: MailContext, pixel = false): string | undefined {
  const { kind, url, host } = classifyAddress(raw)
  const shown = shownAddress()
  if (shown !== undefined) context.issued.add(shown)
  return shown

  function shownAddress(): string | undefined {
    if (kind === 'data-image') return url
    if (kind === 'cid') return context.cid.get(url)
    if (kind !== 'web') return
    const proxied = context.allowRemote ? context.remoteImageUrl(url) : undefined
    if (proxied === undefined) {
      context.held.count += 1
      context.held.hosts.add(host)
    }
    context.remoteImages.push({ url, pixel, held: !proxied })
    return proxied
  }
}

/** Gives an image the address to load, or marks it as held; either way the sender's address is kept beside it. */
export function showOrHold(image: Element, source: string, shown: string | undefined): void {
  if (shown === source) return
  image.setAttribute(ORIGINAL_SOURCE, source)
  if (shown !== undefined) {
    image.setAttribute('src', shown)
    return
  }
  image.removeAttribute('src')
  image.classList.add(isPixel(image) ? 'yanshu-pixel' : 'yanshu-held')
}

/** Images of one or two pixels only count readers and get no placeholder. */
export function isPixel(image: Element): boolean {
  return ['width', 'height'].every((name) => /^[012](?:px)?$/.test(image.getAttribute(name)?.trim() ?? ''))
}
