import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** An account has as many further addresses as it may. */
export class TooManyAliasesError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}
