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

/** The disk, or the share of it that this server may use, is full. What was being written is gone; the rest is whole. */
export class StorageFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('no space left to store mail', options)
    this.name = 'StorageFullError'
  }
}

/** `ENOENT` and its like, '' for anything that is no system error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether an error of the file system or of SQLite says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemCode(error))) return true
  // node:sqlite: SQLITE_FULL.
  return error instanceof Error && 'errcode' in error && error.errcode === 13
}
