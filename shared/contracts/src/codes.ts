import * as Code from './codeNumbers.ts'

/**
 * The codes of the envelope. The first three digits are the HTTP status that carries the answer, except 401014,
 * which travels on HTTP 400 (§8). A client decides by code and shows the message as it came.
 */
// biome-ignore lint/suspicious/noRedeclare: the value and the type have one name.
type Code = (typeof Code)[keyof typeof Code]

export { Code }

/** The HTTP status an answer with this code travels on. */
export function httpStatusOf(code: Code): number {
  if (code === Code.screenLocked) return 400
  return code < 1_000 ? code : Math.floor(code / 1_000)
}

/** The close code of the push socket when its token is missing, wrong or expired. */
export const SOCKET_UNAUTHORIZED = 4_401
/** The close code of the push socket when the screen of its session is locked. */
export const SOCKET_LOCKED = 4_423
