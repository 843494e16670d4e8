import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type NewRemote, NewRemoteError, namesOf, writeTemplate } from './writeTemplate.ts'

export { type NewRemote, NewRemoteError } from './writeTemplate.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TEMPLATE = path.join(import.meta.dirname, 'template')
function readJson(file: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** A port of its own for the development server: the one after the highest that is taken. */
function nextPort(): number {
  const taken = globSync('remote-*/webpack.config.ts', { cwd: ROOT }).map((file) =>
    Number(/port: (\d+)/.exec(readFileSync(path.join(ROOT, file), 'utf8'))?.[1] ?? 0),
  )
  return Math.max(4_300, ...taken) + 1
}

/** The prefixes of the hash path that remotes of this workspace fill. */
async function takenPrefixes(): Promise<ReadonlyMap<string, string>> {
  const taken = new Map<string, string>()
  for (const file of globSync('remote-*/src/contributes.ts', { cwd: ROOT })) {
    const module: { default: { routes: readonly { prefix: string }[] } } = await import(path.join(ROOT, file))
    for (const { prefix } of module.default.routes) taken.set(prefix, file.split(path.sep)[0] ?? file)
  }
  return taken
}

/**
 * Writes a remote that passes every check: a page with an address of its own, a way to it in the menu at the top right, a
 * card above each mail, a command of the palette, and the tests of all that.
 *
 * @param into the folder that is to hold it; the workspace where none is named
 * @returns its folder
 * @throws {NewRemoteError} when the name cannot be used or is taken
 */
export async function createRemote({ name, zh, en }: NewRemote, into: string = ROOT): Promise<string> {
  const { short, remote, titles } = namesOf({ name, zh, en })
  const folder = path.join(into, remote)
  if (existsSync(folder)) throw new NewRemoteError(`There is a folder ${remote} already. Choose another name.`)
  const owner = (await takenPrefixes()).get(short)
  if (owner) throw new NewRemoteError(`The address /${short} belongs to ${owner}. Choose another name.`)
  const { dependencies = {}, devDependencies = {} } = readJson(path.join(ROOT, 'host/package.json'))
  writeTemplate(TEMPLATE, folder, {
    ...titles,
    REMOTE: remote,
    SHORT: short,
    PORT: nextPort(),
    // What the host provides: the build asks each remote which version it was written against.
    DAYJS: dependencies.dayjs,
    REACT: dependencies.react,
    TYPES_REACT: devDependencies['@types/react'],
    TYPES_REACT_DOM: devDependencies['@types/react-dom'],
  })
  return folder
}
