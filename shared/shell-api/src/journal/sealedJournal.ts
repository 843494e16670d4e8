import type { LoginScope } from '../login/loginScope.ts'
import { committed, done, openJournal } from './database.ts'
import type { Journal, JournalEntry } from './entries.ts'
import { deleteKeys, type Owner, prepareKey, type Sealed, seal, unseal } from './seal.ts'

function ownerOf(login: LoginScope): Owner {
  if (!login.userMail) throw new Error('The journal needs a session')
  return { account: login.userMail.toLowerCase(), login }
}

async function open<T>(owner: Owner, entry: string, sealed: Pick<Sealed, 'iv' | 'bytes'>): Promise<T | null> {
  try {
    return await unseal<T>(owner, entry, sealed)
  } catch {
    return null
  }
}

/** The entries whose names begin so, in the order of their names. */
async function entriesFrom(owner: Owner, prefix: string): Promise<(readonly [string, Sealed])[]> {
  await prepareKey(owner)
  const database = await openJournal()
  const store = database.transaction('entries').objectStore('entries')
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const [names, values] = await Promise.all([done(store.getAllKeys(range)), done<Sealed[]>(store.getAll(range))])
  return values.map((sealed, index) => [String(names[index]), sealed] as const)
}

async function change(work: (entries: IDBObjectStore) => void): Promise<void> {
  const database = await openJournal()
  const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' })
  work(transaction.objectStore('entries'))
  await committed(transaction)
}

const titleOf = (entry: string) => `${entry}\ntitle`

/** The journal of one login; see `journal`. */
export function sealedJournal<T>(name: string, login: LoginScope): Journal<T> {
  const entryOf = ({ account }: Owner, key: string) => `${account}\n${name}\n${key}`
  return {
    async put(key, value, { onServer, title } = {}) {
      const owner = ownerOf(login)
      const entry = entryOf(owner, key)
      /** What must not be on the device without a session. */
      const isOver = (iv: Sealed['iv']) => login.session.aborted && (onServer || iv === null)
      if (login.session.aborted && onServer) return change((entries) => entries.delete(entry))
      const sealed: Sealed = {
        ...(await seal(owner, entry, value)),
        savedAt: Date.now(),
        ...(onServer === undefined ? {} : { onServer }),
        ...(title === undefined ? {} : { title: await seal(owner, titleOf(entry), title) }),
      }
      if (!isOver(sealed.iv)) await change((entries) => entries.put(sealed, entry))
      if (!isOver(sealed.iv)) return
      // The session ended before it was written, or while it was.
      await change((entries) => entries.delete(entry))
      if (!onServer) throw new Error('Without a session nothing is kept on plain http')
    },
    async get(key) {
      const owner = ownerOf(login)
      const entry = entryOf(owner, key)
      await prepareKey(owner)
      const database = await openJournal()
      const sealed = await done<Sealed | undefined>(database.transaction('entries').objectStore('entries').get(entry))
      const value = sealed ? await open<T>(owner, entry, sealed) : null
      login.signal.throwIfAborted()
      return value
    },
    async entries() {
      const owner = ownerOf(login)
      const prefix = entryOf(owner, '')
      const found: JournalEntry<T>[] = []
      for (const [entry, sealed] of await entriesFrom(owner, prefix)) {
        const value = await open<T>(owner, entry, sealed)
        if (value !== null) found.push({ key: entry.slice(prefix.length), value, savedAt: sealed.savedAt })
      }
      login.signal.throwIfAborted()
      return found.sort((a, b) => a.savedAt - b.savedAt)
    },
    async remove(key) {
      const entry = entryOf(ownerOf(login), key)
      await change((entries) => entries.delete(entry))
    },
  }
}

/** The titles of what is kept for the account of a login and not on the server; see `unsavedWork`. */
export async function unsavedTitles(login: LoginScope): Promise<readonly string[]> {
  const owner = ownerOf(login)
  const unsaved = (await entriesFrom(owner, `${owner.account}\n`)).filter(([, { onServer }]) => onServer === false)
  const titles: string[] = []
  for (const [entry, { title }] of unsaved.sort(([, a], [, b]) => a.savedAt - b.savedAt)) {
    titles.push((title && (await open<string>(owner, titleOf(entry), title))) ?? '')
  }
  return titles
}

/** Deletes what must not outlast a session, of every account on this device; see `forgetJournal`. */
export async function forgetKept(): Promise<void> {
  const database = await openJournal()
  const transaction = database.transaction(['entries', 'keys'], 'readwrite', { durability: 'strict' })
  deleteKeys(transaction.objectStore('keys'))
  const walk = transaction.objectStore('entries').openCursor()
  walk.onsuccess = () => {
    const here = walk.result
    if (!here) return
    const { onServer, iv }: Sealed = here.value
    if (onServer || iv === null) here.delete()
    here.continue()
  }
  await committed(transaction)
}
