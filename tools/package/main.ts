/**
 * `npm run package -- FOLDER`: makes an installation that needs nothing else: the built client, the server with what it
 * depends on, Node, and the commands `yanshu`, `yanshu-server` and `remotes`. It is copied to the machine as it is, owned
 * by root, and writes nothing into itself. On Linux the same as a package of Debian and as an OCI image stand beside the
 * folder. Reaches no network.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from '../build.ts'
import { makePackages } from './packages.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Workspace packages that run on a server. */
const PACKAGES = [
  'server',
  'deploy',
  'demo',
  'shared/contracts',
  'shared/discovery',
  'shared/help',
  'shared/cms',
  'shared/s3',
]
const CLIENT_FOLDER = 'dist'
const FILES = ['package.json', 'pnpm-lock.yaml', 'LICENSE', 'README.md', 'CHANGELOG.md', 'docs', CLIENT_FOLDER]

/** What an operator cannot use: tests and what they share, and what other commands install. */
const isLeftOut = (file: string) => /(^|\/)(node_modules|test|testing|\.building)(\/|$)|\.test\.ts$/.test(file)

function copyInto(folder: string): void {
  for (const name of [...PACKAGES, ...FILES]) {
    const from = path.join(ROOT, name)
    if (name === CLIENT_FOLDER && !existsSync(from)) continue
    const filter = (file: string) => !isLeftOut(path.relative(ROOT, file).replaceAll(path.sep, '/'))
    cpSync(from, path.join(folder, name), { recursive: true, filter })
  }
  // No build is started here, so only what runs is a part of the workspace.
  const workspace = readFileSync(path.join(ROOT, 'pnpm-workspace.yaml'), 'utf8')
  const packages = PACKAGES.map((name) => `  - ${name}\n`).join('')
  const rest = workspace.replace(/packages:\n( {2}- .*\n)+/, `packages:\n${packages}`)
  writeFileSync(path.join(folder, 'pnpm-workspace.yaml'), rest)
  // The root's own packages are those of development.
  const { devDependencies: _, scripts: __, ...root } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(root, null, 2)}\n`)
}

function install(folder: string): void {
  const parameters = [
    'install',
    '--prod',
    '--offline',
    '--no-frozen-lockfile',
    '--ignore-scripts',
    '--reporter=append-only',
  ]
  const { status, stdout, stderr } = spawnSync('pnpm', parameters, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`What the server depends on could not be installed:\n${stdout}\n${stderr}`)
}

/** A command that runs the Node beside it, wherever the installation stands. */
function writeCommand(folder: string, name: string, script: string, settings = ''): void {
  const file = path.join(folder, 'bin', name)
  const text = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
${settings}exec "$here/node" "$here/../${script}" "$@"
`
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}

/** The commands act on the system that runs here; an empty name leaves the file out. */
const SETTINGS = `YANSHU_ENVIRONMENT=\${YANSHU_ENVIRONMENT-/etc/yanshu/environment}; export YANSHU_ENVIRONMENT\n`
const CLIENT = `YANSHU_CLIENT=\${YANSHU_CLIENT-"$here/../dist"}; export YANSHU_CLIENT\n`

/** Makes the installation, with the client where one was built. Throws a sentence when the folder is not empty. */
export async function makePackage(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Name a new folder`)
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  copyInto(folder)
  install(folder)
  cpSync(process.execPath, path.join(folder, 'bin', 'node'))
  writeCommand(folder, 'yanshu', 'server/src/cli/main.ts', SETTINGS + CLIENT)
  writeCommand(folder, 'yanshu-server', 'server/src/main.mjs', CLIENT)
  writeCommand(folder, 'remotes', 'deploy/src/main.ts', SETTINGS + CLIENT)
}

if (import.meta.main) {
  try {
    const [folder] = process.argv.slice(2)
    if (folder === undefined) throw new Error('Write: npm run package -- FOLDER')
    await build()
    const installation = path.resolve(folder)
    await makePackage(installation)
    console.log(`Made ${folder}. Copy it to /opt/yanshu of the server, owned by root: docs/operations.md`)
    if (process.platform === 'linux') {
      const { debian, image } = await makePackages(installation)
      console.log(
        `Made ${debian} for Debian and Ubuntu, and ${image} for Docker, Podman and Kubernetes: docs/packages.md`,
      )
    } else console.log('The Debian package and the image are made on Linux alone')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
