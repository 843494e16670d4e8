import { OID } from '../der/oids.ts'
import type { Certificate } from './certificate.ts'
import { type Judgement, judgeChain, type Trust, type TrustOptions } from './trust.ts'

/** What a certificate is asked about: whose letter it signed, or who is to be encrypted to. */
export interface MailQuestion {
  readonly address: string
  readonly use: 'signing' | 'encrypting'
}

export interface MailJudgement {
  readonly trust: Trust
  readonly chain: readonly Certificate[]
  /** Whether the address of the question is among those of the certificate; `none` when it names no address. */
  readonly address: 'same' | 'differs' | 'none'
  /** Whether it was made for mail, and for this use of it. */
  readonly purpose: 'fits' | 'not-for-mail' | 'not-for-this-use'
}

/** Whether a certificate was made for mail, and for this use of it. */
export function purposeOf(
  { purposes, keyUsage, publicKey }: Certificate,
  use: MailQuestion['use'],
): MailJudgement['purpose'] {
  if (purposes && !purposes.has(OID.emailProtection) && !purposes.has(OID.anyPurpose)) return 'not-for-mail'
  if (!keyUsage) return 'fits'
  const wanted =
    use === 'signing'
      ? (['digitalSignature', 'nonRepudiation'] as const)
      : publicKey.kind === 'rsa'
        ? (['keyEncipherment'] as const)
        : publicKey.kind === 'ec'
          ? (['keyAgreement'] as const)
          : // SM2 certificates for encryption name any of the three (GM/T 0015).
            (['keyEncipherment', 'dataEncipherment', 'keyAgreement'] as const)
  return wanted.some((usage) => keyUsage.has(usage)) ? 'fits' : 'not-for-this-use'
}

/** Judges a certificate for a letter: its chain and dates, whether it was made for mail, and whose address it names. */
export async function judgeForMail(
  certificate: Certificate,
  question: MailQuestion,
  options: TrustOptions,
): Promise<MailJudgement> {
  const { trust, chain }: Judgement = await judgeChain(certificate, options)
  const { addresses } = certificate
  const wanted = question.address.trim().toLowerCase()
  const address = addresses.length === 0 ? 'none' : addresses.includes(wanted) ? 'same' : 'differs'
  return { trust, chain, address, purpose: purposeOf(certificate, question.use) }
}
