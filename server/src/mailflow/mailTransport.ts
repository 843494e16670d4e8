import type { RuntimePart } from '../platform/runtime/runtime.ts'
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

const TRANSPORT: RuntimePart<MailTransport> = { name: 'mail transport' }

/** The transport of a server, made at the first call. Nothing runs by itself until `startMailTransport`. */
export const mailTransportOf = (context: Context): MailTransport =>
  context.runtime.use(TRANSPORT, () => createTransport(context))

function createTransport(context: Context): MailTransport {
  const background = inBackground(context)
  const preparer = createPreparer(context)
  const bouncer = createBouncer(background, preparer)
  const steps = createDeliverySteps(background)
  const submission = createSubmissionSteps(background, preparer)
  return {
    background,
    preparer,
    envelope: createEnvelopeSteps(background),
    steps,
    submission,
    bouncer,
    deliverer: createDeliverer(background),
    dispatcher: createDispatcher(background, { bouncer, steps, submission }),
  }
}

/** The same inside of a transaction, where it is made already. */
export function startedTransportOf({ runtime }: Pick<TransactionContext, 'runtime'>): MailTransport {
  const started = runtime.find(TRANSPORT)
  if (!started) throw new Error('the mail transport of this server is not made yet')
  return started
}
