import { BucketError, BucketFullError } from '@yanshu/s3'

/** Content was longer than allowed; nothing of it was kept. */
export class TooLargeError extends Error {
  /** Bytes. */
  readonly limit: number
  constructor(limit: number) {
    super(`content is larger than ${limit} bytes`)
    this.name = 'TooLargeError'
    this.limit = limit
  }
}

/** No blob of this hash is stored. */
export class BlobMissingError extends Error {
  readonly hash: string
  constructor(hash: string, options?: ErrorOptions) {
    super(`blob ${hash} is not stored`, options)
    this.name = 'BlobMissingError'
    this.hash = hash
  }
}

/** What is stored under a hash has another length than its content had: it counts as missing. */
export class BlobDamagedError extends BlobMissingError {
  constructor(hash: string, size: number, expected: number) {
    super(hash, { cause: new Error(`it has ${size} bytes instead of ${expected}`) })
    this.name = 'BlobDamagedError'
  }
}

/** Whether the bucket that keeps the blobs gave no answer, or a failure of its own (5xx): the blob is there all the same. */
export const isBucketSilent = (error: unknown): boolean =>
  error instanceof BucketError && !(error instanceof BucketFullError) && (error.status === 0 || error.status >= 500)
