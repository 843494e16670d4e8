import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** Mail may not go to this address. */
export class ForwardRefusedError extends CallError {
  constructor(details: { zh: string; en: string }) {
    super(Code.forwardRefused, { details })
  }
}

/** The code is wrong, was used up or is too old. */
export class CodeWrongError extends CallError {
  constructor() {
    super(Code.captchaWrong)
  }
}
