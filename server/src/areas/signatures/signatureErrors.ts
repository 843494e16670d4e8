import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** There are as many of them as one account may have. */
export class TooManyError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}
