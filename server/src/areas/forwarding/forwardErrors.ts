import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

const CODES = {
  'switched-off': Code.forwardSwitchedOff,
  own: Code.forwardToSelf,
  nobody: Code.forwardToNobody,
  'no-relay': Code.forwardNotOutside,
  unconfirmed: Code.forwardUnconfirmed,
} as const

/** Why mail of an account may not go on to an address. */
export type ForwardProblem = keyof typeof CODES

/** Mail may not go to an address, or not be forwarded at all: a code for each cause. */
export class ForwardRefusedError extends CallError {
  constructor(problem: ForwardProblem, address = '') {
    super(CODES[problem], address ? { details: { zh: address, en: address } } : {})
  }
}

/** There are as many addresses as there may be. */
export class TooManyForwardsError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}

/** The code is another one. */
export class CodeWrongError extends CallError {
  constructor() {
    super(Code.captchaWrong)
  }
}
