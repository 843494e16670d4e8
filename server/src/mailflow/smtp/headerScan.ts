/** Bytes of the beginning of a message that are read before it is parsed. */
export const HEADER_SCAN_MAX = 256 * 1_024

export interface HeaderScan {
  /** How many servers have passed the message on. */
  readonly received: number
  /** Whether a filter before this server marked it (`X-Spam-Flag: YES`). */
  readonly spamFlag: boolean
  /** `Authentication-Results` that the server before this one wrote: those above the second `Received`. */
  readonly authentication: readonly string[]
}

/** Reads the few header lines that decide whether a message is accepted at all, from its first bytes. */
export function scanHeader(beginning: Uint8Array): HeaderScan {
  const text = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const header = text.slice(0, end)
  const ofLastServer = header.split(/^received:/im, 2).join('received:')
  const results = ofLastServer.matchAll(/^authentication-results[ \t]*:(.*(?:\r?\n[ \t].*)*)/gim)
  return {
    authentication: [...results].map(([, value = '']) => value),
    received: header.match(/^received:/gim)?.length ?? 0,
    spamFlag: /^x-spam-flag:[ \t]*yes\b/im.test(header),
  }
}
