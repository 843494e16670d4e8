import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { Hold } from '../../store/queue/outgoingState.ts'
import type { Preparer } from '../delivery/preparer.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { askWithin } from './askWithin.ts'
import { STEP_TIMEOUT_MS, StepUnansweredError } from './deliveryStep.ts'
import { isUnanswered } from './planDelivery.ts'
import { rateStep } from './rateStep.ts'
import type { LetterToAccept, OutgoingLetter, SubmissionStep, WhenHeld } from './submissionStep.ts'
import { timeStep } from './timeStep.ts'

/** What all steps together say about a letter. */
export type Judgement =
  /** It may leave; `rewritten` is what the steps have made of it, null when it leaves as it is. */
  | { readonly kind: 'pass'; readonly rewritten: PreparedMessage | null }
  | { readonly kind: 'hold'; readonly hold: Hold; readonly held: WhenHeld | null }
  | { readonly kind: 'refuse'; readonly status: string; readonly reason: string }

/** The steps that every letter passes before it leaves. */
export interface SubmissionSteps {
  /** Adds steps after those that are there. Throws when a name is taken. */
  register(steps: readonly SubmissionStep[]): void
  /** Asks the steps whether a letter of the page is accepted. Throws what one of them throws. */
  admit(context: Context, letter: LetterToAccept): Promise<void>
  /**
   * Asks the steps, in their order, but for those that have let the letter pass by a decision. Writes no row; bytes that a
   * step makes are stored as a blob. Throws `StepUnansweredError` when there was no time or the store did not answer, and
   * what a step throws.
   */
  judge(letter: OutgoingLetter, passed: ReadonlySet<string>): Promise<Judgement>
  /**
   * Asks the steps that count, in the transaction in which the letter leaves. Answers the hold of the first that has no room
   * for it; null when it may leave.
   */
  claim(
    trx: Trx,
    context: TransactionContext,
    letter: OutgoingLetter,
    passed: ReadonlySet<string>,
  ): Promise<Hold | null>
}

export function createSubmissionSteps(context: Context, preparer: Pick<Preparer, 'prepare'>): SubmissionSteps {
  const steps: SubmissionStep[] = [timeStep, rateStep]

  const stepsFor = ({ origin }: OutgoingLetter) =>
    steps.filter(({ ofParts = false }) => ofParts === (origin === 'part'))

  const ask = async (step: SubmissionStep, letter: OutgoingLetter) => {
    try {
      const time = Math.min(step.timeout ?? STEP_TIMEOUT_MS, STEP_TIMEOUT_MS)
      return await askWithin(time, (signal) => step.judge(letter, { context, signal }))
    } catch (error) {
      throw isUnanswered(error) ? new StepUnansweredError(step.name, error) : error
    }
  }

  return {
    register(more) {
      for (const step of more) {
        if (steps.some(({ name }) => name === step.name)) throw new Error(`two steps of sending are “${step.name}”`)
        steps.push(step)
      }
    },
    async admit(asking, letter) {
      for (const step of steps) await step.admit?.(asking, letter)
    },
    async judge(letter, passed) {
      let seen = letter
      let rewritten: PreparedMessage | null = null
      // Before its time, `timeStep` holds what the steps before it let pass.
      const isEarly = letter.releaseAt > context.now()
      const asked = stepsFor(letter)
      for (const step of isEarly ? [...asked.filter(({ early }) => early), timeStep] : asked) {
        if (passed.has(step.name)) continue
        const judged = await ask(step, seen)
        if (judged === 'pass') continue
        if ('hold' in judged) {
          return { kind: 'hold', hold: { step: step.name, ...judged.hold }, held: judged.held ?? null }
        }
        if ('refuse' in judged) return { kind: 'refuse', ...judged.refuse }
        rewritten = await preparer.prepare(await context.blobs.put(judged.rewrite), judged.rewrite)
        seen = { ...letter, ...factsOf(rewritten) }
      }
      return { kind: 'pass', rewritten }
    },
    async claim(trx, inside, letter, passed) {
      for (const step of stepsFor(letter)) {
        if (!step.claim || passed.has(step.name)) continue
        const hold = await step.claim(trx, inside, letter)
        if (hold) return { step: step.name, ...hold }
      }
      return null
    },
  }
}

/** What the bytes of a letter decide. */
const factsOf = ({ columns }: PreparedMessage) => ({
  subject: columns.subject,
  from: { name: columns.from_name, address: columns.from_address },
  rfcMessageId: columns.rfc_message_id,
  automatic: columns.automatic === 1,
  size: columns.size,
  rawHash: columns.raw_hash ?? '',
  hasAttachment: columns.has_attachment === 1,
})
