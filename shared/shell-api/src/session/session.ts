import { Code } from '@yanshu/contracts'
import { ApiError, http } from '../http/http.ts'
import { local } from '../storage/browserStorage.ts'
import { rememberAccount } from '../storage/look.ts'
import { useStore } from '../storeOf.ts'
import { refreshTokens } from './refresh.ts'
import { expireSession, resetSession, type SessionState, sessionExpired, sessionStore, storedState } from './state.ts'
import { readTokens, restoreCookie, writeTokens } from './tokens.ts'

export type { SessionState }

/** Who is logged in, and how that begins and ends (§4). One per page; several windows of a browser agree. */
export const session = {
  state: (): SessionState => sessionStore.get(),
  subscribe: sessionStore.subscribe,

  /**
   * Logs in by password. With `secondVerified` a second step has to follow and nothing is stored yet.
   * Any answer but success clears the session and rejects with an ApiError that nobody has shown.
   */
  async login(account: string, password: string): Promise<{ secondVerified: boolean }> {
    try {
      const answer = await http.post('mail/apilogin/userLogin', { account, password }, { silent: true })
      if (answer.secondVerified) return { secondVerified: true }
      writeTokens(answer)
      local.set('userMail', answer.userMail)
      rememberAccount(account)
      sessionStore.set({ status: 'open', user: answer.user ?? null, userMail: answer.userMail })
      return { secondVerified: false }
    } catch (error) {
      // No answer is not an answer: only the server's word clears what is stored.
      if (error instanceof ApiError && error.code !== 0) resetSession({ storage: true })
      throw error
    }
  },

  /** Ends the session. The server is told, but this side is cleared whether it answers or not. */
  async logout(): Promise<void> {
    try {
      await http.get('oauth/logout', {}, { silent: true, keepalive: true })
    } catch {
      // A failed logout clears everything too (§4).
    } finally {
      resetSession({ storage: true })
    }
  },

  /** The token is no longer good: clears it and resets the state. */
  expire: expireSession,

  /** Called once per session that the server ended, with whose it was. */
  onExpired: (fn: (was: { userMail: string }) => void): (() => void) => sessionExpired.on(fn),

  accessToken: (): string | null => readTokens()?.accessToken ?? null,

  /** The next access token, asked for once however many windows want it; null when the session is over. */
  async refresh(): Promise<string | null> {
    const next = await refreshTokens(readTokens()?.accessToken ?? null)
    if (!next) expireSession()
    return next
  },

  /** Asks who is logged in, unless the login has said so, and keeps the answer in the state. */
  async loadUser(): Promise<void> {
    const known = sessionStore.get()
    if (known.status === 'open' && known.user) return
    const user = await http.get('user/info')
    if (sessionStore.get().status !== 'open') return
    local.set('userMail', user.emailAddr)
    sessionStore.set({ status: 'open', user, userMail: user.emailAddr })
  },

  /**
   * Follows the other windows: a logout there is one here, and so is a login. Returns how to stop.
   * Another account cannot take over a page that shows somebody's mail: `onOtherAccount` then reloads it.
   */
  follow(onOtherAccount: () => void): () => void {
    restoreCookie()
    // What this window believes, before another one changes what is stored.
    sessionStore.get()
    const seen = (event: StorageEvent) => {
      if (event.key !== null && event.key !== 'accessToken' && event.key !== 'userMail') return
      const now = sessionStore.get()
      const stored = storedState()
      if (stored.status === 'anonymous') {
        if (now.status === 'open') sessionStore.set(stored)
        return
      }
      // The tokens are written before the name of the account; until it is there nothing has been decided.
      if (!stored.userMail) return
      if (now.status === 'anonymous') sessionStore.set(stored)
      else if (now.userMail && stored.userMail !== now.userMail) onOtherAccount()
    }
    globalThis.addEventListener('storage', seen)
    return () => globalThis.removeEventListener('storage', seen)
  },
}

/** Whether an error says that account or password were wrong. */
export const isWrongCredentials = (error: unknown): boolean =>
  error instanceof ApiError && error.code === Code.credentialsWrong

export const useSession = (): SessionState => useStore(sessionStore)
