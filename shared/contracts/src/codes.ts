/**
 * The codes of the envelope. The first three digits are the HTTP status that carries the answer, except 401014,
 * which travels on HTTP 400 (§8). A client decides by code and shows the message as it came.
 */
export * as Code from './codeNumbers.ts'

export type Code = typeof import('./codeNumbers.ts')[keyof typeof import('./codeNumbers.ts')]

/** The close code of the push socket when its token is missing, wrong or expired. */
export const SOCKET_UNAUTHORIZED = 4_401
/** The close code of the push socket when the screen of its session is locked. */
export const SOCKET_LOCKED = 4_423
