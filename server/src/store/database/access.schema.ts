// Tables of who may come in: accounts, sessions, second factors, passkeys, codes of programs, the log of logins.
import type { Generated } from 'kysely'

export interface AccountTable {
  id: Generated<number>
  /** Lower case, unique; the login name. */
  address: string
  domain_id: number
  name: string
  /** Pinyin of the name without tones, syllables parted by spaces, and the initials; filled on write. */
  name_pinyin: string
  name_initials: string
  password_hash: string
  company: string
  dept_id: number | null
  phone: Generated<string>
  duties: Generated<string>
  gender: Generated<number>
  is_admin: Generated<number>
  /** 1 person, 2 public mailbox. */
  account_type: Generated<number>
  disabled: Generated<number>
  /** 0 for no limit. */
  quota_bytes: Generated<number>
  used_bytes: Generated<number>
  /** 0 no, 1 must change the password now, 2 should soon. */
  change_password: Generated<number>
  /** Until then who should change the password is not reminded. */
  password_prompt_after: Generated<number>
  /** Mail address at another provider by which a forgotten password is replaced; '' for none. */
  recovery_email: Generated<string>
  created_at: number
  /** The number of the newest change; raised in the transaction that changes. */
  change_seq: Generated<number>
}

/** What a login asks beside the password. */
export interface SecondFactorTable {
  account_id: number
  /** Base32, sealed with the server's key (earlier versions did not); null while no app of codes is on. */
  totp_secret: string | null
  /** The newest step whose code was used: a code counts once (RFC 6238 §5.2). */
  totp_last_step: Generated<number>
  /** 1 when a code is sent to the phone. */
  sms: Generated<number>
}

export interface PasskeyTable {
  /** The credential's id, base64url. */
  id: string
  account_id: number
  /** COSE, base64url. */
  public_key: string
  /** The newest signature counter; 0 for authenticators that do not count. */
  counter: number
  /** JSON: how the browser reaches it. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

export interface PushSubscriptionTable {
  /** SHA-256 of the endpoint. */
  hash: string
  endpoint: string
  account_id: number
  session_id: string
  /** The browser's public key and secret, base64url (RFC 8291 §3.2). */
  p256dh: string
  auth: string
  /** 1 when sender and subject may be shown. */
  with_content: number
  language: string
  created_at: number
}

/** One login. Tokens stand here only as SHA-256, so that a copy of the database opens nothing. */
export interface SessionTable {
  id: string
  account_id: number
  access_hash: string
  access_expires_at: number
  refresh_hash: string
  refresh_expires_at: number
  /** The refresh token before the last rotation: good for some seconds (lost answers, two tabs), then a sign of theft. */
  previous_refresh_hash: string | null
  /** Random; with the presented refresh token it yields the next pair, so that a repeated call gets the same answer. */
  rotation_salt: string
  /** The one before, for the grace of the refresh token before. */
  previous_rotation_salt: string
  rotated_at: number
  created_at: number
  last_used_at: number
  user_agent: string
  ip: string
  /** Since when the screen is locked, null when it is not. */
  locked_at: Generated<number | null>
  /** The session from which a person switched to this account; this one ends with it. */
  parent_id: Generated<string | null>
  /** Who uses it: the account of the parent session, null for the account itself. */
  person_id: Generated<number | null>
  /** When the person logged in or entered their password last; null in sessions of earlier versions. */
  proved_at: Generated<number | null>
}

/** A login, or a try of one; kept for 30 days. */
export interface LoginLogTable {
  id: Generated<number>
  account_id: number
  at: number
  ip: string
  user_agent: string
  way: 'web' | 'client'
  result: 'ok' | 'wrong' | 'second' | 'refused'
  session_id: string | null
}

/** An authorization code for a program of others; of the code itself only its SHA-256. */
export interface ClientCodeTable {
  id: Generated<number>
  account_id: number
  name: string
  /** Comma list. */
  scopes: string
  code_hash: string
  created_at: number
  revoked_at: number | null
  /** 0 while its owner has switched it off. */
  enabled: Generated<number>
  last_used_at: number | null
  last_ip: Generated<string>
  last_agent: Generated<string>
  /** The administrator who made it in a mailbox of others; null for its owner. */
  made_by: Generated<number | null>
}
