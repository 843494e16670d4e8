// Runs programs so that a signal to this process ends them too, and this process after them. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import os from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How often it is checked whether npm, which started this, still runs; in milliseconds. */
const LOOK_EVERY_MS = 250

const running = new Set()
/** The signal that asked for the end; null while there is none. */
let asked = null

/** The exit code of a program: its own, or 128 and the number of the signal that ended it, as shells have it. */
export const exitCodeOf = (code, signal) => (signal ? 128 + os.constants.signals[signal] : (code ?? 1))

function end(signal) {
  asked ??= signal
  // The terminal sends Ctrl-C to every child itself.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
  if (running.size === 0) process.exit(exitCodeOf(null, signal))
}

/**
 * From now on signals are passed on to running programs, and nothing new is begun after one. Call it once. npm signals
 * the shell that it starts scripts with, and many shells end without passing the signal on: a parent that has ended
 * counts as SIGTERM.
 */
export function passSignalsOn() {
  for (const signal of SIGNALS) process.on(signal, () => end(signal))
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    // Ends by the signal itself, so that the parent sees the same result as without this handler.
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

function begin(program, parameters, options) {
  if (asked) process.exit(exitCodeOf(null, asked))
  const child = spawn(program, parameters, options)
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** Ends this process when a signal asked for it and what it waited for is done. */
const leaveIfAsked = () => {
  if (asked) process.exit(exitCodeOf(null, asked))
}

/** Runs a program to its end without showing its output. Resolves to exit code and output; never rejects. */
export function runQuietly(program, parameters, options) {
  return new Promise((resolve) => {
    const child = begin(program, parameters, { ...options, shell: process.platform === 'win32' })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 1, output: String(error) })
    })
    child.once('close', (code) => {
      leaveIfAsked()
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString() })
    })
  })
}

/** Runs a program in the foreground. Resolves to its exit code; rejects when it cannot be started. */
export function runInFront(program, parameters, options) {
  return new Promise((resolve, reject) => {
    const child = begin(program, parameters, { ...options, stdio: 'inherit' })
    child.once('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.once('close', (code, signal) => resolve(exitCodeOf(code, signal)))
  })
}

/**
 * Goes on as another program: the process keeps its number, its streams and its parent, and no second one stays in memory.
 * Resolves without having done so where a process cannot be replaced: on Windows, and on Node before 22.15.
 */
export async function replaceProcess(program, parameters, { cwd, env }) {
  if (typeof process.execve !== 'function' || process.platform === 'win32') return
  // A signal that has come is handled first; this program is not there any more to pass it on.
  await new Promise((resolve) => setImmediate(resolve))
  leaveIfAsked()
  process.chdir(cwd)
  process.execve(program, [program, ...parameters], env)
}

/** Leaves signals to the server that this process becomes next; ends it when one has come already. */
export function leaveSignals() {
  leaveIfAsked()
  for (const signal of SIGNALS) process.removeAllListeners(signal)
}
