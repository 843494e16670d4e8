import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { ApiError, http } from '@yanshu/shell-api'

/** Lets the browser make a passkey of the account and hands it to the server. Rejects when the user refuses. */
export async function makePasskey(name: string, password: string): Promise<void> {
  const { passkeyId, options } = await http.post('user/passkey/begin', { password })
  const made = await startRegistration({ optionsJSON: options })
  await http.post('user/passkey/finish', { passkeyId, name, made })
}

/** Why the browser made none, as the name of a sentence; null for what the server has answered, which is shown already. */
export function refusalOf(error: unknown): 'unsupported' | 'known' | 'notMade' | null {
  if (error instanceof ApiError) return null
  if (!browserSupportsWebAuthn()) return 'unsupported'
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  return isKnown ? 'known' : 'notMade'
}
