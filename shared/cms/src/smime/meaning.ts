import type { CheckedSignature } from '../cms/signedData.ts'
import type { Certificate } from '../x509/certificate.ts'
import { judgeForMail, type MailJudgement } from '../x509/judgeForMail.ts'

/**
 * What a signature means to a reader, in one word; the first that holds:
 * - `changed`: the letter is not what was signed
 * - `no-certificate`, `unsupported`: it cannot be checked
 * - `other-sender`: intact, and of another address than the letter claims to come from
 * - `not-for-mail`: intact, by a certificate that was not made for signing mail
 * - `broken-chain`: intact, by a certificate whose authority had no right to issue it
 * - `unknown-issuer`: intact, by a certificate that leads to no root trusted here
 * - `expired-then`: intact, by a certificate that was not valid when the letter was signed
 * - `weak`: intact by SHA-1 alone, which can be forged
 * - `good-then`: intact and valid when it was signed; the certificate has expired since
 * - `good`: intact, valid, and of this sender
 */
export type Meaning =
  | 'changed'
  | 'no-certificate'
  | 'unsupported'
  | 'other-sender'
  | 'not-for-mail'
  | 'broken-chain'
  | 'unknown-issuer'
  | 'expired-then'
  | 'weak'
  | 'good-then'
  | 'good'

export interface MeaningOptions {
  /** The address of From; a letter with several has the first that the signature is to be of. */
  readonly from: string
  readonly roots: readonly Certificate[]
  readonly certificates: readonly Certificate[]
  /** When the mail arrived: a signature that claims a later time is judged at this one. */
  readonly receivedAt: Date
  readonly now: Date
}

export interface SignatureMeaning {
  readonly meaning: Meaning
  readonly judgement: MailJudgement | null
}

function wordFor(judgement: MailJudgement, weak: boolean): Meaning {
  const { address, purpose, trust } = judgement
  if (address !== 'same') return 'other-sender'
  if (purpose !== 'fits') return 'not-for-mail'
  if (trust === 'broken') return 'broken-chain'
  if (trust === 'unknown-issuer') return 'unknown-issuer'
  if (trust === 'unsupported') return 'unsupported'
  if (trust !== 'trusted') return 'expired-then'
  return weak ? 'weak' : 'good'
}

/** Judges one signature of a letter for its reader. */
export async function meaningOf(checked: CheckedSignature, options: MeaningOptions): Promise<SignatureMeaning> {
  const { integrity, certificate, signedAt, weak } = checked
  if (integrity !== 'intact') return { meaning: integrity, judgement: null }
  if (!certificate) return { meaning: 'no-certificate', judgement: null }
  const { from, roots, certificates, receivedAt, now } = options
  const at = signedAt && signedAt < receivedAt ? signedAt : receivedAt
  const question = { address: from, use: 'signing' as const }
  const judgement = await judgeForMail(certificate, question, { roots, certificates, at })
  const meaning = wordFor(judgement, weak)
  if (meaning !== 'good') return { meaning, judgement }
  const today = await judgeForMail(certificate, question, { roots, certificates, at: now })
  return { meaning: today.trust === 'trusted' ? 'good' : 'good-then', judgement }
}
