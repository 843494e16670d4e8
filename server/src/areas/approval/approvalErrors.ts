import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** It was decided, withdrawn, or has expired. */
export class ApprovalClosedError extends CallError {
  constructor() {
    super(Code.approvalClosed)
  }
}

/** The bytes are others than those that the decision names. */
export class ApprovalChangedError extends CallError {
  constructor() {
    super(Code.approvalChanged)
  }
}

export class ApprovalCommentMissingError extends CallError {
  constructor() {
    super(Code.approvalCommentMissing)
  }
}

/** The person who is named cannot decide about this mail, or is not there. */
export class ApproverNotFoundError extends CallError {
  constructor() {
    super(Code.approverNotFound)
  }
}
