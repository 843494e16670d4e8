import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** A further address does not name its person. */
export class AliasFormError extends CallError {
  constructor() {
    super(Code.aliasForm)
  }
}

/** An account has as many further addresses as it may. */
export class TooManyAliasesError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}
