import { type Bytes, sameBytes } from '../bytes.ts'
import { type HeldKey, keysFor } from '../cms/decrypt.ts'
import { decrypt, encrypt, readCms } from '../cms/operations.ts'
import { digest } from '../crypto/digests.ts'
import { CmsError } from '../errors.ts'
import type { Certificate } from '../x509/certificate.ts'
import { longContentOf, readEntity } from './entity.ts'
import { mayBeCms } from './readProtected.ts'
import { wrapped } from './writeProtected.ts'

/**
 * What became of a mail that was to be encrypted to another key:
 * - `encrypted`: the part that is to replace its content
 * - `already`: it is encrypted to this key alone
 * - `signed-outside`: a signature stands around what is encrypted, and would be lost
 * - `among-others`: what is encrypted stands among other parts, and not as the mail itself
 * - `not-encrypted`: it is not encrypted; opaque signed mails look the same from outside
 */
export type Reencryption =
  | { readonly kind: 'encrypted'; readonly part: Bytes }
  | { readonly kind: 'already' | 'signed-outside' | 'among-others' | 'not-encrypted' }

export interface ReencryptOptions {
  /** All keys that the person has or had. */
  readonly keys: readonly HeldKey[]
  readonly target: HeldKey
  /** The certificate of the target that recipients are named by. */
  readonly certificate: Certificate
}

/**
 * Opens a mail and encrypts its content to another key, byte for byte: signatures inside stay right. The result is opened with
 * that key and compared before it is answered. A content that was in GCM stays in GCM, others are in CBC, or SM4 for SM2.
 * Throws `CmsError` for a mail that does not open.
 */
export async function reencrypt(mail: Bytes, { keys, target, certificate }: ReencryptOptions): Promise<Reencryption> {
  const entity = readEntity(mail)
  if (entity.type === 'multipart/signed') return { kind: 'signed-outside' }
  if (!mayBeCms(entity)) return { kind: 'among-others' }
  const data = readCms(await longContentOf(entity))
  if (data.type !== 'enveloped') return { kind: 'not-encrypted' }
  if (data.recipients.length === 1 && keysFor(data, [target]).length === 1) return { kind: 'already' }
  const { content } = await decrypt(data, keys)
  const national = certificate.publicKey.kind === 'sm2'
  const cipher = national ? 'SM4-CBC' : data.authenticated ? 'AES-256-GCM' : 'AES-256-CBC'
  const bytes = await encrypt({ content, recipients: [certificate], cipher, rsa: 'PKCS1-v1_5' })
  const again = readCms(bytes)
  const opened = again.type === 'enveloped' ? await decrypt(again, [target]) : null
  if (!opened || !(await isSame(opened.content, content))) throw new CmsError('not-decrypted', 'encrypted anew')
  return {
    kind: 'encrypted',
    part: await wrapped(cipher === 'AES-256-GCM' ? 'authEnveloped-data' : 'enveloped-data', bytes),
  }
}

/** By digests, which are computed apart from the page: contents are long. */
const isSame = async (a: Bytes, b: Bytes): Promise<boolean> =>
  sameBytes(await digest('SHA-256', a), await digest('SHA-256', b))
