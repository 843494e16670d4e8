import { Worker } from 'node:worker_threads'

/** What one task may cost. */
export interface TaskLimits {
  /** Milliseconds from the moment a thread begins with it. */
  readonly time: number
}

export interface PoolOptions {
  /** The module that the threads run. It answers `Question` with `Answer`. */
  readonly file: URL
  readonly workerData: unknown
  /** Threads at most. */
  readonly threads: number
  /** Mebibytes of JavaScript objects that one thread may hold. */
  readonly memory: number
  /** Milliseconds after which a thread without work ends. */
  readonly idle: number
  /** Tasks that a thread has at the same time, for such that wait for the disk; one unless told otherwise. */
  readonly tasksOfThread?: number
}

/** What a thread is asked, and what it answers. Both are cloned, so they are plain data; an error loses its code. */
export interface Question {
  readonly id: number
  readonly task: unknown
}
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: Error; readonly code?: string }

/** A task took longer, or needed more memory, than it may. What it was to do has not been done. */
export class TaskLimitError extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(`a task went beyond its limit of ${limit}`)
    this.name = 'TaskLimitError'
    this.limit = limit
  }
}

export interface WorkerPool {
  /**
   * Runs a task in a thread of its own for as long as it takes; further ones wait for a free thread, the first first.
   * Rejects with what the task threw, with `TaskLimitError`, or when the pool stops.
   */
  run(task: unknown, limits: TaskLimits): Promise<unknown>
  /** Ends the threads; what is running or waiting is rejected. */
  stop(): Promise<void>
}

interface Job {
  readonly question: Question
  readonly limits: TaskLimits
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Thread {
  readonly worker: Worker
  /** What it is doing, by the numbers of the questions, and until when it may. */
  readonly jobs: Map<number, Job & { readonly timer: NodeJS.Timeout }>
  /** Ends it, while it has nothing to do. */
  idleTimer: NodeJS.Timeout | null
}

/**
 * Threads for work whose cost depends on input of strangers. They are started when there is work and end when there was
 * none for a while. A thread that exceeded a limit is ended, and the next task gets a new one.
 */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { tasksOfThread = 1 } = options
  const queue: Job[] = []
  const threads = new Set<Thread>()
  let serial = 0

  const settle = (thread: Thread, id: number, how: (job: Job) => void) => {
    const job = thread.jobs.get(id)
    if (!job) return
    clearTimeout(job.timer)
    thread.jobs.delete(id)
    how(job)
  }
  /** Ends a thread at once. */
  const drop = (thread: Thread, error: Error) => {
    threads.delete(thread)
    if (thread.idleTimer) clearTimeout(thread.idleTimer)
    for (const id of [...thread.jobs.keys()]) settle(thread, id, (job) => job.reject(error))
    return thread.worker.terminate()
  }
  const started = (): Thread => {
    const worker = new Worker(options.file, {
      workerData: options.workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.memory, maxYoungGenerationSizeMb: 64 },
    })
    const thread: Thread = { worker, jobs: new Map(), idleTimer: null }
    worker.on('message', (answer: Answer) => {
      if (!thread.jobs.has(answer.id)) return
      settle(thread, answer.id, (job) => {
        if ('value' in answer) job.resolve(answer.value)
        else job.reject(answer.code ? Object.assign(answer.error, { code: answer.code }) : answer.error)
      })
      next()
    })
    worker.on('error', (error) => {
      const cause = error instanceof Error ? error : new Error(String(error))
      const outOfMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      void drop(thread, outOfMemory ? new TaskLimitError('memory') : cause)
      next()
    })
    worker.on('exit', () => {
      if (!threads.has(thread)) return
      void drop(thread, new Error('a thread ended in the middle of its task'))
      next()
    })
    threads.add(thread)
    return thread
  }
  const begin = (thread: Thread, job: Job) => {
    if (thread.idleTimer) clearTimeout(thread.idleTimer)
    thread.idleTimer = null
    const timer = setTimeout(() => {
      void drop(thread, new TaskLimitError('time'))
      next()
    }, job.limits.time)
    thread.jobs.set(job.question.id, { ...job, timer })
    // A thread alone must not keep a finished process (the command line) alive; a task does.
    thread.worker.ref()
    thread.worker.postMessage(job.question)
  }
  const rest = (thread: Thread) => {
    if (thread.idleTimer) return
    thread.worker.unref()
    thread.idleTimer = setTimeout(() => void drop(thread, new Error('a thread without work ended')), options.idle)
    thread.idleTimer.unref()
  }
  const next = () => {
    for (const thread of threads) {
      while (thread.jobs.size < tasksOfThread) {
        const job = queue.shift()
        if (!job) break
        begin(thread, job)
      }
      if (thread.jobs.size === 0) rest(thread)
    }
    while (queue.length > 0 && threads.size < options.threads) {
      const job = queue.shift()
      if (job) begin(started(), job)
    }
  }

  return {
    run: (task, limits) =>
      new Promise((resolve, reject) => {
        queue.push({ question: { id: ++serial, task }, limits, resolve, reject })
        next()
      }),
    stop: async () => {
      const stopping = new Error('the server is stopping')
      for (const job of queue.splice(0)) job.reject(stopping)
      await Promise.all([...threads].map((thread) => drop(thread, stopping)))
    },
  }
}
