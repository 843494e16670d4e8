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
