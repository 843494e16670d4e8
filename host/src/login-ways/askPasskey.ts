import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { LoginAnswer } from '@yanshu/contracts'
import { ApiError, http } from '@yanshu/shell-api'

/**
 * Asks for a passkey of this site and logs in with it; with `verifyId` it is the second step of that login. Rejects with an
 * `ApiError` of the server, or with the error of the browser when no passkey was shown.
 */
export async function askPasskey(verifyId?: string): Promise<LoginAnswer> {
  const step = verifyId === undefined ? {} : { verifyId }
  const { passkeyId, options } = await http.post('oauth/passkey/begin', step, { silent: true })
  const used = await startAuthentication({ optionsJSON: options })
  return http.post('oauth/passkey/verify', { ...step, passkeyId, used }, { silent: true })
}

/** Closes the browser's question for a passkey. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

/** What is shown when it did not work: the server's words, null when the person or the browser ended it. */
export const refusalOf = (error: unknown): string | null => (error instanceof ApiError ? error.message : null)
