import { useSyncExternalStore } from 'react'

/** A value with subscribers: the least that React and everything outside of it can share. */
export interface ValueStore<T> {
  get(): T
  set(value: T): void
  subscribe(fn: () => void): () => void
}

/** Makes a store whose first value is computed when it is first asked for, so that importing costs nothing. */
export function storeOf<T>(first: () => T): ValueStore<T> {
  let held: { value: T } | null = null
  const listeners = new Set<() => void>()
  return {
    get() {
      held ??= { value: first() }
      return held.value
    },
    set(value) {
      if (held && Object.is(held.value, value)) return
      held = { value }
      for (const listener of [...listeners]) listener()
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
  }
}

/** The store's value in a component, which renders again when it changes. */
export const useStore = <T>(store: Pick<ValueStore<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get)

/** A set of listeners that are called with every event. */
export function eventsOf<T>(): { emit(event: T): void; on(fn: (event: T) => void): () => void } {
  const listeners = new Set<(event: T) => void>()
  return {
    emit(event) {
      for (const listener of [...listeners]) listener(event)
    },
    on(fn) {
      listeners.add(fn)
      return () => listeners.delete(fn)
    },
  }
}
