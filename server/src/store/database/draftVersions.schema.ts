import type { Generated } from 'kysely'

/** A draft as it was before later saves. */
export interface DraftVersionTable {
  id: Generated<number>
  mail_id: number
  account_id: number
  /** When it was saved. */
  at: number
  /** User-Agent of the login that had saved it, '' where that login has ended. */
  agent: string
  /** The person who had saved it; null where that is not known. */
  person_id: number | null
  /** JSON of the letter, as `outgoing.writing` has it. */
  letter: string
  /** JSON of its files: id, name and size. */
  files: string
  /** JSON list of the uploads that it keeps. */
  held: string
  /** Bytes of the letter. */
  size: number
}

/** A window in which a draft is open. */
export interface DraftWindowTable {
  mail_id: number
  /** The window's own name for its letter. */
  name: string
  session_id: string
  seen_at: number
}

/** A draft that its author has handed to a colleague. */
export interface HandedDraftTable {
  /** What its link names. */
  id: string
  draft_id: number
  account_id: number
  colleague_id: number
  state: 'offered' | 'taken' | 'back' | 'sent'
  /** The colleague's draft, or the last one: it may be gone. */
  taken_mail_id: number | null
  /** JSON list of the pairs of the author's files and those that the colleague got of them. */
  files: string
  changed_at: number
}
