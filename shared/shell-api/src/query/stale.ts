import { eventsOf } from '../storeOf.ts'

/** Keys of what more than one package reads. Lists of mails belong to remote-mail. */
export const queryKeys = {
  quota: ['quota'],
  mail: (mailId: number) => ['mail', mailId] as const,
} as const

const stale = eventsOf<readonly unknown[] | null>()

/**
 * Says that what was read under a key, or under one that begins with it, may be different now: what is shown is asked
 * for again. Without a key it is everything. Costs nothing where no cache has been made yet.
 */
export const markStale = (key: readonly unknown[] | null = null): void => stale.emit(key)

const failures = eventsOf<void>()

/** Says that what could not be read may be readable now. */
export const askFailedAgain = (): void => failures.emit()

/** Calls back when it is worth asking again for what failed. Returns how to stop. */
export const onAskFailedAgain = failures.on

/** Calls back with each key that {@link markStale} was given. Returns how to stop. */
export const onStale = stale.on
