/**
 * Local and session storage that never throw: a browser may forbid them, and they may be full.
 * What cannot be written is kept until the page goes.
 */
const kept = { local: new Map<string, string>(), session: new Map<string, string>() }

function area(kind: 'local' | 'session'): Storage | null {
  try {
    return kind === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return null
  }
}

function write(kind: 'local' | 'session', key: string, value: string | null) {
  try {
    const storage = area(kind)
    if (!storage) throw new Error('no storage')
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
    kept[kind].delete(key)
  } catch {
    if (value === null) kept[kind].delete(key)
    else kept[kind].set(key, value)
  }
}

const read = (kind: 'local' | 'session', key: string): string | null =>
  kept[kind].get(key) ?? area(kind)?.getItem(key) ?? null

/** What belongs to the device and not to who is logged in: the look of the login page, and the account last used. */
const OF_THE_DEVICE = ['yanshu.look', 'yanshu.account'] as const

export const local = {
  get: (key: string) => read('local', key),
  set: (key: string, value: string | null) => write('local', key, value),
}

export const perTab = {
  get: (key: string) => read('session', key),
  set: (key: string, value: string | null) => write('session', key, value),
}

/** Empties local and session storage (§4, logout), except what belongs to the device. */
export function clearStorage(): void {
  const keep = OF_THE_DEVICE.map((key) => [key, local.get(key)] as const)
  for (const kind of ['local', 'session'] as const) {
    kept[kind].clear()
    try {
      area(kind)?.clear()
    } catch {
      // A browser that forbids storage has nothing to empty.
    }
  }
  for (const [key, value] of keep) if (value !== null) local.set(key, value)
}

/** Empties local and session storage as {@link clearStorage} does, and leaves these keys of local storage as they are. */
export function clearStorageBut(spared: readonly string[]): void {
  const stored = area('local')
  const names = Array.from({ length: stored?.length ?? 0 }, (_, at) => stored?.key(at) ?? '')
  // One by one: another window, notified of each, finds the spared ones at every moment.
  for (const name of [...names, ...kept.local.keys()]) if (!spared.includes(name)) local.set(name, null)
  kept.session.clear()
  try {
    area('session')?.clear()
  } catch {
    // A browser that forbids storage has nothing to empty.
  }
}

/** What was written for this tab alone, to be read as a whole; empty where the browser forbids it. */
export function tabStorage(): Pick<Storage, 'length' | 'key' | 'getItem'> {
  return area('session') ?? { length: 0, key: () => null, getItem: () => null }
}

/** What `text` is as JSON, or null when it is none. */
export function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
