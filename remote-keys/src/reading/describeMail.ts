import type { Bytes, Certificate, CheckedSignature, CmsErrorCode, HeldKey, Layer, Meaning } from '@yanshu/cms'
import type { GetData } from '@yanshu/contracts'
import type { Cms } from '../crypto/fetchCms.ts'

export type Authorities = GetData<'keymanagement/key/authorities'>

/** What a reader is shown of one signature. */
export interface SignatureFacts {
  readonly meaning: Meaning | 'revoked'
  readonly name: string
  readonly address: string
  readonly issuer: string
  /** Epoch milliseconds, as the signer claims; null for none. */
  readonly signedAt: number | null
  /** The certificate by which its signer can be encrypted to, in base64; null where the signature is not good, or has none. */
  readonly offered: string | null
  /** What the signer's mail program reads, as object identifiers. */
  readonly announced: readonly string[]
}

export type LayerFacts =
  | { readonly kind: 'encrypted'; readonly weak: boolean }
  | { readonly kind: 'signed'; readonly signatures: readonly SignatureFacts[] }

/** What a reader is shown of a protected mail. */
export interface MailFacts {
  readonly layers: readonly LayerFacts[]
  /** Parts that stand beside the protected one and are protected by nothing. */
  readonly beside: number
  /** Why the next layer did not open. */
  readonly failure: CmsErrorCode | null
  /** The letter out of its protections; null where one did not open. */
  readonly content: Bytes | null
}

export interface DescribeOptions {
  /** The address that the mail claims to come from. */
  readonly from: string
  /** Epoch milliseconds. */
  readonly receivedAt: number
  readonly now: number
  readonly keys: readonly HeldKey[]
  readonly authorities: Authorities
}

/** Opens a mail and judges its signatures; null for one that is neither signed nor encrypted. */
export async function describeMail(cms: Cms, mail: Bytes, options: DescribeOptions): Promise<MailFacts | null> {
  const opened = await cms.readProtected(mail, { keys: options.keys, certificates: [] })
  if (!opened) return null
  const layers: LayerFacts[] = []
  for (const layer of opened.layers) layers.push(await layerFacts(cms, layer, options))
  const { beside, failure, content } = opened
  return { layers, beside: beside.length, failure: failure?.code ?? null, content }
}

async function layerFacts(cms: Cms, layer: Layer, options: DescribeOptions): Promise<LayerFacts> {
  if (layer.kind === 'encrypted') return { kind: 'encrypted', weak: layer.weak }
  const signatures: SignatureFacts[] = []
  for (const signature of layer.signatures) signatures.push(await signatureFacts(cms, signature, layer, options))
  return { kind: 'signed', signatures }
}

async function signatureFacts(
  cms: Cms,
  signature: CheckedSignature,
  { certificates }: Layer & { kind: 'signed' },
  { from, receivedAt, now, authorities }: DescribeOptions,
): Promise<SignatureFacts> {
  const roots = authorities.list.map(({ certificate }) => cms.readCertificate(cms.fromBase64(certificate)))
  const judged = { from, roots, certificates, receivedAt: new Date(receivedAt), now: new Date(now) }
  const { meaning } = await cms.meaningOf(signature, judged)
  const { certificate, signedAt } = signature
  const fingerprint = certificate ? await cms.fingerprintOf(certificate) : ''
  const isRevoked = authorities.revoked.some((one) => one.fingerprint === fingerprint)
  // What was changed or is of another is worse than a certificate that was revoked later.
  const isGood = meaning === 'good' || meaning === 'good-then'
  return {
    meaning: isGood && isRevoked ? 'revoked' : meaning,
    name: certificate ? cms.titleOfName(certificate.subject) : '',
    address: certificate?.addresses.join(', ') ?? '',
    issuer: certificate ? cms.titleOfName(certificate.issuer) : '',
    signedAt: signedAt?.getTime() ?? null,
    announced: signature.capabilities,
    offered: meaning === 'good' && !isRevoked ? offeredOf(cms, certificates, from) : null,
  }
}

function offeredOf(cms: Cms, certificates: readonly Certificate[], from: string): string | null {
  const address = from.trim().toLowerCase()
  const usable = certificates.find(
    (one) => one.addresses.includes(address) && cms.purposeOf(one, 'encrypting') === 'fits',
  )
  return usable ? cms.toBase64(usable.der) : null
}
