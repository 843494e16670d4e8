import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** There are as many papers as one owner may have. */
export class TooManyPapersError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}
