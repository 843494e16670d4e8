import type { Context } from '../store/context/context.ts'
import { createDeliverer, type Deliverer } from './delivery/deliverer.ts'
import { createPreparer, type Preparer } from './delivery/preparer.ts'
import { type Bouncer, createBouncer } from './outgoing/bouncer.ts'
import { createDispatcher, type Dispatcher } from './outgoing/dispatcher.ts'
import { createDeliverySteps, type DeliverySteps } from './steps/deliverySteps.ts'

/** Reading, delivering and sending of mail. One set for each running server. */
export interface MailTransport {
  readonly preparer: Preparer
  /** What decides about each mail before it is delivered. */
  readonly steps: DeliverySteps
  readonly deliverer: Deliverer
  readonly bouncer: Bouncer
  readonly dispatcher: Dispatcher
}

const transports = new WeakMap<Context, MailTransport>()

/** The parts that belong to a context, made at the first call. Nothing runs by itself until `startMailTransport`. */
export function mailTransportOf(context: Context): MailTransport {
  const known = transports.get(context)
  if (known) return known
  const preparer = createPreparer(context)
  const bouncer = createBouncer(context, preparer)
  const steps = createDeliverySteps(context)
  const transport = {
    preparer,
    steps,
    bouncer,
    deliverer: createDeliverer(context),
    dispatcher: createDispatcher(context, { bouncer, steps }),
  }
  transports.set(context, transport)
  return transport
}
