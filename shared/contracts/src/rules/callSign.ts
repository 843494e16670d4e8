/** What the web client calls itself in the header `appid` (§3, Session user). */
export const APP_ID = '001'

/** The header fields by which a call is followed through proxies and logs (§3, Session user). */
export interface CallFields {
  readonly appid: string
  /** `uuid` of the user who is logged in, '' while it is not known. */
  readonly uuidserver: string
  /** How many calls the page has made, this one included. */
  readonly transSeq: string
  /** Made anew with each load of a page. */
  readonly uniqueId: string
}

/**
 * The header `Sign`: a checksum (FNV-1a, 32 bits, eight hexadecimal digits) over the fields above, method and path, the
 * latter below the base and without its query. It shows that a proxy has mixed up or rewritten a call. It proves nothing
 * about who calls: that is the token alone.
 */
export function callSign({ appid, uuidserver, transSeq, uniqueId }: CallFields, method: string, path: string): string {
  let hash = 0x811c9dc5
  for (const sign of [appid, uuidserver, transSeq, uniqueId, method, path].join('\n')) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
