import { BODY_SHOWN_MAX } from '@yanshu/contracts'

export interface Body {
  readonly html: string | null
  readonly text: string
}

/** What is kept of a body for showing it: at most `BODY_SHOWN_MAX` bytes (UTF-8) of each kind, whole characters only. */
export function cutBody({ html, text }: Body): Body & { readonly truncated: boolean } {
  const shown = { html: html === null ? null : beginningOf(html), text: beginningOf(text) }
  return { ...shown, truncated: shown.html !== html || shown.text !== text }
}

function beginningOf(text: string): string {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= BODY_SHOWN_MAX || Buffer.byteLength(text) <= BODY_SHOWN_MAX) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(BODY_SHOWN_MAX))
  // A short string of its own: a slice would keep the long one in memory.
  return Buffer.from(text.slice(0, read)).toString()
}
