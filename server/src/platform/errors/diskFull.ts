import { systemCode } from './systemCode.ts'

/**
 * The disk, or the part of it that this server may use, is full. What was being written is lost; everything else is
 * intact.
 */
export class StorageFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('no space left to store mail', options)
    this.name = 'StorageFullError'
  }
}

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which a full disk causes when the first connection opens. */
const SQLITE_DISK_FULL = [13, 4_874]
/** `disk_full`, the code of PostgreSQL. */
const POSTGRES_DISK_FULL = '53100'

/** Whether an error of the file system, of SQLite or of PostgreSQL means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFullError) return true
  if (['ENOSPC', 'EDQUOT', 'EFBIG', POSTGRES_DISK_FULL].includes(systemCode(error))) return true
  return error instanceof Error && 'errcode' in error && SQLITE_DISK_FULL.includes(Number(error.errcode))
}
