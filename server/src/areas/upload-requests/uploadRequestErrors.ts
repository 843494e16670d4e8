import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** The link was ended, or its time is over. */
export class UploadRequestOverError extends CallError {
  constructor() {
    super(Code.uploadRequestOver)
  }
}

/** It takes no more files, or not as many bytes. */
export class UploadRequestFullError extends CallError {
  constructor() {
    super(Code.uploadRequestFull)
  }
}
