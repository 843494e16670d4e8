import type { Context, TransactionContext } from '../context/context.ts'
import type { Trx } from '../database/transact.ts'

/**
 * A kind of background work. Its rows stand in `job`, one for each key: two jobs of one key never run at once, on
 * whichever server. What the work is about stays in tables of the kind's own; the key names it there.
 *
 * @example
 * const reminders: JobKind = {
 *   name: 'calendar.reminder',
 *   atOnce: 4,
 *   limitMs: 60_000,
 *   retryAt: nextAttemptAt,
 *   run: (context, job) => fire(context, Number(job.key)),
 * }
 */
export interface JobKind {
  /** The area and what is done, as `calendar.reminder`. It stands in the store: a kind is never renamed. */
  readonly name: string
  /** How many of them a server runs at the same time. All kinds share the store's five connections of the background. */
  readonly atOnce: number
  /** Milliseconds after which a job is aborted; the attempt counts as failed. */
  readonly limitMs: number
  /** When a job that failed `attempts` times is tried again; null when it stays failed. */
  readonly retryAt: (attempts: number, createdAt: number, now: number) => number | null
  /**
   * Does the work. It may run a second time after a server was killed: what must not happen twice is done in a
   * transaction that ends the job as well (`Job.end`). Answers when it is due again, or nothing when it is done.
   */
  readonly run: (context: Context, job: Job) => Promise<JobAgain | undefined>
  /** Runs again and again under one key: asked for at each start, first so many milliseconds later. */
  readonly everyMs?: number
  /** After the last attempt, in the transaction that marks the job as failed. */
  readonly onFailed?: (trx: Trx, context: TransactionContext, key: string, error: unknown) => Promise<void>
  /** Deletes what a job was about, when an operator drops the job. */
  readonly drop?: (trx: Trx, key: string) => Promise<void>
}

/** When a job is due again, in epoch milliseconds. */
export interface JobAgain {
  readonly at: number
}

/** A job that is being done. */
export interface Job {
  readonly key: string
  /** From 1 on. */
  readonly attempt: number
  /** Aborted when the time limit has passed, when the server stops, and when another server has the job now. */
  readonly signal: AbortSignal
  /** Notes how far the work is; written down with the next renewal of the claim. */
  readonly say: (done: number, total: number) => void
  /**
   * Holds the claim until the transaction ends, for work of several transactions. Throws `JobClaimLostError` when another
   * server has the job now.
   */
  readonly hold: (trx: Trx) => Promise<void>
  /**
   * Ends the job in the transaction of its work, so that both are committed or neither. Throws `JobClaimLostError` when
   * another server has it now: the transaction then changes nothing.
   */
  readonly end: (trx: Trx, again?: JobAgain) => Promise<void>
}

/** The claim on a job has run out, and another server has it. */
export class JobClaimLostError extends Error {
  constructor() {
    super('another server has this job now')
    this.name = 'JobClaimLostError'
  }
}

/** A job took longer than its kind may. */
export class JobTooSlowError extends Error {
  constructor(limitMs: number) {
    super(`it took longer than ${Math.round(limitMs / 1_000)} seconds`)
    this.name = 'JobTooSlowError'
  }
}

/** The server stops; the job is done by the next one. */
export class ServerStopsError extends Error {
  constructor() {
    super('the server stops')
    this.name = 'ServerStopsError'
  }
}
