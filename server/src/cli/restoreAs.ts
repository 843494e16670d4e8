import { execFileSync } from 'node:child_process'
import { chownSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '../platform/config/makeFolder.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Lets a restore that root runs go on as the user of the service, to whom the data folder then belongs: a server could not
 * open what root has written. That user is the one named, else the owner of the folder that is above a new data folder; a
 * data folder that is there belongs to its user already (`actAsOwner`). Throws an `OperatorError` when there is no such user,
 * or when only root could do it.
 * @returns false when root goes on, because root owns the folder above
 */
export async function restoreAs(dataFolder: string, user: string | undefined): Promise<boolean> {
  if (process.platform === 'win32' || (process.getuid?.() !== 0 && user === undefined)) return true
  const folder = path.resolve(dataFolder)
  const isNew = statSync(folder, { throwIfNoEntry: false }) === undefined
  const owner = user === undefined ? ownerAbove(folder) : ownerNamed(user)
  if (process.getuid?.() !== 0) {
    if (owner.uid === process.getuid?.()) return true
    throw new OperatorError(
      `${folder} cannot be restored for the user ${user}: only root can, and not into a folder of another user. Leave --user out, or as root name a new folder`,
    )
  }
  if (isNew) await makeFolder(folder, 0o700)
  // Into a folder that is not empty nothing is restored, so it stays whose it is.
  if (readdirSync(folder).length === 0) chownSync(folder, owner.uid, owner.gid)
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  return owner.uid !== 0
}

/** The owner of the nearest folder above one that is not there; of the folder itself where it is. */
function ownerAbove(folder: string): Owner {
  return statSync(folder, { throwIfNoEntry: false }) ?? ownerAbove(path.dirname(folder))
}

function ownerNamed(user: string): Owner {
  try {
    const number = (option: string) =>
      Number(execFileSync('id', [option, '--', user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: number('-u'), gid: number('-g') }
  } catch {
    throw new OperatorError(`There is no user ${user} on this machine. Name the user of the service with --user`)
  }
}
