import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { type DeliveryOutcome, deliverMessage, type Recipients } from './deliverMessage.ts'

export interface Deliverer {
  /**
   * Delivers a message to mailboxes of this system. Resolves when it is on disk for all accounts in `delivered`;
   * rejects when no account got it.
   */
  deliver(message: PreparedMessage, recipients: Recipients): Promise<DeliveryOutcome>
  /**
   * Announces a delivery that begins soon: a commit waits some milliseconds for it, so that it holds more. The function
   * that is returned is called when the delivery was handed in or given up.
   */
  expect(): () => void
  /** Waits for the deliveries that have begun. */
  idle(): Promise<void>
}

interface Job {
  readonly message: PreparedMessage
  readonly recipients: Recipients
  resolve(outcome: DeliveryOutcome): void
  reject(error: unknown): void
}

/** One commit costs a write to disk however much it holds; beyond this it would keep other calls waiting. */
const JOBS_PER_COMMIT = 48
const MAILS_PER_COMMIT = 96
/** How long a commit waits for deliveries that were announced. */
const GATHER_MS = 8
/** Commits that may wait for the disk while the next one is written. */
const UNSYNCED_MAX = 3
/** Deliveries of one transaction before other calls run: some milliseconds. */
const JOBS_PER_TURN = 8

/**
 * Commits deliveries that arrive at the same time together. While one transaction runs, the next deliveries are
 * collected; they are written while the disk takes the one before. Each is acknowledged only after the commit that holds
 * it is on disk. When a transaction fails, its deliveries are tried one by one, so that a bad one does not make the others
 * fail.
 */
export function createDeliverer(context: Context): Deliverer {
  const queue: Job[] = []
  let running: Promise<void> | null = null
  /** Commits that are written or wait for the disk. */
  const begun = new Set<Promise<void>>()
  /** How many deliveries were announced, and what to call when a commit need not wait for more. */
  let expected = 0
  let gathered = () => {}

  /**
   * Writes deliveries in one transaction. While a person waits for it, those that are left go back to the queue, first.
   * @param jobs the deliveries of this transaction; what is left is taken out
   * @param onWritten called when nothing is left to do but to commit
   */
  const commit = (jobs: Job[], onWritten = () => {}) =>
    transact(
      context,
      async (trx) => {
        const outcomes: DeliveryOutcome[] = []
        for (const job of jobs) {
          const at = outcomes.length
          if (at > 0 && at % JOBS_PER_TURN === 0) {
            await nextTurn()
            if (context.store.isAwaited()) queue.unshift(...jobs.splice(at))
            if (at === jobs.length) break
          }
          outcomes.push(await deliverMessage(trx, context, job.message, job.recipients))
        }
        onWritten()
        return outcomes
      },
      { grows: true },
    )

  const settle = (jobs: readonly Job[], outcomes: readonly DeliveryOutcome[]) => {
    jobs.forEach((job, index) => {
      const outcome = outcomes[index] ?? { delivered: [], failed: [] }
      job.resolve(outcome)
      announce(context, outcome)
    })
  }

  const runBatch = async (jobs: Job[], onWritten?: () => void) => {
    try {
      settle(jobs, await commit(jobs, onWritten))
    } catch (error) {
      if (jobs.length === 1) {
        jobs[0]?.reject(error)
        return
      }
      for (const job of jobs) await runBatch([job])
    }
  }

  const isGathered = () => expected === 0 || queue.length >= JOBS_PER_COMMIT
  /** When many arrive together, the first one is not committed alone. */
  const gather = async () => {
    await nextTurn()
    if (isGathered()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      gathered = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    gathered = () => {}
  }

  /** Begins a batch. Resolves when it is written, or has failed: then the next one can be. */
  const begin = (jobs: Job[]) =>
    new Promise<void>((resolve) => {
      const batch = runBatch(jobs, resolve).finally(() => {
        begun.delete(batch)
        resolve()
      })
      begun.add(batch)
    })

  const run = async () => {
    await gather()
    for (let jobs = takeBatch(queue); jobs.length > 0; jobs = takeBatch(queue)) {
      await begin(jobs)
      if (begun.size >= UNSYNCED_MAX) await Promise.race(begun)
      await gather()
    }
    running = null
  }

  return {
    deliver: (message, recipients) =>
      new Promise((resolve, reject) => {
        queue.push({ message, recipients, resolve, reject })
        running ??= run()
        if (isGathered()) gathered()
      }),
    expect: () => {
      let isExpected = true
      expected++
      return () => {
        if (!isExpected) return
        isExpected = false
        expected--
        if (isGathered()) gathered()
      }
    },
    idle: async () => {
      while (running || begun.size > 0) await Promise.all([running, ...begun])
    },
  }
}

function takeBatch(queue: Job[]): Job[] {
  let mails = 0
  let count = 0
  while (count < queue.length && count < JOBS_PER_COMMIT) {
    mails += queue[count]?.recipients.accountIds.length ?? 0
    if (count > 0 && mails > MAILS_PER_COMMIT) break
    count++
  }
  return queue.splice(0, count)
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Notifies open windows of new mail. */
export function announce(context: Pick<Context, 'events'>, { delivered }: Pick<DeliveryOutcome, 'delivered'>): void {
  announceChanges(
    context,
    delivered.map(({ accountId }) => accountId),
  )
}
