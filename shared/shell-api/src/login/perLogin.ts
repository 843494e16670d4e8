import { storeOf, type ValueStore } from '../storeOf.ts'
import { type LoginScope, loginScope, onLoginChange } from './loginScope.ts'

/**
 * One value a login: made when it is first asked for, dropped when the login ends. State of a person stands in one of
 * these and never in a variable of a module.
 *
 * ```ts
 * const mailbox = perLogin((login) => createMailbox(login), (mailbox) => mailbox.close())
 * ```
 * Asynchronous work takes the value before it first waits, and writes into that one: it stays the former person's.
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

/** A store with one value a login. Whoever subscribes hears of the change of the login as well. */
export interface LoginStore<T> extends Pick<ValueStore<T>, 'get' | 'subscribe'> {
  /** The store of the login that runs now. Asynchronous work takes it before it first waits. */
  mine(): ValueStore<T>
}

/** {@link perLogin} for a store; `first` is its value in every new login. */
export function storePerLogin<T>(first: () => T): LoginStore<T> {
  const mine = perLogin(() => storeOf(first))
  return {
    mine,
    get: () => mine().get(),
    subscribe(fn) {
      let stop = mine().subscribe(fn)
      const unfollow = onLoginChange(() => {
        stop()
        stop = mine().subscribe(fn)
        fn()
      })
      return () => {
        stop()
        unfollow()
      }
    },
  }
}
