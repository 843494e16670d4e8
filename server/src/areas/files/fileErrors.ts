import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

export class FileNotFoundError extends CallError {
  constructor() {
    super(Code.fileNotFound)
  }
}

export class FileEmptyError extends CallError {
  constructor() {
    super(Code.fileEmpty)
  }
}

export class FileTypeBlockedError extends CallError {
  /** @param name the file, where it is refused for its name */
  constructor(name?: string) {
    super(Code.fileTypeBlocked, name === undefined ? {} : { details: { zh: name, en: name } })
  }
}

export class FileTooLargeError extends CallError {
  constructor(limit: number) {
    const mib = Math.floor(limit / 1_048_576)
    super(Code.tooLarge, { details: { zh: `最多 ${mib} MB`, en: `${mib} MB at most` } })
  }
}

/** A picture whose file is small, and which no browser should draw. */
export class TooManyPixelsError extends CallError {
  constructor(limit: number) {
    const millions = Math.floor(limit / 1_000_000)
    super(Code.tooLarge, {
      details: { zh: `图片最多 ${millions * 100} 万像素`, en: `${millions} million pixels at most` },
    })
  }
}

export class StorageFullCallError extends CallError {
  constructor() {
    super(Code.storageFull)
  }
}

export class UpstreamFailedError extends CallError {
  constructor() {
    super(Code.upstreamFailed)
  }
}

/** An upload in parts that was finished, cancelled or has waited for too long. */
export class UploadNotFoundError extends CallError {
  constructor() {
    super(Code.uploadNotFound)
  }
}

/** What came in is not what was announced. */
export class UploadDamagedError extends CallError {
  constructor() {
    super(Code.uploadDamaged)
  }
}

export class UploadUnfinishedError extends CallError {
  constructor() {
    super(Code.uploadUnfinished)
  }
}

export class UploadsTooManyError extends CallError {
  constructor() {
    super(Code.uploadsTooMany)
  }
}
