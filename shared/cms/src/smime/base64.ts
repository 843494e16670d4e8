import { type Bytes, fromLatin1, joinAll, toLatin1 } from '../bytes.ts'
import { CmsError } from '../errors.ts'

/** Bytes of one line of 76 characters, and of the pieces that are encoded at once. */
const LINE = 57
const PIECE = LINE * 1024

/** Ends of padding that are read: programs that join encoded pieces write a few. */
const MOST_PIECES = 10_000

/** Base64 in lines of 76 characters with CRLF, as mail carries it. */
export function base64Lines(bytes: Bytes): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    const text = btoa(toLatin1(bytes.subarray(at, at + PIECE)))
    pieces.push(text.replace(/.{1,76}/g, '$&\r\n'))
  }
  return pieces.join('')
}

/** Reads base64 as mail programs do: what is not of its alphabet is passed over, and each padding ends a piece. */
export function readBase64(text: string): Bytes {
  const clean = text.replace(/[^A-Za-z0-9+/=]/g, '')
  const pieces = clean.split('=', MOST_PIECES + 1).filter((piece) => piece !== '')
  if (pieces.length > MOST_PIECES) throw new CmsError('malformed', 'base64 in too many pieces')
  return joinAll(
    pieces.map((piece) => {
      // One character alone carries no byte.
      const whole = piece.length % 4 === 1 ? piece.slice(0, -1) : piece
      try {
        return fromLatin1(atob(whole))
      } catch {
        throw new CmsError('malformed', 'base64')
      }
    }),
  )
}
