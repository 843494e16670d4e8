import type { Bytes } from '../bytes.ts'
import type { CmsData } from '../cms/contentInfo.ts'
import type { HeldKey } from '../cms/decrypt.ts'
import { decrypt, readCms, verify } from '../cms/operations.ts'
import type { CheckedSignature, SignedData } from '../cms/signedData.ts'
import { isWeakCipher } from '../crypto/contentCiphers.ts'
import { CmsError } from '../errors.ts'
import { PIECE, pause } from '../pieces.ts'
import type { Certificate } from '../x509/certificate.ts'
import { contentOf, type Entity, headerOf, longContentOf, partsOf, readEntity, withCrlf } from './entity.ts'

/** One protection around a letter. */
export type Layer =
  | {
      readonly kind: 'signed'
      readonly signatures: readonly CheckedSignature[]
      /** All certificates that were sent with it, for the chain and for writing back. */
      readonly certificates: readonly Certificate[]
    }
  | {
      readonly kind: 'encrypted'
      /** The key that opened it. */
      readonly key: HeldKey
      /** Whether its cipher notices changes; what is inside another may have been composed by a server between. */
      readonly noticesChanges: boolean
      readonly weak: boolean
    }

/** A letter out of its protections. */
export interface ProtectedMail {
  /** From the outside in. */
  readonly layers: readonly Layer[]
  /** The MIME part inside all layers, a document of its own; null when one of them did not open. */
  readonly content: Bytes | null
  /** Why the next layer did not open. */
  readonly failure: CmsError | null
  /** Parts that stand beside the protected one, as those that mailing lists add; nothing protects them. */
  readonly beside: readonly Bytes[]
}

export interface ReadOptions {
  /** All keys that the person has or had. */
  readonly keys: readonly HeldKey[]
  /** Certificates that are kept, for signatures without their own. */
  readonly certificates: readonly Certificate[]
}

/** Deeper than any program protects: sign, encrypt, sign again, and lists around it. */
const MOST_LAYERS = 8

const isSignature = ({ type }: Entity) => /^application\/(x-)?pkcs7-signature$/.test(type)

/** Whether a part may hold CMS: by its type, or by its name where a program called it something else. */
export function mayBeCms(entity: Entity): boolean {
  if (/^application\/(x-)?pkcs7-mime$/.test(entity.type)) return true
  if (!/^application\/(octet-stream|x-octet-stream|binary|pkcs7|x-pkcs7)$/.test(entity.type)) return false
  return /\.p7[mz]\b/i.test(`${headerOf(entity, 'content-type')} ${headerOf(entity, 'content-disposition')}`)
}

/** A part named .p7s by a program that gives it another type. */
const isNamedSignature = (entity: Entity) =>
  isSignature(entity) ||
  /\.p7s\b/i.test(`${headerOf(entity, 'content-type')} ${headerOf(entity, 'content-disposition')}`)

function readBeside(entity: Entity): { content: Bytes; signed: SignedData; others: Bytes[] } | null {
  if (entity.type !== 'multipart/signed') return null
  const protocol = entity.parameters.get('protocol') ?? ''
  if (protocol !== '' && !/pkcs7/i.test(protocol)) return null
  const [content, signature, ...others] = partsOf(entity)
  if (!content || !signature) throw new CmsError('malformed', 'a signed letter without its signature')
  const part = readEntity(signature)
  if (!isNamedSignature(part)) throw new CmsError('malformed', 'a signed letter without its signature')
  const data = readCms(contentOf(part))
  if (data.type !== 'signed') throw new CmsError('malformed', 'a signature that is none')
  // What is shown is the part beside it: a content of its own, as of another letter of the signer, is never what is checked.
  return { content, signed: { ...data, content: null }, others }
}

/** Checks bytes as they came, and with the line ends that servers and programs may have changed. */
async function verifyBeside(signed: SignedData, content: Bytes, certificates: readonly Certificate[]) {
  // Finding the parts of a long letter is one piece of work, and the digest that copies it another.
  if (content.length > PIECE) await pause()
  const exact = await verify(signed, { content, certificates })
  if (!exact.some(({ integrity }) => integrity === 'changed')) return exact
  const canonical = await withCrlf(content)
  return canonical === content ? exact : verify(signed, { content: canonical, certificates })
}

type Inner = { readonly layer: Layer; readonly content: Bytes }

async function openCms(data: CmsData, { keys, certificates }: ReadOptions): Promise<Inner | null> {
  if (data.type === 'signed') {
    // A list of certificates alone is sent in the same form, and protects nothing.
    if (data.content === null || data.signers.length === 0) return null
    const signatures = await verify(data, { certificates })
    return { layer: { kind: 'signed', signatures, certificates: data.certificates }, content: data.content }
  }
  const { content, key } = await decrypt(data, keys)
  const noticesChanges = data.authenticated !== null
  return { layer: { kind: 'encrypted', key, noticesChanges, weak: isWeakCipher(data.cipher) }, content }
}

/**
 * The protected part that a mailing list wrapped to add its own text below. A letter that has a protected file among its
 * attachments begins with its text, and is none of these.
 */
function unwrapList(entity: Entity): { inner: Bytes; others: readonly Bytes[] } | null {
  if (entity.type !== 'multipart/mixed') return null
  const [inner, ...others] = partsOf(entity)
  if (!inner) return null
  const first = readEntity(inner)
  const isProtected = first.type === 'multipart/signed' || mayBeCms(first)
  return isProtected && others.every((part) => readEntity(part).type.startsWith('text/')) ? { inner, others } : null
}

/**
 * Opens all protections of a mail, whichever types and names its sender gave them. Null when it has none.
 * Whose signatures they are is judged apart (`meaningOf`).
 */
export async function readProtected(message: Bytes, options: ReadOptions): Promise<ProtectedMail | null> {
  const layers: Layer[] = []
  const beside: Bytes[] = []
  let entity = readEntity(message)
  let failure: CmsError | null = null
  try {
    const list = unwrapList(entity)
    if (list) {
      beside.push(...list.others)
      entity = readEntity(list.inner)
    }
    for (let depth = 0; depth < MOST_LAYERS; depth += 1) {
      const next = await nextLayer(entity, options, beside)
      if (!next) break
      layers.push(next.layer)
      entity = readEntity(next.content)
    }
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    failure = error
  }
  if (layers.length === 0 && !failure) return null
  return { layers, content: failure ? null : entity.bytes, failure, beside }
}

async function nextLayer(entity: Entity, options: ReadOptions, beside: Bytes[]): Promise<Inner | null> {
  const signed = readBeside(entity)
  if (signed) {
    const signatures = await verifyBeside(signed.signed, signed.content, options.certificates)
    beside.push(...signed.others)
    return { layer: { kind: 'signed', signatures, certificates: signed.signed.certificates }, content: signed.content }
  }
  return mayBeCms(entity) ? openCms(readCms(await longContentOf(entity)), options) : null
}
