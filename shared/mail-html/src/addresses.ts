/** What an address in a mail asks for. */
export type AddressKind = 'web' | 'cid' | 'data-image' | 'mailto' | 'tel' | 'anchor' | 'refused'

export interface Address {
  readonly kind: AddressKind
  /** Normalised: absolute for `web`, without scheme for `cid`, as written otherwise; empty when refused. */
  readonly url: string
  /** Host of a `web` address, otherwise empty. */
  readonly host: string
}

const REFUSED: Address = { kind: 'refused', url: '', host: '' }

/** Raster formats only: an SVG picture is inert in `img`, but a reader may open it in a tab of its own. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|bmp|x-icon|avif);base64,[a-z0-9+/=\s]*$/i

/**
 * Classifies an address the way a browser reads it (leading blanks, tabs and line breaks inside, backslashes).
 * Addresses relative to a page are refused: a mail has no page, and inside the application they would call it.
 */
export function classifyAddress(raw: string): Address {
  const text = raw.replace(/^[\p{Cc} ]+|[\p{Cc} ]+$/gu, '').replace(/[\t\n\r]/g, '')
  if (!text) return REFUSED
  if (text.startsWith('#')) return { kind: 'anchor', url: text, host: '' }
  if (DATA_IMAGE.test(text)) return { kind: 'data-image', url: text, host: '' }
  const absolute = /^[\\/]{2}/.test(text) ? `https:${text}` : text
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(absolute)?.[1]?.toLowerCase()
  switch (scheme) {
    case 'http':
    case 'https':
      return webAddress(absolute)
    case 'cid':
      return { kind: 'cid', url: contentId(text.slice(4)), host: '' }
    case 'mailto':
      return { kind: 'mailto', url: text, host: '' }
    case 'tel':
      return { kind: 'tel', url: text, host: '' }
    default:
      return REFUSED
  }
}

function webAddress(text: string): Address {
  if (!URL.canParse(text)) return REFUSED
  const url = new URL(text)
  return url.hostname ? { kind: 'web', url: url.href, host: url.hostname } : REFUSED
}

/** RFC 2392: the id stands percent-encoded in the address and in angle brackets in the header. */
function contentId(text: string): string {
  try {
    return decodeURIComponent(text).replace(/^<|>$/g, '')
  } catch {
    return text
  }
}

/** The application's page that warns before an address outside is opened (§2, /linkPage). */
export function linkPageUrl(url: string): string {
  return `/#/linkPage?url=${encodeURIComponent(url)}`
}
