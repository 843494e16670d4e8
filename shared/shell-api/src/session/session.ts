import { Code, type LoginAnswer, type SecondStep } from '@yanshu/contracts'
import { callerOf, exchange, sessionOver } from '../http/exchange.ts'
import { ApiError, http } from '../http/http.ts'
import { type LoginScope, loginScope, sameAccount } from '../login/loginScope.ts'
import { clearStorage, local } from '../storage/browserStorage.ts'
import { rememberAccount } from '../storage/look.ts'
import { useStore } from '../storeOf.ts'
import { refreshTokens } from './refresh.ts'
import { keepStart } from './start.ts'
import {
  endSession,
  enterSession,
  expireSession,
  resetSession,
  type SessionState,
  sessionExpired,
  sessionStore,
  storedState,
  suspendSession,
} from './state.ts'
import { readTokens, restoreCookie, writeTokens } from './tokens.ts'

export type { SessionState }

/** In local storage while the account was reached by a switch: what the other windows call it. */
export const SWITCHED_TO = 'yanshu.switchedTo'
/** What a way in led to: an open session, or a second step that has to follow. */
export type LoginOutcome = { readonly secondVerified: false } | SecondStep

/** How long a sign-out waits for the server, in milliseconds; the session expires there anyway. */
const LOGOUT_WAIT_MS = 5_000

/** The sign-out that the server is still to answer: its answer removes a cookie, which the next login must keep. */
let leaving: Promise<unknown> = Promise.resolve()

/** Attempts to log in so far: of two that overlap, the last one counts. */
let attempts = 0

/** The question who is logged in, while its answer is under way. */
let asked: { readonly login: LoginScope; readonly answer: Promise<void> } | null = null

async function askUser(login: LoginScope): Promise<void> {
  try {
    const user = await http.get('user/info', {}, { login })
    if (login !== loginScope() || sessionStore.get().status !== 'open') return
    local.set('userMail', user.emailAddr)
    enterSession(user, user.emailAddr)
  } finally {
    if (asked?.login === login) asked = null
  }
}

/** Who is logged in, and how that begins and ends (§4). One per page; several windows of a browser agree. */
export const session = {
  state: (): SessionState => sessionStore.get(),
  subscribe: sessionStore.subscribe,

  /** Logs in by password; see {@link loginBy}. `verifyToken` shows that a challenge was solved, where one was asked for. */
  login(account: string, password: string, verifyToken?: string): Promise<LoginOutcome> {
    const body = { account, password, ...(verifyToken ? { verifyToken } : {}) }
    return session.loginBy(() => http.post('mail/apilogin/userLogin', body, { silent: true }), account)
  },

  /**
   * Logs in by any way in: `ask` makes the call, and must leave showing its error to the caller. With `secondVerified` a
   * second step has to follow and nothing is stored yet. Any answer but success clears the session and rejects with an
   * ApiError that is not yet shown. Never settles after another login meanwhile, here or in another window.
   * @param account what the login page suggests next time; the mail address when left out
   */
  async loginBy(ask: () => Promise<LoginAnswer>, account?: string): Promise<LoginOutcome> {
    attempts += 1
    const attempt = attempts
    const overtaken = () => (attempt === attempts ? undefined : new Promise<never>(() => undefined))
    await leaving
    try {
      const answer = await ask()
      await overtaken()
      if (answer.secondVerified) return answer
      const { userMail } = answer
      const before = local.get('userMail')
      // Data that this browser kept for the former user, such as search terms, is deleted.
      if (before && !sameAccount(before, userMail)) clearStorage()
      // In this order no window ever reads one user's tokens together with another user's name.
      local.set('userMail', userMail)
      writeTokens(answer)
      rememberAccount(account ?? userMail)
      enterSession(answer.user ?? null, userMail)
      keepStart(answer.start)
      return { secondVerified: false }
    } catch (error) {
      await overtaken()
      // Without an answer of the server nothing that is stored is cleared.
      if (error instanceof ApiError && error.code !== 0) resetSession()
      throw error
    }
  },

  /** The password was changed, or its owner declined the reminder: nothing asks for it any more. */
  passwordSettled(): void {
    const state = sessionStore.get()
    if (state.status === 'open' && state.user) enterSession({ ...state.user, isChangePassword: 0 }, state.userMail)
  },

  /** Ends the session: at once on this side; resolves when the server has answered, or could not. */
  async logout(): Promise<void> {
    const signal = AbortSignal.timeout(LOGOUT_WAIT_MS)
    const call = { method: 'GET', path: 'oauth/logout', keepalive: true, signal } as const
    // A failed logout clears everything too (§4).
    leaving = exchange(call, callerOf(loginScope())).catch(() => undefined)
    resetSession()
    await leaving
  },

  /** Drops the state that was kept for the user whose session expired: another user may log in next. */
  forget(): void {
    if (sessionStore.get().status === 'anonymous') endSession()
  },

  /**
   * Whether the former user has signed out or another account has logged in, in any window; false when only the session
   * expired.
   */
  hasLeft(userMail: string): boolean {
    const kept = local.get('userMail')
    return userMail !== '' && (kept === null || !sameAccount(kept, userMail))
  },

  /** The token is no longer good: clears it and resets the state. */
  expire: expireSession,

  /** Called once per session that the server ended, with whose it was. */
  onExpired: (fn: (was: { userMail: string }) => void): (() => void) => sessionExpired.on(fn),

  accessToken: (): string | null => readTokens()?.accessToken ?? null,

  /** The next access token, asked for once however many windows need it; null when the session is over. */
  async refresh(): Promise<string | null> {
    const caller = callerOf(loginScope())
    const next = await refreshTokens(readTokens()?.accessToken ?? null, caller.session)
    // The socket may receive this before any call does; the login page still shows why it is there.
    if (!next) sessionOver(caller)
    return next
  },

  /** Asks who is logged in, unless the login has answered that, and keeps it in the state. Callers meanwhile wait for it. */
  async loadUser(): Promise<void> {
    const known = sessionStore.get()
    if (known.status === 'open' && known.user) return
    const login = loginScope()
    if (asked?.login !== login) asked = { login, answer: askUser(login) }
    return asked.answer
  },

  /**
   * Follows the other windows: a logout there is one here, and so is a login. Returns how to stop.
   * Another account cannot take over a page that shows mail of the first, nor one that waits for its user to log in again:
   * `onOtherAccount` then reloads it, or asks to; it is given the name of an account that the user switched to, null for
   * another login.
   */
  follow(onOtherAccount: (switchedTo: string | null) => void): () => void {
    restoreCookie()
    // This window's state, before another one changes what is stored.
    sessionStore.get()
    const seen = (event: StorageEvent) => {
      if (event.key !== null && event.key !== 'accessToken' && event.key !== 'userMail') return
      const now = sessionStore.get()
      const stored = storedState()
      if (stored.status === 'anonymous') {
        if (now.status === 'open') suspendSession()
        return
      }
      // Nothing is done until it is known whose tokens these are.
      if (!stored.userMail) return
      const { userMail } = loginScope()
      if (userMail && !sameAccount(userMail, stored.userMail)) onOtherAccount(local.get(SWITCHED_TO))
      else if (now.status === 'anonymous') enterSession(null, stored.userMail)
    }
    globalThis.addEventListener('storage', seen)
    return () => globalThis.removeEventListener('storage', seen)
  },
}

/** Whether an error means that account or password were wrong. */
export const isWrongCredentials = (error: unknown): boolean =>
  error instanceof ApiError && error.code === Code.credentialsWrong

export const useSession = (): SessionState => useStore(sessionStore)
