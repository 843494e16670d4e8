import * as cms from '@yanshu/cms'

export const HOUR = 3_600_000
export const NOW = Date.now()

/** A person with a key and its certificate. */
export interface Person {
  readonly key: cms.PrivateKey
  readonly certificate: cms.Certificate
}

/** Makes a person that an authority has certified, or an authority. */
export async function issue(
  address: string,
  issuer: Person | null,
  {
    kind = 'p-256',
    use = 'mail',
    ends = NOW + HOUR,
  }: Partial<{ kind: cms.NewKeyKind; use: cms.CertificateUse; ends: number }> = {},
): Promise<Person> {
  const { privateKey, publicKey } = await cms.generateKey(kind)
  const dates = { notBefore: new Date(NOW - 2 * HOUR), notAfter: new Date(ends) }
  const subject = cms.writeName({ commonName: address })
  const content = { subject, publicKey, addresses: issuer ? [address] : [], use: issuer ? use : 'authority', ...dates }
  const by = issuer ?? { key: privateKey, certificate: null }
  return { key: privateKey, certificate: await cms.issueCertificate(content as cms.CertificateContent, by) }
}

export const base64 = ({ certificate }: Person) => cms.toBase64(certificate.der)
/** A key as the server lists it. */
export const keyOf = (person: Person, { opens = true, revokedAt = null as number | null, keyId = 1 } = {}) => ({
  ...{ keyId, kind: 'P-256', createdAt: NOW, opens, request: '', escrowed: false, enrolment: 'none' as const },
  certificates: [{ certificate: base64(person), revokedAt }],
})
