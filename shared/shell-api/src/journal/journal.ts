import { loginScope } from '../login/loginScope.ts'
import { committed, done, openJournal } from './database.ts'
import { type Sealed, seal, unseal } from './seal.ts'

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
  const account = () => {
    if (!login.userMail) throw new Error('The journal needs a session')
    return login.userMail.toLowerCase()
  }
  const entryOf = (owner: string, key: string) => `${owner}\n${name}\n${key}`
  const open = async (owner: string, entry: string, sealed: Sealed): Promise<T | null> => {
    try {
      return await unseal<T>(owner, entry, sealed)
    } catch {
      return null
    }
  }
  return {
    async put(key, value) {
      const owner = account()
      const entry = entryOf(owner, key)
      const sealed = await seal(owner, entry, value)
      const database = await openJournal()
      const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' })
      transaction.objectStore('entries').put(sealed, entry)
      await committed(transaction)
    },
    async get(key) {
      const owner = account()
      const entry = entryOf(owner, key)
      const database = await openJournal()
      const sealed = await done<Sealed | undefined>(database.transaction('entries').objectStore('entries').get(entry))
      const value = sealed ? await open(owner, entry, sealed) : null
      login.signal.throwIfAborted()
      return value
    },
    async entries() {
      const owner = account()
      const prefix = entryOf(owner, '')
      const database = await openJournal()
      const store = database.transaction('entries').objectStore('entries')
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done<Sealed[]>(store.getAll(range))])
      const found: JournalEntry<T>[] = []
      for (const [index, sealed] of values.entries()) {
        const entry = String(keys[index])
        const value = await open(owner, entry, sealed)
        if (value !== null) found.push({ key: entry.slice(prefix.length), value, savedAt: sealed.savedAt })
      }
      login.signal.throwIfAborted()
      return found.sort((a, b) => a.savedAt - b.savedAt)
    },
    async remove(key) {
      const entry = entryOf(account(), key)
      const database = await openJournal()
      const transaction = database.transaction('entries', 'readwrite')
      transaction.objectStore('entries').delete(entry)
      await committed(transaction)
    },
  }
}
