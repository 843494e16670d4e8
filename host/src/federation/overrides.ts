/** Before the name of a remote, where the address of its local build is kept. */
export const PREFIX = 'mf:override:'

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
