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
  /** Tasks that a thread has at the same time, for such that wait for the disk; one when left out. */
  readonly tasksOfThread?: number
  /**
   * Tasks that a thread is handed beside the one it does, so that it goes on with the next one without waiting until this
   * thread, which may be busy, has seen its answer. Their time begins when they do. For tasks that may be done twice: those
   * that wait behind one that takes long, or exceeds a limit, are given to another thread.
   */
  readonly ahead?: number
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

/** How much a pool of threads or connections has to do. */
export interface PoolState {
  /** What the pool is for. */
  readonly name: string
  /** Threads or connections at most. */
  readonly size: number
  readonly inUse: number
  /** Pieces of work that wait for one. */
  readonly waiting: number
}

export interface WorkerPool {
  /**
   * Runs a task in a thread of its own for as long as it takes; further ones wait for a free thread, the first first.
   * Rejects with what the task threw, with `TaskLimitError`, or when the pool stops.
   */
  run(task: unknown, limits: TaskLimits): Promise<unknown>
  /** Threads that are there, at work or not. */
  readonly threads: number
  state(name: string): PoolState
  /** Ends the threads; what is running or waiting is rejected. */
  stop(): Promise<void>
}

interface Job {
  readonly question: Question
  readonly limits: TaskLimits
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Begun extends Job {
  /** Ends the thread, or gives what waits behind this task to others; none while the thread does another task first. */
  timers: NodeJS.Timeout[]
}

/** What waits behind a task for so many milliseconds is given to another thread. */
const BEHIND_MAX_MS = 500

interface Thread {
  readonly worker: Worker
  /** What it is doing, by the numbers of the questions and in their order, and until when it may. */
  readonly jobs: Map<number, Begun>
  /** Whether it takes long over what it does, and is handed nothing beside it. */
  isSlow: boolean
  /** Ends it, while it has nothing to do. */
  idleTimer: NodeJS.Timeout | null
}

/**
 * Threads for work whose cost depends on input of strangers. They are started when there is work and end when there was
 * none for a while. A thread that exceeded a limit is ended, and the next task gets a new one.
 */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { tasksOfThread = 1, ahead = 0 } = options
  const queue: Job[] = []
  const threads = new Set<Thread>()
  let serial = 0

  const settle = (thread: Thread, id: number, how: (job: Job) => void) => {
    const job = thread.jobs.get(id)
    if (!job) return
    job.timers.forEach(clearTimeout)
    thread.jobs.delete(id)
    thread.isSlow = false
    how(job)
    startTimers(thread)
  }
  /** The time of a task begins when the thread begins with it. */
  const startTimers = (thread: Thread) => {
    for (const job of [...thread.jobs.values()].slice(0, tasksOfThread)) {
      if (job.timers.length > 0) continue
      const end = () => {
        void drop(thread, new TaskLimitError('time'))
        next()
      }
      job.timers.push(setTimeout(end, job.limits.time))
      if (ahead > 0) job.timers.push(setTimeout(() => takeBack(thread), BEHIND_MAX_MS))
    }
  }
  /** Takes back what a thread was handed beside what it does. Its answers to that are ignored. */
  const takeBack = (thread: Thread) => {
    const behind = [...thread.jobs.values()].slice(tasksOfThread)
    for (const { question } of behind) thread.jobs.delete(question.id)
    queue.unshift(...behind)
    thread.isSlow = true
    next()
  }
  /** Ends a thread at once. */
  const drop = (thread: Thread, error: Error) => {
    threads.delete(thread)
    if (thread.idleTimer) clearTimeout(thread.idleTimer)
    const begun = [...thread.jobs]
    thread.jobs.clear()
    for (const [, { timers }] of begun) timers.forEach(clearTimeout)
    for (const [, job] of begun.slice(0, tasksOfThread)) job.reject(error)
    queue.unshift(...begun.slice(tasksOfThread).map(([, job]) => job))
    return thread.worker.terminate()
  }
  const started = (): Thread => {
    const worker = new Worker(options.file, {
      workerData: options.workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.memory, maxYoungGenerationSizeMb: 64 },
    })
    const thread: Thread = { worker, jobs: new Map(), isSlow: false, idleTimer: null }
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
    thread.jobs.set(job.question.id, { ...job, timers: [] })
    startTimers(thread)
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
  /** Hands tasks to the threads until each has so many. */
  const fill = (tasks: number) => {
    for (const thread of threads) {
      while (thread.jobs.size < (thread.isSlow ? tasksOfThread : tasks)) {
        const job = queue.shift()
        if (!job) break
        begin(thread, job)
      }
    }
  }
  const next = () => {
    fill(tasksOfThread)
    while (queue.length > 0 && threads.size < options.threads) {
      const job = queue.shift()
      if (job) begin(started(), job)
    }
    for (let more = 1; more <= ahead; more++) fill(tasksOfThread + more)
    for (const thread of threads) if (thread.jobs.size === 0) rest(thread)
  }

  return {
    get threads() {
      return threads.size
    },
    state: (name) => {
      const at = [...threads].map(({ jobs }) => jobs.size)
      const behind = at.reduce((sum, jobs) => sum + Math.max(0, jobs - tasksOfThread), 0)
      const inUse = at.filter((jobs) => jobs > 0).length
      return { name, size: options.threads, inUse, waiting: queue.length + behind }
    },
    run: (task, limits) =>
      new Promise((resolve, reject) => {
        queue.push({ question: { id: ++serial, task }, limits, resolve, reject })
        next()
      }),
    stop: async () => {
      const stopping = new Error('the server is stopping')
      const ending = [...threads].map((thread) => drop(thread, stopping))
      for (const job of queue.splice(0)) job.reject(stopping)
      await Promise.all(ending)
    },
  }
}
