import { createServer } from 'node:net'

const FIRST = Number(process.env.YANSHU_TEST_PORT ?? 8_180)

/**
 * The workers of a run, each with a server of its own: one more than a small machine has cores, because a test waits for
 * half of its time.
 */
export const WORKERS: readonly number[] = [0, 1, 2]

/** The port of the server that the worker with this index tests; its SMTP port is the next one. */
export const portOf = (worker: number): number => FIRST + 10 * worker

/** Which of the workers this process is. A worker that replaces one whose test failed keeps its index. */
export const THIS_WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/**
 * Where the ports of servers of a spec's own are looked for: below those that systems give to connections that leave
 * (from 32768 on Linux, 49152 elsewhere). A browser opens hundreds of these, and may be given a port between the moment
 * it was found free and the moment the server listens, or while the server stands still before it starts again.
 */
const OWN_FIRST = 10_000
const OWN_OF_EACH_WORKER = 7_000
let next = Math.floor(Math.random() * OWN_OF_EACH_WORKER)

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    // On every address, as the server listens.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

/** A port that nobody listens on, and that is given to nobody else of this run. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < OWN_OF_EACH_WORKER; tried++) {
    next = (next + 1) % OWN_OF_EACH_WORKER
    const port = OWN_FIRST + OWN_OF_EACH_WORKER * THIS_WORKER + next
    if (await isFree(port)) return port
  }
  throw new Error('every port is in use')
}
