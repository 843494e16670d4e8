import { loginScope } from '../login/loginScope.ts'
import { fetchPart } from '../parts/fetchPart.ts'

export interface JournalEntry<T> {
  readonly key: string
  readonly value: T
  /** Epoch milliseconds. */
  readonly savedAt: number
}

export interface Journal<T> {
  /** Keeps a value (anything JSON can say). Resolved when it is on disk. */
  put(key: string, value: T): Promise<void>
  /** The value, null when there is none or it cannot be read any more. */
  get(key: string): Promise<T | null>
  /** Everything readable, oldest first. */
  entries(): Promise<JournalEntry<T>[]>
  remove(key: string): Promise<void>
}

/**
 * Work that must survive a crash, a logout and another account in the same browser: kept in IndexedDB per account,
 * encrypted with a key of that account. Nobody else's entries can be listed. The account is the one logged in when this
 * is called: what that person's views still write after the login ended goes to that person's entries, and nothing is
 * read for them any more. Where nobody was logged in, every method rejects.
 */
export function journal<T>(name: string): Journal<T> {
  const login = loginScope()
  // Loaded with the first write or read; later calls find it there.
  const opened = async (): Promise<Journal<T>> => {
    const { sealedJournal } = await fetchPart(() => import(/* webpackChunkName: "journal" */ './sealedJournal.ts'))
    return sealedJournal<T>(name, login)
  }
  return {
    put: async (key, value) => (await opened()).put(key, value),
    get: async (key) => (await opened()).get(key),
    entries: async () => (await opened()).entries(),
    remove: async (key) => (await opened()).remove(key),
  }
}
