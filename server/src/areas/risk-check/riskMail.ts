/** A mail as the rules get it: plain data, so that a thread can be given it. */
export interface RiskMail {
  readonly subject: string
  readonly from: { readonly name: string; readonly address: string }
  /** Addresses of Reply-To. */
  readonly replyTo: readonly string[]
  /** The text as it is read, without what is hidden. */
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly RiskFile[]
  /** What the QR codes of its pictures say. */
  readonly codes: readonly string[]
  /** What the own border has found of the sender, such as `dmarc=fail spf=pass`; '' where there is nothing. */
  readonly authentication: string
  /** Whether it came from outside with a From of an own domain. */
  readonly claimsOwnDomain: boolean
  /** List-Id of the mailing list that it came by, without its brackets; '' for none. */
  readonly listId: string
}

export interface RiskFile {
  readonly name: string
  readonly contentType: string
  /** The beginning of a page or drawing, in which forms and scripts are looked for; absent for other files. */
  readonly content?: string
}

/** What is known around a mail. Domains and addresses are lower case. */
export interface RiskSurroundings {
  readonly ownDomains: readonly string[]
  /** Whether the sender's name is a colleague's, in any form, while the address is outside the organisation. */
  readonly colleagueName: boolean
  /** Whether it is the surname of a colleague with a title, as 王总, while the address is outside. */
  readonly colleagueTitle: boolean
  /** Domains that the reader writes to. */
  readonly knownDomains: readonly string[]
  /** Domains that the reader receives mail from again and again. */
  readonly heardDomains: readonly string[]
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
  | 'linkScheme'
  | 'linkShort'
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
  | 'inHouse'
  | 'firstContact'
  | 'urgency'
  | 'money'
  | 'credentials'
  | 'secrecy'
  | 'threat'
  | 'prize'
  | 'papers'
  | 'scam'
  | 'payee'
  | 'extortion'
  | 'attachment'
  | 'macro'
  | 'lockedArchive'
  | 'hidden'
  | 'form'
  | 'picture'
  | 'code'
