import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** Not a passkey of the account, or not what was asked for. */
export class PasskeyRefusedError extends CallError {
  constructor() {
    super(Code.passkeyRefused)
  }
}

/** What was begun has expired, or was brought back before. */
export class PasskeyOverError extends CallError {
  constructor() {
    super(Code.passkeyOver)
  }
}

export class TooManyPasskeysError extends CallError {
  constructor() {
    super(Code.tooManyPasskeys)
  }
}

/** Browsers offer passkeys for names of machines alone. */
export class PasskeyNotOfferedError extends CallError {
  constructor() {
    super(Code.passkeyNotOffered)
  }
}
