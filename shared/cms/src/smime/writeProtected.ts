import { type Bytes, fromText, joinBytes, toHex } from '../bytes.ts'
import type { EncryptOptions } from '../cms/encrypt.ts'
import { encrypt, sign } from '../cms/operations.ts'
import type { SignOptions } from '../cms/signedData.ts'
import { MICALG } from '../crypto/digests.ts'
import { digestOfKey } from '../crypto/signing.ts'
import { CmsError } from '../errors.ts'
import { inPieces } from '../pieces.ts'
import { base64Lines } from './base64.ts'
import { withCrlf } from './entity.ts'

/** The longest line that mail servers pass on (RFC 5322 §2.1.1). */
const LONGEST_LINE = 998

/**
 * Whether mail servers pass a part on as it is: ASCII alone, and no long lines. A server that rewrites it would break the
 * signature.
 */
async function requireCanonical(entity: Bytes): Promise<void> {
  let length = 0
  await inPieces(entity.length, (start, end) => {
    for (let at = start; at < end; at += 1) {
      const byte = entity[at] ?? 0
      if (byte === 10) length = -1
      else if (byte > 126 || byte === 0) throw new CmsError('not-canonical', 'a byte beyond ASCII')
      length += 1
      // The CR counts for the line that it ends.
      if (length > LONGEST_LINE + 1) throw new CmsError('not-canonical', 'a line of more than 998 bytes')
    }
  })
}

type Signing = Omit<SignOptions, 'content' | 'detached'>

/**
 * Signs a MIME part, with the signature beside it (`multipart/signed`): every program shows the letter, also one that checks
 * nothing. The part is written with CRLF; it must be ASCII in lines of up to 998 bytes, its texts encoded.
 *
 * @returns the MIME part that holds both, before which the headers of the letter are written.
 * @throws {CmsError} `not-canonical` when a mail server would change the part.
 */
export async function signPart(part: Bytes, signing: Signing): Promise<Bytes> {
  const content = await withCrlf(part)
  await requireCanonical(content)
  const signature = await sign({ ...signing, content, detached: true })
  const boundary = `=_yanshu_${toHex(crypto.getRandomValues(new Uint8Array(16)))}`
  const micalg = MICALG[digestOfKey(signing.key)]
  const head = [
    'Content-Type: multipart/signed; protocol="application/pkcs7-signature";',
    `\tmicalg=${micalg}; boundary="${boundary}"`,
    '',
    'This is a signed letter.',
    `--${boundary}`,
    '',
  ].join('\r\n')
  const between = [
    '',
    `--${boundary}`,
    'Content-Type: application/pkcs7-signature; name="smime.p7s"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7s"',
    '',
    '',
  ].join('\r\n')
  const end = fromText(`--${boundary}--\r\n`)
  return joinBytes(fromText(head), content, fromText(between), await base64Lines(signature), end)
}

/** CMS as a MIME part. */
export async function wrapped(kind: string, bytes: Bytes): Promise<Bytes> {
  const head = [
    `Content-Type: application/pkcs7-mime; smime-type=${kind}; name="smime.p7m"`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="smime.p7m"',
    '',
    '',
  ].join('\r\n')
  return joinBytes(fromText(head), await base64Lines(bytes))
}

/** Signs a MIME part inside of the signature: servers that change letters cannot break it. */
export async function signPartInside(part: Bytes, signing: Signing): Promise<Bytes> {
  return wrapped('signed-data', await sign({ ...signing, content: await withCrlf(part), detached: false }))
}

/** Encrypts a MIME part for all recipients; mostly one that `signPart` made. */
export async function encryptPart(part: Bytes, options: Omit<EncryptOptions, 'content'>): Promise<Bytes> {
  const kind = options.cipher === 'AES-256-GCM' ? 'authEnveloped-data' : 'enveloped-data'
  return wrapped(kind, await encrypt({ ...options, content: await withCrlf(part) }))
}
