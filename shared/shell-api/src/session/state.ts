import type { UserInfo } from '@yanshu/contracts'
import { enterLogin, leaveLogin, loginScope, suspendLogin } from '../login/loginScope.ts'
import { clearStorage, local } from '../storage/browserStorage.ts'
import { eventsOf, storeOf, type ValueStore } from '../storeOf.ts'
import { clearTokens, readTokens } from './tokens.ts'

export type SessionState =
  | { readonly status: 'anonymous' }
  | { readonly status: 'open'; readonly user: UserInfo | null; readonly userMail: string }

const ANONYMOUS: SessionState = { status: 'anonymous' }

/** What local storage says: a token means a session, until the server says otherwise. */
export function storedState(): SessionState {
  return readTokens() ? { status: 'open', user: null, userMail: local.get('userMail') ?? '' } : ANONYMOUS
}

const store = storeOf<SessionState>(() => {
  // The login of the page begins by the same tokens.
  loginScope()
  return storedState()
})

export const sessionStore: Pick<ValueStore<SessionState>, 'get' | 'subscribe'> = store

/** Somebody is logged in: the one place where that becomes so. */
export function enterSession(user: UserInfo | null, userMail: string): void {
  const endFormer = enterLogin(userMail)
  store.set({ status: 'open', user, userMail })
  endFormer?.()
}

/** Ends the login and removes everything that was kept of it. */
export function endSession(): void {
  const endFormer = leaveLogin()
  store.set(ANONYMOUS)
  endFormer?.()
}

/** The session is over, and what belongs to the person waits for them to log in again. */
export function suspendSession(): void {
  suspendLogin()
  store.set(ANONYMOUS)
}

/** Told once when a session ended because the server no longer knows it (not at logout). */
export const sessionExpired = eventsOf<{ userMail: string }>()

/** Ends the session on this side: cookie, tokens, local and session storage, and everything of who was here. */
export function resetSession(): void {
  // At once and first: another window that hears of it must not take it for a session that expired.
  clearStorage()
  clearTokens()
  // A wrong password over an expired session is no sign-out: who was here may still come back.
  if (store.get().status === 'open') endSession()
}

/** The server no longer knows the token (§8, HTTP 401): the token goes, what the device remembers stays. */
export function expireSession(): void {
  const before = store.get()
  if (before.status === 'anonymous') return
  clearTokens()
  suspendSession()
  sessionExpired.emit({ userMail: before.userMail })
}
