import type { Bytes } from '../bytes.ts'
import { CmsError } from '../errors.ts'

/** An element of DER whose inside is not read. */
export interface DerElement {
  /** The first byte, which has the tag. */
  readonly first: number
  /** With its header. */
  readonly whole: Bytes
  readonly contents: Bytes
}

/** Four bytes of length are 4 GB. */
const LENGTH_BYTES_MAX = 4

/**
 * The elements of DER that stand side by side in these bytes, one after the other: a list of revoked certificates has so many
 * that none of them may become an object before it is asked for. Throws `CmsError` (`malformed`).
 */
export function* derElements(bytes: Bytes): Generator<DerElement> {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const short = bytes[at + 1] ?? 0x80
    const count = short & 0x7f
    if ((first & 0x1f) === 0x1f || (short >= 0x80 && (count === 0 || count > LENGTH_BYTES_MAX))) throw malformed()
    let start = at + 2
    let length = short
    if (short >= 0x80) {
      length = 0
      for (let left = count; left > 0; left -= 1) {
        length = length * 256 + (bytes[start] ?? 0)
        start += 1
      }
    }
    const end = start + length
    if (end > bytes.length) throw malformed()
    yield { first, whole: bytes.subarray(at, end), contents: bytes.subarray(start, end) }
    at = end
  }
}

const malformed = () => new CmsError('malformed', 'an element of a list is longer than what holds it')
