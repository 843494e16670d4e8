import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

export class DocumentNotFoundError extends CallError {
  constructor() {
    super(Code.documentNotFound)
  }
}

export class DocumentNameTakenError extends CallError {
  constructor(name: string) {
    super(Code.documentNameTaken, { details: { zh: name, en: name } })
  }
}

export class DocumentNameRefusedError extends CallError {
  constructor() {
    super(Code.documentNameRefused)
  }
}

export class DocumentInItselfError extends CallError {
  constructor() {
    super(Code.documentInItself)
  }
}

export class DocumentTooDeepError extends CallError {
  constructor() {
    super(Code.documentTooDeep)
  }
}

/** More than a folder, a person or one call may have. */
export class DocumentTooManyError extends CallError {
  constructor(most: number) {
    super(Code.documentTooMany, { details: { zh: `最多 ${most} 个`, en: `${most} at most` } })
  }
}

/** A program of the owner holds a lock. `name` is whose it is. */
export class DocumentLockedError extends CallError {
  constructor(name: string) {
    super(Code.documentLocked, { details: { zh: name, en: name } })
  }
}

export class DocumentsFullError extends CallError {
  constructor() {
    super(Code.documentsFull)
  }
}

export class ShareCodeWrongError extends CallError {
  constructor() {
    super(Code.shareCodeWrong)
  }
}

/** Why a link opens nothing, each reason with a text of its own. */
const OVER = {
  expired: { zh: '分享已过期', en: 'its time is over' },
  cancelled: { zh: '分享已取消', en: 'it was ended by its owner' },
  refused: { zh: '本组织不允许对外分享', en: 'the organisation allows no links to its files' },
  'used-up': { zh: '访问次数已用完', en: 'it was opened as often as it may be' },
} as const

export class ShareOverError extends CallError {
  constructor(why: keyof typeof OVER) {
    super(Code.shareOver, { details: OVER[why] })
  }
}
