// What `npm start`, `npm test` and the other scripts of package.json do. Runs on any Node from 20 on and needs nothing
// installed: it brings the pinned Node and pnpm from the npm registry, installs, and hands over to the real command.
// The operator's own commands, `yanshu` and `remotes`, work beside a running server: they fetch and install nothing.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { passSignalsOn, replaceProcess, runInFront, runQuietly } from './children.mjs'
import { packagesAreInstalled } from './installed.mjs'
import { readStartFlags } from './startFlags.mjs'
import { fetchTools, missingTools, nodeBinaries, toolFolders } from './toolchain.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [command = '', ...args] = process.argv.slice(2)
const SCRIPTS = {
  start: 'tools/start.mjs',
  test: 'tools/test.ts',
  check: 'tools/check.ts',
  dev: 'tools/dev.ts',
  interop: 'tools/interop/main.ts',
  bench: 'tools/bench/main.ts',
  bytes: 'tools/bytes/main.ts',
  yanshu: 'server/src/cli/main.ts',
  remotes: 'deploy/src/main.ts',
  crash: 'tools/crash/kill-nine.ts',
  uploads: 'tools/uploads/main.ts',
  'create-remote': 'tools/create-remote/main.ts',
  screens: 'tools/screens/main.ts',
  gallery: 'shared/ui/gallery/serve.ts',
  api: 'tools/api-report/main.ts',
  release: 'tools/release/main.ts',
  'release-remote': 'tools/release-remote/main.ts',
  kit: 'tools/kit/main.ts',
  remote: 'tools/remote/main.ts',
  'test:e2e': 'tools/browserTests.ts',
  package: 'tools/package/main.ts',
}
/** Collections of the benchmark's own memory must not take the core on which the measured server works. */
const NODE_FLAGS = { bench: ['--single-threaded-gc', '--no-memory-reducer'] }
/** Programs that run for long and pass signals on themselves: this process becomes them where it can. */
const REPLACES_THIS = new Set(['start'])
const env = { ...process.env }

function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

async function step(title, work) {
  const begun = Date.now()
  process.stdout.write(`  ${title} … `)
  const result = await work()
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

/** Fetches and installs what is missing. */
async function prepare() {
  const missing = missingTools(root).map(({ name, version }) => `${name} ${version}`)
  if (missing.length > 0) {
    const complaint = await step(`Fetching ${missing.join(' and ')}`, () => fetchTools(root))
    if (complaint !== null) {
      fail(
        `${complaint}\n${missing.join(' and ')} could not be fetched. Check that npm is installed and reaches its registry, then run the same command again.`,
      )
    }
  }
  env.PATH = [...toolFolders(root), env.PATH].join(path.delimiter)
  if (packagesAreInstalled(root)) return
  await step('Installing the packages', async () => {
    const parameters = ['install', '--frozen-lockfile', '--reporter=append-only']
    const { code, output } = await runQuietly('pnpm', parameters, { cwd: root, env })
    if (code !== 0) {
      fail(
        `${output}\nThe packages could not be installed. Check that the npm registry is reached and that there is 1 GB of disk left, then run the same command again.`,
      )
    }
  })
}

/** Finds what is installed, for a command that changes nothing of it. */
function requireInstalled() {
  const binaries = nodeBinaries(root)
  if (binaries === null) fail('Node 24 is not installed here yet. Run `npm start` once, as the user of the server.')
  if (!packagesAreInstalled(root)) {
    fail(
      'The packages of this version are not installed. Run `npm start` once, as the user of the server; a server that runs must be stopped before.',
    )
  }
  if (binaries) env.PATH = [binaries, env.PATH].join(path.delimiter)
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `Node ${process.versions.node} is too old. Install Node 20 or newer from https://nodejs.org and run the command again.`,
  )
}
const script = SCRIPTS[command]
if (!script) fail(`Unknown command “${command}”. There are: ${Object.keys(SCRIPTS).join(', ')}.`)
let parameters = args
if (command === 'start') {
  try {
    Object.assign(env, readStartFlags(args))
    parameters = []
  } catch (error) {
    fail(error.message)
  }
}
passSignalsOn()
if (command === 'yanshu' || command === 'remotes') requireInstalled()
else await prepare()
const nodeParameters = [...(NODE_FLAGS[command] ?? []), script, ...parameters]
if (REPLACES_THIS.has(command)) {
  const binaries = nodeBinaries(root)
  await replaceProcess(binaries ? path.join(binaries, 'node') : process.execPath, nodeParameters, { cwd: root, env })
}
process.exit(await runInFront('node', nodeParameters, { cwd: root, env }).catch((error) => fail(String(error))))
