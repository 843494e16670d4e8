import { createServer } from 'node:net'

/**
 * Where ports are looked for: below those that systems give to connections that leave (from 32768 on Linux, 49152
 * elsewhere). A browser or a benchmark opens hundreds of these, and may be given a port between the moment it was found
 * free and the moment the program listens, or while the program stands still before it starts again.
 */
const FIRST = 10_000
const OF_EACH_PROCESS = 7_000
/** The workers of the browser tests, and the parts of the interop run, work at the same time, each in a range of its own. */
const START = FIRST + OF_EACH_PROCESS * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
let next = Math.floor(Math.random() * OF_EACH_PROCESS)

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    // On every address, as the server listens.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

/** A port that no program listens on, for a program that a test, a tool or a benchmark starts. This process gives it once. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < OF_EACH_PROCESS; tried++) {
    next = (next + 1) % OF_EACH_PROCESS
    if (await isFree(START + next)) return START + next
  }
  throw new Error('every port is in use')
}
