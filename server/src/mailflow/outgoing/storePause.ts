import { sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import { isStoreSilent } from '../../store/database/isStoreSilent.ts'
import { endPause, notePause } from '../../store/queue/queuePause.ts'
import { StepTimeoutError } from '../steps/askWithin.ts'
import { StepUnansweredError } from '../steps/deliveryStep.ts'

/** Since when the queue pauses, and the store's error. */
export interface Pause {
  readonly since: number
  readonly reason: string
}

/** How long the store may take for the shortest of questions before the queue pauses. */
const ANSWERS_WITHIN_MS = 2_000

/**
 * Keeps the queue from asking a store that gives no answers: mails are not tried one after the other, each until its time
 * is over, and none of them counts a failure that is not its own.
 */
export interface StorePause {
  /** Since when and why the queue pauses; null while it does not. */
  current(): Pause | null
  /** Whether an error is the store's, which gives no answer now. From then on the queue pauses. */
  isCausedBy(error: unknown): Promise<boolean>
  /** Asks the store again while the queue pauses. Answers whether it still does. */
  lasts(): Promise<boolean>
}

export function createStorePause(context: Context): StorePause {
  const { store, log } = context
  let pause: Pause | null = null

  const answers = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWERS_WITHIN_MS)
      sql`select 1`
        .execute(store.db)
        .then(
          () => resolve(true),
          () => resolve(false),
        )
        .finally(() => clearTimeout(timer))
    })

  return {
    current: () => pause,
    async isCausedBy(error) {
      const cause = error instanceof StepUnansweredError ? error.cause : error
      if (!(isStoreSilent(cause) || cause instanceof StepTimeoutError)) return false
      // A step that hangs by itself is the failure of one mail.
      if (pause === null && (await answers())) return false
      if (pause === null) {
        pause = { since: context.now(), reason: cause instanceof Error ? cause.message : String(cause) }
        log.error({ err: error }, 'the store gives no answer: outgoing mail pauses until it does')
        notePause(store.db, pause.since).catch(() => log.warn({}, 'the pause of outgoing mail could not be noted'))
      }
      return true
    },
    async lasts() {
      if (pause === null) return false
      if (!(await answers())) return true
      const { since } = pause
      pause = null
      await endPause(store.db)
      log.warn({ pausedFor: context.now() - since }, 'the store answers again: outgoing mail goes on')
      return false
    },
  }
}
