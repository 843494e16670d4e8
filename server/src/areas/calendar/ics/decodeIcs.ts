/** The text of a calendar file: UTF-8, as RFC 5545 asks; where it is none, GB18030, as old Chinese programs write. */
export function decodeIcs(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
