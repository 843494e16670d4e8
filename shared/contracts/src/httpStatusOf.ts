import { screenLocked } from './codeNumbers.ts'
import type { Code } from './codes.ts'

/** The HTTP status an answer with this code travels on. */
export function httpStatusOf(code: Code): number {
  if (code === screenLocked) return 400
  return code < 1_000 ? code : Math.floor(code / 1_000)
}
