import { readTokens } from '../session/tokens.ts'
import { local } from '../storage/browserStorage.ts'
import { eventsOf } from '../storeOf.ts'

/**
 * One login on this page: state, calls and timers of a user belong to it and end with it. It begins
 * when a user logs in, or when a page starts with stored tokens, and ends at sign-out, when another account replaces it on the
 * page, and when an expired session is given up. While no user is logged in there is an empty one.
 *
 * A session that expires over unsaved work does not end it: calls are aborted, and the state is kept until the same user
 * logs in again.
 */
export interface LoginScope {
  readonly id: number
  /** Address of the user; '' while it is not known, null when no user is logged in. */
  readonly userMail: string | null
  /** Aborted when it ends. */
  readonly signal: AbortSignal
  /** Aborted when its session expires and when it ends; a new one is made when the same user logs in again. */
  readonly session: AbortSignal
  /** Calls back when it ends, after the next one has begun; never when it has ended already. Returns how to stop. */
  onEnd(fn: () => void): () => void
}

interface OpenLogin extends LoginScope {
  userMail: string | null
  expire(): void
  resume(): void
  end(): void
}

export const sameAccount = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

let made = 0
let current: OpenLogin | null = null
const changes = eventsOf<void>()

function begin(userMail: string | null): OpenLogin {
  const ended = new AbortController()
  let session = new AbortController()
  made += 1
  current = {
    id: made,
    userMail,
    signal: ended.signal,
    get session() {
      return session.signal
    },
    onEnd(fn) {
      ended.signal.addEventListener('abort', fn)
      return () => ended.signal.removeEventListener('abort', fn)
    },
    expire: () => session.abort(),
    resume() {
      session = new AbortController()
    },
    end() {
      session.abort()
      ended.abort()
    },
  }
  return current
}

const openLogin = (): OpenLogin => current ?? begin(readTokens() ? (local.get('userMail') ?? '') : null)

/** The login that runs now, for what belongs to it. Asynchronous work asks for it before it first waits. */
export const loginScope = (): LoginScope => openLogin()

/** Calls back after another login has begun, or the one before has ended. */
export const onLoginChange = (fn: () => void): (() => void) => changes.on(fn)

/** Ends the former login after the next one has begun, and calls those who follow the login. */
export type EndFormer = () => void

function replace(userMail: string | null): EndFormer {
  const former = openLogin()
  begin(userMail)
  return () => {
    former.end()
    changes.emit()
  }
}

/**
 * A user is logged in: their login continues, or begins. Call the returned function once the state of the session is set,
 * so that listeners of the login find the matching session.
 */
export function enterLogin(userMail: string): EndFormer | null {
  const login = openLogin()
  const expired = login.session.aborted
  const goesOn = login.userMail ? sameAccount(login.userMail, userMail) : login.userMail === '' && !expired
  if (!goesOn) return replace(userMail)
  login.userMail = userMail
  if (expired) login.resume()
  return null
}

/** The session of the user expired: calls are aborted, the state is kept for the same user. */
export function suspendLogin(): void {
  const login = openLogin()
  if (login.userMail !== null) login.expire()
}

/** Ends the login; no user is logged in then. */
export const leaveLogin = (): EndFormer | null => (openLogin().userMail === null ? null : replace(null))
