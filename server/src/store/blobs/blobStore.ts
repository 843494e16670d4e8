import type { Readable } from 'node:stream'

/** Which bytes of a file are wanted, and how long it must be. */
export interface BlobReading {
  /** Byte positions; `end` is inclusive. */
  readonly range?: { readonly start: number; readonly end: number }
  /** Bytes the whole file has when it is not damaged. */
  readonly size?: number
}

/** A blob as it is kept. */
export interface StoredBlob {
  readonly hash: string
  readonly size: number
  /** When it was last put, in epoch milliseconds. */
  readonly putAt: number
}

/**
 * Files by the SHA-256 of their content, in whatever form they are stored. Content is durable when `put` has resolved.
 */
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

/** Methods that only the sweeper and the backup use. */
export interface KeptBlobs extends BlobStore {
  /**
   * Every blob that is kept, in no particular order.
   * @param share which part of them, as [which, of how many]
   */
  list(share?: readonly [number, number]): AsyncGenerator<StoredBlob>
  /**
   * Removes a blob unless put since `before`; answers the bytes that it took, or null when it stays or was not there. Safe
   * beside a `put` of the same content at the same moment, in this process or another: that `put` finds the blob or writes
   * it anew.
   */
  removeUnlessPutSince(hash: string, before: number): Promise<number | null>
  /**
   * Makes a file of a blob as it is kept (`storedForm`), on the same disk by a link where it is one already. Throws
   * `BlobMissingError`.
   */
  copyTo(hash: string, file: string): Promise<void>
  /** Where an operator finds it, whether it is there or not: a path or an address. */
  placeOf(hash: string): string
  /** Finishes what was begun. */
  close(): Promise<void>
}
