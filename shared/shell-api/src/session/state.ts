import type { UserInfo } from '@yanshu/contracts'
import { enterLogin, leaveLogin, loginScope, suspendLogin } from '../login/loginScope.ts'
import { clearStorage, local } from '../storage/browserStorage.ts'
import { eventsOf, storeOf, type ValueStore } from '../storeOf.ts'
import { clearTokens, readTokens } from './tokens.ts'

export type SessionState =
  | { readonly status: 'anonymous' }
  | { readonly status: 'open'; readonly user: UserInfo | null; readonly userMail: string }

const ANONYMOUS: SessionState = { status: 'anonymous' }

/** The state by local storage: a stored token counts as a session until the server refuses it. */
export function storedState(): SessionState {
  return readTokens() ? { status: 'open', user: null, userMail: local.get('userMail') ?? '' } : ANONYMOUS
}

const store = storeOf<SessionState>(() => {
  // The login of the page begins by the same tokens.
  loginScope()
  return storedState()
})

export const sessionStore: Pick<ValueStore<SessionState>, 'get' | 'subscribe'> = store

/** Sets the state "logged in"; nothing else does. */
export function enterSession(user: UserInfo | null, userMail: string): void {
  const endFormer = enterLogin(userMail)
  store.set({ status: 'open', user, userMail })
  endFormer?.()
}

/** The server answers nothing until the password is changed: the page leads there (§5). */
export function passwordDue(): void {
  const state = store.get()
  if (state.status !== 'open' || !state.user) return
  store.set({ ...state, user: { ...state.user, isChangePassword: 1 } })
}

/** Ends the login and removes everything that was kept of it. */
export function endSession(): void {
  const endFormer = leaveLogin()
  store.set(ANONYMOUS)
  endFormer?.()
}

/** The session expired; the user's state is kept until they log in again. */
export function suspendSession(): void {
  suspendLogin()
  store.set(ANONYMOUS)
}

/** Called once when a session ended because the server no longer has it (not at logout). */
export const sessionExpired = eventsOf<{ userMail: string }>()

/** Ends the session in this browser: cookie, tokens, local and session storage, and all state of the user. */
export function resetSession(): void {
  // At once and first: another window that is notified must not take it for a session that expired.
  clearStorage()
  clearTokens()
  // A wrong password over an expired session is no sign-out: the user may try again.
  if (store.get().status === 'open') endSession()
}

/** The server no longer has the token (§8, HTTP 401): the tokens are deleted, settings of the device stay. */
export function expireSession(): void {
  const before = store.get()
  if (before.status === 'anonymous') return
  clearTokens()
  suspendSession()
  sessionExpired.emit({ userMail: before.userMail })
}
