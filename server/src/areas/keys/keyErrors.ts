import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** The proof is not of the PIN. */
export class KeyPinWrongError extends CallError {
  constructor() {
    super(Code.keyPinWrong)
  }
}

/** A certificate or request that cannot be read, or is of another key. */
export class KeyRefusedError extends CallError {
  constructor() {
    super(Code.keyRefused)
  }
}

export class TooManyKeysError extends CallError {
  constructor() {
    super(Code.tooManyKeys)
  }
}

/** The mail is another one by now: another window has encrypted it anew, or it has gone or is on its way. */
export class MailChangedError extends CallError {
  constructor() {
    super(Code.mailChanged)
  }
}

/** Copies of keys are kept by now, no more, or sealed to another certificate. */
export class EscrowChangedError extends CallError {
  constructor() {
    super(Code.escrowChanged)
  }
}

/** Another window has set, changed or forgotten the PIN, or added a key. */
export class KeysChangedError extends CallError {
  constructor() {
    super(Code.keysChanged)
  }
}
