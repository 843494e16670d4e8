import type { Certificate } from '@yanshu/cms'
import type { HeldMailKey } from '@yanshu/contracts'
import type { Cms } from '../crypto/fetchCms.ts'

export type KeyState = 'valid' | 'expired' | 'early' | 'revoked' | 'waiting' | 'sealed'
export type KeyUse = 'both' | 'signing' | 'encrypting' | 'none'

/** What the page shows of a key. */
export interface KeyFacts {
  readonly state: KeyState
  /** Of the newest certificate; null while there is none, or it cannot be read. */
  readonly certificate: {
    readonly name: string
    readonly issuer: string
    readonly addresses: readonly string[]
    readonly from: number
    readonly to: number
    readonly use: KeyUse
    readonly fingerprint: string
    readonly pem: string
  } | null
}

function usageOf(cms: Cms, certificate: Certificate): KeyUse {
  const signs = cms.purposeOf(certificate, 'signing') === 'fits'
  const encrypts = cms.purposeOf(certificate, 'encrypting') === 'fits'
  if (signs && encrypts) return 'both'
  return signs ? 'signing' : encrypts ? 'encrypting' : 'none'
}

/** How a key stands at a moment: its newest certificate decides, but for a key that the PIN of today does not open. */
export async function factsOf(cms: Cms, key: HeldMailKey, now: number): Promise<KeyFacts> {
  const [newest] = key.certificates
  const sealed = key.opens ? null : 'sealed'
  if (!newest) return { state: sealed ?? 'waiting', certificate: null }
  const certificate = cms.readCertificate(cms.fromBase64(newest.certificate))
  const [from, to] = [certificate.notBefore.getTime(), certificate.notAfter.getTime()]
  const dated = now > to ? 'expired' : now < from ? 'early' : 'valid'
  return {
    state: sealed ?? (newest.revokedAt !== null ? 'revoked' : dated),
    certificate: {
      name: cms.titleOfName(certificate.subject),
      issuer: cms.titleOfName(certificate.issuer),
      addresses: certificate.addresses,
      ...{ from, to, use: usageOf(cms, certificate) },
      fingerprint: await cms.fingerprintOf(certificate),
      pem: cms.toPem('CERTIFICATE', certificate.der),
    },
  }
}
