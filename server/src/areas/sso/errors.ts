import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** The operator has not set it up. */
export class SsoNotOfferedError extends CallError {
  constructor() {
    super(Code.ssoNotOffered)
  }
}

/** The provider or this browser did not come back with what was begun, or too late. */
export class SsoRefusedError extends CallError {
  constructor() {
    super(Code.ssoRefused)
  }
}

/** Who logged in at the provider has no mailbox here, or the provider has not verified their address. */
export class SsoUnknownError extends CallError {
  constructor() {
    super(Code.ssoUnknown)
  }
}

/** The provider did not answer. */
export class SsoUnreachableError extends CallError {
  constructor() {
    super(Code.upstreamFailed)
  }
}

const PROBLEMS = [SsoNotOfferedError, SsoUnknownError, SsoUnreachableError] as const

/** The error that was noted under its name; `SsoRefusedError` for any other. */
export function problemNamed(name: string): CallError {
  const Problem = PROBLEMS.find((one) => one.name === name) ?? SsoRefusedError
  return new Problem()
}
