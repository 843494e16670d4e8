import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The folder that Linux keeps in memory. */
const IN_MEMORY = '/dev/shm'
/** A container without a setting of its own has 64 MB there, which a demonstration would fill. */
const ROOM = 2 * 1_024 ** 3

/**
 * Where tests put the data of their servers: in memory where the machine has room there, so that no test waits until a
 * disk has synced, else where temporary files belong. What is written stays the same; no test ends the machine's power.
 */
export function temporaryRoot(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
