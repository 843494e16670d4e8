import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const ANSWERS_WITHIN_MS = 30_000
const STOPS_WITHIN_MS = 3_000
const LOOK_AGAIN_MS = 50

export interface Program {
  readonly name: string
  readonly command: readonly [program: string, ...parameters: string[]]
  /** Whom it runs as; root by default, for programs that change their user themselves. */
  readonly user?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Programs that run in the foreground, and end with this process however it ends. */
export class Processes {
  readonly #running: { readonly name: string; readonly child: ChildProcess; said: string }[] = []

  /** Starts a program and waits until it accepts connections on a port of this machine. */
  async start({ name, command, user, environment }: Program, port: number): Promise<void> {
    const as = user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
    const child = spawn('setpriv', ['--pdeathsig=TERM', ...as, '--', ...command], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const running = { name, child, said: '' }
    this.#running.push(running)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        running.said = (running.said + part.toString()).slice(-4_000)
      })
    }
    const deadline = performance.now() + ANSWERS_WITHIN_MS
    while (!(await accepts(port))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${name} does not accept connections:\n${running.said}`)
      }
      await wait(LOOK_AGAIN_MS)
    }
  }

  /** Stops all of them, the last that was started first. */
  async stop(): Promise<void> {
    for (const { child } of this.#running.splice(0).toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
      child.kill('SIGTERM')
      await ended
      clearTimeout(late)
    }
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Runs a program to its end and answers what it printed. Throws with its complaint when it fails. */
export function run(program: string, parameters: readonly string[], environment: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 256 * 1_024 * 1_024,
  })
  if (status !== 0) throw error ?? new Error(`${program} ${parameters.join(' ')}:\n${stderr || stdout}`)
  return stdout
}

/** Gives a file or folder to a user of the system. */
export function give(file: string, user: string): void {
  chownSync(file, Number(run('id', ['-u', user])), Number(run('id', ['-g', user])))
}
