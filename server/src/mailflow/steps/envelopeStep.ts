import type { Context } from '../../store/context/context.ts'
import type { Peer } from '../arrival/arrival.ts'
import { askWithin } from './askWithin.ts'
import { STEP_TIMEOUT_MS, StepUnansweredError } from './deliveryStep.ts'
import { isUnanswered } from './planDelivery.ts'

/** What is known of a mail from outside before its content is sent. */
export interface Envelope {
  readonly peer: Peer
  /** '' for reports. */
  readonly sender: string
  /** Bytes that the peer announces (RFC 1870); 0 when it does not. */
  readonly declaredSize: number
}

export interface EnvelopeRefusal {
  /** Enhanced status (RFC 3463): of class 4 the peer tries again later, of class 5 it gives up. */
  readonly status: string
  /** In ASCII, for the peer's log and the sender's report. */
  readonly reason: string
}

export interface EnvelopeTools {
  readonly context: Context
  /** Aborted when the step has had its time; what it answers afterwards counts for nothing. */
  readonly signal: AbortSignal
}

type Answer = EnvelopeRefusal | null | Promise<EnvelopeRefusal | null>

/**
 * One step at SMTP and LMTP before the content of a mail is sent: it refuses senders and recipients, such as a limit for one
 * peer or greylisting. It comes before every `DeliveryStep`, which judges a mail that is on disk. A step that throws is
 * noted and has no other consequence; when it has no answer in time, or the store gives none, the peer is asked to try again.
 *
 * @example
 * const onePeer: EnvelopeStep = {
 *   name: 'one-peer',
 *   sender: ({ peer }) => (peer.ip === '192.0.2.7' ? { status: '5.7.1', reason: 'not from your address' } : null),
 * }
 */
export interface EnvelopeStep {
  readonly name: string
  /** How long it may take, in milliseconds; at most and by default `STEP_TIMEOUT_MS`. */
  readonly timeout?: number
  /** Asked at MAIL. */
  sender?(envelope: Envelope, tools: EnvelopeTools): Answer
  /** Asked at RCPT, for a recipient who can take it; `accountId` is null for an address such as a mail group's. */
  recipient?(
    envelope: Envelope,
    recipient: { readonly address: string; readonly accountId: number | null },
    tools: EnvelopeTools,
  ): Answer
}

export interface EnvelopeSteps {
  /** Adds steps after those that are there. Throws when a name is taken. */
  register(steps: readonly EnvelopeStep[]): void
  /** The first refusal, null where no step refuses. Throws `StepUnansweredError`. */
  sender(envelope: Envelope): Promise<EnvelopeRefusal | null>
  recipient(
    envelope: Envelope,
    recipient: { readonly address: string; readonly accountId: number | null },
  ): Promise<EnvelopeRefusal | null>
}

export function createEnvelopeSteps(context: Context): EnvelopeSteps {
  const steps: EnvelopeStep[] = []
  const ask = async (question: (step: EnvelopeStep, tools: EnvelopeTools) => Answer | undefined) => {
    for (const step of steps) {
      try {
        const time = Math.min(step.timeout ?? STEP_TIMEOUT_MS, STEP_TIMEOUT_MS)
        const refusal = await askWithin(time, (signal) => question(step, { context, signal }) ?? null)
        if (refusal) return refusal
      } catch (error) {
        if (isUnanswered(error)) throw new StepUnansweredError(step.name, error)
        context.log.error({ err: error, step: step.name }, 'a step before the content of a mail failed')
      }
    }
    return null
  }
  return {
    register(more) {
      for (const step of more) {
        if (steps.some(({ name }) => name === step.name))
          throw new Error(`two steps of the envelope are “${step.name}”`)
        steps.push(step)
      }
    },
    sender: (envelope) => ask((step, tools) => step.sender?.(envelope, tools)),
    recipient: (envelope, recipient) => ask((step, tools) => step.recipient?.(envelope, recipient, tools)),
  }
}
