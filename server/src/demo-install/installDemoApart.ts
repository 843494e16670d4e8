import { fork } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../platform/config/config.ts'

/** What the other process is asked. */
export interface DemoTask {
  readonly config: Config
  /** Epoch milliseconds that the demonstration mail leads up to. */
  readonly now: number
}

/**
 * Makes the demonstration organisation in a process of its own, which takes with it the memory that only this needs.
 * `onProgress` gets how far it is, from 0 to 1. Rejects when that process ends before its work does; it has logged the cause.
 */
export function installDemoApart(task: DemoTask, onProgress: (done: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./demoProcess.ts', import.meta.url)), {
      execArgv: [],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(task.config.dataFolder, 'compiled'),
      },
    })
    child.on('message', (done) => onProgress(Number(done)))
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`The demonstration organisation could not be made (${signal ?? code})`))
    })
    child.send(task)
  })
}
