import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TEMPLATE = path.join(import.meta.dirname, 'template')
/** Template files end so, and no check takes them for code before they have their names. */
const SUFFIX = '.txt'

export interface NewRemote {
  /** `notes` or `remote-notes`: lower-case letters. */
  readonly name: string
  /** What people read; the name with a capital where nothing is said. */
  readonly zh?: string | undefined
  readonly en?: string | undefined
}

/** A name or a title that cannot be used; the message says why. */
export class NewRemoteError extends Error {}

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
 * @param into the folder that is to hold it; the workspace where nothing is said
 * @returns its folder
 * @throws {NewRemoteError} when the name cannot be used or is taken
 */
export async function createRemote({ name, zh, en }: NewRemote, into: string = ROOT): Promise<string> {
  const short = name.replace(/^remote-/, '')
  if (!/^[a-z]{2,20}$/.test(short)) {
    throw new NewRemoteError(`“${name}” is no name for a remote: write 2 to 20 lower-case letters, such as notes.`)
  }
  const remote = `remote-${short}`
  const folder = path.join(into, remote)
  if (existsSync(folder)) throw new NewRemoteError(`There is a folder ${remote} already. Choose another name.`)
  const owner = (await takenPrefixes()).get(short)
  if (owner) throw new NewRemoteError(`The address /${short} belongs to ${owner}. Choose another name.`)
  const title = short.charAt(0).toUpperCase() + short.slice(1)
  for (const text of [zh, en]) {
    if (text !== undefined && !/^[^'\\\p{Cc}]{1,40}$/u.test(text)) {
      throw new NewRemoteError('A title has 1 to 40 characters, without quotation marks and backslashes.')
    }
  }
  const { dependencies = {}, devDependencies = {} } = readJson(path.join(ROOT, 'host/package.json'))
  const values: Readonly<Record<string, string | number | undefined>> = {
    REMOTE: remote,
    SHORT: short,
    ZH: zh ?? title,
    EN: en ?? title,
    PORT: nextPort(),
    // What the host provides: the build asks each remote which version it was written against.
    DAYJS: dependencies.dayjs,
    REACT: dependencies.react,
    TYPES_REACT: devDependencies['@types/react'],
    TYPES_REACT_DOM: devDependencies['@types/react-dom'],
  }
  for (const entry of readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = path.join(entry.parentPath, entry.name)
    const to = path.join(folder, path.relative(TEMPLATE, from).slice(0, -SUFFIX.length))
    const text = readFileSync(from, 'utf8')
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(
      to,
      // A name of one word needs no quotation marks as a key.
      text.replaceAll("'__SHORT__':", `${short}:`).replace(/__([A-Z_]+?)__/g, (_, key: string) => `${values[key]}`),
    )
  }
  return folder
}
