import { atom, createStore } from 'jotai/vanilla'
import type { ValueStore } from '../storeOf.ts'
import { onLoginChange } from './loginScope.ts'
import { perLogin } from './perLogin.ts'

/** The client state of one login: made when it is first needed, dropped when the login ends. */
const clientState = /*#__PURE__*/ perLogin(createStore)

/** A value of the login's store. Subscribers are notified of a change of the login as well. */
export interface LoginStore<T> extends Pick<ValueStore<T>, 'get' | 'subscribe'> {
  /** The value of the login that runs now. Asynchronous work reads it before it first waits. */
  mine(): ValueStore<T>
}

/** An atom of the store that each login has; `first` is its value in every new login. */
export function storePerLogin<T>(first: () => T): LoginStore<T> {
  const mine = perLogin((): ValueStore<T> => {
    // In a box: jotai calls a function that it is given instead of keeping it.
    const held = atom({ value: first() })
    const store = clientState()
    return {
      get: () => store.get(held).value,
      set(value) {
        if (!Object.is(store.get(held).value, value)) store.set(held, { value })
      },
      subscribe: (fn) => store.sub(held, fn),
    }
  })
  // One subscription of jotai for all: each row of a list subscribes, and jotai's costs more than the row's text.
  const listeners = new Set<() => void>()
  let unfollow: (() => void) | null = null
  const emit = () => {
    for (const listener of [...listeners]) listener()
  }
  function follow(): () => void {
    let stop = mine().subscribe(emit)
    const unfollowLogin = onLoginChange(() => {
      stop()
      stop = mine().subscribe(emit)
      emit()
    })
    return () => {
      stop()
      unfollowLogin()
    }
  }
  return {
    mine,
    get: () => mine().get(),
    subscribe(fn) {
      // Its own function: one that subscribes twice is notified until both have ended.
      const listener = () => fn()
      listeners.add(listener)
      unfollow ??= follow()
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        unfollow?.()
        unfollow = null
      }
    },
  }
}
