const PREFIX = 'mf:override:'

/**
 * Reads which remotes a developer replaced by a local build: `mf:override:remote-mail` = the address of its entry.
 * They count only where the platform allows overrides and the address is on this machine.
 */
export function readOverrides(storage: Pick<Storage, 'length' | 'key' | 'getItem'>): Record<string, string> {
  const overrides: Record<string, string> = {}
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index)
    const value = key?.startsWith(PREFIX) ? storage.getItem(key) : null
    if (key && value) overrides[key.slice(PREFIX.length)] = value
  }
  return overrides
}

/** Puts these in the place of all that were there, for this tab. What runs stays until the page is loaded again. */
export function keepOverrides(overrides: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(readOverrides(sessionStorage))) sessionStorage.removeItem(PREFIX + name)
  for (const [name, address] of Object.entries(overrides)) sessionStorage.setItem(PREFIX + name, address)
}
