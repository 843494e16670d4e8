import type { Context, TransactionContext } from '../store/context/context.ts'
import { inBackground } from '../store/database/transact.ts'
import { createDeliverer, type Deliverer } from './delivery/deliverer.ts'
import { createPreparer, type Preparer } from './delivery/preparer.ts'
import { type Bouncer, createBouncer } from './outgoing/bouncer.ts'
import { createDispatcher, type Dispatcher } from './outgoing/dispatcher.ts'
import { createDeliverySteps, type DeliverySteps } from './steps/deliverySteps.ts'
import { createEnvelopeSteps, type EnvelopeSteps } from './steps/envelopeStep.ts'
import { createSubmissionSteps, type SubmissionSteps } from './steps/submissionSteps.ts'

/** Reading, delivering and sending of mail. One set for each running server. */
export interface MailTransport {
  /** The context of what runs by itself: where people wait for the store as well, they are first. */
  readonly background: Context
  readonly preparer: Preparer
  /** What refuses senders and recipients before a mail from outside is sent. */
  readonly envelope: EnvelopeSteps
  /** What decides about each mail before it is delivered. */
  readonly steps: DeliverySteps
  /** What decides about each mail before it leaves. */
  readonly submission: SubmissionSteps
  readonly deliverer: Deliverer
  readonly bouncer: Bouncer
  readonly dispatcher: Dispatcher
}

const transports = new WeakMap<TransactionContext, MailTransport>()

/** The parts that belong to a context, made at the first call. Nothing runs by itself until `startMailTransport`. */
export function mailTransportOf(context: Context): MailTransport {
  const known = transports.get(context)
  if (known) return known
  const background = inBackground(context)
  const preparer = createPreparer(context)
  const bouncer = createBouncer(background, preparer)
  const steps = createDeliverySteps(background)
  const submission = createSubmissionSteps(background, preparer)
  const transport = {
    background,
    preparer,
    envelope: createEnvelopeSteps(background),
    steps,
    submission,
    bouncer,
    deliverer: createDeliverer(background),
    dispatcher: createDispatcher(background, { bouncer, steps, submission }),
  }
  transports.set(context, transport)
  // What follows a delivery may send mail itself.
  transports.set(background, transport)
  return transport
}

/** The same inside of a transaction, where they are made already. */
export function startedTransportOf(context: TransactionContext): MailTransport {
  const started = transports.get(context)
  if (!started) throw new Error('the mail transport of this context is not made yet')
  return started
}
