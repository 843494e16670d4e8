import { readTokens } from '../session/tokens.ts'
import { local } from '../storage/browserStorage.ts'
import { eventsOf } from '../storeOf.ts'

/**
 * One person's stay on this page: what they see, ask and wait for belongs to it and ends with it (DESIGN §4). It begins
 * when somebody logs in, or when a page starts with stored tokens, and ends at sign-out, when another account takes the
 * page, and when an expired session is given up. While nobody is logged in there is one as well, which holds nothing.
 *
 * A session that expires over unsaved work does not end it: requests are called off, and everything waits for the same
 * person to log in again.
 */
export interface LoginScope {
  readonly id: number
  /** Address of who is here; '' while it is not known, null when nobody is. */
  readonly userMail: string | null
  /** Aborted when it ends. */
  readonly signal: AbortSignal
  /** Aborted when its session expires, and when it ends; another one after the same person has logged in again. */
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
 * Somebody is logged in: their stay goes on, or begins. What it answers is called once the state of the session says
 * the same, so that whoever is told of the one finds the other.
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

/** The session of who is here expired: what is on its way is called off, what is known waits for the same person. */
export function suspendLogin(): void {
  const login = openLogin()
  if (login.userMail !== null) login.expire()
}

/** Nobody is here any more. */
export const leaveLogin = (): EndFormer | null => (openLogin().userMail === null ? null : replace(null))
