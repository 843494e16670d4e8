import { AsyncLocalStorage } from 'node:async_hooks'

const urgent = new AsyncLocalStorage<true>()

/** Does the work of a call for which a person stands waiting, such as sending a letter, and what follows from it. */
export function asUrgentCall(work: () => void): void {
  urgent.run(true, work)
}

/** Whether what runs now belongs to such a call. */
export function isUrgentCall(): boolean {
  return urgent.getStore() === true
}
