import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NODE, PNPM } from './toolchain.mjs'

/**
 * A checkout in small: the real start scripts, with a build and a server that are short. `npm` and `pnpm` stand in the
 * way of the real ones where a test is about them not being called.
 */
let root: string
const at = (...parts: string[]) => path.join(root, ...parts)
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '')
const SERVER = `import { appendFileSync, writeFileSync } from 'node:fs'
process.on('SIGTERM', () => { appendFileSync('said', 'stopped in order\\n'); process.exit(0) })
writeFileSync('server-pid', String(process.pid))
setInterval(() => {}, 1_000)`

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'yanshu-run-'))
  for (const name of ['run', 'start', 'children', 'toolchain', 'installed', 'startFlags']) {
    cpSync(path.join(import.meta.dirname, `${name}.mjs`), at('tools', `${name}.mjs`))
  }
  for (const used of ['config/nearestName.mjs', 'memorySettings.mjs']) {
    const file = path.join('server/src/platform', used)
    cpSync(path.join(import.meta.dirname, '..', file), at(file))
  }
  write('package.json', '{"scripts":{"start":"node tools/run.mjs start","yanshu":"node tools/run.mjs yanshu"}}')
  write('pnpm-lock.yaml', 'the packages of this version')
  write('node_modules/.pnpm/lock.yaml', 'the packages of this version')
  write('tools/build.ts', '')
  write('server/src/main.mjs', SERVER)
  write('server/src/cli/main.ts', "console.log('command', ...process.argv.slice(2))")
  write(`.yanshu/toolchain/node-${NODE}/node`, '')
  for (const program of ['bin/npm', 'bin/pnpm', `.yanshu/toolchain/pnpm-${PNPM}/node_modules/.bin/pnpm`]) {
    write(program, `#!/bin/sh\necho ${program} "$@" >> ${at('called')}\n`)
    chmodSync(at(program), 0o755)
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const run = (args: string[], more: Record<string, string> = {}) =>
  spawnSync(process.execPath, [at('tools/run.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, PATH: [at('bin'), process.env.PATH].join(path.delimiter), ...more },
    encoding: 'utf8',
    timeout: 20_000,
  })

const begin = (
  program: string,
  args: string[],
  more: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<unknown[]> } => {
  const child = spawn(program, args, { cwd: root, stdio: 'ignore', env: { ...process.env, ...more } })
  return { child, ended: once(child, 'exit') }
}
const appears = (file: string) => expect.poll(() => read(file), { timeout: 15_000 }).not.toBe('')
const isAlive = (pid: string) => {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch {
    return false
  }
}

test('given npm start that is ended by SIGTERM, then the server stops in order and does not stay', async () => {
  const { child, ended } = begin('npm', ['start'])
  await appears('server-pid')
  child.kill('SIGTERM')
  await ended
  await expect.poll(() => isAlive(read('server-pid')), { timeout: 10_000 }).toBe(false)
  expect(read('said')).toBe('stopped in order\n')
}, 30_000)

test('given the start script that is ended by SIGTERM, then it waits for the server and ends as it does', async () => {
  const { child, ended } = begin(process.execPath, [at('tools/run.mjs'), 'start'])
  await appears('server-pid')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(read('said')).toBe('stopped in order\n')
}, 30_000)

test('given the start script, then its process becomes the server and stops in order by Ctrl-C', async () => {
  write('server/src/main.mjs', SERVER.replace('SIGTERM', 'SIGINT'))
  const { child, ended } = begin(process.execPath, [at('tools/run.mjs'), 'start'])
  await appears('server-pid')
  expect(read('server-pid')).toBe(String(child.pid))
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(read('said')).toBe('stopped in order\n')
}, 30_000)

test('given a Node that cannot replace a process, then the start script stays and passes signals on', async () => {
  const { child, ended } = begin(process.execPath, [at('tools/run.mjs'), 'start'], {
    NODE_OPTIONS: '--import=data:text/javascript,process.execve=undefined',
  })
  await appears('server-pid')
  expect(read('server-pid')).not.toBe(String(child.pid))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(read('said')).toBe('stopped in order\n')
}, 30_000)

test('given SIGTERM while it builds, then the build ends and no server starts', async () => {
  write(
    'tools/build.ts',
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('build-pid', String(process.pid))\nsetInterval(() => {}, 1_000)",
  )
  const { child, ended } = begin(process.execPath, [at('tools/run.mjs'), 'start'])
  await appears('build-pid')
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  expect(isAlive(read('build-pid'))).toBe(false)
  expect(existsSync(at('server-pid'))).toBe(false)
}, 30_000)

test('given SIGTERM while packages are installed, then the installation ends and nothing follows', async () => {
  write('node_modules/.pnpm/lock.yaml', 'those of another version')
  const pnpm = `.yanshu/toolchain/pnpm-${PNPM}/node_modules/.bin/pnpm`
  write(pnpm, `#!/bin/sh\necho $$ > ${at('install-pid')}\nexec sleep 60\n`)
  const { child, ended } = begin(process.execPath, [at('tools/run.mjs'), 'start'])
  await appears('install-pid')
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  expect(isAlive(read('install-pid'))).toBe(false)
  expect(existsSync(at('server-pid'))).toBe(false)
}, 30_000)

test('given a build or a server that fails, then its exit code is that of the command', () => {
  write('server/src/main.mjs', 'process.exit(7)')
  expect(run(['start']).status).toBe(7)
  write('tools/build.ts', 'process.exit(3)')
  expect(run(['start']).status).toBe(3)
}, 30_000)

test('given installed packages, then the operator’s command runs under another home and installs nothing', () => {
  const { status, stdout } = run(['yanshu', 'user', 'list'], { HOME: at('another-home') })
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'command user list\n' })
  expect(read('called')).toBe('')
}, 30_000)

test('given packages of another version, then the operator’s command says what is missing and touches nothing', () => {
  write('node_modules/.pnpm/lock.yaml', 'those of another version')
  const { status, stderr } = run(['yanshu', 'user', 'list'])
  expect(status).toBe(1)
  expect(stderr).toContain('The packages of this version are not installed. Run `npm start` once')
  expect(read('called')).toBe('')
  expect(read('node_modules/.pnpm/lock.yaml')).toBe('those of another version')
}, 30_000)

test('given a fetched Node that is not needed, because it or one as good runs the command, then it is kept', () => {
  write('server/src/main.mjs', '')
  expect(run(['start']).status).toBe(0)
  expect(existsSync(at(`.yanshu/toolchain/node-${NODE}/node`))).toBe(true)
  expect(read('called')).toBe('')
}, 60_000)

test('given flags, then each is a setting, and one that is none is refused with the nearest', () => {
  write('server/src/main.mjs', 'console.log(process.env.YANSHU_PORT, process.env.YANSHU_DEMO, process.env.YANSHU_DATA)')
  expect(run(['start', '--port=9000', '--no-demo', '--data', '/srv/a=b']).stdout).toBe('9000 0 /srv/a=b\n')
  expect(run(['start', '--prot', '9000'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--prot: there is no such flag. Did you mean --port?'),
  })
  expect(run(['start', '--port'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--port needs a value.'),
  })
}, 30_000)
