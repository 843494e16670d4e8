import { Code } from '@yanshu/contracts'

/** A call that cannot be answered as asked. The message for people comes from the contract, by code. */
export class CallError extends Error {
  readonly code: Code
  /** Added to the message, in both languages; never anything internal. */
  readonly details: { zh: string; en: string } | null
  /** Seconds until another attempt makes sense. */
  readonly retryAfter: number | null

  constructor(code: Code, more: { details?: { zh: string; en: string }; retryAfter?: number } = {}) {
    super(`code ${code}${more.details ? `: ${more.details.en}` : ''}`)
    this.name = new.target.name
    this.code = code
    this.details = more.details ?? null
    this.retryAfter = more.retryAfter ?? null
  }
}

/** Fields of a query or body that do not fit the contract. */
export class BadRequestError extends CallError {
  constructor(fields: readonly string[] = []) {
    const list = fields.join(', ')
    super(Code.badRequest, list ? { details: { zh: list, en: list } } : {})
  }
}

export class TokenExpiredError extends CallError {
  constructor() {
    super(Code.tokenExpired)
  }
}

export class TokenInvalidError extends CallError {
  constructor() {
    super(Code.tokenInvalid)
  }
}

/** The password of the screen lock, or of the login in its place, is not right. */
export class LockPasswordWrongError extends CallError {
  constructor() {
    super(Code.lockPasswordWrong)
  }
}

/** The screen of the session is locked: it travels on HTTP 400 (§8). */
export class ScreenLockedError extends CallError {
  constructor() {
    super(Code.screenLocked)
  }
}

/** The folder has a password, and the session has not opened it. */
export class FolderClosedError extends CallError {
  constructor() {
    super(Code.folderClosed)
  }
}

/** The password of a folder is not right. */
export class FolderPasswordWrongError extends CallError {
  constructor() {
    super(Code.folderPasswordWrong)
  }
}

/** A folder would lie in itself. */
export class FolderInItselfError extends CallError {
  constructor() {
    super(Code.folderInItself)
  }
}

/** Folders would lie in each other deeper than `FOLDER_DEPTH_MAX`. */
export class FolderTooDeepError extends CallError {
  constructor() {
    super(Code.folderTooDeep)
  }
}

export class CredentialsWrongError extends CallError {
  constructor() {
    super(Code.credentialsWrong)
  }
}

/** A person has to solve a challenge before the next try. */
export class ChallengeNeededError extends CallError {
  constructor() {
    super(Code.challengeNeeded)
  }
}

/** The answer to a challenge is wrong, late, or was brought before. */
export class CaptchaWrongError extends CallError {
  constructor() {
    super(Code.captchaWrong)
  }
}

/** A code that was sent, or that an app shows, is another one. */
export class CodeWrongError extends CallError {
  constructor() {
    super(Code.codeWrong)
  }
}

/** A code has expired, was used, or was entered wrongly too often. */
export class CodeOverError extends CallError {
  constructor() {
    super(Code.codeOver)
  }
}

/** The login has to begin again at its first step. */
export class LoginStepOverError extends CallError {
  constructor() {
    super(Code.loginStepOver)
  }
}

/** The password that was asked for again is wrong. Not a failed login: the session stays. */
export class OldPasswordWrongError extends CallError {
  constructor() {
    super(Code.oldPasswordWrong)
  }
}

export class SmsNotOfferedError extends CallError {
  constructor() {
    super(Code.smsNotOffered)
  }
}

export class TooManyRequestsError extends CallError {
  constructor(seconds: number) {
    super(Code.tooManyRequests, {
      details: { zh: `请在 ${seconds} 秒后再试`, en: `try again in ${seconds} seconds` },
      retryAfter: seconds,
    })
  }
}

/** The server has too much of this work waiting; nothing of the call was done. */
export class BusyError extends CallError {
  constructor(seconds: number) {
    super(Code.busy, {
      details: { zh: `请在 ${seconds} 秒后再试`, en: `try again in ${seconds} seconds` },
      retryAfter: seconds,
    })
  }
}

/** A search took longer than one may. */
export class SearchTooLongError extends CallError {
  constructor() {
    super(Code.searchTooLong)
  }
}

/** The password must be changed before anything else is answered. */
export class PasswordDueError extends CallError {
  constructor() {
    super(Code.passwordDue)
  }
}

/** What is for the owner of a mailbox or an administrator was asked for by a person who switched to it. */
export class OwnerOnlyError extends CallError {
  constructor() {
    super(Code.ownerOnly)
  }
}

/** The call is for persons who have just entered their password. */
export class RecentPasswordError extends CallError {
  constructor() {
    super(Code.recentPassword)
  }
}

/** A phone alone replaces no password where a short message is the second step too. */
export class PhoneAloneError extends CallError {
  constructor() {
    super(Code.phoneAlone)
  }
}

export class ForbiddenError extends CallError {
  constructor() {
    super(Code.forbidden)
  }
}

export class NotFoundError extends CallError {
  constructor() {
    super(Code.notFound)
  }
}

export class MailNotFoundError extends CallError {
  constructor() {
    super(Code.mailNotFound)
  }
}

export class FolderNotFoundError extends CallError {
  constructor() {
    super(Code.folderNotFound)
  }
}

export class LabelNotFoundError extends CallError {
  constructor() {
    super(Code.labelNotFound)
  }
}

/** The folder's role does not allow what was asked. */
export class FolderRefusesError extends CallError {
  constructor() {
    super(Code.folderNotEmptyable)
  }
}

export class NameTakenError extends CallError {
  constructor() {
    super(Code.nameTaken)
  }
}

export class TooLargeError extends CallError {
  constructor() {
    super(Code.tooLarge)
  }
}

/** A failure of the server itself: the operator has to know, so it is logged. */
export class ServerFault extends CallError {}

/** The disk of the server is full, which no person can put right by deleting a mail. */
export class DiskFullError extends ServerFault {
  constructor() {
    super(Code.storageFull, {
      details: { zh: '服务器磁盘已满，请联系管理员', en: "the server's disk is full; tell your administrator" },
    })
  }
}

/** The store gives no answer at the moment; pages ask again (503). */
export class StoreSilentError extends ServerFault {
  constructor() {
    super(Code.storeSilent)
  }
}

/** A file that a mail or an upload names is missing on the disk, or has another length. */
export class FileDamagedError extends ServerFault {
  constructor() {
    super(Code.fileDamaged)
  }
}
