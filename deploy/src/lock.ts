import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { DeployError } from './errors.ts'

const WITHIN_MS = 10_000
const TRY_EVERY_MS = 20

/**
 * Null while another process has it. The lock is the operating system's: it ends with the process, however that ends.
 */
function tryLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout=0; pragma journal_mode=delete; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null
    throw error
  }
}

/** Does something that only one process at a time may do in a folder. Throws a sentence when it has to wait too long. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  const until = Date.now() + WITHIN_MS
  let lock = tryLock(path.join(folder, 'deploy.lock'))
  while (!lock) {
    if (Date.now() > until) throw new DeployError(`Another change of ${folder} takes very long. Try again later`)
    await wait(TRY_EVERY_MS)
    lock = tryLock(path.join(folder, 'deploy.lock'))
  }
  try {
    return await work()
  } finally {
    lock.close()
  }
}
