import type { MailWindow } from './mailPass.ts'
import { renderMailHtml } from './renderMailHtml.ts'
import { restoreAddresses } from './restoreAddresses.ts'

/** Addresses of pictures that lie on this server for a mail being written. */
export interface PictureAddresses {
  /** The address of a picture by its id, with the fragment of an encrypted one. */
  readonly of: (id: string) => string
}

/** Behind the id of an encrypted picture stands its key, as a fragment. */
const OWN_PICTURE =
  /(["'(=]\s*)[^"'()\s<>]{0,200}?file\/showSendMailPicture\/([\w-]{16,80}(?:#sealed-[\w-]{43})?)(?=["')\s>])/g
const PICTURE_CID = 'yanshu-picture-'

export interface CleanOptions {
  readonly window: MailWindow & { readonly DOMParser: typeof DOMParser }
  readonly pictures: PictureAddresses
}

/**
 * Makes any HTML fit to be written on and sent: through the mail pipeline, with style sheets turned into style
 * attributes, then with the addresses that its pictures had. Only pictures of this server that a mail being written may
 * show keep an address of ours.
 */
export function cleanMailHtml(html: string, { window, pictures }: CleanOptions): string {
  const ids = new Set<string>()
  const named = html.replace(OWN_PICTURE, (_, before: string, id: string) => {
    ids.add(id)
    return `${before}cid:${PICTURE_CID}${id}`
  })
  const cid = new Map([...ids].map((id) => [PICTURE_CID + id, pictures.of(id)]))
  const rendered = renderMailHtml(named, { mode: 'quote', allowRemote: false, cid, window })
  const { body } = new window.DOMParser().parseFromString(rendered.html, 'text/html')
  for (const image of body.querySelectorAll('img[data-yanshu-src]')) {
    if (image.getAttribute('data-yanshu-src')?.startsWith(`cid:${PICTURE_CID}`))
      image.removeAttribute('data-yanshu-src')
  }
  restoreAddresses(body)
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    // A part of the mail that was not carried over would show a broken image; so would a tracking pixel.
    if (!source || source.startsWith('cid:')) image.remove()
  }
  const block = body.querySelector('.yanshu-mail')
  if (!block) return ''
  block.classList.remove('yanshu-mail')
  if (block.classList.length === 0) block.removeAttribute('class')
  if (block.getAttribute('dir') === 'ltr') block.removeAttribute('dir')
  return block.attributes.length === 0 ? block.innerHTML : block.outerHTML
}

/** The pictures of this server that an HTML shows, for the frame that shows it. */
export function ownPictures(html: string, pictures: PictureAddresses): { html: string; cid: Map<string, string> } {
  const cid = new Map<string, string>()
  const named = html.replace(OWN_PICTURE, (_, before: string, id: string) => {
    cid.set(PICTURE_CID + id, pictures.of(id))
    return `${before}cid:${PICTURE_CID}${id}`
  })
  return { html: named, cid }
}
