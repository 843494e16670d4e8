import { http } from '../http/http.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { committed, done, openJournal } from './database.ts'

/** Bytes that were sealed. `iv` null: not encrypted, where the browser has no cryptography (plain http). */
interface SealedBytes {
  readonly iv: Uint8Array<ArrayBuffer> | null
  readonly bytes: ArrayBuffer
}

/** A value as it lies in the journal. What an earlier version of the client kept has neither `onServer` nor `title`. */
export interface Sealed extends SealedBytes {
  readonly savedAt: number
  readonly onServer?: boolean
  readonly title?: SealedBytes
}

/** Whose entries are sealed: the account, and the login in which it is done. */
export interface Owner {
  readonly account: string
  readonly login: LoginScope
}

/** Browsers offer cryptography to secure pages only. Without it the journal keeps drafts in plain text until the session ends. */
const canEncrypt = (): boolean => typeof globalThis.crypto?.subtle !== 'undefined'

/** Keys of the server in the store of keys. One that an earlier version made by itself stands under the bare account. */
const SERVER_KEYS = 'server\n'
const AES = { name: 'AES-GCM', length: 256 } as const

/** The keys of this page by login: they outlast the end of the session, for what its views still write. */
const known = new WeakMap<LoginScope, Promise<CryptoKey>>()

/** The key of an account for its login; never readable by script (it can be used, not exported). */
function keyOf(owner: Owner): Promise<CryptoKey> {
  const mine = known.get(owner.login) ?? findKey(owner)
  known.set(owner.login, mine)
  // After a failure the next one tries again.
  mine.catch(() => known.delete(owner.login))
  return mine
}

/**
 * Kept on this device while the session is open, so that a page without a network opens it too; else as the server gives
 * it. An earlier version made the key in the browser: that one is used where the server cannot be asked, and replaced.
 */
async function findKey({ account, login }: Owner): Promise<CryptoKey> {
  const database = await openJournal()
  const stored = (name: string) =>
    done<CryptoKey | undefined>(database.transaction('keys').objectStore('keys').get(name))
  const kept = await stored(SERVER_KEYS + account)
  if (kept) return kept
  const former = await stored(account)
  const fresh = await askForKey(login).catch((error: unknown) => {
    if (former) return former
    throw error
  })
  if (fresh === former) return former
  if (former) await sealAnew(account, former, fresh)
  const transaction = database.transaction('keys', 'readwrite')
  // A sign-out that came meanwhile has deleted what is kept.
  if (!login.session.aborted) transaction.objectStore('keys').put(fresh, SERVER_KEYS + account)
  transaction.objectStore('keys').delete(account)
  await committed(transaction)
  return fresh
}

async function askForKey(login: LoginScope): Promise<CryptoKey> {
  const { key } = await http.get('user/journalKey', {}, { login, silent: true })
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, AES, false, ['encrypt', 'decrypt'])
}

/** Seals the entries of an account with another key. What the former key does not open stays as it is. */
async function sealAnew(account: string, former: CryptoKey, next: CryptoKey): Promise<void> {
  const database = await openJournal()
  const range = IDBKeyRange.bound(`${account}\n`, `${account}\n\uffff`)
  const store = database.transaction('entries').objectStore('entries')
  const [names, values] = await Promise.all([done(store.getAllKeys(range)), done<Sealed[]>(store.getAll(range))])
  for (const [index, sealed] of values.entries()) {
    const entry = String(names[index])
    const plain = await opened(former, entry, sealed).catch(() => null)
    if (plain === null) continue
    const again = { ...sealed, ...(await closed(next, entry, plain)) }
    const transaction = database.transaction('entries', 'readwrite', { durability: 'strict' })
    transaction.objectStore('entries').put(again, entry)
    await committed(transaction)
  }
}

async function closed(key: CryptoKey, entry: string, plain: BufferSource): Promise<SealedBytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(entry)
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain) }
}

async function opened(key: CryptoKey, entry: string, { iv, bytes }: SealedBytes): Promise<ArrayBuffer> {
  if (!iv) return bytes
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(entry) }, key, bytes)
}

/** Closes a value for its owner. The name of the entry is bound to it, so entries cannot be exchanged. */
export async function seal(owner: Owner, entry: string, value: unknown): Promise<SealedBytes> {
  const plain = new TextEncoder().encode(JSON.stringify(value))
  return canEncrypt() ? closed(await keyOf(owner), entry, plain) : { iv: null, bytes: plain.buffer }
}

/** Finds the key before entries are read: what an earlier version sealed is sealed anew with it. Never rejects. */
export async function prepareKey(owner: Owner): Promise<void> {
  if (canEncrypt()) await keyOf(owner).catch(() => undefined)
}

/** Opens a value; its type is that of what was sealed. Throws when it was not sealed for this owner and entry. */
export async function unseal<T>(owner: Owner, entry: string, sealed: SealedBytes): Promise<T> {
  const plain = sealed.iv ? await opened(await keyOf(owner), entry, sealed) : sealed.bytes
  return JSON.parse(new TextDecoder().decode(plain))
}

/** Deletes every key that the server gave. One of an earlier version stays until its owner logs in and it is replaced. */
export const deleteKeys = (keys: IDBObjectStore): void =>
  void keys.delete(IDBKeyRange.bound(SERVER_KEYS, `${SERVER_KEYS}\uffff`))
