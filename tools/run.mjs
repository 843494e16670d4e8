// What `npm start`, `npm test` and `npm run dev`, `bench`, `yanshu` and `crash` do. Runs on any Node from 20 on and needs nothing
// installed: it brings the pinned Node and pnpm from the npm registry, installs, and hands over to the real command.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE = '24.21.0'
const PNPM = '12.21.0'
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const toolchain = path.join(root, '.yanshu', 'toolchain')
const [command = '', ...args] = process.argv.slice(2)

/** Whether the Node that runs this is as good as the pinned one, so that it need not be fetched. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const nodeIsGood = major === 24 && minor >= 21

/**
 * The npm package with Node's binary for this machine. The plain packages need no install script; where there is none,
 * the `node` package picks the binary in a script of its own.
 */
function nodePackage() {
  if (process.platform === 'linux') return `node-linux-${process.arch}`
  return process.platform === 'win32' ? `node-win-${process.arch}` : 'node'
}

function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

async function step(title, work) {
  const begun = Date.now()
  // The operator's own commands keep their output to themselves.
  const quiet = command === 'yanshu'
  if (!quiet) process.stdout.write(`  ${title} … `)
  const result = await work()
  if (!quiet) console.log(`${((Date.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

/** Runs a program to its end without showing its output, unless it fails. */
function quietly(program, parameters, env) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, env, shell: process.platform === 'win32' })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

/** The folders with the pinned node and pnpm, fetched once. */
async function tools() {
  const modules = path.join(toolchain, 'node_modules')
  const nodeFolder = path.join(modules, nodePackage(), process.platform === 'win32' ? '' : 'bin')
  const stamp = path.join(toolchain, 'versions')
  const packages = [`pnpm@${PNPM}`, ...(nodeIsGood ? [] : [`${nodePackage()}@${NODE}`])]
  const wanted = packages.join(' ')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    await step(`Fetching ${nodeIsGood ? '' : `Node ${NODE} and `}pnpm ${PNPM}`, async () => {
      rmSync(toolchain, { recursive: true, force: true })
      mkdirSync(toolchain, { recursive: true })
      const options = [
        '--no-fund',
        '--no-audit',
        '--loglevel=error',
        ...(nodePackage() === 'node' ? [] : ['--ignore-scripts']),
      ]
      const { code, output } = await quietly(
        'npm',
        ['install', '--prefix', toolchain, ...options, ...packages],
        process.env,
      )
      if (code !== 0) {
        fail(
          `${output}\nNode ${NODE} and pnpm ${PNPM} could not be fetched. Check that npm reaches its registry, then run the same command again.`,
        )
      }
      writeFileSync(stamp, wanted)
    })
  }
  return [...(nodeIsGood ? [] : [nodeFolder]), path.join(modules, '.bin')]
}

const env = { ...process.env }

/** Runs a script of the project in the foreground and ends as it ends. Ctrl-C reaches it; it stops in order. */
function handOver(script, parameters) {
  const child = spawn('node', [script, ...parameters], { cwd: root, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // The terminal sends Ctrl-C to the child itself; anything sent to this process alone is passed on.
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => fail(String(error)))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** Turns `--port 9000` and its like into the settings the server reads. What is not a setting stays. */
function readFlags(parameters) {
  const flags = { '--port': 'YANSHU_PORT', '--smtp-port': 'YANSHU_SMTP_PORT', '--data': 'YANSHU_DATA' }
  const rest = []
  for (let at = 0; at < parameters.length; at++) {
    const [flag = '', joined] = (parameters[at] ?? '').split('=', 2)
    if (flag === '--no-demo') env.YANSHU_DEMO = '0'
    else if (flags[flag]) {
      const value = joined ?? parameters[++at]
      if (value === undefined) fail(`${flag} needs a value.`)
      env[flags[flag]] = value
    } else rest.push(parameters[at])
  }
  return rest
}

async function main() {
  if (major < 20) {
    fail(
      `Node ${process.versions.node} is too old. Install Node 20 or newer from https://nodejs.org and run the command again.`,
    )
  }
  const scripts = {
    start: 'tools/start.mjs',
    test: 'tools/test.ts',
    dev: 'tools/dev.ts',
    bench: 'tools/bench/main.ts',
    yanshu: 'server/src/cli/main.ts',
    crash: 'tools/crash/kill-nine.ts',
  }
  const script = scripts[command]
  if (!script) fail(`Unknown command “${command}”. There are: ${Object.keys(scripts).join(', ')}.`)

  env.PATH = [...(await tools()), env.PATH].join(path.delimiter)
  // pnpm decides in a moment whether anything has to be done.
  await step('Checking the packages', async () => {
    const { code, output } = await quietly('pnpm', ['install', '--frozen-lockfile', '--reporter=append-only'], env)
    if (code !== 0) {
      fail(
        `${output}\nThe packages could not be installed. Check that the npm registry is reached and that there is 1 GB of disk left, then run the same command again.`,
      )
    }
  })
  handOver(script, command === 'start' ? readFlags(args) : args)
}

if (spawnSync('npm', ['--version'], { shell: process.platform === 'win32' }).status !== 0)
  fail('npm is not on the PATH.')
await main()
