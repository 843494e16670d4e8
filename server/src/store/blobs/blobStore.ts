import type { Readable } from 'node:stream'

/** Which bytes of a file are wanted, and how long it must be. */
export interface BlobReading {
  /** Byte positions; `end` is inclusive. */
  readonly range?: { readonly start: number; readonly end: number }
  /** Bytes the whole file has when it is not damaged. */
  readonly size?: number
}

/** Files by the SHA-256 of their content. What `put` has answered is stored for good, whatever happens next. */
export interface BlobStore {
  /**
   * Streams content to where it is kept; throws `TooLargeError` beyond `limit` bytes and `StorageFullError`, and keeps
   * nothing then. A stored file of another length is damaged and is written again.
   */
  put(content: AsyncIterable<Uint8Array> | Uint8Array, limit?: number): Promise<{ hash: string; size: number }>
  /** Throws `BlobMissingError`, or `BlobDamagedError` when the file has another length, before the first byte. */
  read(hash: string, reading?: BlobReading): Promise<Readable>
  readAll(hash: string): Promise<Uint8Array>
  /** Whether a file of this length is there to be read. */
  holds(hash: string, size: number): Promise<boolean>
  remove(hash: string): Promise<void>
}
