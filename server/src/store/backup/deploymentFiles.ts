import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { hashOf } from './hashOf.ts'

/**
 * Folders of what operators deployed: the manifest with its history and audit log, and the remotes they published; and the
 * key that opens the secrets of the store.
 */
const FOLDERS = ['mf', 'r', 'keys'] as const
/** Belongs to a running process, or is unfinished. */
const LEFT_OUT = /(^|\/)(deploy\.lock|arriving\/.*|.*\.unfinished|.*\.new)$/

/** Copies what operators deployed. Published remotes are copied after the manifest, so that all it names are there. */
export async function copyDeployment(dataFolder: string, folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const top of FOLDERS) {
    for (const file of await filesBelow(path.join(dataFolder, top))) {
      const name = `${top}/${file}`
      if (LEFT_OUT.test(name)) continue
      const target = path.join(folder, name)
      await mkdir(path.dirname(target), { recursive: true })
      await copyFile(path.join(dataFolder, name), target)
      hashes[name] = (await hashOf(target)).hash
    }
  }
  return hashes
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
      .sort()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Puts it back. Throws a sentence when a file is damaged. */
export async function restoreDeployment(
  folder: string,
  hashes: Readonly<Record<string, string>>,
  dataFolder: string,
): Promise<void> {
  for (const [name, hash] of Object.entries(hashes)) {
    const target = path.join(dataFolder, name)
    await mkdir(path.dirname(target), { recursive: true })
    await copyFile(path.join(folder, name), target)
    if ((await hashOf(target)).hash === hash) continue
    throw new OperatorError(`${path.join(folder, name)} is damaged: its content is not what the manifest says`)
  }
}
