import { type Bytes, sameBytes, sameSecret } from '../bytes.ts'
import { readAlgorithm } from '../crypto/algorithmId.ts'
import { digestName } from '../crypto/digests.ts'
import { OID } from '../der/oids.ts'
import {
  type DerFields,
  type DerNode,
  fieldsOf,
  insideOf,
  nextOid,
  numberOf,
  octetsOf,
  readDer,
  TAG,
  textOf,
} from '../der/readDer.ts'
import { CmsError } from '../errors.ts'
import { type Certificate, readCertificate } from '../x509/certificate.ts'
import { bmpPassword, decryptByPassword, fileDigest, fileMac, oldDerivation } from './passwordCiphers.ts'
import { type PrivateKey, publicKeyOf, readPrivateKey, samePublicKey } from './privateKey.ts'

/** A key of a file with the certificates made for it, and those of the authorities above. */
export interface KeyOfFile {
  readonly privateKey: PrivateKey
  readonly certificates: readonly Certificate[]
  /** What the program that wrote the file called it; may be empty. */
  readonly name: string
}

export interface KeyFile {
  readonly keys: readonly KeyOfFile[]
  /** Certificates without a key: those of authorities, mostly. */
  readonly others: readonly Certificate[]
}

/** A key file is some kilobytes; what is larger is none. */
const MOST_BYTES = 1024 * 1024
const MOST_BAGS = 100

interface Bags {
  readonly keys: { readonly pkcs8: Bytes; readonly name: string }[]
  readonly certificates: Certificate[]
}

const wrongPassword = () => new CmsError('wrong-password', 'the password does not open the file')

function nameOf(bag: DerFields): string {
  const attributes = bag.optional(TAG.set)
  for (const child of attributes?.children ?? []) {
    const attribute = fieldsOf(child, 'an attribute')
    if (nextOid(attribute) === OID.friendlyName) return textOf(insideOf(attribute.any(), 'a name'))
  }
  return ''
}

/**
 * What a password opened. A wrong password leaves a padding that is right once in 256 times, and then no element of the length
 * of the whole.
 */
function opened(bytes: Bytes | null): Bytes {
  try {
    if (bytes && readDer(bytes).whole.length === bytes.length) return bytes
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
  }
  throw wrongPassword()
}

async function readBag(node: DerNode, password: string, into: Bags): Promise<void> {
  const bag = fieldsOf(node, 'a part of a key file')
  const type = nextOid(bag)
  const value = insideOf(bag.any(), 'a part of a key file')
  if (type === OID.keyBag) into.keys.push({ pkcs8: value.whole, name: nameOf(bag) })
  else if (type === OID.shroudedKeyBag) {
    const fields = fieldsOf(value, 'a protected key')
    const algorithm = readAlgorithm(fields.any())
    const pkcs8 = opened(await decryptByPassword(algorithm, password, octetsOf(fields.next(TAG.octetString))))
    into.keys.push({ pkcs8, name: nameOf(bag) })
  } else if (type === OID.certificateBag) {
    const fields = fieldsOf(value, 'a certificate of a key file')
    if (nextOid(fields) !== OID.x509Certificate) return
    into.certificates.push(readCertificate(octetsOf(insideOf(fields.any(), 'a certificate'))))
  }
}

async function readSafe(node: DerNode, password: string, into: Bags): Promise<void> {
  const info = fieldsOf(node, 'a part of a key file')
  const type = nextOid(info)
  const content = insideOf(info.any(), 'a part of a key file')
  let bytes: Bytes
  if (type === OID.data) bytes = octetsOf(content)
  else if (type === OID.encryptedData) {
    const fields = fieldsOf(content, 'a protected part')
    fields.next(TAG.integer)
    const inner = fieldsOf(fields.any(), 'a protected part')
    nextOid(inner)
    const algorithm = readAlgorithm(inner.any())
    const encrypted = inner.optionalContext(0)
    if (!encrypted) throw new CmsError('malformed', 'a protected part is empty')
    bytes = opened(await decryptByPassword(algorithm, password, octetsOf(encrypted)))
  } else throw new CmsError('unsupported', `part ${type} of a key file`)
  const bags = readDer(bytes).children
  if (bags.length > MOST_BAGS) throw new CmsError('too-large', `${bags.length} parts`)
  for (const bag of bags) await readBag(bag, password, into)
}

/** Checks the whole file against its password; an empty password is written in two ways. */
function checkMac(node: DerNode, content: Bytes, password: string): void {
  const fields = fieldsOf(node, 'the check of a key file')
  const digestInfo = fieldsOf(fields.any(), 'the check of a key file')
  const digest = fileDigest(digestName(readAlgorithm(digestInfo.any()).oid))
  const expected = octetsOf(digestInfo.next(TAG.octetString))
  const salt = octetsOf(fields.next(TAG.octetString))
  const rounds = fields.more ? numberOf(fields.next(TAG.integer)) : 1
  const forms = password === '' ? [bmpPassword(''), new Uint8Array(0)] : [bmpPassword(password)]
  const right = forms.some((form) => {
    const key = oldDerivation(digest, form, salt, { id: 3, rounds, length: expected.length })
    return sameSecret(fileMac(digest, key, content), expected)
  })
  if (!right) throw wrongPassword()
}

async function joinBags({ keys, certificates }: Bags): Promise<KeyFile> {
  const own = new Set<Certificate>()
  const joined: KeyOfFile[] = []
  for (const { pkcs8, name } of keys) {
    const privateKey = readPrivateKey(pkcs8)
    const publicKey = await publicKeyOf(privateKey)
    const matching = certificates.filter((certificate) => samePublicKey(certificate.publicKey, publicKey))
    for (const certificate of matching) own.add(certificate)
    if (!joined.some((one) => sameBytes(one.privateKey.pkcs8, privateKey.pkcs8))) {
      joined.push({ privateKey, certificates: matching, name })
    }
  }
  return { keys: joined, others: certificates.filter((certificate) => !own.has(certificate)) }
}

/**
 * Reads a .p12 or .pfx file (PKCS #12) of any program, in the new protection or an old one.
 *
 * @throws {CmsError} `wrong-password` when the password does not open it, `no-key` when it has certificates alone, `unsupported`
 *   for protections that are unsafe (RC4, single DES), `malformed` when it is no key file.
 */
export async function readKeyFile(file: Bytes, password: string): Promise<KeyFile> {
  if (file.length > MOST_BYTES) throw new CmsError('too-large', `${file.length} bytes`)
  const outer = fieldsOf(readDer(file), 'a key file')
  if (numberOf(outer.next(TAG.integer)) !== 3) throw new CmsError('unsupported', 'a key file of another version')
  const safe = fieldsOf(outer.any(), 'a key file')
  if (nextOid(safe) !== OID.data) throw new CmsError('unsupported', 'a key file protected by a key')
  const content = octetsOf(insideOf(safe.any(), 'a key file'))
  if (outer.more) checkMac(outer.any(), content, password)
  const bags: Bags = { keys: [], certificates: [] }
  for (const part of fieldsOfAll(readDer(content))) await readSafe(part, password, bags)
  if (bags.keys.length === 0) throw new CmsError('no-key', `${bags.certificates.length} certificates`)
  return joinBags(bags)
}

function fieldsOfAll(node: DerNode): readonly DerNode[] {
  if (!node.constructed || node.children.length > MOST_BAGS) throw new CmsError('malformed', 'a key file has no parts')
  return node.children
}
