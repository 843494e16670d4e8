import { spawnSync } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileEntry, folderEntry, type TarEntry, textEntry } from './tar.ts'

/** The number of the user and group that the image runs as. */
export const IMAGE_USER = 10_001
/** Where the image keeps everything that must survive. */
export const IMAGE_DATA = 'var/lib/yanshu'
/** What the commands of the installation call: `writeCommand` of main.ts. */
const PROGRAMS = ['/bin/sh', '/usr/bin/dirname', '/usr/bin/readlink']

/** The libraries that a program needs, with the one that loads them, as this machine has them. */
function librariesOf(program: string): string[] {
  const { status, stdout, stderr, error } = spawnSync('ldd', [program], { encoding: 'utf8' })
  if (/not a dynamic executable|statically linked/.test(`${stdout}${stderr}`)) return []
  if (status !== 0) throw new Error(`The libraries of ${program} could not be listed by ldd: ${error ?? stderr}`)
  const missing = /^\s*(\S+) => not found$/m.exec(stdout)
  if (missing) throw new Error(`${program} needs ${missing[1]}, which this machine does not have`)
  return [...stdout.matchAll(/(?:^|\s)(\/\S+) \(0x/g)].map(([, file = '']) => file)
}

/** Programs and libraries of this machine that an installation needs around it, by their paths. */
function systemFiles(installation: string): string[] {
  const missing = PROGRAMS.find((program) => !existsSync(program))
  if (missing !== undefined) throw new Error(`This machine has no ${missing}`)
  const modules = globSync('node_modules/.pnpm/*/**/*.node', { cwd: installation })
    .filter((name) => !name.includes('musl'))
    .map((name) => path.join(installation, name))
  const linked = [path.join(installation, 'bin/node'), ...PROGRAMS, ...modules].flatMap(librariesOf)
  return [...new Set([...PROGRAMS, ...linked])].toSorted()
}

/** The folders above paths of an archive, each before those in it. */
function foldersAbove(names: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const name of names) {
    const parts = name.split('/').slice(0, -1)
    for (const [at] of parts.entries()) folders.add(parts.slice(0, at + 1).join('/'))
  }
  return [...folders].toSorted()
}

/**
 * What stands around the installation in the image: the C library, a shell for the commands, the user, an empty data folder
 * and a folder for temporary files. Programs and libraries are those of this machine, which is to be a Debian or one like
 * it. Throws a sentence when one is missing.
 */
export function* baseEntries(installation: string): Generator<TarEntry> {
  const files = systemFiles(installation)
  const names = files.map((file) => file.slice(1))
  yield folderEntry('')
  for (const folder of foldersAbove([...names, 'etc/passwd', IMAGE_DATA])) yield folderEntry(folder)
  for (const [at, name] of names.entries()) yield fileEntry(name, realpathSync(files[at] ?? ''), 0o755)
  const user = `${IMAGE_USER}:${IMAGE_USER}`
  yield textEntry('etc/passwd', `root:x:0:0:root:/:/bin/false\nyanshu:x:${user}::/${IMAGE_DATA}:/bin/false\n`)
  yield textEntry('etc/group', `root:x:0:\nyanshu:x:${IMAGE_USER}:\n`)
  yield textEntry('etc/nsswitch.conf', 'hosts: files dns\n')
  yield folderEntry('tmp', 0o1777)
  yield folderEntry(IMAGE_DATA, 0o700, IMAGE_USER)
}
