import type { LoginScope } from '../login/loginScope.ts'
import { committed, done, openJournal } from './database.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { type Sealed, seal, unseal } from './seal.ts'

/** The journal of one login; see `journal`. */
export function sealedJournal<T>(name: string, login: LoginScope): Journal<T> {
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
