import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 15_000

export interface ServerProcess {
  readonly url: string
  readonly smtpPort: number
  /** From the start of the process to its line that it listens. */
  readonly startMs: number
  /** Bytes of memory the process holds (resident set). */
  memory(): number
  /** Of it, bytes of pages of files; null where the system does not count them separately. */
  fileMemory(): number | null
  /** Milliseconds of processor time that all its threads have taken. */
  processorMs(): number
  stop(): Promise<void>
  /** Ends it by SIGKILL, as a crash would. */
  kill(): Promise<void>
}

/**
 * Starts the real server on free ports, with the built client, on a folder that it may change.
 * @param installation where the server's sources are: another build of it, or this tree
 */
export async function startServer(
  folder: string,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  installation: string = ROOT,
): Promise<ServerProcess> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, path.join(installation, 'server/src/main.mjs')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: '',
      YANSHU_DATA: folder,
      YANSHU_HOST: '127.0.0.1',
      YANSHU_PORT: '0',
      YANSHU_SMTP_PORT: '0',
      YANSHU_DEMO: '0',
      YANSHU_CLIENT: path.join(ROOT, 'dist'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { http, smtp } = await listening(child)
  return {
    url: `http://127.0.0.1:${http}`,
    smtpPort: smtp,
    startMs: performance.now() - begun,
    memory: () => residentBytes(child.pid ?? 0),
    fileMemory: () => residentFileBytes(child.pid ?? 0),
    processorMs: () => processorMs(child.pid ?? 0),
    stop: () => stop(child),
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function listening(child: ChildProcess): Promise<{ http: number; smtp: number }> {
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`The server ${why}:\n${said}`))
    }
    const timer = setTimeout(() => fail(`did not start within ${START_WITHIN_MS / 1_000} s`), START_WITHIN_MS)
    const ended = () => fail('ended')
    child.once('exit', ended)
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-10_000)
    })
    let listens = false
    child.stdout?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-10_000)
      // Later output of the server, for instance when it stops, is not another start.
      if (listens) return
      const http = /http:\/\/localhost:(\d+)/.exec(said)?.[1]
      const smtp = /smtp:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (!http || !smtp) return
      listens = true
      clearTimeout(timer)
      child.off('exit', ended)
      resolve({ http: Number(http), smtp: Number(smtp) })
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}

function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib) * 1_024
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout.trim()) * 1_024
}

function residentFileBytes(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const kib = /^RssFile:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) * 1_024
}

/** The clock that Linux counts processor time by has a hundred ticks a second on every machine it runs on. */
const TICK_MS = 10

function processorMs(pid: number): number {
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold spaces: user and system time are fields 14 and 15 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }
  const { stdout } = spawnSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' })
  const parts = stdout.trim().split(/[-:]/).map(Number)
  const [seconds = 0, minutes = 0, hours = 0] = parts.reverse()
  return (seconds + 60 * minutes + 3_600 * hours) * 1_000
}
