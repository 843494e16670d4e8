import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DeployError } from './errors.ts'

/** Names the file of settings; the commands of an installation set it to {@link SETTINGS_FILE}. */
const FILE_VARIABLE = 'YANSHU_ENVIRONMENT'
/** Where docs/operations.md keeps the settings of the service. */
export const SETTINGS_FILE = '/etc/yanshu/environment'

type Environment = Record<string, string | undefined>

/**
 * Settings as systemd reads them from an EnvironmentFile: a line each, with `#` or `;` before what is none, and quotes
 * around values that need them.
 */
export function readSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name) settings[name] = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
  }
  return settings
}

/**
 * Gives a command the settings of the service where these stand in a file, so that it acts on the system that runs here.
 * What the command's own environment has wins. Answers the file; null where none is named, as in a checkout. Throws a
 * `DeployError` when the file is missing or may not be read, unless the environment names the data folder itself.
 */
export function takeSettings(env: Environment): string | null {
  const file = env[FILE_VARIABLE]
  // It is no setting of the server.
  delete env[FILE_VARIABLE]
  if (!file) return null
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (env.YANSHU_DATA) return null
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw new DeployError(
      code === 'ENOENT'
        ? `There is no ${file}, where the settings of the service stand. Make it (docs/operations.md, “Settings”), or name the data folder in YANSHU_DATA`
        : `${file} cannot be read (${code}). Run this as root or as the user of the service`,
    )
  }
  for (const [name, value] of Object.entries(readSettings(text))) env[name] ??= value
  return file
}

/**
 * The user of the service, to whom the data folder belongs. Null where root owns it or it is not there, and when the command
 * does not run as root.
 */
function ownerOf(dataFolder: string): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(dataFolder, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? owner : null
}

/**
 * Lets a command that root runs go on as the user of the service: what it writes in the data folder, such as the log of
 * the store, would else belong to root, and the server that runs could not change it any more.
 */
export function actAsOwner(dataFolder: string): void {
  const owner = ownerOf(dataFolder)
  if (!owner) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/**
 * Gives what root has written below some folders of the data folder to the user of the service: for a command that reads a
 * private key which that user may not read.
 */
export function giveToOwner(dataFolder: string, folders: readonly string[]): void {
  const owner = ownerOf(dataFolder)
  if (!owner) return
  const give = (file: string) => {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (!found) return
    if (found.uid === 0) lchownSync(file, owner.uid, owner.gid)
    if (found.isDirectory()) for (const name of readdirSync(file)) give(path.join(file, name))
  }
  for (const folder of folders) give(path.join(dataFolder, folder))
}

/** Throws a `DeployError` for a data folder that is not there: the command would make a second system in it. */
export function requireDataFolder(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return
  } catch {
    // Reported below.
  }
  throw new DeployError(
    `There is no data folder ${path.resolve(folder)}. Start the server once, or say where it is with --data or YANSHU_DATA`,
  )
}
