import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { type DeliveryOutcome, deliverMessage, type Recipients } from './deliverMessage.ts'

export interface Deliverer {
  /**
   * Delivers a message to mailboxes of this system. Resolves when it is on disk for everybody named in `delivered`;
   * rejects when nobody got it.
   */
  deliver(message: PreparedMessage, recipients: Recipients): Promise<DeliveryOutcome>
  /** Waits for what was begun. */
  idle(): Promise<void>
}

interface Job {
  readonly message: PreparedMessage
  readonly recipients: Recipients
  resolve(outcome: DeliveryOutcome): void
  reject(error: unknown): void
}

/** One commit costs a write to disk however much it holds; beyond this it would keep other calls waiting. */
const JOBS_PER_COMMIT = 24
const MAILS_PER_COMMIT = 60

/**
 * Commits deliveries that arrive at the same time together. While one transaction runs, the next ones gather; each is
 * acknowledged only after the commit that holds it. When a transaction fails, its deliveries are tried one by one, so
 * that a bad one does not take the others with it.
 */
export function createDeliverer(context: Context): Deliverer {
  const queue: Job[] = []
  let running: Promise<void> | null = null

  const commit = (jobs: readonly Job[]) =>
    transact(
      context,
      async (trx) => {
        const outcomes: DeliveryOutcome[] = []
        for (const job of jobs) outcomes.push(await deliverMessage(trx, context, job.message, job.recipients))
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

  const runBatch = async (jobs: readonly Job[]) => {
    try {
      settle(jobs, await commit(jobs))
    } catch (error) {
      if (jobs.length === 1) {
        jobs[0]?.reject(error)
        return
      }
      for (const job of jobs) await runBatch([job])
    }
  }

  const run = async () => {
    // The first of many that arrive together should not be committed alone.
    await nextTurn()
    for (let jobs = takeBatch(queue); jobs.length > 0; jobs = takeBatch(queue)) {
      await runBatch(jobs)
      await nextTurn()
    }
    running = null
  }

  return {
    deliver: (message, recipients) =>
      new Promise((resolve, reject) => {
        queue.push({ message, recipients, resolve, reject })
        running ??= run()
      }),
    idle: async () => {
      while (running) await running
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

/** Tells open windows of new mail. */
export function announce(context: Pick<Context, 'events'>, { delivered }: Pick<DeliveryOutcome, 'delivered'>): void {
  announceChanges(
    context,
    delivered.map(({ accountId }) => accountId),
  )
}
