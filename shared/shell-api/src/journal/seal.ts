import { committed, done, openJournal } from './database.ts'

/** A value as it lies in the journal. `iv` null: not encrypted, where the browser has no cryptography (plain http). */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer> | null
  readonly bytes: ArrayBuffer
  readonly savedAt: number
}

/** Browsers offer cryptography to secure pages only. Without it the journal still keeps drafts, readable on this device. */
const canEncrypt = (): boolean => typeof globalThis.crypto?.subtle !== 'undefined'

/**
 * The key of an account: made once, kept in IndexedDB, never readable by script (it can be used, not exported).
 * Two windows that make it at the same time end up with the same one, because the first that is stored stays.
 */
async function keyOf(account: string): Promise<CryptoKey> {
  const database = await openJournal()
  const known = await done<CryptoKey | undefined>(database.transaction('keys').objectStore('keys').get(account))
  if (known) return known
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const transaction = database.transaction('keys', 'readwrite')
  const store = transaction.objectStore('keys')
  const other = await done<CryptoKey | undefined>(store.get(account))
  if (!other) store.put(fresh, account)
  await committed(transaction)
  return other ?? fresh
}

/** Closes a value for an account. The name of the entry is bound to it, so entries cannot be exchanged. */
export async function seal(account: string, entry: string, value: unknown): Promise<Sealed> {
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const savedAt = Date.now()
  if (!canEncrypt()) return { iv: null, bytes: plain.buffer, savedAt }
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(entry)
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, await keyOf(account), plain)
  return { iv, bytes, savedAt }
}

/** Opens a value; its type is that of what was sealed. Throws when it was not sealed for this account and entry. */
export async function unseal<T>(account: string, entry: string, sealed: Sealed): Promise<T> {
  const { iv } = sealed
  if (!iv) return JSON.parse(new TextDecoder().decode(sealed.bytes))
  const additionalData = new TextEncoder().encode(entry)
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, await keyOf(account), sealed.bytes)
  return JSON.parse(new TextDecoder().decode(plain))
}
