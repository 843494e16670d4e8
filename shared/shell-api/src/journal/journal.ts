import { loginScope } from '../login/loginScope.ts'
import { fetchPart } from '../parts/fetchPart.ts'
import type { Journal } from './entries.ts'
import { JOURNAL } from './name.ts'

const loadJournal = () => fetchPart(() => import(/* webpackChunkName: "journal" */ './sealedJournal.ts'))

/**
 * Work that must survive a crash, a logout and another account in the same browser: kept in IndexedDB per account,
 * encrypted with a key of that account and person, which the server gives to an open session and this device forgets with
 * the session ({@link forgetJournal}). The account is the one logged in when this is called: what that person's views
 * still write after the login ended goes to that person's entries, and nothing is read for them any more. Without a
 * login every method rejects.
 */
export function journal<T>(name: string): Journal<T> {
  const login = loginScope()
  // Loaded with the first write or read; later calls find it there.
  const opened = async (): Promise<Journal<T>> => (await loadJournal()).sealedJournal<T>(name, login)
  return {
    put: async (key, value, how) => (await opened()).put(key, value, how),
    get: async (key) => (await opened()).get(key),
    entries: async () => (await opened()).entries(),
    remove: async (key) => (await opened()).remove(key),
  }
}

/** The titles of what is kept for the account and not on the server, oldest first; '' for one without a title. */
export async function unsavedWork(): Promise<readonly string[]> {
  const login = loginScope()
  return (await loadJournal()).unsavedTitles(login)
}

/**
 * The session ends: deletes from this device every key of the journal, what the server has, and what is not sealed. The
 * rest opens after the next login of the same person.
 */
export async function forgetJournal(): Promise<void> {
  const known = await globalThis.indexedDB?.databases?.()
  if (known && !known.some(({ name }) => name === JOURNAL)) return
  await (await loadJournal()).forgetKept()
}
