import type { MailAddress } from '@yanshu/contracts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import type { Engine } from '../../store/database/engine.ts'
import { type StoredText, storedText } from '../../store/database/storedText.ts'

/** An attachment whose content is stored already. */
export interface PreparedAttachment {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly blobHash: string
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  readonly kind: 'file' | 'calendar' | 'message'
}

/** The columns of `message` but its id. */
export interface MessageColumns {
  readonly raw_hash: string | null
  readonly size: number
  readonly rfc_message_id: string
  readonly in_reply_to: string
  readonly refs: string
  readonly subject: string
  readonly from_name: string
  readonly from_address: string
  readonly to_list: string
  readonly cc_list: string
  readonly reply_to: string
  readonly sender: string | null
  readonly receipt_to: string | null
  readonly date: number | null
  readonly preview: string
  readonly has_attachment: number
  readonly priority: number
  readonly automatic: number
  readonly claims_own_domain: number
  /** 1 when a calendar object in it asks for an answer. */
  readonly invites: number
  /** JSON of how it came in from outside (`Arrival`); null for what was written here or imported. */
  readonly arrival: string | null
}

/**
 * A message that was read, with all its files on disk: what is left to do is one transaction. Plain data, so that a
 * worker thread can pass it on.
 */
export interface PreparedMessage {
  readonly columns: MessageColumns
  readonly body: {
    readonly html: string | null
    readonly text: string
    readonly has_text: number
    readonly truncated: number
    readonly bounded: number
  }
  readonly attachments: readonly PreparedAttachment[]
  readonly from: MailAddress
  /** The raw message and every attachment. */
  readonly blobs: readonly BlobRef[]
  /** The body as the store keeps it, where a thread has compressed it already. */
  readonly kept?: KeptBody
}

/** The long texts of a body as the store keeps them. */
export interface KeptBody {
  readonly html: StoredText | null
  readonly text: StoredText
}

/** Compresses a body for the store, as far as that pays. */
export const keptBody = (engine: Engine, { html, text }: PreparedMessage['body']): KeptBody => ({
  html: html === null ? null : storedText(engine, html),
  text: storedText(engine, text),
})
