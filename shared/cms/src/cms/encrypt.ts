import type { Bytes } from '../bytes.ts'
import { type ContentCipher, encryptContent } from '../crypto/contentCiphers.ts'
import { agreeOnKey } from '../crypto/keyAgreement.ts'
import { type RsaTransport, transportKey } from '../crypto/keyTransport.ts'
import { OID } from '../der/oids.ts'
import { bitString, elementPieces, integer, octetString, oid, sequence, setOf, tagged } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type Certificate, issuerAndSerial } from '../x509/certificate.ts'
import { writeContentInfo } from './writeContentInfo.ts'

const transportFor = ({ capabilities }: Certificate, rsa: EncryptOptions['rsa']): RsaTransport => {
  if (rsa !== 'announced') return rsa
  return capabilities.includes(OID.rsaOaep) ? 'OAEP' : 'PKCS1-v1_5'
}

async function writeRecipient(certificate: Certificate, contentKey: Bytes, rsa: EncryptOptions['rsa']): Promise<Bytes> {
  const id = sequence(issuerAndSerial(certificate))
  const { publicKey } = certificate
  if (publicKey.kind === 'ec') {
    const { algorithm, originatorPoint, encrypted } = await agreeOnKey(publicKey, contentKey)
    const originator = tagged(0, tagged(1, sequence(oid(OID.ecPublicKey)), bitString(originatorPoint)))
    return tagged(1, integer(3), originator, algorithm, sequence(sequence(id, octetString(encrypted))))
  }
  const { algorithm, encrypted } = await transportKey(publicKey, contentKey, transportFor(certificate, rsa))
  return sequence(integer(publicKey.kind === 'sm2' ? 1 : 0), id, algorithm, octetString(encrypted))
}

/** A recipient by a password (RFC 5652 §6.2.4). */
async function writeCode(contentKey: Bytes, code: string): Promise<Bytes> {
  const { wrapUnderPassword } = await import(/* webpackChunkName: "later-code" */ '../crypto/passwordWrap.ts')
  const { derivation, wrap, encrypted } = await wrapUnderPassword(contentKey, code)
  return tagged(3, integer(0), derivation, wrap, octetString(encrypted))
}

export interface EncryptOptions {
  readonly content: Bytes
  /** Of every recipient, and of the sender, who would not read the copy otherwise. */
  readonly recipients: readonly Certificate[]
  /** AES-256-CBC is what every program reads; AES-256-GCM also notices changes, and needs programs of 2020 and later. */
  readonly cipher: ContentCipher
  /** PKCS #1 v1.5 is what every program reads; `announced` writes OAEP to each recipient who announced it. */
  readonly rsa: RsaTransport | 'announced'
  /** A code that opens it as well, for people without a certificate. It is as strong as the code: a random one of 100 bits. */
  readonly code?: string
}

/** What all recipients can read: the best of the ciphers that each of them announced. */
export function cipherForAll(recipients: readonly Pick<Certificate, 'publicKey' | 'capabilities'>[]): ContentCipher {
  if (recipients.length > 0 && recipients.every(({ publicKey }) => publicKey.kind === 'sm2')) return 'SM4-CBC'
  return recipients.every(({ capabilities }) => capabilities.includes(OID.aes256Gcm)) ? 'AES-256-GCM' : 'AES-256-CBC'
}

/** Encrypts content for everyone of the list: the bytes of an encrypted `application/pkcs7-mime`. */
export async function encrypt({ content, recipients, cipher, rsa, code }: EncryptOptions): Promise<Bytes> {
  if (recipients.length === 0) throw new CmsError('not-a-recipient', 'no recipients')
  const { key, algorithm, bytes, tag } = await encryptContent(cipher, content)
  const ways = await Promise.all(recipients.map((certificate) => writeRecipient(certificate, key, rsa)))
  if (code !== undefined) ways.push(await writeCode(key, code))
  const national =
    code === undefined && cipher === 'SM4-CBC' && recipients.every(({ publicKey }) => publicKey.kind === 'sm2')
  const type = oid(national ? OID.smData : OID.data)
  const encrypted = elementPieces(0x30, type, algorithm, ...elementPieces(0x80, bytes))
  if (tag) {
    const parts = elementPieces(0x30, integer(0), setOf(...ways), ...encrypted, octetString(tag))
    return writeContentInfo(OID.authEnvelopedData, ...parts)
  }
  const agreed = recipients.some(({ publicKey }) => publicKey.kind === 'ec')
  const version = code !== undefined ? 3 : national ? 1 : agreed ? 2 : 0
  return writeContentInfo(
    national ? OID.smEnvelopedData : OID.envelopedData,
    ...elementPieces(0x30, integer(version), setOf(...ways), ...encrypted),
  )
}
