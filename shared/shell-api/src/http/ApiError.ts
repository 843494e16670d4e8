/**
 * A call that did not succeed. `code` is the server's (a `Code` of the contracts), or 0 when no answer came;
 * `status` is the HTTP status, 0 likewise, and 408 when an answer was waited for too long. `message` is a sentence for the
 * user in their language.
 */
export class ApiError extends Error {
  readonly code: number
  readonly status: number
  /** Whether no message was shown yet, because the caller shows it itself. */
  readonly silent: boolean
  /** Seconds to wait before another attempt, where the server names it (Retry-After). */
  readonly retryAfter: number | null

  constructor(message: string, how: { code: number; status: number; silent?: boolean; retryAfter?: number | null }) {
    super(message)
    this.name = 'ApiError'
    this.code = how.code
    this.status = how.status
    this.silent = how.silent ?? false
    this.retryAfter = how.retryAfter ?? null
  }
}

/** Whether the caller itself called off the request. No error is shown for that. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
