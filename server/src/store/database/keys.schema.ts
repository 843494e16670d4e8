import type { Generated } from 'kysely'

/** A PIN that a person has set for keys. The PIN itself is never here. */
export interface KeyVaultTable {
  id: Generated<number>
  account_id: number
  /** How the browser makes a key of the PIN, as JSON (`PinParameters`). */
  parameters: string
  /** SHA-256 of the proof that a browser brings for the PIN. */
  proof_hash: string
  created_at: number
  /** When it was forgotten; its keys stay sealed under it. Null for the one in use. */
  retired_at: number | null
}

/** A key for signed and encrypted mail, sealed under the PIN of its vault. */
export interface MailKeyTable {
  id: Generated<number>
  account_id: number
  vault_id: number
  kind: string
  /** Names the public half, however it is written: a person has each key once. */
  public_hash: string
  /** As JSON (`SealedUnderPin`). */
  sealed: string
  /** What an authority is asked to certify, in base64; '' once it has, and for keys that came with certificates. */
  request: string
  created_at: number
  /**
   * When its person removed it. What opened mail is gone then; its certificates stay, so that one that was revoked is never
   * taken for valid.
   */
  removed_at: number | null
  /** A copy of the key that the organisation keeps, sealed to its escrow certificate: CMS in base64. '' for none. */
  escrow: Generated<string>
  /** What came of asking the enrolment service for its certificate; '' where it was not asked yet. */
  enrolment: Generated<'' | 'waits' | 'unreachable' | 'refused' | 'unusable'>
}

export interface KeyCertificateTable {
  key_id: number
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
  /** DER in base64. */
  certificate: string
  /** Its addresses in small letters, as a JSON list. */
  addresses: string
  /** Whether letters may be encrypted to it. */
  encrypts: number
  not_before: number
  not_after: number
  revoked_at: number | null
}

/** A certificate of another person that a person keeps, for one of its addresses. */
export interface KnownCertificateTable {
  account_id: number
  /** In small letters. */
  address: string
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
  /** DER in base64. */
  certificate: string
  not_before: number
  not_after: number
  added_at: number
  /** What the signed mail that it came with announced, as a JSON list of object identifiers. */
  announced: Generated<string>
}

/** A certificate to which copies of new keys are sealed. Its key is not on the server. */
export interface KeyEscrowTable {
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
  name: string
  /** DER in base64. */
  certificate: string
  since: number
  /** Null for the one in use, of which there is one at most. */
  ended_at: number | null
}

/** A copy of a key that was handed out. It stays when the account is deleted. */
export interface KeyEscrowUseTable {
  id: Generated<number>
  at: number
  /** Whose key it was. */
  address: string
  key_id: number
  used_by: string
  reason: string
}

/** What an authority has answered about a certificate, so that it is not asked again for a while. */
export interface CertificateStatusTable {
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
  status: 'valid' | 'revoked' | 'unknown'
  /** When it was revoked, in epoch milliseconds; null for the others. */
  revoked_at: number | null
  /** Why nothing is known; '' for the others. */
  reason: string
  /** Until when the answer is used. */
  until: number
}

/** An authority that the organisation trusts for mail. */
export interface MailAuthorityTable {
  fingerprint: string
  name: string
  /** DER in base64. */
  certificate: string
  added_at: number
}
