/** A mail as the rules look at it: plain data, so that a thread can be given it. */
export interface RiskMail {
  readonly subject: string
  readonly from: { readonly name: string; readonly address: string }
  /** Addresses of Reply-To. */
  readonly replyTo: readonly string[]
  /** The text as it is read, without what is hidden. */
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly { readonly name: string; readonly contentType: string }[]
  /** What the QR codes of its pictures say. */
  readonly codes: readonly string[]
  /** What the own border has found of the sender, such as `dmarc=fail spf=pass`; '' where there is nothing. */
  readonly authentication: string
  /** Whether it came from outside with a From of an own domain. */
  readonly claimsOwnDomain: boolean
}

/** What is known around a mail. Domains and addresses are lower case. */
export interface RiskSurroundings {
  readonly ownDomains: readonly string[]
  /** Whether the sender's name is a colleague's while the address is not one of the house. */
  readonly colleagueName: boolean
  /** Domains that the reader writes with. */
  readonly knownDomains: readonly string[]
  /** Whether the reader has written to the sender, or had several mails. */
  readonly knownSender: boolean
}

/** What the thread is given: a mail to check, or HTML of which the seen text is wanted. */
export type RiskTask = { readonly mail: RiskMail; readonly around: RiskSurroundings } | { readonly html: string }

/** One reason for caution; `quotes` are the very words of the mail. Words for people: `riskWords.ts`. */
export interface Finding {
  readonly rule: RiskRule
  readonly weight: number
  readonly quotes: readonly string[]
  /** What the sentence names: a domain, a file, a name. */
  readonly subject?: string
}

export type RiskRule =
  | 'linkText'
  | 'linkAddress'
  | 'linkLookalike'
  | 'linkRare'
  | 'senderLookalike'
  | 'senderRare'
  | 'punycode'
  | 'brand'
  | 'replyTo'
  | 'ownDomain'
  | 'authentication'
  | 'colleague'
  | 'firstContact'
  | 'urgency'
  | 'money'
  | 'credentials'
  | 'secrecy'
  | 'threat'
  | 'prize'
  | 'extortion'
  | 'attachment'
  | 'macro'
  | 'lockedArchive'
  | 'hidden'
  | 'form'
  | 'code'
