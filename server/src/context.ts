import type { MailAddress, SocketMessage } from '@yanshu/contracts'
import type { Transaction } from 'kysely'
import type { Config } from './platform/config/config.ts'
import type { Store } from './store/database/open.ts'
import type { Schema } from './store/database/schema.ts'

export type Trx = Transaction<Schema>

/** What every part of the server is handed. Built once in `start.ts`; tests build their own with real parts. */
export interface Context {
  readonly config: Config
  readonly store: Store
  readonly search: SearchIndex
  readonly blobs: BlobStore
  readonly events: Events
  readonly log: Log
  /** Epoch milliseconds. The only clock the rules read, so that a test can move it. */
  readonly now: () => number
}

export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What is searched in one mail. */
export interface SearchText {
  readonly subject: string
  /** Names and addresses of sender and recipients, separated by spaces. */
  readonly addresses: string
  readonly body: string
}

export interface SearchTerms {
  readonly accountId: number
  readonly keyword: string
  /** Which fields may hold the keyword; all when empty. */
  readonly fields: readonly (keyof SearchText)[]
}

/** Full-text search, exact in Chinese: a hit holds every word of the keyword as typed, wherever it stands in a sentence. */
export interface SearchIndex {
  add(trx: Trx, mail: { sortKey: number; accountId: number } & SearchText): Promise<void>
  remove(trx: Trx, sortKeys: readonly number[]): Promise<void>
}

/** Which bytes of a file are wanted, and how long it must be. */
export interface BlobReading {
  /** Byte positions; `end` is inclusive. */
  readonly range?: { readonly start: number; readonly end: number }
  /** Bytes the whole file has when it is not damaged. */
  readonly size?: number
}

/** Files by the SHA-256 of their content. What `put` has answered is on disk, whatever happens next. */
export interface BlobStore {
  /**
   * Streams content to disk; throws `TooLargeError` beyond `limit` bytes and `StorageFullError`, and keeps nothing then.
   * A stored file of another length is damaged and is written again.
   */
  put(content: AsyncIterable<Uint8Array> | Uint8Array, limit?: number): Promise<{ hash: string; size: number }>
  /** Throws `BlobMissingError`, or `BlobDamagedError` when the file has another length, before the first byte. */
  read(hash: string, reading?: BlobReading): Promise<import('node:stream').Readable>
  readAll(hash: string): Promise<Uint8Array>
  /** Whether a file of this length is there to be read. */
  holds(hash: string, size: number): Promise<boolean>
  remove(hash: string): Promise<void>
}

/** Tells open windows what changed. Call `publish` after the commit, never inside the transaction. */
export interface Events {
  publish(accountId: number, message: SocketMessage): void
  /** Something of an account has changed. Answers whether anybody may be listening; when not, no message need be made. */
  changed(accountId: number): boolean
  /** Whether anything of an account may have changed since a time (ms); yes as well when that is no longer known. */
  changedSince(accountId: number, time: number): boolean
  /** Every message for an account, from this process or another. Returns how to stop. */
  subscribe(accountId: number, listener: (message: SocketMessage) => void): () => void
}

/** A mail that enters a folder. */
export interface NewMail {
  readonly accountId: number
  readonly folderId: number
  readonly messageId: number
  readonly receivedAt: number
  readonly size: number
  readonly seen?: boolean
  readonly color?: number
  readonly replied?: boolean
  readonly forwarded?: boolean
  readonly systemNotice?: boolean
  readonly bcc?: readonly MailAddress[]
  readonly text: SearchText
}
