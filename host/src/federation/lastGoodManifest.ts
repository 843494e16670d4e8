const DATABASE = 'yanshu-federation'
const STORE = 'manifest'
const KEY = 'last-good'

/** Keeps the last usable manifest, for when the server cannot give one. Both calls may fail: nothing depends on them. */
export interface LastGoodManifest {
  read(): Promise<unknown>
  write(manifest: unknown): Promise<void>
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  try {
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** The browser's database: signing out and switching accounts empty local and session storage (§4), but not this. */
export const indexedDbManifest: LastGoodManifest = {
  read: () => inStore<unknown>('readonly', (store) => store.get(KEY)),
  write: async (manifest) => {
    await inStore('readwrite', (store) => store.put(manifest, KEY))
  },
}
