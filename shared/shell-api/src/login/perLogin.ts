import { type LoginScope, loginScope } from './loginScope.ts'

/**
 * One value per login: made when it is first asked for, dropped when the login ends. State of a user is kept in one of
 * these, never in a variable of a module.
 *
 * ```ts
 * const mailbox = perLogin((login) => createMailbox(login), (mailbox) => mailbox.close())
 * ```
 * Asynchronous code reads the value before its first `await` and writes into that one, so that it never writes into the
 * next login's.
 */
export function perLogin<T>(make: (login: LoginScope) => T, dispose?: (value: T) => void): () => T {
  let held: { readonly login: LoginScope; readonly value: T } | null = null
  return () => {
    const login = loginScope()
    if (held?.login === login) return held.value
    const value = make(login)
    held = { login, value }
    login.onEnd(() => {
      if (held?.login === login) held = null
      dispose?.(value)
    })
    return value
  }
}
