// The pinned Node and pnpm, each in a folder of its own that is made once and never changed: what runs from it may go on.
// Plain JavaScript for Node 20.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from './children.mjs'

export const NODE = '24.21.0'
export const PNPM = '12.21.0'

/** Whether the Node that runs this can replace the pinned one, so that it need not be fetched. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
export const nodeIsGood = major === 24 && minor >= 21

/**
 * The npm package with Node's binary for this machine. The plain packages need no install script; where there is none,
 * the `node` package picks the binary in a script of its own.
 */
function nodePackage() {
  if (process.platform === 'linux') return `node-linux-${process.arch}`
  return process.platform === 'win32' ? `node-win-${process.arch}` : 'node'
}

const folderOf = (root, name, version) => path.join(root, '.yanshu', 'toolchain', `${name}-${version}`)
const nodeFolder = (root) => folderOf(root, 'node', NODE)
const pnpmFolder = (root) => folderOf(root, 'pnpm', PNPM)

/** What of the pinned programs has to be fetched before a command that installs can run. */
export function missingTools(root) {
  return [
    ...(nodeIsGood || existsSync(nodeFolder(root)) ? [] : [{ name: 'Node', version: NODE }]),
    ...(existsSync(pnpmFolder(root)) ? [] : [{ name: 'pnpm', version: PNPM }]),
  ]
}

/** The folder with a Node that can run the server, '' when it is the one that runs this; null when none is there. */
export function nodeBinaries(root) {
  if (nodeIsGood) return ''
  if (!existsSync(nodeFolder(root))) return null
  return path.join(nodeFolder(root), 'node_modules', nodePackage(), process.platform === 'win32' ? '' : 'bin')
}

/** The folders for the front of PATH. */
export const toolFolders = (root) => [
  ...(nodeBinaries(root) ? [nodeBinaries(root)] : []),
  path.join(pnpmFolder(root), 'node_modules', '.bin'),
]

/** Fetches what is missing. Resolves to npm's complaint, or null when all went well. */
export async function fetchTools(root) {
  const complaints = await Promise.all(
    missingTools(root).map(({ name, version }) =>
      name === 'Node'
        ? fetchTool(nodeFolder(root), `${nodePackage()}@${version}`, nodePackage() === 'node')
        : fetchTool(pnpmFolder(root), `pnpm@${version}`, false),
    ),
  )
  return complaints.find((complaint) => complaint !== null) ?? null
}

async function fetchTool(folder, what, withScripts) {
  mkdirSync(path.dirname(folder), { recursive: true })
  const arriving = mkdtempSync(`${folder}.`)
  const options = ['--no-fund', '--no-audit', '--loglevel=error', ...(withScripts ? [] : ['--ignore-scripts'])]
  const { code, output } = await runQuietly('npm', ['install', '--prefix', arriving, ...options, what], {
    env: process.env,
  })
  try {
    if (code !== 0) return output
    renameSync(arriving, folder)
    return null
  } catch (error) {
    // Another command has installed it meanwhile.
    return existsSync(folder) ? null : String(error)
  } finally {
    rmSync(arriving, { recursive: true, force: true })
  }
}
