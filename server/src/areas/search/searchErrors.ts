import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** The person keeps as many searches as they may (`SAVED_SEARCHES_MAX`). */
export class TooManySearchesError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}
