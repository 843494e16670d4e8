import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../errors/operatorError.ts'
import { systemCode } from '../errors/systemCode.ts'

/**
 * Makes a folder, and those above it, unless it is there. Throws the error of the file system, and an `OperatorError` where no
 * folder can be made at all. `mkdir` with `recursive` is not used: below /proc, whose folders are those of processes, Node's
 * never returns.
 * @param mode of the folder itself, when it is made
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const missing: string[] = []
  let at = path.resolve(folder)
  while (!(await isThere(at))) {
    missing.push(at)
    at = path.dirname(at)
  }
  for (const one of missing.toReversed()) {
    try {
      await mkdir(one, { mode: one === missing[0] ? mode : 0o777 })
    } catch (error) {
      if (systemCode(error) === 'ENOENT') {
        throw new OperatorError(`${one} cannot be made: folders cannot be made there. Name another place`)
      }
      if (systemCode(error) !== 'EEXIST') throw error
    }
  }
}

async function isThere(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  // Fails, because a file is there.
  if (found && !found.isDirectory()) await mkdir(file)
  return found !== null
}
