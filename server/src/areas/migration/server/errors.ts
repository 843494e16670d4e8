import { Code } from '@yanshu/contracts'
import { CallError } from '../../../platform/http/errors.ts'

/** The other server may not be connected to: it is inside, or its port is another one. */
export class MigrationNotAllowedError extends CallError {
  constructor() {
    super(Code.migrationNotAllowed)
  }
}

/** The other server does not answer, or breaks off. */
export class MigrationUnreachableError extends CallError {
  constructor(cause?: unknown) {
    super(Code.migrationUnreachable)
    this.cause = cause
  }
}

/** The other server refuses the login; `details` are its own words. */
export class MigrationLoginError extends CallError {
  constructor(words: string) {
    super(Code.migrationLogin, words ? { details: { zh: words, en: words } } : {})
  }
}

/** The provider no longer renews the access token: it was revoked there, or no client of that server is named here. */
export class MigrationTokenError extends MigrationLoginError {}

/** The other server shows a certificate that is not the accepted one, or that no known authority has signed. */
export class MigrationCertificateError extends CallError {
  constructor() {
    super(Code.migrationCertificate)
  }
}

/** The other server wants fewer or later commands; `details` are its own words. */
export class MigrationThrottledError extends CallError {
  constructor(words: string) {
    super(Code.migrationThrottled, words ? { details: { zh: words, en: words } } : {})
  }
}

/** The mailbox on the other server is full; what fitted is there. */
export class MigrationFullThereError extends Error {
  override readonly name = 'MigrationFullThereError'
}

/** A table of people cannot be read; `details` say why. */
export class MigrationTableError extends CallError {
  constructor(words: string) {
    super(Code.migrationTable, { details: { zh: words, en: words } })
  }
}

export class MigrationRangeError extends CallError {
  constructor() {
    super(Code.migrationRange)
  }
}

export class MigrationRunningError extends CallError {
  constructor() {
    super(Code.migrationRunning)
  }
}

export class MigrationStateError extends CallError {
  constructor() {
    super(Code.migrationState)
  }
}

export class MigrationPasswordError extends CallError {
  constructor() {
    super(Code.migrationPassword)
  }
}
