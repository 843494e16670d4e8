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
