import type { Address } from './addresses.ts'
import type { DeceptiveLink } from './mailPass.ts'

/** Characters that change how a text looks without being seen: zero-width, soft hyphen, direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** A whole text that reads as a web address; the last label has letters, so prices and version numbers are none. */
const LOOKS_LIKE_URL =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?((?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+))\.?(?::\d+)?(?:[/?#]\S*)?$/iu

/**
 * Whether a link shows the address of one host and leads to another. A host and its subdomains count as one;
 * an address that hides its host behind a user name (`https://bank.example@evil.example`) always deceives.
 */
export function deceptionOf(rawText: string, { url, host }: Address): DeceptiveLink | undefined {
  const text = rawText.replace(INVISIBLE, '').trim()
  const disguise = disguisedHost(url)
  if (disguise) return { text, shownHost: disguise, host, url }
  const shown = LOOKS_LIKE_URL.exec(text)?.[1]
  if (!shown || !URL.canParse(`https://${shown}`)) return
  const shownHost = new URL(`https://${shown}`).hostname
  if (!isSameSite(shownHost, host)) return { text, shownHost, host, url }
}

function disguisedHost(url: string): string | undefined {
  const { username } = new URL(url)
  return username.includes('.') ? decodeURIComponent(username) : undefined
}

function isSameSite(shown: string, actual: string): boolean {
  const a = shown.replace(/^www\./, '')
  const b = actual.replace(/^www\./, '')
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}
