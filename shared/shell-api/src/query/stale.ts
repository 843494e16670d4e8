import { eventsOf } from '../storeOf.ts'

/** Keys of what more than one package reads. Lists of mails belong to remote-mail. */
export const queryKeys = {
  quota: ['quota'],
  /** What letters begin with. */
  writing: ['compose'],
  mail: (mailId: number) => ['mail', mailId] as const,
} as const

const stale = eventsOf<readonly unknown[] | null>()

/**
 * Marks answers under a key, and under keys that begin with it, as stale: those that are shown are fetched again. Without a
 * key it is all of them. Does nothing while there is no cache yet.
 */
export const markStale = (key: readonly unknown[] | null = null): void => stale.emit(key)

const failures = eventsOf<void>()

/** Asks again for what failed, because it may succeed now. */
export const askFailedAgain = (): void => failures.emit()

/** Calls back when it is worth asking again for what failed. Returns how to stop. */
export const onAskFailedAgain = failures.on

/** Calls back with each key that {@link markStale} was given. Returns how to stop. */
export const onStale = stale.on
