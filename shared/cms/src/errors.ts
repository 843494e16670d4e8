/**
 * Why a certificate, a key file or a protected mail could not be read. The page has one sentence for each code:
 * - `malformed`: the bytes are not what they claim to be
 * - `too-large`: deeper, longer or of more parts than is read
 * - `unsupported`: an algorithm or form that this package does not have; `detail` names it
 * - `not-a-recipient`: no key that was handed in is among the recipients
 * - `not-decrypted`: a key is among the recipients, and does not open it (changed on the way, or damaged)
 * - `wrong-password`: the password or PIN does not open the file
 * - `no-key`: a key file without a private key
 * - `not-canonical`: what is to be signed would be changed by mail servers on the way
 */
export type CmsErrorCode =
  | 'malformed'
  | 'too-large'
  | 'unsupported'
  | 'not-a-recipient'
  | 'not-decrypted'
  | 'wrong-password'
  | 'no-key'
  | 'not-canonical'

/** The only error that this package throws about what it was given. */
export class CmsError extends Error {
  readonly code: CmsErrorCode
  readonly detail: string

  constructor(code: CmsErrorCode, detail: string) {
    super(`${code}: ${detail}`)
    this.name = 'CmsError'
    this.code = code
    this.detail = detail
  }
}
