import type { Generated } from 'kysely'

/** Who of the organisation has fetched it, and when first. */
export interface FileLinkReaderTable {
  link_id: number
  account_id: number
  at: number
}

/** A file of a letter that is fetched by a link. */
export interface FileLinkTable {
  id: Generated<number>
  account_id: number
  /** The letter on its way (`outgoing.id`), by which its links end when it is taken back. */
  send_id: string
  /** The secret of the link. It stands in the letter as well. */
  token: string
  name: string
  content_type: string
  size: number
  blob_hash: string
  /** How many people the letter goes to. */
  recipients: number
  created_at: number
  expires_at: number
  /** When its sender ended it, or took the letter back. */
  ended_at: number | null
  downloads: number
  /** When a recipient last asked for it after its end. */
  asked_at: number | null
  /** When its sender is to be asked about its end; null once that is done. */
  remind_at: number | null
}
