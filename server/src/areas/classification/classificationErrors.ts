import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

export class RuleNotFoundError extends CallError {
  constructor() {
    super(Code.ruleNotFound)
  }
}

/** There are as many rules, or listed senders, as one account may have. */
export class TooManyRulesError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}

/** A rule would forward to an address that mail may not go to. */
export class ForwardRefusedError extends CallError {
  constructor(address: string) {
    super(Code.forwardRefused, { details: { zh: address, en: address } })
  }
}
