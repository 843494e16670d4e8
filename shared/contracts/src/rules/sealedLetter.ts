import { escapeHtml } from './escapeHtml.ts'
import { isSealedLetter, SEALED_BEGINNING } from './sealedMark.ts'

/** What is sealed in the HTML of a letter, in base64; null for one that is not. */
export function sealedIn(html: string): string | null {
  if (!isSealedLetter(html)) return null
  const end = html.indexOf('"', SEALED_BEGINNING.length)
  return end < 0 ? null : html.slice(SEALED_BEGINNING.length, end)
}

/**
 * The HTML that stands for one that was sealed. It names the pictures of that one, which the server keeps for what names them.
 * @param sealed in base64
 * @param notice the sentence that is shown by programs that cannot open it
 */
export function sealedHtml(sealed: string, notice: string, html: string): string {
  const pictures = new Set([...html.matchAll(/file\/showSendMailPicture\/[\w-]{16,80}/g)].map(([address]) => address))
  const named = [...pictures].map((address) => `<a href="/api/${address}"></a>`)
  return `${SEALED_BEGINNING}${sealed}"><p>${escapeHtml(notice)}</p>${named.join('')}</div>`
}
