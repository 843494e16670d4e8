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

/** What is stored under a hash is not as long as it was: as good as missing. */
export class BlobDamagedError extends BlobMissingError {
  constructor(hash: string, size: number, expected: number) {
    super(hash, { cause: new Error(`it has ${size} bytes instead of ${expected}`) })
    this.name = 'BlobDamagedError'
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

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which is what a full disk says when the first connection opens. */
const SQLITE_DISK_FULL = [13, 4_874]
/** `disk_full`, as PostgreSQL says it. */
const POSTGRES_DISK_FULL = '53100'

/** Whether an error of the file system, of SQLite or of PostgreSQL says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true
  if (['ENOSPC', 'EDQUOT', 'EFBIG', POSTGRES_DISK_FULL].includes(systemCode(error))) return true
  return error instanceof Error && 'errcode' in error && SQLITE_DISK_FULL.includes(Number(error.errcode))
}
