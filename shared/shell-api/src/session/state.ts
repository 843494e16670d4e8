import type { UserInfo } from '@yanshu/contracts'
import { clearStorage, local } from '../storage/browserStorage.ts'
import { eventsOf, storeOf } from '../storeOf.ts'
import { clearTokens, readTokens } from './tokens.ts'

export type SessionState =
  | { readonly status: 'anonymous' }
  | { readonly status: 'open'; readonly user: UserInfo | null; readonly userMail: string }

const ANONYMOUS: SessionState = { status: 'anonymous' }

/** What local storage says: a token means a session, until the server says otherwise. */
export function storedState(): SessionState {
  return readTokens() ? { status: 'open', user: null, userMail: local.get('userMail') ?? '' } : ANONYMOUS
}

export const sessionStore = storeOf<SessionState>(storedState)

/** Told once when a session ended because the server no longer knows it (not at logout). */
export const sessionExpired = eventsOf<{ userMail: string }>()

/** Ends the session on this side: cookie, tokens and state; with `storage` everything in local and session storage too. */
export function resetSession(how: { storage: boolean }): void {
  clearTokens()
  if (how.storage) clearStorage()
  sessionStore.set(ANONYMOUS)
}

/** The server no longer knows the token (§8, HTTP 401): the token goes, what the device remembers stays. */
export function expireSession(): void {
  const before = sessionStore.get()
  if (before.status === 'anonymous') return
  resetSession({ storage: false })
  sessionExpired.emit({ userMail: before.userMail })
}
