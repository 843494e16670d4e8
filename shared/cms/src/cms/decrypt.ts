import type { Bytes } from '../bytes.ts'
import { decryptAuthenticated, decryptContent, keyBytesOf } from '../crypto/contentCiphers.ts'
import { openAgreed } from '../crypto/keyAgreement.ts'
import { openTransported } from '../crypto/keyTransport.ts'
import { CmsError } from '../errors.ts'
import type { PrivateKey } from '../keys/privateKey.ts'
import type { Certificate } from '../x509/certificate.ts'
import type { EnvelopedData, Recipient } from './envelopedData.ts'
import { isNamedBy } from './signerInfo.ts'

/** A key that a person has or had. Its certificates may have expired or been revoked: what they encrypted still opens. */
export interface HeldKey {
  readonly privateKey: PrivateKey
  /** Every certificate that was ever made for it. */
  readonly certificates: readonly Certificate[]
}

async function contentKeyOf(recipient: Recipient, key: PrivateKey, expected: number): Promise<Bytes | null> {
  if (recipient.way === 'transport') return openTransported(key, recipient.algorithm, recipient.encrypted, expected)
  if (key.kind !== 'ec') return null
  const { algorithm, material, originator, encrypted } = recipient
  const sender = originator.key ?? {
    kind: 'ec' as const,
    curve: key.curve,
    point: originator.point,
    spki: originator.point,
  }
  if (sender.kind !== 'ec') return null
  return openAgreed(key, { algorithm, material, originator: sender }, encrypted)
}

/** Which of the keys an encrypted part is addressed to, with the recipient that names each. */
export function keysFor(
  { recipients }: EnvelopedData,
  keys: readonly HeldKey[],
): { readonly key: HeldKey; readonly recipient: Recipient }[] {
  return keys.flatMap((key) =>
    recipients
      .filter(({ id }) => key.certificates.some((certificate) => isNamedBy(certificate, id)))
      .map((recipient) => ({ key, recipient })),
  )
}

/** What a key of the content opens; null for nothing. */
const contentBy = ({ cipher, encrypted, authenticated }: EnvelopedData, contentKey: Bytes): Promise<Bytes | null> =>
  authenticated
    ? decryptAuthenticated(cipher, contentKey, encrypted, authenticated.attributes, authenticated.tag)
    : decryptContent(cipher, contentKey, encrypted)

/**
 * Decrypts a part with the code that an outside person was given.
 *
 * @throws {CmsError} `not-a-recipient` for a part that no code opens, `wrong-password` where it is not this one, `not-decrypted`
 *   when it is and the content was changed, `unsupported` when a cipher is one that this package does not have.
 */
export async function decryptByCode(enveloped: EnvelopedData, code: string): Promise<Bytes> {
  const { passwords } = enveloped
  if (passwords.length === 0) throw new CmsError('not-a-recipient', 'no code opens it')
  const expected = keyBytesOf(enveloped.cipher)
  const { unwrapByPassword } = await import(/* webpackChunkName: "later-code" */ '../crypto/passwordWrap.ts')
  for (const way of passwords) {
    const contentKey = await unwrapByPassword(way, code)
    if (!contentKey || (expected !== 0 && contentKey.length !== expected)) continue
    const content = await contentBy(enveloped, contentKey)
    if (content) return content
    throw new CmsError('not-decrypted', 'the code is right')
  }
  throw new CmsError('wrong-password', 'the code is another')
}

/**
 * Decrypts a part with the keys among its recipients, one after the other.
 *
 * @throws {CmsError} `not-a-recipient` when none of the keys is among them, `not-decrypted` when none of those opens it,
 *   `unsupported` when a cipher is one that this package does not have.
 */
export async function decrypt(
  enveloped: EnvelopedData,
  keys: readonly HeldKey[],
): Promise<{ content: Bytes; key: HeldKey }> {
  const candidates = keysFor(enveloped, keys)
  if (candidates.length === 0) throw new CmsError('not-a-recipient', `${enveloped.recipients.length} recipients`)
  const expected = keyBytesOf(enveloped.cipher)
  let failure: CmsError | null = null
  for (const { key, recipient } of candidates) {
    try {
      const contentKey = await contentKeyOf(recipient, key.privateKey, expected)
      if (!contentKey) continue
      const content = await contentBy(enveloped, contentKey)
      if (content) return { content, key }
    } catch (error) {
      if (!(error instanceof CmsError)) throw error
      failure = error
    }
  }
  throw (
    failure ?? new CmsError('not-decrypted', `${candidates.length} of ${enveloped.recipients.length} recipients tried`)
  )
}
